"""`askonce mcp`: the server for coding agents, over standard input and output or over HTTP."""

from __future__ import annotations

import asyncio
import secrets
import signal
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from askonce.cli.dotenv import read_environment
from askonce.cli.terminal import Text, new_console
from askonce.cli.var_options import read_values
from askonce.config import read_settings
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.tools.listen_address import is_loopback, listen
from askonce.values import Secret

if TYPE_CHECKING:
    from askonce.mcp.client_sessions import ServerPolicy


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """The options of `askonce mcp`."""

    http: bool = False
    host: str = "127.0.0.1"
    port: int = 8765
    token: str | None = None
    """The environment variable that holds the token."""
    secrets: list[str] = field(default_factory=list[str])
    uploads: Path | None = None
    allow_evaluate: bool = False
    idle: float = 900.0


def serve(options: ServerOptions) -> None:
    """Serve until the client disconnects or the process is stopped."""
    try:
        from askonce.mcp import transports
        from askonce.mcp.client_sessions import ServerPolicy
    except ImportError as error:
        raise ConfigError(
            f"the server needs the package mcp 2.0 or newer: {error}", remedy='pip install "askonce[mcp]"'
        ) from error
    terms = ServerPolicy(
        settings=read_settings(read_environment()),
        secrets=read_values([], options.secrets),
        uploads=options.uploads,
        may_evaluate=options.allow_evaluate,
        idle=options.idle,
    )
    if options.http:
        _serve_http(options, terms)
    else:
        # A thread blocks on the client's next line and cannot be cancelled, so a signal just ends the process. The
        # browsers end with it, and traces can be read up to that moment.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        asyncio.run(transports.serve_stdio(terms))


def _serve_http(options: ServerOptions, terms: ServerPolicy) -> None:
    from askonce.mcp import transports

    token = _token(options, transports.LEAST_TOKEN, everywhere=not is_loopback(options.host))
    console = new_console()
    with listen(options.host, options.port) as where:
        host, port = where.getsockname()[:2]
        console.print(
            Text(f"Listening on http://{f'[{host}]' if ':' in host else host}:{port}{transports.PATH}", "bold")
        )
        if options.token is None:
            console.print(Text(f"Token for this run: {token.reveal()}"))
        asyncio.run(transports.serve_http(terms, where, token))


def _token(options: ServerOptions, least: int, *, everywhere: bool) -> Secret:
    """The token from the environment; without --token a new one, if only this machine can reach the server."""
    if options.token is None:
        if everywhere:
            raise ConfigError(
                f"{options.host} can be reached from other machines, so --token is required",
                remedy="put a long random token into an environment variable and name it: --token VARIABLE",
            )
        return Secret(secrets.token_urlsafe(24))
    value = read_environment().get(options.token, "")
    if len(value) < least:
        raise ConfigError(
            f"--token: {options.token} has {len(value)} characters, and a token needs at least {least}",
            remedy=f"set the variable {options.token}, for example to {secrets.token_urlsafe(24)}",
        )
    return Secret(value)


def print_skill() -> None:
    """Print the instructions for coding agents."""
    from askonce.mcp.resources import skill

    print(skill(), end="")
