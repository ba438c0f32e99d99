"""`askonce playground`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from askonce.cli.commands.act import SEES
from askonce.cli.commands.options import Headed, Recordings, Secrets
from askonce.cli.commands.screen_options import ScreenCommand, chosen_screen, names_screen
from askonce.cli.help import Commands
from askonce.cli.interrupts import exit_with

commands = Commands()


@commands.command(
    cls=ScreenCommand,
    panel="Run",
    examples=[
        "askonce playground",
        "askonce playground --url https://shop.example --secret pin=PIN",
        "askonce playground --android any --port 9000 --no-open",
    ],
)
def playground(
    context: typer.Context,
    headed: Headed = False,
    secret: Secrets = None,
    recordings: Recordings = None,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="Model to ask, with the address and key that are set.")
    ] = None,
    sees: Annotated[
        str | None,
        typer.Option(
            metavar="WHAT", autocompletion=lambda: SEES, help="What the model sees: screenshot, elements or both."
        ),
    ] = None,
    uploads: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Folder to upload files from.")] = None,
    folder: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Folder of programs to open and save (this one).")
    ] = Path(),
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="NUMBER", help="Port (8900); 0 picks a free one.")
    ] = 8900,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Address to listen on (127.0.0.1).")] = "127.0.0.1",
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open it in your browser.")] = False,
) -> None:
    """Try things on a live view of a screen, until Ctrl-C. Needs askonce[playground].

    Without options that name a screen, it begins with the sample shop and offers the sample apps.
    """
    from askonce.cli.recordings_option import RecordingsOption
    from askonce.cli.serve_playground import PlaygroundCommand, serve_playground

    options = PlaygroundCommand(
        screen=chosen_screen(context, headed=headed) if names_screen(context) else None,
        headed=headed,
        secrets=secret or [],
        recordings=RecordingsOption.read(recordings),
        model=model,
        sees=sees,
        uploads=uploads,
        folder=folder,
        port=port,
        host=host,
        open_page=not no_open,
    )
    exit_with(lambda: serve_playground(options, context.obj))
