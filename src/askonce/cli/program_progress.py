"""A program as it runs, in a terminal: its lines with the current one marked, and under them what it has used."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from askonce.cli.live_display import Clock, LiveDisplay
from askonce.cli.summary_table import SummaryRow, print_summary
from askonce.cli.tally import Tally, counted
from askonce.cli.terminal import Console, Text, plain
from askonce.cli.verbose_lines import details
from askonce.lazy import dataclass
from askonce.trace import (
    Acted,
    Entry,
    Event,
    LineEnded,
    LineStarted,
    Noted,
    ProgramEnded,
    ProgramStarted,
    Replanned,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

BEFORE, AFTER = 5, 6
"""How many lines are shown around the current one."""


@dataclass(slots=True)
class ProgramWindow:
    """The lines of a program around the current one."""

    lines: list[str] = field(default_factory=list[str])
    current: int = 0
    passes: str = ""

    def lines_shown(self) -> Iterator[Text]:
        first, last = max(1, self.current - BEFORE), min(len(self.lines), self.current + AFTER)
        for number in range(first, last + 1):
            is_current = number == self.current
            style = "bold cyan" if is_current else "dim"
            line = Text(f"{'▶' if is_current else ' '}{number:4} {plain(self.lines[number - 1])}", style)
            if is_current and self.passes:
                line.append(f"  ({self.passes})", "yellow")
            line.no_wrap, line.overflow = True, "ellipsis"
            yield line

    def words(self, line: int) -> str:
        return self.lines[line - 1].strip() if 0 < line <= len(self.lines) else ""


class ProgramProgress(LiveDisplay):
    """A trace sink that shows a program to a person. Without a terminal it prints the lines that took something."""

    def __init__(self, console: Console, *, verbose: bool = False, clock: Clock = time.monotonic) -> None:
        super().__init__(console, verbose=verbose, clock=clock)
        self._window: ProgramWindow | None = None
        self._tally = Tally(clock(), "opening the page")
        self._is_over = False
        self._noted: set[str] = set()
        """Notes that were printed, so that each is printed once."""

    @property
    def hows(self) -> Mapping[str, int]:
        """How many steps were replayed, healed and asked."""
        return self._tally.hows

    def lines(self) -> Iterator[RenderableType]:
        if self._window:
            yield from self._window.lines_shown()
        if not self._is_over:
            yield self.spinning(f"{self._tally.doing} · {self._tally.figures(self._clock())}")

    def clear(self) -> None:
        self._window, self._is_over = None, True

    def write(self, entry: Entry) -> None:
        self._tally.count(entry.event)
        self._follow(entry.event)
        if self._verbose and (line := details(entry.event)):
            self.print_line("    ", line, "dim", "dim")

    def _follow(self, event: Event) -> None:
        match event:
            case ProgramStarted(program=program, resumed_at=line):
                self._window = ProgramWindow(program.splitlines())
                where = f"resumes at line {line}" if line else counted(len(self._window.lines), "line")
                self.print_line("▶ ", f"program, {where}", "bold cyan")
            case Replanned(program=program, reason=reason):
                if self._window:
                    self._window.lines = program.splitlines()
                self.print_remark("  ↻ ", f"the program was changed: {reason}", "yellow")
            case LineStarted() as line if self._window:
                self._window.current, self._window.passes = line.line, passes_of(line.iterations, line.total)
                self._tally.now("running")
            case LineEnded() as line:
                self._print_line(line)
            case Acted(action=action, error=error) if error:
                self.print_remark("  ✗ ", f"{action}: {error}", "red")
            case Noted(text=text) if text not in self._noted:
                self._noted.add(text)
                self.print_remark("  · ", text, "yellow", "dim")
            case ProgramEnded() as ended:
                self._print_end(ended)
            case _:
                pass

    def _print_line(self, line: LineEnded) -> None:
        """Lines that needed neither an action nor a model are not printed: a loop may have thousands."""
        words = self._window.words(line.line) if self._window else ""
        at = f"line {line.line}" + (f" ({passes_of(line.iterations)})" if line.iterations else "")
        if line.outcome == "failed":
            self.print_remark("✗ ", f"{at}: {words}: {line.message}", "bold red")
        elif line.actions or line.calls:
            used = [counted(line.actions, "action"), counted(line.calls, "call"), *([line.how] if line.how else [])]
            self.print_remark("✓ ", f"{at}: {words} [{', '.join(used)}]", "green")

    def _print_end(self, ended: ProgramEnded) -> None:
        self.clear()
        row = SummaryRow(ended.outcome, ended.seconds, ended.actions, ended.calls, ended.tokens, ended.cost, self.hows)
        print_summary(self._console, [row])


def passes_of(iterations: tuple[int, ...], total: int | None = None) -> str:
    """Which pass of each open loop it is: `pass 2 › 3 of 20`."""
    if not iterations:
        return ""
    return f"pass {' › '.join(map(str, iterations))}" + (f" of {total}" if total is not None else "")
