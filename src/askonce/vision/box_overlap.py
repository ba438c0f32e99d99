"""How boxes of a picture lie to each other: what they share, and whether they stand on one line."""

from __future__ import annotations

from askonce.geometry import Box

ON_LINE = 0.5
"""How much of the lower of two boxes is beside the other one where both stand on one line."""
_HIGHER = 4


def shared_part(box: Box, other: Box) -> float:
    """How much two boxes share, as a part of both together."""
    shared = box.intersection(other)
    return shared.area / (box.area + other.area - shared.area) if shared else 0.0


def part_inside(box: Box, outer: Box) -> float:
    """How much of a box is inside another one."""
    shared = box.intersection(outer)
    return shared.area / box.area if shared and box.area else 0.0


def on_one_line(box: Box, other: Box) -> bool:
    """Whether two boxes stand side by side, and none is as high as several lines of the other."""
    lower, higher = sorted((box.height, other.height))
    shared = min(box.bottom, other.bottom) - max(box.top, other.top)
    return shared > ON_LINE * lower and higher < _HIGHER * lower
