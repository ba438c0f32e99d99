"""Repairs for families that do not always write four numbers for a box or two for a point.

A repair never chooses between two readings: what it returns unchanged is refused for the number of its numbers.
"""

from __future__ import annotations

from askonce.geometry import Size
from askonce.models.families.coordinates import Numbers

_ASKEW = 5
"""How far a corner of a box may be from where the other corners put it."""


def repair_box(numbers: Numbers, image: Size) -> Numbers:
    """Doubao and UI-TARS write something after a box, write it twice, or write its four corners.

    With three, six or seven numbers the first two may be a corner, a center or another element's: nothing says which.
    """
    match len(numbers):
        case 5:
            return numbers[:4]
        case 8:
            return _around_corners(numbers)
        case _:
            return numbers


def repair_qwen(numbers: Numbers, image: Size) -> Numbers:
    """Qwen 2.5 writes the top left corner alone for small things: make it a box 20 pixels wide and high."""
    if len(numbers) != 2:
        return repair_box(numbers, image)
    left, top = numbers
    return left, top, max(left, min(left + 20, image.width)), max(top, min(top + 20, image.height))


def _around_corners(numbers: Numbers) -> Numbers:
    """The box with these corners, in order around it. Eight numbers may also be two boxes, which have no such order."""
    if numbers[:4] == numbers[4:]:
        return numbers[:4]
    x, y = numbers[0::2], numbers[1::2]
    rows, columns = ((0, 1), (2, 3)), ((0, 3), (1, 2))
    clockwise = _are_level(y, rows) and _are_level(x, columns)
    if clockwise or (_are_level(x, rows) and _are_level(y, columns)):
        return min(x), min(y), max(x), max(y)
    return numbers


def _are_level(values: Numbers, pairs: tuple[tuple[int, int], ...]) -> bool:
    return all(abs(values[first] - values[second]) <= _ASKEW for first, second in pairs)
