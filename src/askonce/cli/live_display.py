"""A part of the terminal that is redrawn while work goes on; finished steps stay above it as lines."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Self

from askonce.cli.terminal import Console, Text, plain

if TYPE_CHECKING:
    from rich.console import ConsoleOptions, RenderableType, RenderResult
    from rich.live import Live

_FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
SHORT = 200
"""How many characters of a remark are shown without --verbose."""

Clock = Callable[[], float]


class LiveDisplay:
    """The base of all progress displays. Without a terminal, only the lines that stay are printed."""

    def __init__(self, console: Console, *, verbose: bool = False, clock: Clock = time.monotonic) -> None:
        self._console = console
        self._verbose = verbose
        self._clock = clock
        self._live: Live | None = None

    def _start(self) -> None:
        from rich.live import Live

        # Results go to standard output; redirect it only where it is the same terminal as this display.
        shares = sys.stdout.isatty()
        self._live = Live(self, console=self._console, transient=True, refresh_per_second=8, redirect_stdout=shares)
        self._live.start()

    def _stop(self) -> None:
        if self._live:
            self._live.stop()
            self._live = None

    def __enter__(self) -> Self:
        if self._console.is_interactive and not self._console.quiet:
            self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()
        self._stop()

    @contextmanager
    def aside(self) -> Generator[None, None, None]:
        """Pause the display, so that the user can type an answer."""
        was_shown = self._live is not None
        self._stop()
        try:
            yield
        finally:
            if was_shown:
                self._start()  # a new one: the old one would erase what was printed meanwhile

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from self.lines()

    def lines(self) -> Iterator[RenderableType]:
        """What is going on now, drawn at each refresh."""
        raise NotImplementedError

    def clear(self) -> None:
        """Show nothing any more."""
        raise NotImplementedError

    def spinning(self, text: str) -> Text:
        """A line with a spinner, cut at the width of the terminal."""
        frame = _FRAMES[int(self._clock() * 10) % len(_FRAMES)]
        return Text.assemble((f"{frame} ", "cyan"), (text, "dim"), no_wrap=True, overflow="ellipsis")

    def print_line(self, mark: str, text: str, style: str, text_style: str = "") -> None:
        """Print a line that stays."""
        self._console.print(Text.assemble((mark, style), (plain(text), text_style)))

    def print_remark(self, mark: str, text: str, style: str, text_style: str = "") -> None:
        """Print a line that stays, cut short without --verbose."""
        cut = text if self._verbose or len(text) <= SHORT else f"{text[:SHORT].rstrip()} …"
        self.print_line(mark, cut, style, text_style)
