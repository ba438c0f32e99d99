"""The right of a worker to act in a run, which it has to keep alive.

Others may take a run over when its lease has passed without a sign. A worker stops acting in half that time after the
last sign that surely arrived, so that never two hands are on one screen. Time that the machine was suspended counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from askonce.errors import RunLost
from askonce.lazy import dataclass

Clock = Callable[[], float]


def steady_clock() -> float:
    """Seconds that only grow, also while the machine is suspended."""
    for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"):
        if (number := getattr(time, name, None)) is not None:
            return time.clock_gettime(number)
    return time.monotonic()


@dataclass(frozen=True, slots=True)
class LeaseTimes:
    """How long a worker has a run, in seconds."""

    heartbeat: float = 10.0
    """How often it says that it lives."""
    lease: float = 60.0
    """After how long without a sign others may take its runs over."""

    @property
    def acting(self) -> float:
        """For how long it may act after a sign that arrived."""
        return self.lease / 2


class RunGate:
    """Lets a worker act in one run while it surely has it."""

    def __init__(self, run: str, times: LeaseTimes, asked_at: float, clock: Clock = steady_clock) -> None:
        """`asked_at` is when the run was asked for."""
        self._run = run
        self._times = times
        self._clock = clock
        self._confirmed = asked_at
        self._revoked = ""

    @property
    def lease(self) -> float:
        """After how many seconds without a sign others may take the run over."""
        return self._times.lease

    def confirm(self, asked_at: float) -> None:
        """The worker had the run at a time that was not before `asked_at`."""
        if not self._revoked and self.remaining > 0:
            self._confirmed = max(self._confirmed, asked_at)

    def revoke(self, why: str) -> None:
        """Let nothing be done any more."""
        self._revoked = self._revoked or why

    @property
    def remaining(self) -> float:
        """For how many seconds the worker may still act; 0 or less if it may not."""
        return 0.0 if self._revoked else self._confirmed + self._times.acting - self._clock()

    @property
    def refusal(self) -> str:
        """Why nothing may be done; empty if something may."""
        if self._revoked or self.remaining > 0:
            return self._revoked
        return f"the database was not reached for {self._times.acting:g} s, so another worker may have the run by now"

    def permit(self) -> None:
        """Return where something may be done now; once it may not, it may never again."""
        if why := self.refusal:
            self.revoke(why)
            raise RunLost(f"the run {self._run} was given up: {why}", remedy="it goes on with another worker")
