"""How many dots a password field in a picture shows: one for each letter that it took."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from askonce.geometry import Box
from askonce.lazy import dataclass
from askonce.screens.screen_protocol import Shot
from askonce.vision.pixels import open_pixels

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels

_INK = 48
"""By how much a pixel differs from the ground of the field, of 255."""
_FRAME = 0.12
"""How much of its height a field's frame takes at most, on each side."""
_ROUND = 0.7
"""A dot is about as wide as it is high, and fills so much of its box."""
_EVEN = 1.5
"""By how many pixels dots of one row differ, in size and in distance."""
_APART = 2.5
"""What stands further away than so many widths of a dot is something else, such as an eye to show them."""
_FEWEST = 2
_HIGHEST = 0.5
"""How much of its field's height a dot has at most: what is higher is a letter."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """What is drawn between two empty columns."""

    left: int
    right: int
    height: int
    fill: float

    @property
    def width(self) -> int:
        return self.right - self.left


@dataclass(frozen=True, slots=True)
class DotRow:
    count: int
    right: float
    """Where it ends, on the screen."""


def password_dots(shot: Shot, field: Box) -> DotRow | None:
    """The dots in a field; None where something else stands there, or nobody can tell."""
    area = shot.frame.box_to_image(field)
    inset = _FRAME * area.height
    left = max(0, round(area.left + inset))
    pixels = open_pixels(shot.image)
    part = pixels[
        max(0, round(area.top + inset)) : round(area.bottom - inset), left : max(left, round(area.right - inset))
    ]
    rows = [dots for marks in _groups(_marks(part)) if (dots := _dots(marks, part.shape[0]))] if part.size else []
    if len(rows) != 1:
        return None
    dots = rows[0]
    return DotRow(len(dots), field.left + (left + dots[-1].right - area.left) * field.width / area.width)


def _marks(part: Pixels) -> list[_Mark]:
    import numpy

    grey = part.astype(numpy.int16).mean(2)
    ink = abs(grey - numpy.median(grey)) > _INK
    edges = numpy.flatnonzero(numpy.diff(numpy.concatenate([[0], ink.any(0), [0]]).astype(numpy.int8)))
    marks: list[_Mark] = []
    for left, right in zip(edges[::2], edges[1::2], strict=True):
        rows = numpy.flatnonzero(ink[:, left:right].any(1))
        height = int(rows[-1] - rows[0] + 1)
        fill = float(ink[rows[0] : rows[-1] + 1, left:right].mean())
        marks.append(_Mark(int(left), int(right), height, fill))
    return marks


def _groups(marks: list[_Mark]) -> list[list[_Mark]]:
    """Marks that stand close to each other. A caret stands behind its dots and is none of them."""
    groups: list[list[_Mark]] = []
    for mark in marks:
        if mark.width * 4 < mark.height:
            continue
        near = groups and mark.left - groups[-1][-1].right < _APART * max(mark.width, groups[-1][-1].width)
        groups = [*groups[:-1], [*groups[-1], mark]] if near else [*groups, [mark]]
    return groups


def _dots(marks: list[_Mark], height: int) -> list[_Mark]:
    """The marks, if all of them are equal dots in a row."""
    steps = [mark.left - before.left for before, mark in pairwise(marks)]
    is_even = all(max(sizes) - min(sizes) <= _EVEN for sizes in ([m.width for m in marks], [m.height for m in marks]))
    is_row = len(marks) >= _FEWEST and is_even and max(steps) - min(steps) <= 2 * _EVEN
    is_round = all(
        mark.fill >= _ROUND and _ROUND <= mark.width / mark.height <= 1 / _ROUND and mark.height <= _HIGHEST * height
        for mark in marks
    )
    return marks if is_row and is_round else []
