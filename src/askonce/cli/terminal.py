"""Output for a terminal: colours only where they work, and no control characters from pages or models."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from importlib import import_module
from typing import IO, TYPE_CHECKING

from askonce.errors import AskonceError
from askonce.lazy import dataclass, late

if TYPE_CHECKING:
    from rich.console import Console as Console
    from rich.text import Text as Text
else:  # a command that prints nothing, or only its result, does without Rich
    Console = late(lambda: import_module("rich.console").Console)
    Text = late(lambda: import_module("rich.text").Text)


@dataclass(slots=True)
class Verbosity:
    """How much a command prints: --quiet, --verbose and --debug, before or after its name."""

    quiet: bool = False
    verbose: bool = False
    debug: bool = False

    def console(self) -> Console:
        """The console for progress and remarks; it prints nothing with --quiet."""
        make = partial(new_console, quiet=self.quiet)
        return make() if sys.stderr.isatty() else late(make, is_interactive=False)


def new_console(file: IO[str] | None = None, *, quiet: bool = False) -> Console:
    """A console for progress and remarks: on standard error, so that standard output holds only results.

    Rich omits colours where there is no terminal. NO_COLOR also omits bold and dim. FORCE_COLOR adds colours to a file
    or a pipe, but no animation.
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
    """Show a spinner, where it can be erased afterwards."""
    return console.status(words) if console.is_interactive else nullcontext()


def plain(text: str) -> str:
    """Text from a page or a model without control characters."""
    return "".join(letter if letter.isprintable() or letter in "\n\t" else "·" for letter in text)


def print_error(console: Console, error: AskonceError, *, debug: bool) -> None:
    """Print what went wrong and what to do; with `debug` also the traceback."""
    console.print(Text.assemble(("✗ ", "bold red"), plain(error.message)))
    if error.remedy:
        console.print(Text.assemble(("  → ", "bold"), plain(error.remedy)))
    if debug:
        _print_traceback(console, error)


def print_warning(console: Console, text: str) -> None:
    """Print what does not keep a command from doing what it was asked; nothing for an empty text."""
    if text:
        console.print(Text(plain(f"warning: {text}"), "yellow"))


def print_internal_error(console: Console, error: Exception, *, debug: bool) -> None:
    """Print an error that is a bug in Askonce."""
    what = plain(f"internal error: {type(error).__name__}: {error}")
    console.print(Text.assemble(("✗ ", "bold red"), what))
    if debug:
        _print_traceback(console, error)
    else:
        console.print(Text.assemble(("  → ", "bold"), "run it again with --debug, and report the traceback"))


def _print_traceback(console: Console, error: Exception) -> None:
    import traceback

    console.print(Text(plain("".join(traceback.format_exception(error))), "dim"))
