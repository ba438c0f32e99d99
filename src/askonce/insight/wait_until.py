"""Waiting until a statement comes true, asking no more often than the screen gives reason to."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from dataclasses import replace

from askonce.errors import AskonceError, CannotTell, OutOfTime, ScreenMoved
from askonce.insight.answers import Verdict
from askonce.insight.image_diff import ImageChanges
from askonce.screens import Watchable
from askonce.screens.eyes import Eyes
from askonce.trace import Usage

_POLL = 0.25
"""The most seconds between two readings that cost nothing: screens do not tell of places that keep changing, and that
is where a count-down ends."""
_LEAST_INTERVAL = 0.05
_SLOWEST = 8
"""How many times `interval` may lie between two questions while nothing changes but what keeps changing."""


class NotYet(Exception):
    """What a judge raises who may know later; `error` is what to raise where he never does."""

    def __init__(self, error: AskonceError) -> None:
        super().__init__(error.message)
        self.error = error


async def wait_until(
    statement: str,
    judge: Callable[[], Awaitable[Verdict]],
    exact: Callable[[], Awaitable[Verdict | None]],
    eyes: Eyes,
    *,
    timeout: float,
    interval: float = 1.0,
) -> Verdict:
    """The verdict that `statement` holds, once it does; OutOfTime with the last reason when it does not in time.

    `exact` judges without a model and is asked whenever the screen changes; None means that it cannot tell. Then the
    model is asked by `judge`, when the picture differs from the one it saw last, at most every `interval` seconds and
    once more at the end. While only a clock or a spinner moves, it is asked more and more seldom. Both are to look with
    `eyes` and leave it to this function to blink. A statement that cannot be told counts as not true yet. A question
    that was asked in time is heard out.
    """
    eyes.refuse_while_frozen("waiting for something to change")
    waiting = _Waiting(judge, exact, eyes, timeout, max(interval, _LEAST_INTERVAL))
    verdict = await waiting.run()
    if verdict:
        return verdict
    raise OutOfTime(
        f"{statement!r} did not come true within {timeout:.3g} s: {waiting.reason}",
        remedy="pass a larger timeout, or look at the screen at that moment in the report",
    )


async def last_verdict(
    judge: Callable[[], Awaitable[Verdict]],
    exact: Callable[[], Awaitable[Verdict | None]],
    eyes: Eyes,
    *,
    timeout: float,
    interval: float = 1.0,
) -> Verdict:
    """The same, with the last verdict when that is still false at the end; `CannotTell` when nobody can tell then."""
    waiting = _Waiting(judge, exact, eyes, 0.0 if eyes.is_frozen else timeout, max(interval, _LEAST_INTERVAL))
    verdict = await waiting.run()
    if verdict is None:
        raise waiting.doubt or ScreenMoved(waiting.reason)
    return verdict


class _Waiting:
    def __init__(
        self,
        judge: Callable[[], Awaitable[Verdict]],
        exact: Callable[[], Awaitable[Verdict | None]],
        eyes: Eyes,
        timeout: float,
        interval: float,
    ) -> None:
        self._judge, self._exact = judge, exact
        self._eyes, self._interval = eyes, interval
        self._now = asyncio.get_running_loop().time
        self._deadline = self._now() + timeout
        self._changes = ImageChanges()
        self._asked = -math.inf
        self._pace = interval
        self._needs_model = False
        self._usage = Usage()
        self._last: Verdict | None = None
        self.reason = ""
        self.doubt: AskonceError | None = None
        """Why nobody can tell, where that was the last word."""

    async def run(self) -> Verdict | None:
        """The verdict once it is true, or the last one when the time is over; None when the last look gave none."""
        while True:
            is_last = self._now() >= self._deadline
            try:
                verdict = await self._try(is_last)
            except ScreenMoved as moved:
                verdict, self._last, self.reason = None, None, moved.message
                await self._eyes.screen.settle()
            if verdict or is_last:
                return self._last and replace(self._last, usage=self._usage)
            await self._until_change()

    async def _try(self, is_last: bool) -> Verdict | None:
        """The verdict, where somebody was asked for one."""
        self._eyes.blink()
        try:
            verdict = await self._exact()
            if verdict is None and not self._needs_model:
                # What fades or slides in just now cannot be told: the page comes to rest before a model is asked.
                await self._eyes.screen.settle()
                self._eyes.blink()
                verdict = await self._exact()
            self._needs_model = verdict is None
            if verdict is None:
                verdict = await self._ask(is_last)
        except (CannotTell, NotYet) as doubt:
            error = doubt.error if isinstance(doubt, NotYet) else doubt
            self._last, self.doubt, self.reason = None, error, error.message
            return None
        if verdict is not None:
            self._last, self.doubt = verdict, None
            self._usage, self.reason = self._usage + verdict.usage, verdict.reason
        return verdict

    async def _ask(self, is_last: bool) -> Verdict | None:
        """What the model says, unless it would see what it has seen already."""
        shot, tree = await self._eyes.look(shot=True, tree=True)
        assert shot is not None
        news = await asyncio.to_thread(self._changes.look, shot, tree)
        since = self._now() - self._asked
        if news == "same" or (not is_last and since < (self._pace if news == "ticking" else self._interval)):
            return None
        self._pace = min(self._pace * 2, self._interval * _SLOWEST) if news == "ticking" else self._interval
        self._asked = self._now()
        self._changes.judged()
        return await self._judge()

    async def _until_change(self) -> None:
        """Until there may be something new to judge: at a change, but not before the next question may be asked."""
        left = self._deadline - self._now()
        await self._change_within(min(left, self._interval if self._needs_model else _POLL))
        if self._needs_model:
            soonest = min(self._asked + self._interval, self._deadline)
            await asyncio.sleep(soonest - self._now())

    async def _change_within(self, seconds: float) -> None:
        screen = self._eyes.screen
        if not isinstance(screen, Watchable):
            await asyncio.sleep(seconds)
            return
        try:
            await screen.wait_for_change(max(seconds, 0))
        except ScreenMoved:
            return  # that is a change
