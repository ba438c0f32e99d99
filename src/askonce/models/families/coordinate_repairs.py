"""Repairs for families that do not always write four numbers for a box or two for a point."""

from __future__ import annotations

from askonce.geometry import Size
from askonce.models.families.coordinates import Numbers


def repair_doubao(numbers: Numbers, image: Size) -> Numbers:
    """Doubao adds numbers to a box, loses some of them, or writes the four corners of a polygon."""
    match len(numbers):
        case 5:
            return numbers[:4]
        case 2 | 3 | 6 | 7:
            return numbers[:2]
        case 8:
            return numbers[0], numbers[1], numbers[4], numbers[5]
        case _:
            return numbers


def repair_qwen(numbers: Numbers, image: Size) -> Numbers:
    """Qwen 2.5 writes the top left corner alone for small things: make it a box 20 pixels wide and high."""
    if len(numbers) != 2:
        return numbers
    left, top = numbers
    return left, top, max(left, min(left + 20, image.width)), max(top, min(top + 20, image.height))
