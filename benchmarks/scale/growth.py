"""How a cost grows with a size, as the exponent of that size: 0 is constant, 1 is linear, 2 is quadratic."""

from __future__ import annotations

import math
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from showing import Row

LINEAR = 1.1
"""The most that counts as linear: caches and the garbage collector cost large runs a little more."""
NOISE = 0.5
"""Milliseconds below which a figure is too small to tell anything of growth."""


@dataclass
class Series:
    """What one thing costs at several sizes, in milliseconds of processor time."""

    name: str
    costs: dict[int, float] = field(default_factory=dict[int, float])

    @property
    def exponent(self) -> float:
        """The slope of the straight line through the logarithms, of all sizes whose cost is more than noise."""
        return slope([(size, cost) for size, cost in self.costs.items() if cost > NOISE])

    @property
    def bends(self) -> str:
        """Between which sizes it grows faster than linearly."""
        points = [(size, cost) for size, cost in sorted(self.costs.items()) if cost > NOISE]
        steep = [(one, other) for one, other in pairwise(points) if slope([one, other]) > LINEAR]
        return ", ".join(f"{one[0]:,}–{other[0]:,}: {slope([one, other]):.2f}" for one, other in steep) or "-"

    def row(self, sizes: Sequence[int]) -> Row:
        costs = {f"{size:,}": self.costs.get(size, "-") for size in sizes}
        return {"ms for": self.name, **costs, "exponent": self.exponent, "to reach": f"≤ {LINEAR}", "bends": self.bends}


def slope(points: Sequence[tuple[int, float]]) -> float:
    if len(points) < 2:
        return 0.0
    pairs = [(math.log(size), math.log(cost)) for size, cost in points]
    middle = [sum(values) / len(pairs) for values in zip(*pairs, strict=True)]
    return sum((x - middle[0]) * (y - middle[1]) for x, y in pairs) / sum((x - middle[0]) ** 2 for x, _ in pairs)


def measure(work: Callable[[], object], times: int) -> float:
    """Milliseconds of processor time: those of the quickest of several turns."""
    return min(_time(work) for _ in range(times))


def _time(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1000


async def measure_awaited(work: Callable[[], Awaitable[object]]) -> float:
    started = time.process_time()
    await work()
    return (time.process_time() - started) * 1000
