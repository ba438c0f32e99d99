"""`askonce recordings`."""

from __future__ import annotations

from typing import Annotated

import typer

from askonce.cli import completion
from askonce.cli.commands.options import Json, Out
from askonce.cli.help import Commands
from askonce.cli.interrupts import exit_with

commands = Commands(
    "recordings",
    panel="See",
    help="List and export recordings of runs that worked.",
    examples=["askonce recordings list", "askonce recordings export shop --as pytest"],
)

FORMS = ["pytest", "yaml", "stp"]


@commands.command("list", examples=["askonce recordings list", "askonce recordings list shop --json"])
def list_recordings(
    which: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE_OR_ID]", autocompletion=completion.offer_recordings, help="A .yaml file or an id."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """List recordings: all ids, or the instructions of one.

    JSON fields: recordings, each with id and counts; or recordings, sightings, nothing_to_do and readings of one.
    """
    from askonce.cli.recording_files import tell_recordings

    exit_with(lambda: tell_recordings(which, as_json=as_json))


@commands.command(
    "export",
    examples=[
        "askonce recordings export shop --as pytest -o test_shop.py",
        "askonce recordings export shop --as stp --only basket --var user=bob",
    ],
)
def export_recordings(
    context: typer.Context,
    which: Annotated[
        str,
        typer.Argument(metavar="FILE_OR_ID", autocompletion=completion.offer_recordings, help="A .yaml file or an id."),
    ],
    form: Annotated[
        str,
        typer.Option("--as", metavar="FORMAT", autocompletion=lambda: FORMS, help="Format: pytest, yaml or stp."),
    ],
    out: Out = None,
    url: Annotated[str, typer.Option(metavar="URL", help="Page to start on.")] = "",
    only: Annotated[str, typer.Option(metavar="WORDS", help="Only instructions that contain these words.")] = "",
    var: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="Value for {NAME}.")] = None,
) -> None:
    """Export recordings as a Playwright test, a YAML script or a program.

    Values without --var, such as passwords, are read from the environment when it runs.
    """
    from askonce.cli.recording_files import ExportOptions, export

    options = ExportOptions(which=which, form=form, out=out, url=url, only=only, values=var or [])
    exit_with(lambda: export(options, context.obj))
