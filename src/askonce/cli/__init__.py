"""The `askonce` command. What it needs is imported when a command runs, so that `--version` answers at once."""

import os
import signal
import sys
from io import TextIOWrapper
from typing import TextIO, cast


def main() -> None:
    """The entry point of the installed command."""
    _mend_output()
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        from askonce.version import VERSION

        print(f"askonce {VERSION}")
        return
    # Python loses a Ctrl-C where it cannot raise, as amid imports. So until there is work to stop, Ctrl-C just ends it.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from askonce.cli.app import run

    sys.exit(run(arguments))


def _mend_output() -> None:
    """Have both outputs there, also where one was closed, and able to take any letter, in whatever encoding."""
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    if sys.stdout.errors == "strict":
        cast("TextIOWrapper", sys.stdout).reconfigure(errors="backslashreplace")


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")
