"""Whether a box to tick, or a ring, has something drawn in it.

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
_FILLED = 60
"""How much the colour of a box that is filled differs from what is around it."""


def has_mark(box: Box, pixels: Pixels) -> bool:
    """Whether a box is ticked as far as its inside shows: a mark is drawn there, or it is filled with a colour."""
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
    is_marked = (numpy.abs(shades - ground).max(axis=1) > _MARKED).mean() > _PART
    return bool(is_marked or numpy.abs(ground - paper).max() > _FILLED)


def _cut(box: Box, pixels: Pixels) -> Any:
    top, left = max(0, round(box.top)), max(0, round(box.left))
    return pixels[top : max(top, round(box.bottom)), left : max(left, round(box.right))]
