"""`askonce mcp`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from askonce.cli.help import Commands
from askonce.cli.interrupts import exit_with

commands = Commands()


@commands.command(
    "mcp",
    panel="Set up",
    examples=[
        "askonce mcp",
        "askonce mcp --secret password=SHOP_PASSWORD",
        "askonce mcp --http --port 9000 --token MCP_TOKEN",
    ],
)
def serve_agents(
    http: Annotated[bool, typer.Option("--http", help="Serve over HTTP instead of standard input and output.")] = False,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to listen on (127.0.0.1); others need --token.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="NUMBER", help="Port (8765); 0 picks a free one.")
    ] = 8765,
    token: Annotated[
        str | None,
        typer.Option(metavar="VARIABLE", help="Variable with the token; default: a new token."),
    ] = None,
    secret: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[=VARIABLE]", help="Value for {NAME}, from the environment."),
    ] = None,
    uploads: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="The only folder to upload files from.")
    ] = None,
    allow_evaluate: Annotated[
        bool, typer.Option("--allow-evaluate", help="Let clients run JavaScript in pages.")
    ] = False,
    idle: Annotated[
        float, typer.Option(min=1, metavar="SECONDS", help="Close sessions after this long without use (900).")
    ] = 900.0,
    skill: Annotated[bool, typer.Option("--skill", help="Print the instructions for coding agents.")] = False,
) -> None:
    """Serve coding agents over the Model Context Protocol. Needs askonce[mcp]."""
    from askonce.cli.serve_mcp import ServerOptions, print_skill, serve

    options = ServerOptions(
        http=http,
        host=host,
        port=port,
        token=token,
        secrets=secret or [],
        uploads=uploads,
        allow_evaluate=allow_evaluate,
        idle=idle,
    )
    exit_with(lambda: print_skill() if skill else serve(options))
