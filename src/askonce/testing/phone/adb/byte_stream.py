"""The byte streams that services of the phone speak through, whichever way a client came."""

from __future__ import annotations

import asyncio
from typing import Protocol


class ByteStream(Protocol):
    """A stream to one client of one service."""

    async def read(self, size: int = -1) -> bytes:
        """Exactly so many bytes, or whatever comes next; fewer at the end."""
        ...

    async def write(self, data: bytes) -> None:
        """Send all of it; a `ConnectionError` if the client has gone."""
        ...


class SocketStream:
    """A stream that is a connection of its own."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def read(self, size: int = -1) -> bytes:
        if size < 0:
            return await self._reader.read(65536)
        try:
            return await self._reader.readexactly(size)
        except asyncio.IncompleteReadError as error:
            return error.partial

    async def write(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()
