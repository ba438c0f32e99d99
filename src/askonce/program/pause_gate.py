"""Pausing, stepping and stopping a run, between two actions or lines."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Generator, Iterable
from contextlib import contextmanager
from typing import Literal

from askonce.errors import ConfigError

StepKind = Literal["over", "into", "out"]
STEP_KINDS: tuple[StepKind, ...] = ("over", "into", "out")
HeldAt = Literal["", "action", "line"]


class Stopped(asyncio.CancelledError):
    """Somebody asked the run to stop. Like any cancellation, it passes through everything between it and the run."""


class PauseGate:
    """Lets a run continue, wait or stop. The time for which it was held counts towards no limit."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.breakpoints: frozenset[int] = frozenset()
        """The lines before which the run is held."""
        self.on_hold: Callable[[], Awaitable[object]] | None = None
        """Awaited each time the run is held."""
        self.held_at: HeldAt = ""
        """Whether the run is held now, in the midst of a line or between two lines."""
        self.line = 0
        """The line that the run came to last."""
        self._clock = clock
        self._open = asyncio.Event()
        self._open.set()
        self._is_stopped = False
        self._deepest: int | None = None
        """The run is held before the next line that is in no more calls than this."""
        self._seconds_held = 0.0
        self._deadlines: set[asyncio.Timeout] = set()

    def pause(self) -> None:
        """Has no effect on a run that is stopped: nobody would resume it."""
        if not self._is_stopped:
            self._open.clear()

    def resume(self) -> None:
        self._deepest = None
        self._open.set()

    def step(self, kind: StepKind = "over", depth: int = 0) -> None:
        """Continue to the next line; `depth` is the number of calls that the run is in."""
        self._deepest = {"over": depth, "into": sys.maxsize, "out": depth - 1}[kind]
        self._open.set()

    def stop(self) -> None:
        self._is_stopped = True
        self._open.set()

    @property
    def is_paused(self) -> bool:
        return not self._open.is_set()

    def now(self) -> float:
        """The clock, which stands still while the run is held."""
        return self._clock() - self._seconds_held

    async def wait(self) -> None:
        """Wait while the run is paused. Raises `Stopped` once it is stopped."""
        await self._pass("action")

    async def wait_line(self, line: int, depth: int = 0) -> None:
        """The same before a line in so many calls: a breakpoint or a step may hold the run here."""
        self.line = line
        if line in self.breakpoints or (line and self._deepest is not None and depth <= self._deepest):
            self.pause()
        await self._pass("line")

    @contextmanager
    def deadline(self, seconds: float | None) -> Generator[asyncio.Timeout, None, None]:
        """A timeout to enter, which is put off by as long as the run is held."""
        timeout = asyncio.timeout(seconds)
        self._deadlines.add(timeout)
        try:
            yield timeout
        finally:
            self._deadlines.discard(timeout)

    async def _pass(self, where: HeldAt) -> None:
        if self.is_paused:
            await self._hold(where)
        if self._is_stopped:
            raise Stopped

    async def _hold(self, where: HeldAt) -> None:
        self.held_at, self._deepest = where, None
        since, loop_time = self._clock(), asyncio.get_running_loop().time
        left = {timeout: when - loop_time() for timeout in self._deadlines if (when := timeout.when()) is not None}
        for timeout in left:
            timeout.reschedule(None)
        try:
            if self.on_hold:
                await self.on_hold()
            await self._open.wait()
        finally:
            self.held_at = ""
            self._seconds_held += self._clock() - since
            for timeout, seconds in left.items():
                timeout.reschedule(loop_time() + seconds)


def line_to_hold(lines: Iterable[int], line: int) -> int:
    """The first of these lines from this one on, where a breakpoint holds a run."""
    known = sorted(lines)
    found = next((other for other in known if other >= line), 0)
    if not found or line < 1:
        last = f"the last line that can have one is {known[-1]}" if known else "there are no lines"
        raise ConfigError(f"there is nothing to stop at from line {line} on", remedy=last)
    return found
