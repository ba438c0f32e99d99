"""The way of a finger over the glass, as points."""

from __future__ import annotations

from itertools import pairwise

Place = tuple[float, float]

_STEPS = 10
"""Moves of a stroke: enough for what follows a finger, few enough for a slow machine."""


def straight(start: Place, end: Place, steps: int = _STEPS) -> list[Place]:
    """A straight line; a single point where the finger stays."""
    if start == end:
        return [start]
    return [
        (start[0] + (end[0] - start[0]) * step / steps, start[1] + (end[1] - start[1]) * step / steps)
        for step in range(steps + 1)
    ]


def through(corners: list[Place]) -> list[Place]:
    """Straight lines from corner to corner."""
    path = corners[:1]
    for start, end in pairwise(corners):
        path += straight(start, end)[1:]
    return path
