"""`askonce shop`."""

from __future__ import annotations

from typing import Annotated

import typer

from askonce.cli.help import Commands
from askonce.cli.interrupts import exit_with

commands = Commands()


@commands.command(panel="Set up", examples=["askonce shop", "askonce shop --port 9000 --open"])
def shop(
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="NUMBER", help="Port (8800); 0 picks a free one.")
    ] = 8800,
    open_page: Annotated[bool, typer.Option("--open", help="Open it in your browser.")] = False,
) -> None:
    """Serve the sample shop on this machine until Ctrl-C, to try things on."""
    from askonce.cli.serve_shop import serve

    exit_with(lambda: serve(port, open_page=open_page))
