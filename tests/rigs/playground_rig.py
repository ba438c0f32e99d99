"""A client of the playground, as its page is one: it visits the link, opens the socket of a session, and asks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2 as httpx
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

PATIENCE = 30.0


async def visit(playground: Playground) -> str:
    """The cookie that a browser gets at the link."""
    async with httpx.AsyncClient() as client:
        answer = await client.get(playground.link)
        assert answer.status_code == 200, answer.text
        return answer.headers["set-cookie"].partition(";")[0]


class PageClient:
    """What a page does with a session. Pictures are counted and acknowledged, unless it is told not to."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        self.events: list[dict[str, Any]] = []
        self.pictures: list[bytes] = []
        self.acknowledges = True
        self._answers: dict[int, dict[str, Any]] = {}
        self._number = 0
        self._news = asyncio.Condition()

    async def read(self) -> None:
        async for message in self.socket:
            async with self._news:
                if isinstance(message, bytes):
                    self.pictures.append(message)
                elif "event" in (told := json.loads(message)):
                    self.events.append(told)
                else:
                    self._answers[told["id"]] = told
                self._news.notify_all()
            if isinstance(message, bytes) and self.acknowledges:
                await self.send(do="view.seen")
        async with self._news:
            self._news.notify_all()

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def answer(self, do: str, **fields: Any) -> dict[str, Any]:
        """The whole answer to a command: its result, or its error."""
        self._number += 1
        number = self._number
        await self.send(id=number, do=do, **fields)
        await self.until(lambda: number in self._answers)
        return self._answers.pop(number)

    async def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        answer = await self.answer(do, **fields)
        assert "error" not in answer, answer
        return answer["result"]

    async def refused(self, do: str, **fields: Any) -> dict[str, str]:
        answer = await self.answer(do, **fields)
        assert "error" in answer, answer
        return answer["error"]

    async def hand(self, kind: str, **fields: Any) -> dict[str, Any]:
        return await self.ask("hand", gesture={"kind": kind, **fields})

    def last(self, event: str) -> dict[str, Any] | None:
        return next((told for told in reversed(self.events) if told["event"] == event), None)

    async def told(self, event: str, fits: Callable[[dict[str, Any]], bool] = lambda told: True) -> dict[str, Any]:
        """The last event of a name that fits, once there is one."""

        def found() -> dict[str, Any] | None:
            return next((told for told in reversed(self.events) if told["event"] == event and fits(told)), None)

        await self.until(lambda: found() is not None)
        told = found()
        assert told
        return told

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(holds)


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
