"""What a script may say and Askonce does not do: an error where it would change the outcome, else a remark."""

from __future__ import annotations

from collections.abc import Iterator

from askonce.diagnostics.location import Location
from askonce.diagnostics.problem import Problem
from askonce.recordings.yaml_positions import Part, Series, Table
from askonce.screens.option_fields import Section
from askonce.script.flow_blocks import For, If, Repeat, While
from askonce.script.flow_items import Act, Doing, Item, RunAdbShell
from askonce.script.script import Target
from askonce.script.script_models import File
from askonce.script.yaml_nodes import place_of

NOT_YET = "Not supported yet"
NO_EFFECT = "Taken over from Midscene"
"""How the descriptions of such keys begin."""


def unsupported(file: File, whole: Table, kind: str, target: Target) -> list[Problem]:
    problems = list(_keys(target, whole.entries.get(kind), kind))
    problems += _keys(file.agent, whole.entries.get("agent"), "agent")
    tasks = whole.entries.get("tasks")
    for task, part in zip(file.tasks, tasks.items if isinstance(tasks, Series) else [], strict=False):
        if isinstance(part, Table):
            problems += _flow(task.flow, part.entries.get("flow"), kind)
    return problems


def _flow(flow: list[Item], part: Part | None, kind: str) -> Iterator[Problem]:
    for item, one in zip(flow, part.items if isinstance(part, Series) else [], strict=False):
        yield from _keys(item, one, item.key)
        yield from _item(item, kind)
        if not isinstance(one, Table):
            continue
        match item:
            case If():
                yield from _flow(item.then, one.entries.get("then"), kind)
                yield from _flow(item.otherwise, one.entries.get("else"), kind)
            case For() | Repeat() | While():
                yield from _flow(item.do, one.entries.get("do"), kind)
            case _:
                pass


def _item(item: Item, kind: str) -> Iterator[Problem]:
    match item:
        case RunAdbShell() if kind != "android":
            yield Problem(item.place, f"{item.key} needs an android target, and this script has {kind}", "take it out")
        case Act() if item.subject.images:
            yield _images(item)
        case Doing() if item.element and item.element.images:
            yield _images(item)
        case _:
            pass


def _images(item: Item) -> Problem:
    return Problem(
        item.place,
        f"not supported yet: images in {item.key}",
        "describe it in words; aiAssert, aiQuery and the like take images",
    )


def _keys(section: Section | None, part: Part | None, where: str) -> Iterator[Problem]:
    if section is None:
        return
    for name in section.model_fields_set & type(section).model_fields.keys():
        field = type(section).model_fields[name]
        value, said = getattr(section, name), field.description or ""
        if value in (None, False, "") and not said.startswith(NO_EFFECT):
            continue
        place = _place(part, field.alias or name)
        if said.startswith(NOT_YET):
            remedy = said.partition("; ")[2].rstrip(".")
            yield Problem(place, f"not supported yet: {field.alias} in {where}", remedy)
        elif said.startswith(NO_EFFECT):
            reason = said.partition("; ")[2].rstrip(".") or "it makes no difference"
            yield Problem(place, f"{field.alias} has no effect here", reason, "warning")


def _place(part: Part | None, name: str) -> Location:
    if isinstance(part, Table) and name in part.keys:
        return place_of(part.keys[name])
    return place_of(part) if part else Location(1)
