"""One line with a spinner that says what is being waited for."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Iterator
from typing import TYPE_CHECKING, TypeVar

from askonce.cli.live_display import Clock, LiveDisplay
from askonce.cli.terminal import Console, plain

if TYPE_CHECKING:
    from rich.console import RenderableType

T = TypeVar("T")


class SpinnerLine(LiveDisplay):
    """Shows the names of what is in progress, and how long it has taken."""

    def __init__(self, console: Console, verb: str, *, clock: Clock = time.monotonic) -> None:
        super().__init__(console, clock=clock)
        self._verb = verb
        self._started = clock()
        self._names: list[str] = []

    async def track(self, name: str, work: Awaitable[T]) -> T:
        """Await `work`, and show its `name` meanwhile."""
        name = plain(name).replace("\n", " ")
        self._names.append(name)
        try:
            return await work
        finally:
            # The display may have been cleared: the work can outlast it.
            self._names = [other for other in self._names if other != name]

    @property
    def line(self) -> str:
        """The text of the line; empty when nothing is in progress."""
        if not self._names:
            return ""
        return f"{self._verb} {', '.join(self._names)} · {self._clock() - self._started:.0f} s"

    def lines(self) -> Iterator[RenderableType]:
        if line := self.line:
            yield self.spinning(line)

    def clear(self) -> None:
        self._names = []
