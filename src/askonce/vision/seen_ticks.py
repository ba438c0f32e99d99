"""Whether a box to tick, or a ring, has something drawn in it, and a switch a colour.

All boxes are in pixels of the picture.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from askonce.geometry import Box

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels

_INNER = 0.25
"""How much is left out on each side: the edge, and how much the box may be off."""
_MARKED, _PART = 48, 0.08
"""How much a mark differs from what it is drawn on, and how much of the inside it takes at least."""
_FAINT, _FAINT_PART = 20, 0.04
"""The same of what may be a mark."""
_BARE_ROW, _FULL_ROW = 0.1, 0.75
"""How much of a row a dash takes at most where it is not, and at least where it is."""
_DASH = 0.5
"""How much of the rows a dash takes at most."""
_COLOURED, _COLOURED_PART = 50, 0.2
"""How much the colours of a pixel differ that is not grey, and how much of a switch is so that has a colour."""
_FILLED = 60
"""How much the colour of a box that is filled differs from what is around it."""


def has_mark(box: Box, pixels: Pixels) -> bool | None:
    """Whether a box is ticked as far as its inside shows: a mark is drawn there, or it is filled with a colour. None
    where something is there that is too faint for a mark, or a dash, as in a box that is ticked in part."""
    numpy: Any = import_module("numpy")
    across, down = _INNER * box.width, _INNER * box.height
    inner = _cut(Box.of_edges(box.left + across, box.top + down, box.right - across, box.bottom - down), pixels)
    reach = max(2.0, 0.25 * box.height)
    around = _cut(Box.of_edges(box.left - reach, box.top - reach, box.right + reach, box.bottom + reach), pixels)
    if not inner.size:
        return False
    shades = inner.reshape(-1, 3).astype(numpy.float32)
    ground = numpy.median(shades, axis=0)
    paper = numpy.median(numpy.concatenate([around[0], around[-1], around[:, 0], around[:, -1]]), axis=0)
    apart = numpy.abs(shades - ground).max(axis=1)
    if _is_dash((apart > _MARKED).reshape(inner.shape[:2]).mean(axis=1)):
        return None
    if (apart > _MARKED).mean() > _PART or numpy.abs(ground - paper).max() > _FILLED:
        return True
    return None if (apart > _FAINT).mean() > _FAINT_PART else False


def _is_dash(rows: Any) -> bool:
    """Whether a mark is a bar across, by how much of each row it takes. A tick is slanted, and a dot round."""
    is_full = rows >= _FULL_ROW
    return bool((is_full | (rows <= _BARE_ROW)).all() and 0 < is_full.mean() <= _DASH)


def has_colour(box: Box, pixels: Pixels) -> bool:
    """Whether a switch has a colour, as those that are on do, and is not only grey."""
    numpy: Any = import_module("numpy")
    down = _INNER * box.height
    inner = _cut(Box.of_edges(box.left + down, box.top + down, box.right - down, box.bottom - down), pixels)
    if not inner.size:
        return False
    shades = inner.reshape(-1, 3).astype(numpy.int16)
    return bool((shades.max(axis=1) - shades.min(axis=1) > _COLOURED).mean() > _COLOURED_PART)


def _cut(box: Box, pixels: Pixels) -> Any:
    top, left = max(0, round(box.top)), max(0, round(box.left))
    return pixels[top : max(top, round(box.bottom)), left : max(left, round(box.right))]
