"""`askonce record`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from askonce.cli.commands.options import Json, Out, Secrets
from askonce.cli.commands.recordings import FORMS
from askonce.cli.commands.screen_options import ScreenCommand, chosen_screen
from askonce.cli.help import Commands
from askonce.cli.interrupts import exit_with

commands = Commands()


@commands.command(
    cls=ScreenCommand,
    panel="Run",
    examples=[
        "askonce record --url https://shop.example -o basket.yaml",
        "askonce record --url https://shop.example --title 'log in' --secret pin=PIN --export pytest",
        "askonce record --from basket.yaml --url https://shop.example",
    ],
)
def record(
    context: typer.Context,
    out: Out = None,
    title: Annotated[str, typer.Option(metavar="WORDS", help="What the steps do: their instruction.")] = "",
    append: Annotated[bool, typer.Option("--append", help="Add to the file that -o names.")] = False,
    from_file: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Replay this recording first, and go on from there.")
    ] = None,
    headed: Annotated[
        bool | None,
        typer.Option("--headed/--live-view", help="Browser window or live view; default: what works."),
    ] = None,
    var: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Text that is recorded as {NAME} where typed."),
    ] = None,
    secret: Secrets = None,
    export: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FORMAT",
            autocompletion=lambda: FORMS,
            help="Also write it as pytest, yaml or stp.",
        ),
    ] = None,
    no_replay: Annotated[bool, typer.Option("--no-replay", help="Do not replay it at the end.")] = False,
    uploads: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Folder to upload files from.")] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="NUMBER", help="Port of the live view; 0 picks a free one.")
    ] = 0,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the live view in your browser.")] = False,
    as_json: Json = False,
) -> None:
    """Record what you do by hand, until Ctrl-C or until the browser is closed.

    Prints each step as it is recorded, replays all of them, and says which would not be found again: then the exit code
    is 1. Passwords become secrets, and are written nowhere. JSON fields: file, instruction, steps, exports, trace.
    """
    from askonce.cli.record_session import RecordOptions, record_steps
    from askonce.cli.var_options import read_values

    options = RecordOptions(
        screen=chosen_screen(context, headed=bool(headed)),
        out=out,
        title=title,
        append=append,
        from_file=from_file,
        headed=headed,
        values=read_values(var or [], secret or []),
        exports=tuple(dict.fromkeys(export or ())),
        replays=not no_replay,
        uploads=uploads,
        port=port,
        open_page=not no_open,
        as_json=as_json,
    )
    exit_with(lambda: record_steps(options, context.obj))
