"""Settling of screens that do not say when they change: they are looked at until two looks are equal."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable, Mapping

QUIET = 0.35
"""Seconds after an action before the first look that counts: what it sets off may begin that late."""
PAUSE = 0.1
"""Seconds between two looks."""
FRAMES = 0.05
"""The same once something is seen to have begun: what moves then has moved on in a few frames."""
CAP = 10.0
"""The most seconds that settling takes."""
_RESTLESS = 3
"""What differed in so many looks on end changes all along, as a clock or a spinner does."""

Look = Mapping[Hashable, Hashable]
"""What was seen: the parts of the screen, and how each of them looks."""
ADDRESS = "address"
"""The part that says where the screen is. It may be a new one while the elements are still the old ones."""


class PolledSettle:
    """Settles one screen. It is told when something is done there, and which looks were taken anyway."""

    def __init__(self, look: Callable[[], Awaitable[Look]], *, quiet: float = QUIET, pause: float = PAUSE) -> None:
        self._look = look
        self._quiet, self._pause = quiet, pause
        self._acted = -quiet
        self._before: Look = {}
        """The last look before something was done."""
        self._seen: tuple[Look, float] | None = None
        """The last look since then, and when it was taken."""

    @property
    def seen(self) -> Look | None:
        """The last look, if nothing was done since."""
        return self._seen[0] if self._seen else None

    def note_look(self, look: Look) -> None:
        self._seen = look, time.monotonic()

    def note_action(self) -> None:
        if self._seen:
            self._before, self._seen = self._seen[0], None
        self._acted = time.monotonic()

    async def settle(self) -> None:
        """Wait until nothing changes any more, also what has not begun yet."""
        await settle_by_looks(self._look, quiet=self._acted + self._quiet - time.monotonic(), pause=self._pause)

    async def stand_still(self, *, is_due: bool = False) -> None:
        """Wait until what has begun is over: until a look is like the last one.

        Where `is_due` says that something is still to come, or all elements are as they were before the action, this is
        no different from settling.
        """
        if self._seen is None:
            self.note_look(await self._look())
        assert self._seen
        first, taken = self._seen
        if is_due or _elements(first) == _elements(self._before):
            await self.settle()
            return
        await settle_by_looks(self._look, quiet=taken + FRAMES - time.monotonic(), pause=FRAMES, first=first)


def _elements(look: Look) -> Look:
    return {part: look[part] for part in look if part != ADDRESS}


async def settle_by_looks(
    look: Callable[[], Awaitable[Look]],
    *,
    quiet: float = QUIET,
    pause: float = PAUSE,
    cap: float = CAP,
    first: Look | None = None,
) -> None:
    """Wait until nothing changes but what changes all along.

    A part that came or went is always a change: only one that stays, and looks different every time, is restless.
    """
    deadline = time.monotonic() + cap
    await asyncio.sleep(max(0.0, quiet))
    before, times = first, dict[Hashable, int]()
    while True:
        now = await look()
        if before is not None:
            times = {part: times.get(part, 0) + 1 for part in now if part in before and before[part] != now[part]}
            if now.keys() == before.keys() and all(count >= _RESTLESS for count in times.values()):
                return
        if time.monotonic() >= deadline:
            return
        before = now
        await asyncio.sleep(pause)
