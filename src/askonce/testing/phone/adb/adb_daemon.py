"""The daemon on the phone that `adb connect` reaches: many streams in one connection.

A message is six little-endian words and its data: command, two numbers, the data's length, a checksum that this version
leaves at 0, and the command's complement. Each side waits for an OKAY after each WRTE.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import struct
from contextlib import suppress

from askonce.testing.phone.adb.device_services import DeviceServices

_HEADER = struct.Struct("<6I")
_VERSION, _MOST_DATA = 0x0100_0001, 256 * 1024
_CNXN, _AUTH, _OPEN, _OKAY, _CLSE, _WRTE = (
    int.from_bytes(name, "little") for name in (b"CNXN", b"AUTH", b"OPEN", b"OKAY", b"CLSE", b"WRTE")
)
_TOKEN, _PUBLIC_KEY = 1, 3
FEATURES = "shell_v2,cmd,stat_v2,ls_v2"


class LinkStream:
    """One of the streams inside a connection."""

    def __init__(self, link: AdbLink, ours: int, theirs: int) -> None:
        self._link, self.ours, self.theirs = link, ours, theirs
        self._incoming: asyncio.Queue[bytes] = asyncio.Queue()
        self._acknowledged = asyncio.Event()
        self._buffer = b""
        self.closed = False

    async def write(self, data: bytes) -> None:
        for start in range(0, len(data), self._link.most_data):
            if self.closed:
                raise ConnectionError("the client has closed the stream")
            self._acknowledged.clear()
            await self._link.send(_WRTE, self.ours, self.theirs, data[start : start + self._link.most_data])
            await self._acknowledged.wait()

    async def read(self, size: int = -1) -> bytes:
        while (size < 0 and not self._buffer) or len(self._buffer) < size:
            if self.closed and self._incoming.empty():
                break
            if not (chunk := await self._incoming.get()):
                break
            self._buffer += chunk
        size = len(self._buffer) if size < 0 else size
        taken, self._buffer = self._buffer[:size], self._buffer[size:]
        return taken

    def feed(self, data: bytes) -> None:
        self._incoming.put_nowait(data)

    def acknowledge(self) -> None:
        self._acknowledged.set()

    def hang_up(self) -> None:
        self.closed = True
        self._incoming.put_nowait(b"")
        self._acknowledged.set()


class AdbLink:
    """The connection of one adb server."""

    def __init__(self, services: DeviceServices, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._services, self._reader, self._writer = services, reader, writer
        self.most_data = _MOST_DATA
        self._greeted = self._is_waiting = False
        self._streams: dict[int, LinkStream] = {}
        self._numbers = itertools.count(1)
        self._tasks: set[asyncio.Task[None]] = set()

    async def send(self, command: int, first: int, second: int, data: bytes = b"") -> None:
        self._writer.write(_HEADER.pack(command, first, second, len(data), 0, command ^ 0xFFFFFFFF) + data)
        await self._writer.drain()

    async def serve(self) -> None:
        try:
            while True:
                command, first, second, size, _, magic = _HEADER.unpack(await self._reader.readexactly(_HEADER.size))
                if magic != command ^ 0xFFFFFFFF or size > 2 * _MOST_DATA:
                    raise ConnectionError("this is not the adb protocol")
                await self._take(command, first, second, await self._reader.readexactly(size))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self.close()

    def close(self) -> None:
        for stream in self._streams.values():
            stream.hang_up()
        for task in self._tasks:
            task.cancel()
        self._writer.close()

    async def _take(self, command: int, first: int, second: int, data: bytes) -> None:
        if command == _CNXN:
            self.most_data = min(_MOST_DATA, second)
            await (self._greet() if self._services.authorized else self.send(_AUTH, _TOKEN, 0, os.urandom(20)))
        elif command == _AUTH and self._services.authorized:
            await self._greet()
        elif command == _AUTH and first != _PUBLIC_KEY:
            await self.send(_AUTH, _TOKEN, 0, os.urandom(20))
        elif command == _AUTH:
            self._is_waiting = True  # a public key waits for the person who is asked
        elif command == _OPEN and self._greeted:
            await self._open(first, data.rstrip(b"\0").decode("utf-8", "replace"))
        elif stream := self._streams.get(second):
            if command == _OKAY:
                stream.acknowledge()
            elif command == _WRTE:
                stream.feed(data)
                await self.send(_OKAY, stream.ours, stream.theirs)
            elif command == _CLSE:
                stream.hang_up()
                del self._streams[second]

    async def allow(self) -> None:
        """The person who was asked has said yes."""
        if self._is_waiting:
            with suppress(ConnectionError):
                await self._greet()

    async def _greet(self) -> None:
        self._greeted, self._is_waiting = True, False
        facts = "".join(f"{name}={value};" for name, value in self._services.facts.items())
        await self.send(_CNXN, _VERSION, _MOST_DATA, f"device::{facts}features={FEATURES}".encode())

    async def _open(self, theirs: int, service: str) -> None:
        if not self._services.offers(service):
            await self.send(_CLSE, 0, theirs)
            return
        stream = LinkStream(self, next(self._numbers), theirs)
        self._streams[stream.ours] = stream
        await self.send(_OKAY, stream.ours, theirs)
        task = asyncio.create_task(self._run(service, stream))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, service: str, stream: LinkStream) -> None:
        try:
            await self._services.serve(service, stream)
        except ConnectionError:
            pass
        finally:
            if not stream.closed:
                stream.hang_up()
                with suppress(ConnectionError):
                    await self.send(_CLSE, stream.ours, stream.theirs)


class AdbDaemon:
    """Listens on the loopback address while the phone is plugged in."""

    def __init__(self, services: DeviceServices, port: int = 0) -> None:
        self._services, self.port = services, port
        self._server: asyncio.Server | None = None
        self._links: set[AdbLink] = set()

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        if self._server:
            self._server.close()
            self._server = None
        for link in list(self._links):
            link.close()

    async def allow(self) -> None:
        """Let in those who wait for an answer: they do not ask twice."""
        for link in list(self._links):
            await link.allow()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        link = AdbLink(self._services, reader, writer)
        self._links.add(link)
        try:
            await link.serve()
        finally:
            self._links.discard(link)
