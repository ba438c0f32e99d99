"""What is wrong with the shape of a script: targets that are missing or too many, and items that are none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from askonce.diagnostics.closest_name import closest_name
from askonce.diagnostics.problem import Problem
from askonce.recordings.yaml_positions import Part, Series, Table, Text
from askonce.script.flow_blocks import ITEM_BY_KEY, WRITTEN
from askonce.script.script_models import TARGETS, WEB_NAMES, File
from askonce.script.yaml_nodes import place_of

_FLOWS = ("flow", "then", "else", "do")
_HARMLESS = {"sleep": 1}
NOT_YET = {"runGherkinScenario": "write its steps as items", "runWdaRequest": "it belongs to iOS"}


def target_problems(whole: Table) -> list[Problem]:
    """A script has exactly one target, and the closest word where it has another."""
    targets = [name for name in whole.entries if name in TARGETS]
    if len(targets) > 1:
        first, second = targets[:2]
        told = f"a script has one target, and this one has {first} and {second}"
        return [Problem(place_of(whole.keys[second]), told, "make a script of its own for each")]
    if targets:
        name = targets[0]
        part = whole.entries[name]
        section = part.entries if isinstance(part, Table) else {}
        if name == "interface" and "module" not in section:
            return [
                Problem(place_of(whole.keys[name]), f"{name} lacks module", "name the module of the class: module: …")
            ]
        return _address_problems(name, whole.keys[name], section) if name in WEB_NAMES else []
    known = {field.alias for field in File.model_fields.values()}
    strange = next((name for name in whole.entries if name not in known and closest_name(name, TARGETS)), "")
    if strange:
        return [
            Problem(
                place_of(whole.keys[strange]),
                f"a script has no key {strange!r}",
                f"did you mean {closest_name(strange, TARGETS)}?",
            )
        ]
    return [
        Problem(
            place_of(whole), "the script has no target", f"add one of {', '.join(TARGETS)}, such as “web:” with a url"
        )
    ]


def _address_problems(name: str, key: Text, section: Mapping[str, Part]) -> list[Problem]:
    if {"url", "serve", "cdpEndpoint", "bridgeMode"} & section.keys():
        return []
    misspelt = next((one for one in section if closest_name(one, ["url"])), None)
    return [] if misspelt else [Problem(place_of(key), f"{name} lacks url", "add the address to begin at: url: …")]


def shape_problems(whole: Table, data: dict[str, Any]) -> list[Problem]:
    """Items that are no items. In `data` something harmless is put in their place, so that all else is checked."""
    problems: list[Problem] = []
    tasks = whole.entries.get("tasks")
    own = "interface" in whole.entries
    for part, values in pairs(tasks, data.get("tasks")):
        if isinstance(part, Table) and isinstance(values, dict):
            _check_flows(part, cast("dict[str, Any]", values), problems, own=own)
    return problems


def pairs(part: Part | None, values: object) -> Iterator[tuple[Part, Any]]:
    if isinstance(part, Series) and isinstance(values, list):
        yield from zip(part.items, cast("list[Any]", values), strict=True)


def _check_flows(holder: Table, data: dict[str, Any], problems: list[Problem], *, own: bool) -> None:
    for name in _FLOWS:
        flow = holder.entries.get(name)
        for number, (part, values) in enumerate(pairs(flow, data.get(name))):
            problem = _item_problem(part, own=own)
            if problem:
                problems.append(problem)
                data[name][number] = dict(_HARMLESS)
            else:
                _check_flows(cast("Table", part), values, problems, own=own)


def _item_problem(part: Part, *, own: bool) -> Problem | None:
    """What is wrong with an item. On a screen of the user's `own`, actions may have any name in capitals."""
    if not isinstance(part, Table):
        shown = f" {part.text[:60]!r}" if isinstance(part, Text) else ""
        return Problem(
            place_of(part),
            f"an item is a mapping such as “aiTap: the Save button”, and not{shown or ' a list'}",
            "put a key before it, such as “ai:”",
        )
    found = [name for name in part.entries if name in ITEM_BY_KEY]
    if not found:
        return None if own and key_of(part)[:1].isupper() else _unknown_item(part)
    kind = ITEM_BY_KEY[found[0]]
    options = {field.alias for field in kind.model_fields.values()}
    other = next((name for name in found[1:] if name not in options), "")
    if not other:
        return None
    return Problem(
        place_of(part.keys[other]),
        f"one item holds both {found[0]} and {other}",
        f"begin a new one: “- {other}: …”",
    )


def _unknown_item(part: Table) -> Problem:
    first = key_of(part)
    place = place_of(part.keys[first]) if first else place_of(part)
    if first in NOT_YET:
        return Problem(place, f"not supported yet: {first}", NOT_YET[first])
    near = next(filter(None, (closest_name(name, ITEM_BY_KEY) for name in part.entries)), "")
    known = ", ".join(name for item in WRITTEN for name in item.called)
    return Problem(
        place,
        f"no item is called {first!r}",
        f"did you mean {near}?" if near else f"items are {known}, and all actions",
    )


def key_of(item: Table) -> str:
    """The key that says what an item is; the first one where it is an action of the user's own."""
    return next((name for name in item.entries if name in ITEM_BY_KEY), next(iter(item.entries), ""))
