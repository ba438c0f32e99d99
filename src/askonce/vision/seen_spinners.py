"""Spinners of a picture: fields that hold a number, with an arrow up and one down at their end.

All boxes are in pixels of the picture.
"""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from askonce.geometry import Box
from askonce.lazy import regex

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels

NUMBER = regex(r"[-−+]?\d+(?:[.,]\d+)?")
_BESIDE = 0.3
"""How far arrows are from the end of their field, in its heights."""
_NARROWEST, _WIDEST = 0.35, 1.3
_LEVEL = 0.2
_INK = 24
_GROWTH = 2
"""How many pixels the foot of an arrow is wider than its tip, at least."""


def has_arrows(field: Box, beside: Box, pixels: Pixels) -> bool:
    """Whether what lies at the end of a field is an arrow up above an arrow down."""
    unit = field.height
    is_end = (
        abs(beside.left - field.right) < _BESIDE * unit
        and _NARROWEST * unit < beside.width < _WIDEST * unit
        and abs(beside.top - field.top) < _LEVEL * unit
        and abs(beside.bottom - field.bottom) < _LEVEL * unit
    )
    return is_end and _are_arrows(beside, pixels)


def _are_arrows(box: Box, pixels: Pixels) -> bool:
    middle = round(box.center.y)
    left, right = round(box.left) + 1, round(box.right) - 1
    upper = _widths(pixels[round(box.top) + 1 : middle - 1, left:right])
    lower = _widths(pixels[middle + 1 : round(box.bottom) - 1, left:right])
    return _grows(upper) and _grows(lower[::-1])


def _widths(cut: Pixels) -> list[int]:
    """How wide the ink of each row is, without rows that have none and lines that go all along."""
    numpy: Any = import_module("numpy")
    if not cut.size:
        return []
    paper = numpy.median(cut.reshape(-1, 3), axis=0)
    is_ink = numpy.abs(cut.astype(numpy.float32) - paper).max(axis=2) > _INK
    inner = is_ink[:, ~is_ink.all(axis=0)]
    rows = (numpy.flatnonzero(row) for row in inner if row.any() and not row.all())
    return [int(places[-1] - places[0]) + 1 for places in rows]


def _grows(widths: list[int]) -> bool:
    """Whether ink is wider with each row, and nowhere narrower, as from the tip of an arrow to its foot."""
    is_steady = all(later >= width for width, later in pairwise(widths))
    return len(widths) > 1 and is_steady and widths[-1] - widths[0] >= _GROWTH
