"""Running a server: over standard input and output, or over HTTP with a token."""

from __future__ import annotations

import asyncio
import hmac
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import uvicorn
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings

from askonce.mcp.client_sessions import ServerPolicy
from askonce.mcp.mcp_server import build_server
from askonce.tools.listen_address import is_loopback
from askonce.values import Secret

PATH = "/mcp"
LEAST_TOKEN = 16
"""How many characters keep a token from being guessed."""
GRACE = 5
"""Seconds that calls under way get to end when the server does."""

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


async def serve_stdio(terms: ServerPolicy) -> None:
    """Serve the client at the other end of standard input and output, until it hangs up.

    While it runs, whatever else is printed goes to standard error: the protocol has standard output for itself.
    """
    server = build_server(terms)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


async def serve_http(terms: ServerPolicy, where: socket.socket, token: Secret) -> None:
    """Serve all clients that know the token on a socket that listens already, until the process is stopped."""
    host = where.getsockname()[0]
    # Against pages that point a name of their own at this machine; elsewhere the names of the host are not known.
    security = None if is_loopback(host) else TransportSecuritySettings(enable_dns_rebinding_protection=False)
    app = build_server(terms).streamable_http_app(
        streamable_http_path=PATH, host="127.0.0.1", transport_security=security
    )
    config = uvicorn.Config(guarded(app, token), log_level="warning", timeout_graceful_shutdown=GRACE)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve(sockets=[where]))
    try:
        await asyncio.wait({serving})
    finally:
        # When this is cancelled, the server closes its sessions first: uvicorn itself would drop them.
        server.should_exit = True
        await serving


def guarded(app: App, token: Secret) -> App:
    """An application that answers only those who send the token: `Authorization: Bearer …`."""
    wanted = f"Bearer {token.reveal()}".encode()

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        headers: list[tuple[bytes, bytes]] = scope.get("headers", [])
        sent = [value for name, value in headers if name == b"authorization"]
        if scope["type"] != "http" or (len(sent) == 1 and hmac.compare_digest(sent[0], wanted)):
            await app(scope, receive, send)
            return
        headers = [(b"content-type", b"text/plain"), (b"www-authenticate", b"Bearer")]
        await send({"type": "http.response.start", "status": 401, "headers": headers})
        await send({"type": "http.response.body", "body": b"Send the token: Authorization: Bearer TOKEN\n"})

    return answer
