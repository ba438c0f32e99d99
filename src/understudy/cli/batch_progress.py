"""A batch as it goes on, in a terminal: a line for each script that is being played, above them those that ended."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live
from rich.text import Text

from understudy.cli.terminal import plain
from understudy.script.batch_summary import Attempt
from understudy.script.playing import Moment

_MARKS = {
    "success": ("✓", "bold green"),
    "failed": ("✗", "bold red"),
    "partialFailed": ("◐", "bold yellow"),
    "notExecuted": ("■", "bold yellow"),
}
_MOST = 20
"""How many scripts are shown at once; a terminal has no more room."""


@dataclass(slots=True)
class Running:
    """A script that is being played."""

    name: str
    attempt: int
    started: float
    doing: str = "opening the page"

    def line(self, now: float) -> Text:
        again = f" (attempt {self.attempt})" if self.attempt > 1 else ""
        line = Text("▸ ", "cyan") + Text(f"{self.name}{again}", "bold")
        line.append(f"  {now - self.started:.0f} s  ", "dim").append(self.doing, "dim")
        line.no_wrap, line.overflow = True, "ellipsis"
        return line


class BatchProgress:
    """Shows a batch to a person. Without a terminal it prints what ended; of a single script also its items."""

    def __init__(
        self, console: Console, names: Sequence[str], total: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._console = console
        self._names = [plain(name) for name in names]
        self._total = total
        self._clock = clock
        self._started = clock()
        self._running: dict[int, Running] = {}
        self._ended: list[Attempt] = []
        self._live = Live(self, console=console, transient=True, refresh_per_second=8)

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._running.clear()
        if self._live.is_started:
            self._live.stop()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self._running:
            yield from self._lines()

    def _lines(self) -> Iterator[Text]:
        now = self._clock()
        running = list(self._running.values())
        yield from (one.line(now) for one in running[:_MOST])
        if len(running) > _MOST:
            yield Text(f"  and {len(running) - _MOST} more", "dim")
        failed = sum(not one.success for one in self._ended)
        figures = f"{len(self._ended)} of {self._total} ended, {failed} not passed · {now - self._started:.0f} s"
        yield Text(figures, "dim", no_wrap=True, overflow="ellipsis")

    def began(self, number: int, attempt: int) -> None:
        self._running[number] = Running(self._names[number], attempt, self._clock())

    def moved(self, number: int, moment: Moment) -> None:
        words = plain(moment.words).replace("\n", " ")
        if number in self._running:
            self._running[number].doing = f"{plain(moment.name)} › {words}" if words else plain(moment.name)
        if self._total == 1 and moment.kind == "item-ended":
            self._console.print(Text("  ✓ ", "green") + Text(f"line {moment.line}: {words}"))

    def ended(self, number: int, attempt: Attempt, *, again: bool) -> None:
        self._running.pop(number, None)
        mark, style = ("↻", "bold yellow") if again else _MARKS[attempt.result_type]
        told = f"{self._names[number]} ({attempt.duration:.1f} s)"
        if again:
            told += " failed and is played again"
        self._console.print(Text(f"{mark} ", style) + Text(told))
        for line in plain(attempt.error).splitlines():
            self._console.print(Text(f"    {line}", "" if not again else "dim"))
        if not again:
            self._ended.append(attempt)
