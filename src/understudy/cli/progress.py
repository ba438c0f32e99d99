"""A run as it happens, in a terminal: one line that says what is going on now, above it each step that is done."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from understudy.cli.terminal import plain
from understudy.trace import Acted, ActEnded, ActStarted, Answered, Asked, Entry, Located, Looked, Noted, Planned


@dataclass(slots=True)
class Figures:
    """What the act that is going on has used so far."""

    started: float
    doing: str = "starting"
    rounds: int = 0
    calls: int = 0
    tokens: int = 0

    def line(self, now: float) -> str:
        counts = f"round {self.rounds} · {self.calls} calls · {self.tokens:,} tokens"
        return f"{self.doing} · {now - self.started:.0f} s · {counts}"


class Progress:
    """A trace sink that shows a run to a person. Without a terminal it prints the steps and leaves the line out."""

    def __init__(self, console: Console, clock: Callable[[], float] = time.monotonic) -> None:
        self._console = console
        self._clock = clock
        self._figures: Figures | None = None
        self._spinner = Spinner("dots")
        self._live = Live(self, console=console, transient=True, refresh_per_second=8)

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._figures = None
        if self._live.is_started:
            self._live.stop()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self._figures:
            text = Text(self._figures.line(self._clock()), "dim", no_wrap=True, overflow="ellipsis")
            self._spinner.update(text=text)
            yield self._spinner

    def write(self, entry: Entry) -> None:
        match entry.event:
            case ActStarted(instruction=instruction):
                self._figures = Figures(self._clock())
                self._print("▶ ", instruction, "bold cyan")
            case ActEnded() as ended:
                self._figures = None
                self._tell_end(ended)
            case Looked(round=number):
                self._now("looking", number)
            case Asked(model=model, round=number):
                self._now(f"asking {model}", number)
            case Answered() as answer:
                self._count(answer)
            case Planned(log=log, thought=thought):
                self._print("  ", log or thought, "dim", "dim")
            case Located(box=None, target=target):
                self._print("  ✗ ", f"{target}: not found", "red")
            case Located(target=target):
                self._now(f"found {target}")
            case Acted() as acted:
                self._tell_step(acted)
            case Noted(text=text):
                self._print("  · ", text, "yellow", "dim")
            case _:
                pass

    def _now(self, doing: str, number: int | None = None) -> None:
        if self._figures:
            self._figures.doing = plain(doing).replace("\n", " ")
            self._figures.rounds = number or self._figures.rounds

    def _count(self, answer: Answered) -> None:
        if self._figures:
            self._figures.calls += 1
            self._figures.tokens += answer.prompt_tokens + answer.completion_tokens
        self._now("acting")

    def _tell_step(self, acted: Acted) -> None:
        if acted.error:
            self._print("  ✗ ", f"{acted.action}: {acted.error}", "red")
        else:
            self._print("  ✓ ", acted.action + (f" → {acted.output}" if acted.output else ""), "green")

    def _tell_end(self, ended: ActEnded) -> None:
        figures = f"{ended.rounds} rounds, {ended.actions} actions, {ended.calls} calls, {ended.tokens:,} tokens"
        money = f", ${ended.cost:.4f}" if ended.cost else ""
        mark, style = {"done": ("✓", "bold green"), "failed": ("✗", "bold red")}.get(
            ended.outcome, ("■", "bold yellow")
        )
        self._print(f"{mark} ", f"{ended.outcome} after {ended.seconds:.1f} s: {figures}{money}", style)

    def _print(self, mark: str, text: str, style: str, text_style: str = "") -> None:
        self._console.print(Text(mark, style) + Text(plain(text), text_style))
