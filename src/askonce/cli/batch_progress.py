"""The progress of a batch: a line for each finished script, and one for each that is running."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from askonce.cli.live_display import Clock, LiveDisplay
from askonce.cli.summary_table import MARKS, SummaryRow
from askonce.cli.tally import Tally, counted
from askonce.cli.terminal import Console, Text, plain
from askonce.cli.verbose_lines import details
from askonce.lazy import dataclass
from askonce.script.batch_summary import ScriptAttempt
from askonce.script.player import ItemProgress, ResultType
from askonce.trace import Entry, Noted

if TYPE_CHECKING:
    from rich.console import RenderableType

STATUS: dict[ResultType, str] = {
    "success": "passed",
    "failed": "failed",
    "partialFailed": "partly failed",
    "notExecuted": "not run",
}
_MOST = 20
"""How many running scripts are shown at once."""


@dataclass(slots=True)
class RunningScript:
    """A running script."""

    name: str
    attempt: int
    tally: Tally
    item: str = ""

    def line(self, now: float) -> Text:
        again = f" (attempt {self.attempt})" if self.attempt > 1 else ""
        used = f"{counted(self.tally.calls, 'call')} · {counted(self.tally.tokens, 'token')}"
        doing = " › ".join(filter(None, (self.item, self.tally.doing)))
        figures = (f"  {now - self.tally.started:.0f} s · {used}  {doing}", "dim")
        return Text.assemble(
            ("▸ ", "cyan"), (f"{self.name}{again}", "bold"), figures, no_wrap=True, overflow="ellipsis"
        )


class BatchProgress(LiveDisplay):
    """Shows a running batch. Without a terminal it prints finished scripts; of a single script also its items."""

    def __init__(
        self,
        console: Console,
        names: Sequence[str],
        total: int,
        *,
        verbose: bool = False,
        clock: Clock = time.monotonic,
    ) -> None:
        super().__init__(console, verbose=verbose, clock=clock)
        self._names = [plain(name) for name in names]
        self._total = total
        self._started = clock()
        self._running: dict[int, RunningScript] = {}
        self._tallies: dict[int, Tally] = {}
        self._ended: list[ScriptAttempt] = []

    def lines(self) -> Iterator[RenderableType]:
        if not self._running:
            return
        now = self._clock()
        running = list(self._running.values())
        yield from (script.line(now) for script in running[:_MOST])
        if len(running) > _MOST:
            yield Text(f"  and {len(running) - _MOST} more", "dim")
        failed = sum(not attempt.success for attempt in self._ended)
        figures = f"{len(self._ended)} of {self._total} finished, {failed} failed · {self.elapsed:.0f} s"
        yield Text(figures, "dim", no_wrap=True, overflow="ellipsis")

    def clear(self) -> None:
        self._running.clear()

    def began(self, number: int, attempt: int) -> None:
        tally = Tally(self._clock(), "opening the page")
        self._tallies.setdefault(number, Tally(self._clock()))
        self._running[number] = RunningScript(self._names[number], attempt, tally)

    def heard(self, number: int, entry: Entry) -> None:
        """Count an event of a script; with --verbose, print its details."""
        self._tallies[number].count(entry.event)
        if number in self._running:
            self._running[number].tally.count(entry.event)
        line = entry.event.text if isinstance(entry.event, Noted) else details(entry.event)
        warns = isinstance(entry.event, Noted) and entry.event.warns
        if (self._verbose or warns) and line:
            self.print_line("    ", line if self._total == 1 else f"{self._names[number]}: {line}", "dim", "dim")

    def moved(self, number: int, moment: ItemProgress) -> None:
        words = plain(moment.words).replace("\n", " ")
        if number in self._running:
            self._running[number].item = f"{plain(moment.name)} › {words}" if words else plain(moment.name)
            self._running[number].tally.doing = ""
        if self._total == 1 and moment.kind == "item-ended":
            self.print_remark("  ✓ ", f"line {moment.line}: {words}", "green")

    def ended(self, number: int, attempt: ScriptAttempt, *, again: bool) -> None:
        self._running.pop(number, None)
        mark, style = ("↻", "bold yellow") if again else MARKS[STATUS[attempt.result_type]]
        text = f"{self._names[number]} ({attempt.duration:.1f} s)"
        self.print_line(f"{mark} ", f"{text} failed, trying again" if again else text, style)
        for line in attempt.error.splitlines():
            self.print_line("    ", line, "", "dim" if again else "")
        if not again:
            self._ended.append(attempt)

    @property
    def elapsed(self) -> float:
        """Seconds since the batch began."""
        return self._clock() - self._started

    def row(self, number: int, last: ScriptAttempt) -> SummaryRow:
        """The row of a script in the summary; the usage of all its attempts counts."""
        tally = self._tallies.get(number) or Tally(0)
        status = "stopped" if last.result_type == "notExecuted" and last.error else STATUS[last.result_type]
        return SummaryRow(
            status,
            last.duration,
            tally.actions,
            tally.calls,
            tally.tokens,
            tally.cost,
            tally.hows,
            self._names[number],
        )
