"""Pydantic's validation errors of a script, located at their lines."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from typing import Any, cast, get_args

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from askonce.diagnostics.closest_name import did_you_mean
from askonce.diagnostics.field_messages import field_message, field_suggestion
from askonce.diagnostics.location import Location
from askonce.diagnostics.problem import Problem
from askonce.diagnostics.yaml_nodes import YamlList, YamlMapping, YamlNode, YamlScalar, value_of
from askonce.items.flow_items import SUBJECT
from askonce.screens.option_fields import Section
from askonce.script.flow_blocks import ITEM_BY_KEY, item_key
from askonce.script.script_targets import file_model

UNKNOWN = "extra_forbidden"
"""The type of an error about an unknown key."""
KEY = "[key]"
"""The last step of a path that points to a key itself."""
TAG = "·"
"""What the names begin with that stand in the path of an error and not in the file."""


def explain(error: ValidationError, root: YamlNode) -> list[Problem]:
    """The problems, each once."""
    problems: dict[tuple[int, int], Problem] = {}
    for detail in error.errors():
        problem = explain_detail(detail, root)
        problems.setdefault(problem.position, problem)
    return list(problems.values())


def path_of(detail: ErrorDetails) -> list[str | int]:
    """The path of an error in the file."""
    return [step for step in detail["loc"] if not (isinstance(step, str) and step.startswith(TAG) and step != SUBJECT)]


def explain_detail(detail: ErrorDetails, root: YamlNode) -> Problem:
    """One error as a problem at its place."""
    path = path_of(detail)
    if detail["type"] == UNKNOWN:
        return _unknown_key(path, root)
    if detail["type"] == "missing":
        return _missing(path, root)
    node = _walk(root, path)
    if path and path[-1] == KEY:
        holder, key = _walk(root, path[:-2]), str(path[-2])
        node = holder.keys[key] if isinstance(holder, YamlMapping) and key in holder.keys else node
    return Problem(node.location, field_message(detail, _key_of(path, root), node), field_suggestion(detail, node))


def _key_of(path: Sequence[str | int], root: YamlNode) -> str:
    """The key at the end of a path; none for an entry of a list."""
    for number in range(len(path), 0, -1):
        step, holder = path[number - 1], _walk(root, path[: number - 1])
        if isinstance(step, int):
            return ""
        if isinstance(holder, YamlMapping) and (step == SUBJECT or step in holder.keys):
            return step if step != SUBJECT else item_key(dict.fromkeys(holder.entries))
    return ""


def _unknown_key(path: Sequence[str | int], root: YamlNode) -> Problem:
    holder, key = _walk(root, path[:-1]), str(path[-1])
    known = known_keys(path[:-1], root)
    place = _key_place(holder, key)
    where = (
        item_key(value_of(holder, spelled=True))
        if isinstance(holder, YamlMapping) and _is_item(path[:-1])
        else _last_name(path[:-1])
    )
    what = f"{where} has no key {key!r}" if where else f"a script has no key {key!r}"
    return Problem(place, what, did_you_mean(key, known, otherwise=f"its keys are {', '.join(known)}"))


def _missing(path: Sequence[str | int], root: YamlNode) -> Problem:
    holder = _walk(root, path[:-1])
    where = _last_name(path[:-1]) or "the script"
    if isinstance(holder, YamlMapping) and _is_item(path[:-1]):
        where = item_key(value_of(holder, spelled=True)) or where
    return Problem(holder.location, f"{where} is missing {path[-1]!r}", f"add {path[-1]}: …")


def _last_name(path: Sequence[str | int]) -> str:
    return next((str(step) for step in reversed(path) if isinstance(step, str) and step != SUBJECT), "")


def _is_item(path: Sequence[str | int]) -> bool:
    return len(path) >= 2 and isinstance(path[-1], int) and path[-2] in {"flow", "then", "else", "do"}


def known_keys(path: Sequence[str | int], root: YamlNode) -> list[str]:
    """The keys allowed in the mapping at a path."""
    section: type[Section] = file_model()
    for number, step in enumerate(path, 1):
        if _is_item(path[:number]):
            item = _walk(root, path[:number])
            section = ITEM_BY_KEY.get(item_key(value_of(item, spelled=True)), section)
        elif isinstance(step, str):
            section = _section_at(section, step) or section
    return [key for key in _aliases(section) if key != SUBJECT]


def _aliases(section: type[Section]) -> list[str]:
    return [field.alias or name for name, field in section.model_fields.items()]


def _section_at(section: type[Section], step: str) -> type[Section] | None:
    """The model of the mapping under a key."""
    field = next((info for info in section.model_fields.values() if info.alias == step), None)
    return next(_sections_in(field.annotation), None) if field else None


def _sections_in(annotation: Any) -> Iterator[type[Section]]:
    if inspect.isclass(annotation) and issubclass(annotation, Section):
        yield annotation
    for inner in get_args(annotation):
        yield from _sections_in(inner)


def _key_place(holder: YamlNode, key: str) -> Location:
    if isinstance(holder, YamlMapping):
        if key in holder.keys:
            return holder.keys[key].location
        # Options may stand in the mapping at the key itself.
        for inner in holder.entries.values():
            if isinstance(inner, YamlMapping) and key in inner.keys:
                return inner.keys[key].location
    return holder.location


def _walk(node: YamlNode, path: Sequence[str | int]) -> YamlNode:
    """The node at a path, or the last one that exists."""
    for step in path:
        following: YamlNode | None = None
        match node, step:
            case YamlList(items=items), int() if step < len(items):
                following = items[step]
            case YamlMapping(), str():
                following = _entry(node, step)
            case _:
                pass
        # Some steps name a kind of thing, and not a key.
        node = node if following is None else following
    return node


def _entry(table: YamlMapping, name: str) -> YamlNode | None:
    if name == SUBJECT:
        return table.entries.get(item_key(cast("Any", dict.fromkeys(table.entries))))
    if name in table.entries:
        found = table.entries[name]
        # What is missing has no place of its own; its key has.
        return table.keys[name] if isinstance(found, YamlScalar) and not found.text and found.plain else found
    inner = (
        entry.entries[name]
        for entry in table.entries.values()
        if isinstance(entry, YamlMapping) and name in entry.entries
    )
    return next(inner, None)
