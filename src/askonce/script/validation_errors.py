"""What pydantic found wrong with a script, said at the line where it stands."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from typing import Any, cast, get_args

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from askonce.diagnostics.closest_name import did_you_mean
from askonce.diagnostics.location import Location
from askonce.diagnostics.problem import Problem
from askonce.recordings.yaml_positions import Part, Series, Table, Text
from askonce.screens.option_fields import Section
from askonce.script.flow_blocks import ITEM_BY_KEY, item_key
from askonce.script.flow_items import SUBJECT
from askonce.script.script_targets import file_model
from askonce.script.yaml_nodes import place_of, value_of

KEY = "[key]"
"""The last step of a path that leads to a key itself."""
TAG = "·"
"""What the names begin with that stand in the path of an error and not in the file."""

_KINDS = {
    "string_type": "a text",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "list_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
}


def explain(error: ValidationError, whole: Part) -> list[Problem]:
    """Each thing that is wrong, once."""
    problems: dict[tuple[int, int], Problem] = {}
    for detail in error.errors():
        problem = _problem(detail, whole)
        problems.setdefault(problem.position, problem)
    return list(problems.values())


def _problem(detail: ErrorDetails, whole: Part) -> Problem:
    path = [step for step in detail["loc"] if not (isinstance(step, str) and step.startswith(TAG) and step != SUBJECT)]
    if detail["type"] == "extra_forbidden":
        return _unknown_key(path, whole)
    if detail["type"] == "missing":
        return _missing(path, whole)
    part = _walk(whole, path)
    if path and path[-1] == KEY:
        holder, key = _walk(whole, path[:-2]), str(path[-2])
        part = holder.keys[key] if isinstance(holder, Table) and key in holder.keys else part
    return Problem(place_of(part), _message(detail, _key_of(path, whole), part), _suggestion(detail, part))


def _key_of(path: Sequence[str | int], whole: Part) -> str:
    """The key that a path ends at; none where it ends at an entry of a list."""
    for number in range(len(path), 0, -1):
        step, holder = path[number - 1], _walk(whole, path[: number - 1])
        if isinstance(step, int):
            return ""
        if isinstance(holder, Table) and (step == SUBJECT or step in holder.keys):
            return step if step != SUBJECT else item_key(dict.fromkeys(holder.entries))
    return ""


def _message(detail: ErrorDetails, key: str, part: Part) -> str:
    name = f"{key}: " if key else ""
    kind, context = detail["type"], detail.get("ctx", {})
    if kind in _KINDS:
        return f"{name}{_KINDS[kind]} is needed here, not {_shown(part)}"
    if kind == "value_error":
        return f"{name}{context.get('error', detail['msg'])!s}"
    if kind == "literal_error":
        return f"{name}{_shown(part)} is not one of {context.get('expected', '')}"
    if kind == "too_short":
        return f"{name}at least one entry is needed here"
    if kind == "string_pattern_mismatch":
        return f"{name}{_shown(part)} cannot be a name: names consist of letters, digits and _"
    return f"{name}{detail['msg'].replace('Input should', 'it should')}, not {_shown(part)}"


def _suggestion(detail: ErrorDetails, part: Part) -> str:
    if detail["type"] == "literal_error" and isinstance(part, Text):
        expected = re.split(r",| or ", detail.get("ctx", {}).get("expected", ""))
        return did_you_mean(part.text, [name.strip("' ") for name in expected])
    if detail["type"] == "string_type" and isinstance(part, Text):
        return "put it in quotes if it is meant as a text"
    return ""


def _shown(part: Part) -> str:
    match part:
        case Text():
            return "nothing" if part.value is None else repr(part.text[:60])
        case Series():
            return "a list"
        case Table():
            return "a mapping"


def _unknown_key(path: Sequence[str | int], whole: Part) -> Problem:
    holder, key = _walk(whole, path[:-1]), str(path[-1])
    known = known_keys(path[:-1], whole)
    place = _key_place(holder, key)
    where = item_key(value_of(holder)) if isinstance(holder, Table) and _is_item(path[:-1]) else _last_name(path[:-1])
    what = f"{where} has no key {key!r}" if where else f"a script has no key {key!r}"
    return Problem(place, what, did_you_mean(key, known, otherwise=f"its keys are {', '.join(known)}"))


def _missing(path: Sequence[str | int], whole: Part) -> Problem:
    holder = _walk(whole, path[:-1])
    where = _last_name(path[:-1]) or "the script"
    if isinstance(holder, Table) and _is_item(path[:-1]):
        where = item_key(value_of(holder)) or where
    return Problem(place_of(holder), f"{where} lacks {path[-1]}", f"add {path[-1]}: …")


def _last_name(path: Sequence[str | int]) -> str:
    return next((str(step) for step in reversed(path) if isinstance(step, str) and step != SUBJECT), "")


def _is_item(path: Sequence[str | int]) -> bool:
    return len(path) >= 2 and isinstance(path[-1], int) and path[-2] in {"flow", "then", "else", "do"}


def known_keys(path: Sequence[str | int], whole: Part) -> list[str]:
    """The keys that may stand in a mapping, found by the way that leads there."""
    section: type[Section] = file_model()
    for number, step in enumerate(path, 1):
        if _is_item(path[:number]):
            item = _walk(whole, path[:number])
            section = ITEM_BY_KEY.get(item_key(value_of(item)), section)
        elif isinstance(step, str):
            section = _section_at(section, step) or section
    return [key for key in _aliases(section) if key != SUBJECT]


def _aliases(section: type[Section]) -> list[str]:
    return [field.alias or name for name, field in section.model_fields.items()]


def _section_at(section: type[Section], step: str) -> type[Section] | None:
    """The kind of mapping that a key holds."""
    field = next((one for one in section.model_fields.values() if one.alias == step), None)
    return next(_sections_in(field.annotation), None) if field else None


def _sections_in(annotation: Any) -> Iterator[type[Section]]:
    if inspect.isclass(annotation) and issubclass(annotation, Section):
        yield annotation
    for inner in get_args(annotation):
        yield from _sections_in(inner)


def _key_place(holder: Part, key: str) -> Location:
    if isinstance(holder, Table):
        if key in holder.keys:
            return place_of(holder.keys[key])
        # Options may stand in the mapping at the key itself.
        for inner in holder.entries.values():
            if isinstance(inner, Table) and key in inner.keys:
                return place_of(inner.keys[key])
    return place_of(holder)


def _walk(part: Part, path: Sequence[str | int]) -> Part:
    """The part that a path leads to, as far as it is there."""
    for step in path:
        following: Part | None = None
        match part, step:
            case Series(items=items), int() if step < len(items):
                following = items[step]
            case Table(), str():
                following = _entry(part, step)
            case _:
                pass
        # Some steps name a kind of thing, and not a key.
        part = part if following is None else following
    return part


def _entry(table: Table, name: str) -> Part | None:
    if name == SUBJECT:
        return table.entries.get(item_key(cast("Any", dict.fromkeys(table.entries))))
    if name in table.entries:
        found = table.entries[name]
        # What is missing has no place of its own; its key has.
        return table.keys[name] if isinstance(found, Text) and not found.text and found.plain else found
    inner = (one.entries[name] for one in table.entries.values() if isinstance(one, Table) and name in one.entries)
    return next(inner, None)
