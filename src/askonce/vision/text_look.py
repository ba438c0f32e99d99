"""How a text in a picture looks: its colours, and whether there is a line under it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from askonce.geometry import Box

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels

_BLUE, _OVER_GREEN = 60, 15
"""How much more blue than red and than green the letters of a link have."""
_GREY = 40
"""How much the colours of a grey differ at most."""
_ALL = 0.85
_FAINT = 24
_OFF = 0.15
"""How far the box of a control may be off, in its heights."""
_UNDERLINED = 0.92
"""How much of the width of a text the line under it takes."""


def contrast(box: Box, pixels: Pixels) -> float:
    """How far the letters of a text are from their background, from 0 to 255."""
    numpy: Any = import_module("numpy")
    cut = _cut(box, pixels)
    if not cut.size:
        return 0.0
    grey = cut.mean(axis=2)
    return float(numpy.percentile(numpy.abs(grey - numpy.median(grey)), 98))


def looks_like_link(box: Box, pixels: Pixels) -> bool:
    """Whether a text is written as links are by custom: blue on grey or white, or with a line under it."""
    cut = _cut(box, pixels)
    if not cut.size or min(cut.shape[:2]) < 6:
        return False
    numpy: Any = import_module("numpy")
    paper = numpy.median(cut.reshape(-1, 3), axis=0)
    return is_blue(cut, paper, _ALL) or _is_underlined(box, pixels, paper)


def is_blue(cut: Pixels, paper: Any, share: float) -> bool:
    """Whether at least this `share` of the letters is blue, and what they are written on is grey or white."""
    numpy: Any = import_module("numpy")
    if paper.max() - paper.min() >= _GREY:
        return False
    shades = cut.astype(numpy.float32)
    away = numpy.abs(shades - paper).max(axis=2)
    rows = away.argmax(axis=0)
    columns = numpy.arange(cut.shape[1])
    red, green, blue = shades[rows, columns][away[rows, columns] > 0.5 * away.max()].T
    is_so = (blue - red > _BLUE) & (blue - green > _OVER_GREEN)
    return is_so.size > 0 and bool(is_so.mean() > share)


def _is_underlined(box: Box, pixels: Pixels, paper: Any) -> bool:
    """Whether a thin line goes below the letters, from the first to the last and no further."""
    numpy: Any = import_module("numpy")
    unit = box.height
    wide = Box.of_edges(box.left - unit, box.top, box.right + unit, box.bottom + 0.15 * unit)
    cut = _cut(wide, pixels)
    is_ink = numpy.abs(cut.astype(numpy.float32) - paper).max(axis=2) > _FAINT
    start = round(box.left - max(0.0, wide.left))
    letters = numpy.flatnonzero(is_ink[: round(0.6 * unit), start : start + round(box.width)].any(axis=0))
    if letters.size == 0:
        return False
    first, last = start + int(letters[0]), start + int(letters[-1]) + 1
    low = is_ink[round(0.55 * unit) :]
    is_line = low[:, first:last].mean(axis=1) >= _UNDERLINED
    reach = max(2, round(0.25 * unit))
    goes_on = low[:, max(0, first - 2 * reach) : max(0, first - reach)], low[:, last + reach : last + 2 * reach]
    is_line &= ~numpy.logical_or(*(side.any(axis=1) if side.size else numpy.zeros(len(low), bool) for side in goes_on))
    return 0 < int(is_line.sum()) <= max(2, round(0.15 * unit))


def _cut(box: Box, pixels: Pixels) -> Pixels:
    return pixels[
        max(0, round(box.top)) : max(0, round(box.bottom)), max(0, round(box.left)) : max(0, round(box.right))
    ]


def ink_box(box: Box, pixels: Pixels, without: Sequence[Box] = ()) -> Box:
    """The part of a box that letters take, and nothing that stands `without`; the box itself where there is no ink."""
    numpy: Any = import_module("numpy")
    cut = _cut(box, pixels)
    if not cut.size:
        return box
    shades = cut.astype(numpy.int16)
    is_ink = numpy.abs(shades - numpy.median(shades.reshape(-1, 3), axis=0)).max(axis=2) > _FAINT
    top, left = max(0, round(box.top)), max(0, round(box.left))
    for other in without:
        off = max(1, round(_OFF * other.height))
        rows = slice(max(0, round(other.top) - off - top), max(0, round(other.bottom) + off - top))
        columns = slice(max(0, round(other.left) - off - left), max(0, round(other.right) + off - left))
        is_ink[rows, columns] = False
    rows, columns = numpy.flatnonzero(is_ink.any(axis=1)), numpy.flatnonzero(is_ink.any(axis=0))
    if not rows.size:
        return box
    return Box.of_edges(
        float(left + columns[0]), float(top + rows[0]), float(left + columns[-1] + 1), float(top + rows[-1] + 1)
    )
