"""The `understudy` command. What it needs is imported when a command runs, so that `--version` answers at once."""

import signal
import sys


def main() -> None:
    """The entry point of the installed command."""
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        from understudy.version import VERSION

        print(f"understudy {VERSION}")
        return
    # Python loses a Ctrl-C where it cannot raise, as amid imports. So until there is work to stop, Ctrl-C just ends it.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from understudy.cli.app import run

    sys.exit(run(arguments))
