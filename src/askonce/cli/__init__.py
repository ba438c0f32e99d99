"""The `askonce` command. Imports happen when a command runs, so that `--version` answers at once."""

import gc
import os
import signal
import sys
from io import TextIOWrapper
from typing import TextIO, cast


def main() -> None:
    """The entry point of the installed command."""
    _fix_output()
    gc.disable()  # a start makes many classes and no garbage; `exit_with` enables it for what the command does
    gc.set_threshold(20_000)
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        from askonce.version import VERSION

        print(f"askonce {VERSION}")
        return
    # Python can lose a Ctrl-C during imports. Until there is work to stop, Ctrl-C just ends the process.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from askonce.cli.app import run

    sys.exit(run(arguments))


def _fix_output() -> None:
    """Make both outputs usable, even where one was closed, and able to take any character in any encoding."""
    sys.stdout = sys.stdout or _null_output()
    sys.stderr = sys.stderr or _null_output()
    if sys.stdout.errors == "strict":
        cast("TextIOWrapper", sys.stdout).reconfigure(errors="backslashreplace")


def _null_output() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")
