"""A line to a server on loopback that can be cut: what is sent while it is, stays on the way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class CutLine:
    """Passes connections on to a port, unless it is cut."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._whole = asyncio.Event()
        self._whole.set()
        self.port = 0

    def cut(self) -> None:
        self._whole.clear()

    def mend(self) -> None:
        self._whole.set()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[CutLine]:
        tasks: set[asyncio.Task[None]] = set()

        async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await self._whole.wait()
            with suppress(OSError):
                back, forth = await asyncio.open_connection("127.0.0.1", self._to)
                for ends in ((reader, forth), (back, writer)):
                    task = asyncio.create_task(self._pass(*ends))
                    tasks.add(task)
                    task.add_done_callback(tasks.discard)

        server = await asyncio.start_server(connect, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            self.mend()
            server.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await self._whole.wait()
                writer.write(data)
                await writer.drain()
        writer.close()
