"""Values in few words, whatever their size: what they are, how large, and how they begin.

Only as much of a value is looked at as is written, so that a list of ten thousand costs no more than one of ten.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, cast

from askonce.program.data_types import ImageFile, Table
from askonce.prompts.quoted_text import quoted, quoted_lines
from askonce.values import Secret

_SMALLEST = 12
_SMALL, _FEW = 240, 12
"""Objects of up to this many characters and fields are written whole, so that no field has to be guessed."""
_WIDEST = 30
"""Columns or keys of which nothing more is said than their number."""


def summarise(value: Any, room: int) -> str:
    """`value` in about `room` characters; text in it is quoted, so that it can only be read as data."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value) if isinstance(value, float) or value.bit_length() < 200 else "a very large number"
        case str():
            return quoted_lines(value, max(room, _SMALLEST))
        case Secret():
            return "a secret, known by its name only"
        case ImageFile():
            return f"picture {quoted(value.path, 60)}"
        case Table():
            columns = ", ".join(quoted(name, 30) for name in value.columns[:_WIDEST])
            head = f"table, {len(value.rows)} rows, columns {columns or 'none'}: "
            return head + _items(value.rows, room - len(head))
        case list():
            items = cast("list[Any]", value)
            head = f"list of {len(items)}: " if len(items) > 3 else ""
            return head + _items(items, room - len(head))
        case Mapping():
            pairs = cast("Mapping[str, Any]", value)
            whole = _pairs(pairs, _SMALL, each=_SMALL) if len(pairs) <= _FEW else "…"
            return whole if "…" not in whole and len(whole) <= _SMALL else _pairs(pairs, room)
        case _:
            return type(value).__name__


def _items(items: list[Any], room: int) -> str:
    return f"[{_joined((summarise(item, min(room, max(room // 3, 40))) for item in items), len(items), room)}]"


def _pairs(pairs: Mapping[str, Any], room: int, each: int = 0) -> str:
    each = each or max(room // max(min(len(pairs), 4), 1), _SMALLEST)
    written = (f"{quoted(key, 40)}: {summarise(item, each)}" for key, item in pairs.items())
    return f"{{{_joined(written, len(pairs), room)}}}"


def _joined(written: Iterator[str], count: int, room: int) -> str:
    """As many as there is room for, at least one."""
    kept: list[str] = []
    used = 0
    for text in islice(written, count):
        used += len(text) + 2
        if kept and used > room:
            break
        kept.append(text)
    left = count - len(kept)
    return ", ".join([*kept, f"… {left} more"] if left else kept)
