"""Whether a part of a picture shows something that was not read there: turned or scattered letters, drawings."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from askonce.geometry import Box, Size
from askonce.screens import Shot
from askonce.vision.pixels import open_pixels

_INK = 40
"""How much what is drawn differs from most of the part at least."""
_FRAME = 4
"""How many pixels of the part are its frame at most, on each side."""
_AROUND = 0.2
"""How far a letter may reach out of the box of its text, in the height of that."""
_LEAST = 24
"""How many pixels of ink are a letter at least."""


def has_unread_ink(shot: Shot, part: Box, read: Sequence[Box]) -> bool:
    """Whether there is more in a `part` of the screen than what stands in the boxes that were `read`."""
    numpy: Any = import_module("numpy")
    pixels = open_pixels(shot.image)
    height, width = pixels.shape[:2]
    frame = shot.frame.resized(Size(width, height))
    rows, columns = _slices(frame.box_to_image(part), -_FRAME)
    area = pixels[rows, columns].astype(numpy.int16)
    if not area.size:
        return False
    is_ink = numpy.abs(area - numpy.median(area.reshape(-1, 3), axis=0)).max(axis=2) > _INK
    whole = numpy.zeros((height, width), bool)
    whole[rows, columns] = is_ink
    for box in map(frame.box_to_image, read):
        whole[_slices(box, _AROUND * box.height)] = False
    return int(whole.sum()) >= _LEAST


def _slices(box: Box, more: float) -> tuple[slice, slice]:
    """The rows and columns of a box that is larger by so many pixels on each side."""
    left, top = max(0, round(box.left - more)), max(0, round(box.top - more))
    return slice(top, max(top, round(box.bottom + more))), slice(left, max(left, round(box.right + more)))
