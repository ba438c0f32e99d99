"""Putting together the parts of a list that were read one screenful after another."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from pydantic import BaseModel

from askonce.lazy import dataclass
from askonce.screens import Node
from askonce.screens.ui_tree import plain

_NEAR = 3.0
"""Screen units by which a row may seem to move in its list between two readings."""


@dataclass(frozen=True, slots=True)
class Row:
    """One entry as it was read, in the form in which rows are compared, and where in the list it lay."""

    value: Any
    key: object
    top: float | None = None
    bottom: float | None = None


@dataclass(frozen=True, slots=True)
class Seam:
    """How a new part continues what is known: `drop` rows at the end of the known are replaced by the new part, and its
    rows from `start` on are added."""

    drop: int
    start: int


def make_rows(values: Sequence[Any], nodes: Sequence[Node], above: float) -> list[Row]:
    """Rows with their places, as far as their words are found among the elements in the same order."""
    rows: list[Row] = []
    place = 0
    for value in values:
        wanted = max((plain(text) for text in leaves(value)), key=len, default="")
        found = next((i for i in range(place, len(nodes)) if wanted and wanted in plain(nodes[i].words)), None)
        if found is None:
            rows.append(Row(value, _key(value)))
            continue
        place = found + 1
        box = nodes[found].box
        rows.append(Row(value, _key(value), box.top + above, box.bottom + above))
    return rows


def find_seam(known: Sequence[Row], new: Sequence[Row]) -> Seam | None:
    """Where the end of `known` and the beginning of `new` are the same rows; None when they have none in common.

    The longest run of equal rows wins, unless rows are alike: then their places in the list tell which they are. The
    last row of a view and the first of the next may be cut off at its edge and read badly, so either may differ.
    """
    best: tuple[tuple[int, int], Seam] | None = None
    for drop in (0, 1):
        kept = known[: len(known) - drop]
        for skip in (0, 1):
            for length in range(1, min(len(kept), len(new) - skip) + 1):
                if [row.key for row in kept[-length:]] != [row.key for row in new[skip : skip + length]]:
                    continue
                rank = (_agreement(kept[-1], new[skip + length - 1]), length - 2 * (drop + skip))
                if best is None or rank > best[0]:
                    best = rank, Seam(drop, skip + length)
    return best[1] if best else _seam_by_place(known, new)


def leaves(value: object) -> Iterator[str]:
    """The texts in a value, however it is built."""
    match value:
        case str():
            yield value
        case bool() | None:
            return
        case BaseModel():
            yield from leaves(dict(value))
        case Mapping():
            for part in cast("Mapping[object, object]", value).values():
                yield from leaves(part)
        case list() | tuple() | set() | frozenset():
            for part in cast("Sequence[object]", value):
                yield from leaves(part)
        case _ if dataclasses.is_dataclass(value):
            yield from leaves({field.name: getattr(value, field.name) for field in dataclasses.fields(value)})
        case _:
            yield str(value)


def _key(value: object) -> object:
    """Two readings of one row may differ in case and spacing."""
    match value:
        case str():
            return plain(value)
        case BaseModel():
            return _key(dict(value))
        case Mapping():
            parts = cast("Mapping[object, object]", value)
            return tuple((str(name), _key(part)) for name, part in sorted(parts.items(), key=lambda pair: str(pair[0])))
        case list() | tuple():
            return tuple(_key(part) for part in cast("Sequence[object]", value))
        case _:
            return value


def _agreement(row: Row, other: Row) -> int:
    """Whether two rows lie at the same place: 1 if they do, -1 if they do not, 0 if it is not known."""
    if row.top is None or row.bottom is None or other.top is None or other.bottom is None:
        return 0
    return 1 if abs(row.top - other.top) <= _NEAR or abs(row.bottom - other.bottom) <= _NEAR else -1


def _seam_by_place(known: Sequence[Row], new: Sequence[Row]) -> Seam | None:
    """A seam of rows that were read differently, but lie at the same place and have a text in common."""
    for back, row in enumerate(reversed(known[-len(new) :] if new else ())):
        for start, other in enumerate(new):
            if _agreement(row, other) == 1 and _texts(row) & _texts(other):
                return Seam(back + 1, start)
    return None


def _texts(row: Row) -> set[str]:
    return {plain(text) for text in leaves(row.value)}
