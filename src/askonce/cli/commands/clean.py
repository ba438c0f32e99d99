"""`askonce clean`."""

from __future__ import annotations

from typing import Annotated

import typer

from askonce.cli.commands.options import Json
from askonce.cli.help import Commands
from askonce.cli.interrupts import exit_with

commands = Commands()


@commands.command(
    panel="Set up", examples=["askonce clean --dry-run", "askonce clean --days 7", "askonce clean --megabytes 200"]
)
def clean(
    days: Annotated[
        float | None, typer.Option(min=0, metavar="NUMBER", help="Keep this many days; default: ASKONCE_KEEP_DAYS.")
    ] = None,
    megabytes: Annotated[
        float | None, typer.Option(min=0, metavar="NUMBER", help="Keep this much; default: ASKONCE_KEEP_MEGABYTES.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only print what would be removed.")] = False,
    as_json: Json = False,
) -> None:
    """Remove old traces and reports. Runs do the same at their end, once a day.

    Recordings stay, and so do the latest run, runs in progress and runs that can be resumed. JSON fields: removed, each
    with folder, bytes and reason (age or size).
    """
    from askonce.cli.clean_runs import CleanOptions, clean_runs

    exit_with(lambda: clean_runs(CleanOptions(days, megabytes, dry_run=dry_run, as_json=as_json)))
