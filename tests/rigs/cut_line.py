"""A line to a server on loopback that can be cut: what is sent while it is, stays on the way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress


class CutLine:
    """Passes connections on to a port, unless it is cut."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._whole = asyncio.Event()
        self._whole.set()
        self.port = 0
        self.unanswered: list[bytes] = []

    def lose_answer(self, *asked: bytes) -> None:
        """End the connection in which this is asked, one after the other, instead of passing on the last answer."""
        self.unanswered = list(asked)

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
                asked = _Asked(self)
                for passing in (self._pass(reader, forth, asked.hear), self._pass(back, writer, asked.check)):
                    task = asyncio.create_task(passing)
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

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, look: Callable[[bytes], None]
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await self._whole.wait()
                look(data)
                writer.write(data)
                await writer.drain()
        writer.close()


class _Asked:
    """What is asked in one connection."""

    def __init__(self, line: CutLine) -> None:
        self._line = line
        self._heard = 0
        self._is_lost = False

    def hear(self, data: bytes) -> None:
        unanswered = self._line.unanswered
        while self._heard < len(unanswered) and unanswered[self._heard] in data:
            self._heard += 1
        if unanswered and self._heard == len(unanswered):
            self._is_lost = True
            unanswered.clear()

    def check(self, data: bytes) -> None:
        if self._is_lost:
            raise ConnectionResetError
