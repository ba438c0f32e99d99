"""`askonce migrate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from askonce.cli.commands.options import Json
from askonce.cli.help import Commands
from askonce.cli.interrupts import exit_with

commands = Commands(
    "migrate",
    panel="Set up",
    help="Bring a project of another tool over.",
    examples=["askonce migrate midscene .", "askonce migrate midscene shop-tests --output shop"],
)


@commands.command(
    "midscene",
    examples=["askonce migrate midscene .", "askonce migrate midscene shop-tests --output shop --force"],
)
def migrate_midscene(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder of the project.")],
    output: Annotated[
        Path | None, typer.Option("--output", metavar="FOLDER", help="Where to write; default: FOLDER/askonce.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that are there.")] = False,
    as_json: Json = False,
) -> None:
    """Read a Midscene project, say what differs, and write ours.

    Reads scripts, batches, caches, .env, commands and code; writes scripts, recordings and .env. Exit code 1 if a
    script cannot run. JSON fields: scripts, caches, environment, commands, calls, written.
    """
    from askonce.cli.migration.migrate_midscene import MigrateOptions, migrate

    options = MigrateOptions(folder, output, force=force, as_json=as_json)
    exit_with(lambda: migrate(options, context.obj))
