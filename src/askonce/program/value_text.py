"""Values as text, written as people write them.

Whole numbers have no decimal point (10 / 2 is `5`, 2.50 is `2.5`), floats are cut to the fifteen digits that they can
hold (0.1 + 0.2 is `0.3`), truth is `true` or `false`, nothing is nothing at all.
Lists, objects and tables are short JSON text; pictures are their
file names. Secrets are `{name}`.
"""

from __future__ import annotations

import json
import re
from typing import Any, cast

from askonce.program.data_types import ImageFile, Table
from askonce.program.expression_tree import Reference, TextTemplate
from askonce.program.variables import VariableScope, part_of
from askonce.values import Secret

LONGEST = 4000
"""How many characters of a list, an object or a table a sentence holds at most."""


def to_text(value: Any) -> str:
    """A value as text. A secret becomes its placeholder."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str():
            return value
        case float():
            return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.15g}"
        case int():
            return str(value)
        case ImageFile():
            return value.path
        case Secret():
            return str(value)
        case _:
            return shortened(json.dumps(readable_json(value), ensure_ascii=False))


def readable_json(value: Any) -> Any:
    """A value as the JSON that people read: a table is its rows, a picture its name, 5.0 is 5."""
    match value:
        case Table():
            return [readable_json(row) for row in value.rows]
        case dict():
            return {key: readable_json(item) for key, item in cast("dict[str, Any]", value).items()}
        case list():
            return [readable_json(item) for item in cast("list[Any]", value)]
        case ImageFile() | Secret():
            return to_text(value)
        case float():
            return int(value) if value.is_integer() and abs(value) < 1e15 else value
        case _:
            return value


def shortened(text: str, longest: int = LONGEST) -> str:
    """The text, or its beginning with a note of how much was left off."""
    return text if len(text) <= longest else f"{text[:longest]}… ({len(text) - longest} more characters)"


def quote_value(value: Any, longest: int = 60) -> str:
    """A value in an error: texts in quotes, long ones cut."""
    return shortened(json.dumps(value, ensure_ascii=False) if isinstance(value, str) else to_text(value), longest)


def look_up(reference: Reference, scope: VariableScope) -> Any:
    """The value of a reference."""
    value = scope[reference.name]
    for step in steps_of(reference, scope):
        value = part_of(value, step, reference.name)
    return value


def steps_of(reference: Reference, scope: VariableScope) -> tuple[str | int, ...]:
    """The path of a reference, with the references in it followed: the number of an item, or the name of a part."""

    def step(part: str | int | Reference) -> str | int:
        if not isinstance(part, Reference):
            return part
        value = look_up(part, scope)
        if isinstance(value, float) and value.is_integer():
            return int(value)
        return value if isinstance(value, int) and not isinstance(value, bool) else to_text(value)

    return tuple(map(step, reference.path))


def render(text: TextTemplate, scope: VariableScope) -> str:
    """The text with its values filled in, for people."""
    return "".join(part if isinstance(part, str) else _say_reference(part, scope) for part in text.parts)


def _say_reference(reference: Reference, scope: VariableScope) -> str:
    value = look_up(reference, scope)
    return f"{{{slot_name(reference)}}}" if isinstance(value, Secret) else to_text(value)


def slot_name(reference: Reference) -> str:
    """The name of a slot: `{list[0].name}` is `list.0.name`, `{list[{i}]}` is `list.i` in every pass."""
    parts = (slot_name(part).replace(".", "_") if isinstance(part, Reference) else str(part) for part in reference.path)
    pieces = [re.sub(r"\W", "_", piece) or "_" for piece in (reference.name, *parts)]
    first = pieces[0] if re.match(r"[A-Za-z_]", pieces[0]) else f"_{pieces[0]}"
    return ".".join((first, *pieces[1:]))
