"""Writing to a person's terminal: colours only where they can be seen, and nothing that text could smuggle in."""

from __future__ import annotations

import traceback
from typing import IO

from rich.console import Console
from rich.text import Text

from understudy.errors import UnderstudyError


def for_people(file: IO[str] | None = None) -> Console:
    """Where progress and remarks go: standard error, so that standard output holds results alone.

    Rich leaves colours out by itself when this is no terminal or NO_COLOR is set.
    """
    return Console(stderr=file is None, file=file, highlight=False, markup=False, soft_wrap=True)


def plain(text: str) -> str:
    """Text from a page or a model without characters that a terminal would obey."""
    return "".join(letter if letter.isprintable() or letter in "\n\t" else "·" for letter in text)


def tell_error(console: Console, error: UnderstudyError, *, debug: bool) -> None:
    """What went wrong and what to do; where in the code only on request."""
    console.print(Text("✗ ", "bold red") + Text(plain(error.message)))
    if error.remedy:
        console.print(Text("  → ", "bold") + Text(plain(error.remedy)))
    if debug:
        _tell_origin(console, error)


def tell_defect(console: Console, error: Exception, *, debug: bool) -> None:
    """An error that should not have happened."""
    console.print(Text("✗ ", "bold red") + Text(plain(f"a defect in Understudy: {type(error).__name__}: {error}")))
    if debug:
        _tell_origin(console, error)
    else:
        console.print(Text("  → ", "bold") + Text("run it again with --debug, and report what that shows"))


def _tell_origin(console: Console, error: Exception) -> None:
    console.print(Text(plain("".join(traceback.format_exception(error))), "dim"))
