"""A program as it runs, in a terminal: its lines with the current one marked, and under them what it has used."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from understudy.cli.terminal import plain
from understudy.trace import (
    Acted,
    Answered,
    Asked,
    Entry,
    LineEnded,
    LineStarted,
    Noted,
    ProgramEnded,
    ProgramStarted,
    Replanned,
)

BEFORE, AFTER = 5, 6
"""How many lines are shown around the current one."""


@dataclass(slots=True)
class Standing:
    """Where a program stands, and what it has used."""

    started: float
    lines: list[str]
    current: int = 0
    passes: str = ""
    doing: str = "starting"
    actions: int = 0
    calls: int = 0
    tokens: int = 0

    def figures(self, now: float) -> str:
        counts = f"{self.actions} actions · {self.calls} calls · {self.tokens:,} tokens"
        return f"{self.doing} · {now - self.started:.0f} s · {counts}"

    def window(self) -> Iterator[Text]:
        first, last = max(1, self.current - BEFORE), min(len(self.lines), self.current + AFTER)
        for number in range(first, last + 1):
            is_current = number == self.current
            style = "bold cyan" if is_current else "dim"
            line = Text(f"{'▶' if is_current else ' '}{number:4} {plain(self.lines[number - 1])}", style)
            if is_current and self.passes:
                line.append(f"  ({self.passes})", "yellow")
            line.no_wrap, line.overflow = True, "ellipsis"
            yield line


class ProgramProgress:
    """A trace sink that shows a program to a person. Without a terminal it prints the lines that took something."""

    def __init__(self, console: Console, clock: Callable[[], float] = time.monotonic) -> None:
        self._console = console
        self._clock = clock
        self._standing: Standing | None = None
        self._noted: set[str] = set()
        """What was remarked once is not remarked at every line."""
        self._spinner = Spinner("dots")
        self._live = self._display()

    def _display(self) -> Live:
        # What the program tells goes to standard output; only on the same terminal it has to make room for this.
        shares = sys.stdout.isatty()
        return Live(self, console=self._console, transient=True, refresh_per_second=8, redirect_stdout=shares)

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._standing = None
        if self._live.is_started:
            self._live.stop()

    @contextmanager
    def aside(self) -> Generator[None, None, None]:
        """Show nothing for a while, so that a person can be asked and can type."""
        was_shown = self._live.is_started
        if was_shown:
            self._live.stop()
        try:
            yield
        finally:
            if was_shown:
                self._live = self._display()  # the one before would wipe out what was said meanwhile
                self._live.start()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self._standing:
            yield from self._standing.window()
            figures = Text(self._standing.figures(self._clock()), "dim", no_wrap=True, overflow="ellipsis")
            self._spinner.update(text=figures)
            yield self._spinner

    def write(self, entry: Entry) -> None:
        match entry.event:
            case ProgramStarted(program=program, resumed_at=line):
                self._standing = Standing(self._clock(), program.splitlines())
                where = f"goes on at line {line}" if line else f"{len(self._standing.lines)} lines"
                self._print("▶ ", f"program, {where}", "bold cyan")
            case Replanned(program=program, reason=reason):
                if self._standing:
                    self._standing.lines = program.splitlines()
                self._print("  ↻ ", f"the program was changed: {reason}", "yellow")
            case LineStarted() as line:
                self._begin(line)
            case LineEnded() as line:
                self._tell_line(line)
            case Asked(model=model):
                self._now(f"asking {model}")
            case Answered() as answer:
                self._count(answer)
            case Acted(action=action, error=error):
                self._tell_action(action, error)
            case Noted(text=text) if text not in self._noted:
                self._noted.add(text)
                self._print("  · ", text, "yellow", "dim")
            case ProgramEnded() as ended:
                self._standing = None
                self._tell_end(ended)
            case _:
                pass

    def _begin(self, line: LineStarted) -> None:
        if self._standing:
            self._standing.current, self._standing.passes = line.line, passes_of(line.iterations, line.total)
            self._now("running")

    def _now(self, doing: str) -> None:
        if self._standing:
            self._standing.doing = plain(doing).replace("\n", " ")

    def _count(self, answer: Answered) -> None:
        if self._standing:
            self._standing.calls += 1
            self._standing.tokens += answer.prompt_tokens + answer.completion_tokens

    def _tell_action(self, action: str, error: str) -> None:
        if self._standing:
            self._standing.actions += 1
        self._now(action)
        if error:
            self._print("  ✗ ", f"{action}: {error}", "red")

    def _tell_line(self, line: LineEnded) -> None:
        """Lines that only counted or compared are not told: a loop may have thousands."""
        words = self._words(line.line)
        at = f"line {line.line}" + (f" ({passes_of(line.iterations)})" if line.iterations else "")
        if line.outcome == "failed":
            self._print("✗ ", f"{at}: {words}: {line.message}", "bold red")
        elif line.actions or line.calls:
            used = [_counted(line.actions, "action"), _counted(line.calls, "call"), *([line.how] if line.how else [])]
            self._print("✓ ", f"{at}: {words} [{', '.join(used)}]", "green")

    def _words(self, line: int) -> str:
        lines = self._standing.lines if self._standing else []
        return lines[line - 1].strip() if 0 < line <= len(lines) else ""

    def _tell_end(self, ended: ProgramEnded) -> None:
        counts = {"line": ended.lines, "action": ended.actions, "call": ended.calls, "token": ended.tokens}
        figures = ", ".join(_counted(number, noun) for noun, number in counts.items())
        money = f", ${ended.cost:.4f}" if ended.cost else ""
        mark, style = {"done": ("✓", "bold green"), "failed": ("✗", "bold red")}.get(
            ended.outcome, ("■", "bold yellow")
        )
        self._print(f"{mark} ", f"{ended.outcome} after {ended.seconds:.1f} s: {figures}{money}", style)

    def _print(self, mark: str, text: str, style: str, text_style: str = "") -> None:
        self._console.print(Text(mark, style) + Text(plain(text), text_style))


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def passes_of(iterations: tuple[int, ...], total: int | None = None) -> str:
    """Which pass of each open loop it is: `pass 2 › 3 of 20`."""
    if not iterations:
        return ""
    return f"pass {' › '.join(map(str, iterations))}" + (f" of {total}" if total is not None else "")
