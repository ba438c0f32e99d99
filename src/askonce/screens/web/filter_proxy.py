"""A proxy on this machine that connects to allowed hosts alone.

Everything that a context sends over TCP goes through its proxy: requests, sockets, those of workers, what is fetched in
advance. So hosts and ports hold at the network, also in a browser that is shared with others.
"""

from __future__ import annotations

import asyncio
import base64
import re
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from urllib.parse import urlsplit

from askonce.errors import ConfigError
from askonce.screens.web.allowed_hosts import HostRules
from askonce.screens.web.browser_options import Proxy

_PIECE = 64 * 1024
_LONGEST_HEAD = 256 * 1024
_PATIENCE = 30.0
"""Seconds that a client may take for the head of a request, and a host to be connected."""

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class FilterProxy:
    """Runs in a thread of its own, so that pages load while the caller's event loop is busy."""

    def __init__(self, rules: HostRules, upstream: Proxy | None = None) -> None:
        self._rules = rules
        self._upstream = _Upstream(upstream) if upstream else None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="askonce-filter-proxy", daemon=True)
        self._port = 0
        self._on_blocked: Callable[[str], None] = lambda address: None

    async def start(self) -> Proxy:
        """Listen, and tell what a browser needs to know. Loopback hosts go through it too."""
        self._thread.start()
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(self._listen(), self._loop))
        return Proxy(f"http://127.0.0.1:{self._port}", bypass="<-loopback>")

    def report_to(self, listener: Callable[[str], None]) -> None:
        """Call `listener`, in the event loop that is running now, with each address that is refused."""
        loop = asyncio.get_running_loop()

        def pass_on(address: str) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(listener, address)

        self._on_blocked = pass_on

    async def close(self) -> None:
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(self._end(), self._loop))
        self._loop.call_soon_threadsafe(self._loop.stop)
        await asyncio.to_thread(self._thread.join)
        self._loop.close()

    async def _listen(self) -> None:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=_LONGEST_HEAD)
        self._port = server.sockets[0].getsockname()[1]

    async def _end(self) -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), _PATIENCE)
            await self._answer(head, (reader, writer))
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            return  # either side went away
        finally:
            writer.close()

    async def _answer(self, head: bytes, client: Streams) -> None:
        method, _, rest = head.decode("latin-1").partition(" ")
        target = rest.partition(" ")[0]
        is_tunnel = method == "CONNECT"
        address = f"https://{target}" if is_tunnel else target
        parts = _split(address)
        if parts is None or not self._rules.allow(address):
            self._on_blocked(address)
            await _say(client[1], "403 Forbidden")
            return
        host, port, path = parts
        try:
            upstream = self._upstream if self._upstream and not self._upstream.leaves_out(host) else None
            opening = upstream.connect(host, port, tunnel=is_tunnel) if upstream else _connect(host, port)
            server = await asyncio.wait_for(opening, _PATIENCE)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            await _say(client[1], "502 Bad Gateway")
            return
        try:
            if is_tunnel:
                await _say(client[1], "200 Connection established")
                await _pipe_both(client, server)
            else:
                line = f"{method} {address if upstream else path} HTTP/1.1"
                await _forward(line, head, client, server, upstream.authorization if upstream else "")
        finally:
            server[1].close()


class _Upstream:
    """The proxy that the caller wants to be used."""

    def __init__(self, proxy: Proxy) -> None:
        parts = urlsplit(proxy.server if "://" in proxy.server else f"http://{proxy.server}")
        if parts.scheme != "http" or not parts.hostname:
            raise ConfigError(
                f"allowed hosts cannot be held behind the proxy {proxy.server}",
                remedy="use a proxy with an address such as http://proxy.example.org:3128, or set no allowed hosts",
            )
        self._host, self._port = parts.hostname, parts.port or 80
        key = base64.b64encode(f"{proxy.username}:{proxy.password}".encode()).decode()
        self.authorization = f"Proxy-Authorization: Basic {key}\r\n" if proxy.username else ""
        self._direct = tuple(filter(None, (word.strip().lower() for word in re.split("[,;]", proxy.bypass))))

    def leaves_out(self, host: str) -> bool:
        return any(host == word or host.endswith(f".{word.lstrip('*.')}") for word in self._direct)

    async def connect(self, host: str, port: int, *, tunnel: bool) -> Streams:
        reader, writer = await _connect(self._host, self._port)
        if tunnel:
            place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
            writer.write(f"CONNECT {place} HTTP/1.1\r\nHost: {place}\r\n{self.authorization}\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            if head.split(b" ", 2)[1:2] != [b"200"]:
                writer.close()
                raise ConnectionRefusedError("the proxy refused the connection")
        return reader, writer


def _split(address: str) -> tuple[str, int, str] | None:
    """Host, port and path of what a browser asks for; None where it is something else."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not host or parts.scheme not in {"http", "https"}:
        return None
    path = parts._replace(scheme="", netloc="").geturl() or "/"
    return host, port or (443 if parts.scheme == "https" else 80), path


async def _connect(host: str, port: int) -> Streams:
    return await asyncio.open_connection(host, port, limit=_LONGEST_HEAD)


async def _say(writer: asyncio.StreamWriter, status: str) -> None:
    ends = "" if status.startswith("200") else "Content-Length: 0\r\nConnection: close\r\n"
    writer.write(f"HTTP/1.1 {status}\r\n{ends}\r\n".encode())
    await writer.drain()


async def _forward(line: str, head: bytes, client: Streams, server: Streams, authorization: str) -> None:
    """Pass on one request and its answer. Both say that the connection ends: the next request may be for others."""
    fields = _without(head.partition(b"\r\n")[2], "connection", "proxy-connection", "proxy-authorization", "keep-alive")
    server[1].write(f"{line}\r\n{authorization}Connection: close\r\n".encode("latin-1") + fields)
    await server[1].drain()

    async def answer() -> None:
        while True:
            answered = await server[0].readuntil(b"\r\n\r\n")
            status, _, rest = answered.partition(b"\r\n")
            is_final = not status.split(b" ", 2)[1].startswith(b"1")
            kept = _without(rest, "connection", "keep-alive", "proxy-connection")
            client[1].write(status + b"\r\n" + (b"Connection: close\r\n" if is_final else b"") + kept)
            if is_final:
                break
        await _pipe(server[0], client[1])

    await _first_of(_pipe(client[0], server[1]), answer())


def _without(fields: bytes, *names: str) -> bytes:
    lines = fields.split(b"\r\n")
    return b"\r\n".join(line for line in lines if line.partition(b":")[0].decode("latin-1").lower() not in names)


async def _pipe_both(one: Streams, other: Streams) -> None:
    await _first_of(_pipe(one[0], other[1]), _pipe(other[0], one[1]))


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while piece := await reader.read(_PIECE):
        writer.write(piece)
        await writer.drain()
    if writer.can_write_eof():
        writer.write_eof()


async def _first_of(upward: Awaitable[None], downward: Awaitable[None]) -> None:
    """Until the host has said everything; a client that has nothing more to say still listens."""
    sending = asyncio.ensure_future(upward)
    try:
        await downward
    finally:
        sending.cancel()
        with suppress(asyncio.CancelledError, OSError):
            await sending
