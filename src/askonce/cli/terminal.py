"""Writing to a person's terminal: colours only where they can be seen, and nothing that text could smuggle in."""

from __future__ import annotations

import sys
import traceback
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import IO

from rich.console import Console
from rich.text import Text

from askonce.errors import AskonceError


@dataclass(slots=True)
class Verbosity:
    """How much a command tells: what --quiet, --verbose and --debug say, before or after its name."""

    quiet: bool = False
    verbose: bool = False
    debug: bool = False

    def console(self) -> Console:
        """Where progress and remarks go; nowhere when it is to be quiet."""
        return new_console(quiet=self.quiet)


def new_console(file: IO[str] | None = None, *, quiet: bool = False) -> Console:
    """Where progress and remarks go: standard error, so that standard output holds results alone.

    Rich leaves colours out by itself where this is no terminal. NO_COLOR leaves bold and dim out too; FORCE_COLOR
    brings colours to a file or a pipe, but nothing there that moves.
    """
    stream = file or sys.stderr
    colours = None if Console(file=stream).no_color else "auto"
    return Console(
        stderr=file is None,
        file=file,
        color_system=colours,
        force_interactive=None if stream.isatty() else False,
        quiet=quiet,
        highlight=False,
        markup=False,
        soft_wrap=True,
    )


def busy(console: Console, words: str) -> AbstractContextManager[object]:
    """Tells that something goes on, where it can vanish again."""
    return console.status(words) if console.is_interactive else nullcontext()


def plain(text: str) -> str:
    """Text from a page or a model without characters that a terminal would obey."""
    return "".join(letter if letter.isprintable() or letter in "\n\t" else "·" for letter in text)


def print_error(console: Console, error: AskonceError, *, debug: bool) -> None:
    """What went wrong and what to do; where in the code only on request."""
    console.print(Text.assemble(("✗ ", "bold red"), plain(error.message)))
    if error.remedy:
        console.print(Text.assemble(("  → ", "bold"), plain(error.remedy)))
    if debug:
        _print_traceback(console, error)


def print_internal_error(console: Console, error: Exception, *, debug: bool) -> None:
    """An error that should not have happened."""
    what = plain(f"a defect in Askonce: {type(error).__name__}: {error}")
    console.print(Text.assemble(("✗ ", "bold red"), what))
    if debug:
        _print_traceback(console, error)
    else:
        console.print(Text.assemble(("  → ", "bold"), "run it again with --debug, and report what that shows"))


def _print_traceback(console: Console, error: Exception) -> None:
    console.print(Text(plain("".join(traceback.format_exception(error))), "dim"))
