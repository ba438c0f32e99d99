"""A port on which a worker says how it is, for what restarts it: `/live` while it turns, `/ready` while the database
hears it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress

from askonce.errors import ConfigError

_PATIENCE = 5.0
_LONGEST = 8192
_REASONS = {200: "OK", 404: "Not Found", 503: "Service Unavailable"}


@asynccontextmanager
async def health_port(port: int, is_ready: Callable[[], bool]) -> AsyncGenerator[int, None]:
    """Answer on a port of all addresses while the block goes on; 0 takes a free one. Nothing but this is told there."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), _PATIENCE)
            code, said = _said(head, is_ready)
            lines = [f"HTTP/1.1 {code} {_REASONS[code]}", "Content-Type: text/plain", f"Content-Length: {len(said)}"]
            writer.write("\r\n".join([*lines, "Connection: close", "", said]).encode())
            await writer.drain()
        writer.close()

    try:
        # A free port is another one for each family of addresses.
        server = await asyncio.start_server(answer, None if port else "0.0.0.0", port, limit=_LONGEST)
    except (OSError, OverflowError) as error:
        raise ConfigError(
            f"the health of the worker cannot be told on port {port}: {error}",
            remedy="choose a free port for --health-port",
        ) from error
    async with server:
        yield server.sockets[0].getsockname()[1]


def _said(head: bytes, is_ready: Callable[[], bool]) -> tuple[int, str]:
    path = [*head.split(b" ", 2), b""][1]
    if path == b"/live":
        return 200, "it works\n"
    if path == b"/ready":
        return (200, "it takes runs\n") if is_ready() else (503, "the database does not hear it\n")
    return 404, "there are /live and /ready\n"
