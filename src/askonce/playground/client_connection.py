"""A client at the other end of a socket: what is on its way to it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from askonce.geometry import Size
from askonce.playground.wire_messages import to_text

UNSEEN = 2
"""How many pictures may be on their way: one that is drawn, and one that comes meanwhile."""
MOST = 2_000
"""How many messages may wait for a client before it is given up."""


class ClientSocket(Protocol):
    async def send_text(self, data: str) -> None: ...

    async def send_bytes(self, data: bytes) -> None: ...


class ClientConnection:
    """Sends messages in order, and of pictures always the newest: a slow client gets fewer, and none that are old."""

    def __init__(self, socket: ClientSocket) -> None:
        self._socket = socket
        self._waiting: deque[str] = deque()
        self._picture: bytes | None = None
        self._unseen = 0
        self._stirred = asyncio.Event()
        self._is_closed = False
        self.view: Size | None = None
        """The largest pictures it wants; None where it wants none."""
        self.shown: Size | None = None
        """The size of the screen that it was told last."""
        self.on_ready: Callable[[], None] = lambda: None
        """Called when it takes pictures again."""

    @property
    def is_ready(self) -> bool:
        """Whether it takes a picture now."""
        return self.view is not None and self._picture is None and self._unseen < UNSEEN and not self._is_closed

    def send(self, message: Mapping[str, Any]) -> None:
        if self._is_closed:
            return
        self._waiting.append(to_text(message))
        if len(self._waiting) > MOST:
            self.close()
        self._stirred.set()

    def show(self, picture: bytes) -> None:
        """Send a picture as soon as the client has seen those before it. One that waits is replaced."""
        self._picture = picture
        self._stirred.set()

    def drop_picture(self) -> None:
        """Send the picture that waits no more."""
        self._picture = None

    def has_seen(self) -> None:
        """The client has drawn a picture."""
        self._unseen = max(0, self._unseen - 1)
        self._stirred.set()
        self.on_ready()

    def restart_view(self, size: Size | None) -> None:
        self.view, self.shown, self._picture, self._unseen = size, None, None, 0

    def close(self) -> None:
        self._is_closed = True
        self._stirred.set()

    async def deliver(self) -> None:
        """Send what there is, until the connection is closed and all messages are sent."""
        while True:
            await self._stirred.wait()
            self._stirred.clear()
            while self._waiting:
                await self._socket.send_text(self._waiting.popleft())
            if self._is_closed:
                return
            if self._picture is not None and self._unseen < UNSEEN:
                picture, self._picture = self._picture, None
                self._unseen += 1
                await self._socket.send_bytes(picture)
                self.on_ready()
