"""WebDriverAgent's HTTP server on a port of this machine."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from datetime import datetime
from email.utils import format_datetime
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from askonce.testing.phone.wda.web_driver_agent import Refusal, WebDriverAgent

_LENGTH = re.compile(rb"content-length:\s*(\d+)", re.IGNORECASE)


class AgentServer:
    """Serves one WebDriverAgent; one request after the other, as on a phone."""

    def __init__(self, agent: WebDriverAgent, clock: Callable[[], datetime]) -> None:
        self._agent, self._clock = agent, clock
        self._turn = asyncio.Lock()
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self.port = 0

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Stop listening, and cut off whoever is connected."""
        if self._server:
            self._server.close()
            for writer in self._writers:
                writer.close()
            self._server = None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = _LENGTH.search(head)
                body = await reader.readexactly(int(length[1])) if length else b""
                async with self._turn:
                    status, answer = await self._answer(head, body)
                writer.write(self._told(status, answer))
                await writer.drain()
                if b"connection: close" in head.lower():
                    return
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _answer(self, head: bytes, body: bytes) -> tuple[int, Any]:
        method, target, _ = head.split(b"\r\n")[0].decode("latin-1").split(" ")
        parts = urlsplit(target)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        try:
            given: dict[str, Any] = json.loads(body) if body else {}
            return 200, await self._agent.answer(method, unquote(parts.path).rstrip("/") or "/", query, given)
        except Refusal as refusal:
            return refusal.status, {"error": refusal.word, "message": refusal.message, "traceback": ""}
        except ValueError as error:
            return 400, {"error": "invalid argument", "message": str(error), "traceback": ""}

    def _told(self, status: int, value: Any) -> bytes:
        data = json.dumps({"value": value, "sessionId": self._agent.session or None}).encode()
        head = (
            f"HTTP/1.1 {status} {'OK' if status == 200 else 'Error'}\r\nServer: WebDriverAgent/1.0\r\n"
            f"Date: {format_datetime(self._clock())}\r\nContent-Type: application/json; charset=utf-8\r\n"
            f"Content-Length: {len(data)}\r\n\r\n"
        )
        return head.encode() + data
