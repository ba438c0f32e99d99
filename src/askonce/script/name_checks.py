"""Checks that names in braces are known and that programs inside flows are valid."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from askonce.diagnostics.closest_name import closest_name
from askonce.diagnostics.location import Location
from askonce.diagnostics.problem import Problem
from askonce.diagnostics.yaml_nodes import YamlList, YamlMapping, YamlNode, YamlScalar
from askonce.items.action_items import ACTION_BY_KEY
from askonce.items.field_types import REFERENCE
from askonce.items.flow_items import Item
from askonce.items.query_items import JavascriptItem, QueryItem
from askonce.lazy import regex
from askonce.program.checked_program import check_source
from askonce.script.flow_blocks import ForBlock, IfBlock, ProgramItem, RepeatBlock, WhileBlock
from askonce.script.script_models import ScriptFile
from askonce.script.script_scope import SLOT

_WORD = regex(r"\w+")
_CODE = {"javascript", "program"}
"""Keys whose values use braces for another language."""
_FREE = {*_CODE, *QueryItem.called, *ACTION_BY_KEY["RunAdbShell"].called, "name", "endpoint"}
"""Keys whose values may have braces that name nothing, such as those around the shape of an answer."""


def names_in(flow: list[Item]) -> Iterator[str]:
    """The names that results and loops give."""
    for item in flow:
        match item:
            case IfBlock():
                yield from names_in([*item.then, *item.otherwise])
            case ForBlock():
                yield item.subject
                yield from names_in(item.do)
            case RepeatBlock():
                yield from filter(None, [item.counter])
                yield from names_in(item.do)
            case WhileBlock():
                yield from names_in(item.do)
            case _:
                yield from filter(None, [getattr(item, "name", None)])


def declared_names(file: ScriptFile) -> set[str]:
    return {name for task in file.tasks for name in names_in(task.flow)}


def name_problems(
    file: ScriptFile, root: YamlMapping, known: Collection[str], lines: Sequence[str], *, ours: bool
) -> list[Problem]:
    """Names that never get a value. `known` are those with a value, beside the results of items; `ours` says that the
    script uses what Midscene does not have, such as variables.

    In any other script braces are text, as they are for Midscene, and a warning where they look like a name.
    """
    declared = declared_names(file)
    known = {*known, *declared}
    problems: list[Problem] = []
    tasks = root.entries.get("tasks")
    for key, text in _texts(tasks) if tasks else ():
        for slot in SLOT.finditer(text.text):
            name = slot["name"]
            place = _within(text, slot.start())
            if name is None:
                problems += [] if ours else _single_braces(slot["escaped"], declared, place)
                continue
            is_known = name.partition(".")[0] in known
            if is_known and ours and slot["dollar"]:
                remedy = f"write {{{name}}} for the value, or {{{{{name}}}}} for the braces"
                problem = f"${{{name}}} is for environment variables, and there is none of that name"
                problems.append(Problem(place, problem, remedy))
            elif not is_known and "." not in name and not slot["dollar"]:
                problems += _unknown_name(name, closest_name(name, known), place, key, ours=ours)
    for program in _programs(tasks) if tasks else ():
        problems += _program_problems(program, known, lines)
    return problems


def _single_braces(name: str, declared: Collection[str], place: Location) -> Iterator[Problem]:
    """Doubled braces that are text for Midscene, and single ones here because something has the name."""
    root = name.partition(".")[0]
    if root in declared:
        message = f"{{{{{name}}}}} stands for {{{name}}} here, because a result is called {root}"
        yield Problem(place, message, "give the result another name to keep the braces", "warning")


def _unknown_name(name: str, near: str, place: Location, key: str, *, ours: bool) -> Iterator[Problem]:
    if not near and key in _FREE:
        return
    hint = f"did you mean {{{near}}}?" if near else f"pass it with --var {name}=…, declare it under vars"
    braces = "" if near else f", or write {{{{{name}}}}} for the braces"
    if ours:
        yield Problem(place, f"nothing gives {{{name}}} a value", hint + braces)
    else:
        yield Problem(place, f"nothing gives {{{name}}} a value, so it stays as text", hint, "warning")


def used_names(file: ScriptFile, root: YamlMapping) -> frozenset[str]:
    """The names that a script declares, or that its texts, code and programs refer to."""
    names = {*file.vars, *file.secrets, *declared_names(file)}
    for key, text in _texts(root, frozenset()):
        if key in ProgramItem.called:
            names |= check_source(text.text).names
        if key in JavascriptItem.called:
            names |= {*_WORD.findall(text.text)}
        names |= {found["slot"].partition(".")[0] for found in REFERENCE.finditer(text.text)}
    return frozenset(names)


def _within(text: YamlScalar, offset: int) -> Location:
    place = text.location
    if "\n" in text.text:
        return place
    return Location(place.line, place.column + offset + (not text.plain), 1)


def _texts(node: YamlNode, left_out: Collection[str] = _CODE, key: str = "") -> Iterator[tuple[str, YamlScalar]]:
    """All texts, each with the key that it belongs to."""
    match node:
        case YamlScalar():
            yield key, node
        case YamlList():
            for item in node.items:
                yield from _texts(item, left_out, key)
        case YamlMapping():
            for name, entry in node.entries.items():
                if name not in left_out:
                    yield from _texts(entry, left_out, name)


def _programs(node: YamlNode) -> Iterator[YamlScalar]:
    match node:
        case YamlMapping():
            for key, entry in node.entries.items():
                if key in ProgramItem.called and isinstance(entry, YamlScalar):
                    yield entry
                yield from _programs(entry)
        case YamlList():
            for item in node.items:
                yield from _programs(item)
        case YamlScalar():
            return


def _program_problems(program: YamlScalar, known: Collection[str], lines: Sequence[str]) -> Iterator[Problem]:
    """The problems of a program, at the lines of the file."""
    if not program.text.strip():
        return
    inside: Sequence[str] = lines[program.line :] if "\n" in program.text else ()
    indent = next((len(line) - len(line.lstrip()) for line in inside if line.strip()), 0)
    for problem in check_source(program.text, given=known, unattended=True).problems:
        place = Location(
            program.line + problem.location.line, indent + problem.location.column, problem.location.length
        )
        yield Problem(place if inside else program.location, problem.message, problem.suggestion, problem.severity)
