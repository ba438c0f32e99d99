"""The `understudy` command. What it needs is imported when a command runs, so that `--version` answers at once."""

import sys


def main() -> None:
    """The entry point of the installed command."""
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        from understudy.version import VERSION

        print(f"understudy {VERSION}")
        return
    from understudy.cli.app import run

    sys.exit(run(arguments))
