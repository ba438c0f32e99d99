"""A client of the playground, as its page is one: it visits the link, opens the socket of a session, and asks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2 as httpx
from command_client import CommandClient
from playwright.async_api import Page
from websockets.asyncio.client import ClientConnection as Socket
from websockets.asyncio.client import connect

from askonce import launch
from askonce.config import Settings
from askonce.playground.model_choice import ModelChoice
from askonce.playground.playground_options import PlaygroundOptions
from askonce.playground.playground_session import PlaygroundSession
from askonce.playground.server import Playground, serve
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens import Screen


async def visit(playground: Playground) -> str:
    """The cookie that a browser gets at the link."""
    async with httpx.AsyncClient(verify=False) as client:
        answer = await client.get(playground.link)
        assert answer.status_code == 200, answer.text
        return answer.headers["set-cookie"].partition(";")[0]


class PageClient(CommandClient):
    """A client at the end of a socket. Pictures are counted and acknowledged, unless it is told not to."""

    def __init__(self, socket: Socket) -> None:
        super().__init__()
        self.socket = socket
        self.pictures: list[bytes] = []
        self.acknowledges = True

    async def read(self) -> None:
        async for message in self.socket:
            if isinstance(message, str):
                await self.take(message)
                continue
            async with self._news:
                self.pictures.append(message)
                self._news.notify_all()
            if self.acknowledges:
                await self.send(do="view.seen")
        async with self._news:
            self._news.notify_all()

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))


@asynccontextmanager
async def connected(
    playground: Playground, session: str, headers: Mapping[str, str] | None = None
) -> AsyncIterator[PageClient]:
    cookie = await visit(playground)
    address = f"ws://{urlsplit(playground.link).netloc}/sessions/{session}/socket"
    origin = f"http://{urlsplit(playground.link).netloc}"
    async with connect(
        address, additional_headers={"Cookie": cookie, "Origin": origin, **(headers or {})}, max_size=None
    ) as socket:
        client = PageClient(socket)
        reading = asyncio.create_task(client.read())
        try:
            await client.told("writer")
            yield client
        finally:
            reading.cancel()


@dataclass
class Sitting:
    """A playground with one session."""

    playground: Playground
    session: PlaygroundSession

    @asynccontextmanager
    async def client(self) -> AsyncIterator[PageClient]:
        async with connected(self.playground, self.session.id) as client:
            yield client


@asynccontextmanager
async def sitting(on: Screen | Page, runs: Path | None = None, **options: Any) -> AsyncIterator[Sitting]:
    """A playground on a screen or a page of the test, which stays open."""
    settings, models = Settings(runs=runs, patience=1), ModelChoice(None)
    kept = Recordings(MemoryRecordings(), "sitting")
    opening = launch.page if isinstance(on, Page) else launch.screen
    async with (
        serve(PlaygroundOptions(settings=settings, **options)) as playground,
        opening(on, settings=settings, model=models.models, recordings=kept) as agent,
    ):
        yield Sitting(playground, await playground.adopt(agent, models))
