"""The progress of an act: a line for each finished step, and one that says what is going on now."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from askonce.cli.live_display import Clock, LiveDisplay
from askonce.cli.summary_table import SummaryRow, print_summary
from askonce.cli.tally import Tally
from askonce.cli.terminal import Console
from askonce.cli.verbose_lines import details
from askonce.trace import Acted, ActEnded, ActStarted, Entry, Located, Noted, Planned

if TYPE_CHECKING:
    from rich.console import RenderableType


class ActProgress(LiveDisplay):
    """A trace sink that prints the steps of an act and, at its end, a summary."""

    def __init__(self, console: Console, *, verbose: bool = False, clock: Clock = time.monotonic) -> None:
        super().__init__(console, verbose=verbose, clock=clock)
        self._tally: Tally | None = Tally(self._clock(), "opening the page")

    def lines(self) -> Iterator[RenderableType]:
        if self._tally:
            figures = self._tally.figures(self._clock())
            number = f"round {self._tally.round} · " if self._tally.round else ""
            yield self.spinning(f"{self._tally.doing} · {number}{figures}")

    def clear(self) -> None:
        self._tally = None

    def write(self, entry: Entry) -> None:
        if self._tally:
            self._tally.count(entry.event)
        match entry.event:
            case ActStarted(instruction=instruction):
                self._tally = Tally(self._clock())
                self.print_line("▶ ", instruction, "bold cyan")
            case Planned(log=log, thought=thought) if log or thought:
                self.print_remark("  ", log or thought, "dim", "dim")
            case Located(box=None, target=target):
                self.print_line("  ✗ ", f"{target}: not found", "red")
            case Acted(action=action, error=error) if error:
                self.print_remark("  ✗ ", f"{action}: {error}", "red")
            case Acted(action=action, output=output):
                self.print_remark("  ✓ ", action + (f" → {output}" if output else ""), "green")
            case Noted(text=text):
                self.print_remark("  · ", text, "yellow", "dim")
            case _:
                pass
        if self._verbose and (line := details(entry.event)):
            self.print_line("    ", line, "dim", "dim")
        if isinstance(entry.event, ActEnded):
            self._print_end(entry.event)

    def _print_end(self, ended: ActEnded) -> None:
        tally = self._tally or Tally(self._clock())
        self.clear()
        row = SummaryRow(ended.outcome, ended.seconds, ended.actions, tally.calls, ended.tokens, ended.cost, tally.hows)
        print_summary(self._console, [row])
