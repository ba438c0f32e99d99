"""`askonce mcp`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from askonce.cli.exit_codes import exit_with
from askonce.cli.help import Commands

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
    http: Annotated[bool, typer.Option("--http", help="Serve over HTTP, not standard input and output.")] = False,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen, 127.0.0.1; others need --token.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="NUMBER", help="The port, 8765; 0 takes a free one.")
    ] = 8765,
    token: Annotated[
        str | None,
        typer.Option(metavar="VARIABLE", help="The variable with the token; without it one is made."),
    ] = None,
    secret: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[=VARIABLE]", help="What {NAME} stands for, from the environment."),
    ] = None,
    uploads: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="The only folder that files may be uploaded from.")
    ] = None,
    idle: Annotated[
        float, typer.Option(min=1, metavar="SECONDS", help="Close sessions unused for so long, 900.")
    ] = 900.0,
    skill: Annotated[bool, typer.Option("--skill", help="Print the page for coding agents, and end.")] = False,
) -> None:
    """Serve coding agents over the Model Context Protocol. Needs askonce[mcp]."""
    from askonce.cli.serve_mcp import ServerOptions, print_skill, serve

    options = ServerOptions(
        http=http, host=host, port=port, token=token, secrets=secret or [], uploads=uploads, idle=idle
    )
    exit_with(lambda: print_skill() if skill else serve(options))
