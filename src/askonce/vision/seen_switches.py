"""Whether a switch is on, by its colour and by the side of its knob.

All boxes are in pixels of the picture.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from askonce.geometry import Box
from askonce.vision.seen_ticks import cut

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels

_INNER = 0.25
"""How much is left out on each side: the edge, and how much the box may be off."""
_COLOURED, _COLOURED_PART = 50, 0.2
"""How much the colours of a pixel differ that is not grey, and how much of a switch is so that has a colour."""
_PAPER = 20
"""How much a pixel of a switch differs at least from what is around it."""
_LONGER = 0.12
"""How much further than its track a knob reaches that is higher than it, in the height of the switch."""


def is_shown_on(box: Box, pixels: Pixels) -> bool | None:
    """Whether a switch is on: it has a colour, and its knob is not on the left. None where the two do not agree, as in
    one that is there to choose between two things and has a colour on both sides."""
    if not has_colour(box, pixels):
        return False
    return True if _has_knob_left(box, pixels) is False else None


def _has_knob_left(box: Box, pixels: Pixels) -> bool | None:
    """Whether the knob of a switch that has a colour is on its left; None where that cannot be told.

    A knob that is higher than its track tells by its height, and otherwise the side that has no colour is the knob.
    """
    numpy: Any = import_module("numpy")
    reach = max(2.0, _INNER * box.height)
    area = cut(Box.of_edges(box.left, box.top - reach, box.right, box.bottom + reach), pixels).astype(numpy.float32)
    side = round(box.height / 2)
    if area.shape[1] < 2 * side or not side:
        return None
    paper = numpy.median(numpy.concatenate([area[0], area[-1]]), axis=0)
    middles = (area[:, side - side // 3 : side + side // 3 + 1], area[:, -side - side // 3 - 1 : -side + side // 3])
    rows = [(numpy.abs(numpy.median(part, axis=1) - paper).max(axis=1) > _PAPER).nonzero()[0] for part in middles]
    if not all(drawn.size for drawn in rows):
        return None
    heights = [int(drawn[-1] - drawn[0]) for drawn in rows]
    if abs(heights[0] - heights[1]) > max(2.0, _LONGER * box.height):
        return bool(heights[0] > heights[1])
    cores = [part[area.shape[0] // 2 - side // 3 : area.shape[0] // 2 + side // 3 + 1] for part in middles]
    coloured = [bool((core.max(axis=2) - core.min(axis=2) > _COLOURED).mean() > 0.5) for core in cores]
    return None if coloured[0] == coloured[1] else coloured[1]


def has_colour(box: Box, pixels: Pixels) -> bool:
    """Whether a switch has a colour, as those that are on do, and is not only grey."""
    numpy: Any = import_module("numpy")
    down = _INNER * box.height
    inner = cut(Box.of_edges(box.left + down, box.top + down, box.right - down, box.bottom - down), pixels)
    if not inner.size:
        return False
    shades = inner.reshape(-1, 3).astype(numpy.int16)
    return bool((shades.max(axis=1) - shades.min(axis=1) > _COLOURED).mean() > _COLOURED_PART)
