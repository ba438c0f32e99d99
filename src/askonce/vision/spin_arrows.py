"""The two small arrows at the end of a field that is set to a number: one that points up, over one that points down.

All boxes are in pixels of the picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

from askonce.geometry import Box
from askonce.lazy import dataclass

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels

_REACH = 1.3
"""How far before and behind the end of a field its arrows are, in its heights."""
_OTHER = 40
"""How much an arrow differs from what it is drawn on."""
_LEAST_WIDE, _WIDEST, _HIGHEST = 3, 0.75, 0.5
"""How many pixels wide an arrow is at least, and how wide and high at most, in heights of the field."""
_OFF = 1.5
"""How many pixels the one may be moved sideways from the other."""
_TIP = 0.5
"""How wide its tip is at most, as a part of its other end."""


@dataclass(frozen=True, slots=True)
class _Arrow:
    box: Box
    is_up: bool


def find_spin_arrows(field: Box, pixels: Pixels) -> tuple[Box, Box] | None:
    """The arrow that points up and the one right below it, at one end of a field."""
    pairs = (_pair(_arrows(place, field.height, pixels)) for place in _places(field))
    return next(filter(None, pairs), None)


def _places(field: Box) -> Iterator[Box]:
    """Where arrows may be: at the end of a field or right behind it, which is left where one writes from the right."""
    reach = _REACH * field.height
    for end in (field.right, field.left):
        yield Box.of_edges(end - reach, field.top, end + reach, field.bottom)


def _pair(arrows: list[_Arrow]) -> tuple[Box, Box] | None:
    """The only arrow that points up over one that points down, if both are alike."""
    pairs = [
        (upper.box, lower.box)
        for upper in arrows
        for lower in arrows
        if upper.is_up and not lower.is_up and upper.box.bottom <= lower.box.top + 1
    ]
    if len(pairs) != 1:
        return None
    upper, lower = pairs[0]
    is_alike = abs(upper.center.x - lower.center.x) <= _OFF and abs(upper.width - lower.width) <= 2 * _OFF
    return (upper, lower) if is_alike else None


def _arrows(place: Box, unit: float, pixels: Pixels) -> list[_Arrow]:
    """What is drawn in a place that grows steadily from one end to the other."""
    cv2: Any = import_module("cv2")
    numpy: Any = import_module("numpy")
    top, left = max(0, round(place.top)), max(0, round(place.left))
    cut = pixels[top : max(top, round(place.bottom)), left : max(left, round(place.right))].astype(numpy.int16)
    if not cut.size:
        return []
    paper = numpy.median(cut, axis=0, keepdims=True)  # each column by itself: the arrows may stand on a panel of theirs
    is_ink = (numpy.abs(cut - paper).max(axis=2) > _OTHER).astype(numpy.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(is_ink, connectivity=8)
    found: list[_Arrow] = []
    for label in range(1, len(stats)):
        column, row, width, height, _ = (int(number) for number in stats[label])
        is_small = _LEAST_WIDE <= width <= _WIDEST * unit and 2 <= height <= _HIGHEST * unit
        direction = _direction(labels[row : row + height, column : column + width] == label) if is_small else None
        if direction is not None:
            found.append(_Arrow(Box(left + column, top + row, width, height), direction))
    return found


def _direction(shape: Any) -> bool | None:
    """Whether a shape points up; None where it has no tip, or one that is not in its middle."""
    numpy: Any = import_module("numpy")
    spans = [numpy.flatnonzero(row) for row in shape]
    if any(not span.size for span in spans):
        return None
    widths = [int(span[-1] - span[0]) + 1 for span in spans]
    middles = [(int(span[0]) + int(span[-1])) / 2 for span in spans]
    if max(middles) - min(middles) > 1:
        return None
    if widths == sorted(widths) and widths[0] <= _TIP * widths[-1]:
        return True
    return False if widths == sorted(widths, reverse=True) and widths[-1] <= _TIP * widths[0] else None
