"""Reading several values: lists and pairs. Which reader reads each value is part of the mode."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from askonce.lazy import dataclass, regex
from askonce.program.expression_tree import Expression, ListLiteral
from askonce.program.parser.line_skeleton import LIST, OBJECT, QUOTED, REFERENCE, SourceSpan
from askonce.program.parser.span_text import key_of

DEEPEST = 30
"""How deep values may be nested."""


_LISTED = regex(r"\s*,\s*(?:and\b)?\s*|\s+and\s+|\s*(?:以及|和|与)\s*", re.IGNORECASE)
_PAIR = regex(
    rf"(?:^|,|;|\band\b|和)\s*(?:with\s+)?(?P<key>[{QUOTED}{REFERENCE}]|\w+)\s*"
    rf"(?:(?:is set to|set to|equals|equal to|is|as|to be|being)(?![a-z0-9_])|=|:|为|是)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ReadMode:
    """How values are read. With `rows`, quoted words may name a column of the current row.

    `read_value` is the reader of single values. Conditions hold values and values hold conditions: by this field the
    modules of both need not import each other.
    """

    read_value: Callable[[SourceSpan, ReadMode], Expression | None]
    rows: bool = False
    depth: int = 0

    @property
    def deeper(self) -> ReadMode:
        return replace(self, depth=self.depth + 1)

    @property
    def of_values(self) -> ReadMode:
        """The same where quoted words are texts."""
        return replace(self, rows=False)


def read_items(span: SourceSpan, mode: ReadMode) -> tuple[Expression, ...] | None:
    """Values with commas (or "and") between them; a list written in brackets is its items."""
    span = span.trimmed(".")
    if span.text in (LIST, OBJECT):
        value = mode.read_value(span, mode)
        return value.items if isinstance(value, ListLiteral) else None
    parts = span.split(_LISTED)
    return read_all(parts, mode)


def read_pairs(span: SourceSpan, mode: ReadMode) -> tuple[tuple[str, Expression], ...] | None:
    """`"k" is v, "k" as v and {k} set to v`."""
    found = list(_PAIR.finditer(span.text))
    if not found or found[0].start() != 0:
        return None
    pairs: list[tuple[str, Expression]] = []
    for index, pair in enumerate(found):
        key = key_of(span.part(*pair.span("key")))
        end = found[index + 1].start() if index + 1 < len(found) else len(span.text)
        value = mode.read_value(span.part(pair.end(), end).trimmed(",;."), mode.deeper)
        if key is None or value is None:
            return None
        pairs.append((key, value))
    return tuple(pairs)


def read_all(parts: Sequence[SourceSpan], mode: ReadMode) -> tuple[Expression, ...] | None:
    values = [mode.read_value(part, mode.deeper) for part in parts]
    return None if any(value is None for value in values) else tuple(value for value in values if value is not None)
