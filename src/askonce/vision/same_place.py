"""Whether what was seen at a place of the screen still stands there."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from askonce.geometry import Box, Size
from askonce.vision.pixels import open_pixels

if TYPE_CHECKING:
    from askonce.screens import Shot

_ACROSS, _DOWN = 160.0, 40.0
"""How far around an element the picture counts: its label tells a box or a field from its neighbour."""
_CHANGED, _MOST = 40, 80
"""How much a pixel differs that has changed, and how many do where only a caret blinks."""


def looks_alike(before: Shot, after: Shot, box: Box) -> bool:
    """Whether two pictures show the same in `box`, which is in units of the screen, and around it."""
    numpy: Any = import_module("numpy")
    if before.image == after.image:
        return True
    first, second = open_pixels(before.image), open_pixels(after.image)
    if before.frame.region != after.frame.region or first.shape != second.shape:
        return False
    frame = before.frame.resized(Size(first.shape[1], first.shape[0]))
    wide = Box.of_edges(box.left - _ACROSS, box.top - _DOWN, box.right + _ACROSS, box.bottom + _DOWN)
    place = frame.box_to_image(wide)
    rows, columns = (
        slice(max(0, round(start)), max(0, round(end)))
        for start, end in ((place.top, place.bottom), (place.left, place.right))
    )
    apart = numpy.abs(first[rows, columns].astype(numpy.int16) - second[rows, columns])
    changed = (apart.max(axis=2) > _CHANGED).sum() if apart.size else 0
    return bool(changed <= _MOST * frame.x_scale * frame.y_scale)
