"""Finds the panels of a picture: areas with an edge all around, such as buttons, fields, cards and dialogs.

A panel is an area of one colour, or of colours that run into each other, that ends in a box. What lies on it, as words
do, is left out of the area and not out of the box.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from askonce.geometry import Box

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels

_STEP = 5
"""How much the brightness of neighbours differs where an area ends."""
_LEAST_WIDE, _LEAST_HIGH = 16, 12
_PLAIN = 0.35
"""How much of its box a panel fills at least; the rest is covered by what lies on it."""
_STRAIGHT = 0.85
"""How much of the middle of each side belongs to a panel: corners may be round, and something may lie across."""


def find_panels(pixels: Pixels) -> list[Box]:
    """The boxes of all panels, the largest first."""
    cv2: Any = import_module("cv2")
    numpy: Any = import_module("numpy")
    plain = _plain_areas(pixels)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(plain, connectivity=4)
    left, top, width, height, area = stats.T
    is_kept = (width >= _LEAST_WIDE) & (height >= _LEAST_HIGH) & (area >= _PLAIN * width * height)
    is_kept[0] = False
    kept = numpy.flatnonzero(is_kept)
    boxes: list[Box] = []
    for label in kept:
        rows = slice(top[label], top[label] + height[label])
        columns = slice(left[label], left[label] + width[label])
        if _ends_in_box(labels[rows, columns] == label, pixels[rows, columns]):
            boxes.append(Box(float(left[label]), float(top[label]), float(width[label]), float(height[label])))
    return sorted(boxes, key=lambda box: -box.area)


def _plain_areas(pixels: Pixels) -> Any:
    """Where a pixel is like its neighbours to the right and below: 1, and 0 along edges."""
    cv2: Any = import_module("cv2")
    numpy: Any = import_module("numpy")
    plain = numpy.ones(pixels.shape[:2], numpy.uint8)
    for place in range(3):
        shade = numpy.ascontiguousarray(pixels[:, :, place])
        plain[:, :-1] &= cv2.absdiff(shade[:, 1:], shade[:, :-1]) <= _STEP
        plain[:-1] &= cv2.absdiff(shade[1:], shade[:-1]) <= _STEP
    return plain


def _ends_in_box(inside: Any, pixels: Pixels) -> bool:
    """Whether an area reaches to the middle of all four sides of its box; words may begin right at one of them."""
    height, width = inside.shape
    across, down = slice(width // 4, width - width // 4), slice(height * 2 // 5, height - height * 2 // 5)
    edge, near = max(1, min(3, height // 8)), max(1, height // 2)

    def reached(area: Any, end: slice) -> float:
        return float(area[down, end].any(axis=1).mean())

    if min(inside[:edge, across].any(axis=0).mean(), inside[-edge:, across].any(axis=0).mean()) < _STRAIGHT:
        return False
    left, right = reached(inside, slice(edge)), reached(inside, slice(-edge, None))
    if max(left, right) < _STRAIGHT or min(left, right) >= _STRAIGHT:
        return min(left, right) >= _STRAIGHT
    is_left = left < _STRAIGHT
    if reached(inside, slice(near) if is_left else slice(-near, None)) >= _STRAIGHT:
        return True
    return reached(_of_its_colour(inside, pixels), slice(edge) if is_left else slice(-edge, None)) >= _STRAIGHT


def _of_its_colour(inside: Any, pixels: Pixels) -> Any:
    """Which pixels have the colour of an area: also those between letters, and between them and its edge."""
    numpy: Any = import_module("numpy")
    fill = numpy.median(pixels[inside], axis=0)
    return (numpy.abs(pixels - fill) <= _STEP).all(axis=2)
