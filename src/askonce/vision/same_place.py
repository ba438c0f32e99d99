"""Whether what was seen at a place of the screen still stands there."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from askonce.geometry import Box, Size

if TYPE_CHECKING:
    from askonce.screens import Shot

_ACROSS, _DOWN = 160.0, 40.0
"""How far around an element the picture counts: its label tells a box or a field from its neighbour."""
_CHANGED, _MOST = 40, 80
"""How much a pixel differs that has changed, and how many do where only a caret blinks."""


def looks_alike(before: Shot, after: Shot, box: Box) -> bool:
    """Whether two pictures show the same in `box`, which is in units of the screen, and around it."""
    from PIL import Image, ImageChops

    if before.image == after.image:
        return True
    with Image.open(io.BytesIO(before.image)) as opened:
        first = opened.convert("RGB")
    with Image.open(io.BytesIO(after.image)) as opened:
        second = opened.convert("RGB")
    if before.frame.region != after.frame.region or first.size != second.size:
        return False
    frame = before.frame.resized(Size(*first.size))
    wide = Box.of_edges(box.left - _ACROSS, box.top - _DOWN, box.right + _ACROSS, box.bottom + _DOWN)
    place = frame.box_to_image(wide).intersection(Box.of_size(frame.image))
    if place is None:
        return True
    part = (round(place.left), round(place.top), round(place.right), round(place.bottom))
    red, green, blue = ImageChops.difference(first.crop(part), second.crop(part)).split()
    apart = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
    return sum(apart[_CHANGED + 1 :]) <= _MOST * frame.x_scale * frame.y_scale
