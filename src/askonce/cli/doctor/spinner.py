"""One line that says what is being waited for, while it takes longer than a moment."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Iterator
from typing import TypeVar

from rich.console import Console, RenderableType
from rich.spinner import Spinner
from rich.text import Text

from askonce.cli.live_display import Clock, LiveDisplay
from askonce.cli.terminal import plain

Found = TypeVar("Found")


class Waiting(LiveDisplay):
    """Shows what is under way, and how long it has been."""

    def __init__(self, console: Console, verb: str, *, clock: Clock = time.monotonic) -> None:
        super().__init__(console, clock=clock)
        self._verb = verb
        self._started = clock()
        self._under_way: list[str] = []
        self._spinner = Spinner("dots")

    async def of(self, name: str, work: Awaitable[Found]) -> Found:
        """Wait for `work`, which is called `name` as long as it takes."""
        name = plain(name).replace("\n", " ")
        self._under_way.append(name)
        try:
            return await work
        finally:
            # It may have been cleared meanwhile: what is waited for can outlast this.
            self._under_way = [other for other in self._under_way if other != name]

    @property
    def line(self) -> str:
        """What is told now; nothing when nothing is waited for."""
        if not self._under_way:
            return ""
        return f"{self._verb} {', '.join(self._under_way)} · {self._clock() - self._started:.0f} s"

    def lines(self) -> Iterator[RenderableType]:
        if self.line:
            self._spinner.update(text=Text(self.line, "dim", no_wrap=True, overflow="ellipsis"))
            yield self._spinner

    def clear(self) -> None:
        self._under_way = []
