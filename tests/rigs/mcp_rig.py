"""A server on the loopback address, and the official client to speak to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, ImageContent, TextContent

from askonce.config import ModelRoles, Settings, read_settings
from askonce.mcp.client_sessions import ServerPolicy
from askonce.mcp.transports import PATH, serve_http
from askonce.testing import ModelServer
from askonce.testing.shop import ACCOUNTS
from askonce.tools.listen_address import listen
from askonce.values import Secret

TOKEN = "a-token-for-tests-only"
LEGACY, MODERN = "legacy", "2026-07-28"
LOGIN = "type bob into User name, type {password} into Password and press Enter"


def settings(runs: Path, model: ModelServer | None = None) -> Settings:
    roles = ModelRoles(model.settings()) if model else None
    return Settings(runs=runs, browser=read_settings().browser, models=roles)


def terms(runs: Path, model: ModelServer | None = None, **others: Any) -> ServerPolicy:
    return ServerPolicy(settings=settings(runs, model), secrets={"password": Secret(ACCOUNTS["bob"])}, **others)


@dataclass
class Door:
    """Where a server listens."""

    url: str

    @asynccontextmanager
    async def client(self, mode: str = LEGACY, token: str = TOKEN) -> AsyncIterator[Hand]:
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http,
            Client(streamable_http_client(self.url, http_client=http), mode=mode) as client,
        ):
            yield Hand(client, http)


@dataclass
class Hand:
    """A client, and what it was told on the way."""

    client: Client
    http: httpx2.AsyncClient | None = None
    told: list[str] = field(default_factory=list)
    heard: asyncio.Event = field(default_factory=asyncio.Event)

    async def call(self, name: str, **arguments: Any) -> CallToolResult:
        return await self.client.call_tool(name, arguments, progress_callback=self._hear)

    async def good(self, name: str, **arguments: Any) -> Any:
        """What a tool gives that does not fail: its data."""
        result = await self.call(name, **arguments)
        assert not result.is_error, text_of(result)
        return result.structured_content

    async def bad(self, name: str, **arguments: Any) -> str:
        """What a tool that fails says."""
        result = await self.call(name, **arguments)
        assert result.is_error, text_of(result)
        assert "Traceback" not in text_of(result)
        return text_of(result)

    async def _hear(self, progress: float, total: float | None, message: str | None) -> None:
        self.told.append(message or "")
        self.heard.set()


@asynccontextmanager
async def open_door(terms: ServerPolicy) -> AsyncIterator[Door]:
    with listen("127.0.0.1", 0) as where:
        serving = asyncio.create_task(serve_http(terms, where, Secret(TOKEN)))
        try:
            yield Door(f"http://127.0.0.1:{where.getsockname()[1]}{PATH}")
        finally:
            serving.cancel()
            await asyncio.wait({serving})


def text_of(result: CallToolResult) -> str:
    return "\n".join(one.text for one in result.content if isinstance(one, TextContent))


def picture_in(result: CallToolResult) -> ImageContent:
    (picture,) = (one for one in result.content if isinstance(one, ImageContent))
    return picture
