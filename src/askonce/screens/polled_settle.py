"""Settling of screens that do not say when they change: they are looked at until two looks are equal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Mapping

QUIET = 0.35
"""Seconds before the first look: what an action sets off may begin that late."""
PAUSE = 0.1
"""Seconds between two looks."""
CAP = 10.0
"""The most seconds that settling takes."""
_RESTLESS = 3
"""What differed in so many looks on end changes all along, as a clock or a spinner does."""

Look = Mapping[Hashable, Hashable]
"""What was seen: the parts of the screen, and how each of them looks."""


async def settle_by_looks(
    look: Callable[[], Awaitable[Look]], *, quiet: float = QUIET, pause: float = PAUSE, cap: float = CAP
) -> None:
    """Wait until nothing changes but what changes all along.

    A part that came or went is always a change: only one that stays, and looks different every time, is restless.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + cap
    await asyncio.sleep(quiet)
    before, times = await look(), dict[Hashable, int]()
    while loop.time() < deadline:
        await asyncio.sleep(pause)
        now = await look()
        times = {part: times.get(part, 0) + 1 for part in now if part in before and before[part] != now[part]}
        if now.keys() == before.keys() and all(count >= _RESTLESS for count in times.values()):
            return
        before = now
