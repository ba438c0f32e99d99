"""A session of the playground on a screen in memory, with a client that is not at the end of a socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

from askonce.agent import Agent
from askonce.config import Settings
from askonce.playground.client_connection import ClientConnection
from askonce.playground.playground_options import PlaygroundOptions
from askonce.playground.playground_session import PlaygroundSession
from askonce.values import Secret

PATIENCE = 30.0


class PanelClient:
    """Sends commands and keeps what comes back, as a page does."""

    def __init__(self, session: PlaygroundSession) -> None:
        self.session = session
        self.events: list[dict[str, Any]] = []
        self._answers: dict[int, dict[str, Any]] = {}
        self._number = 0
        self._news = asyncio.Condition()
        self.connection = ClientConnection(self)
        self._delivery = asyncio.create_task(self.connection.deliver())
        session.welcome(self.connection)

    async def send_text(self, data: str) -> None:
        async with self._news:
            told = json.loads(data)
            if "event" in told:
                self.events.append(told)
            else:
                self._answers[told["id"]] = told
            self._news.notify_all()

    async def send_bytes(self, data: bytes) -> None:
        raise AssertionError("nobody asked for pictures")

    async def answer(self, do: str, **fields: Any) -> dict[str, Any]:
        self._number += 1
        number = self._number
        self.session.receive(self.connection, json.dumps({"id": number, "do": do, **fields}))
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

    def last(self, event: str) -> dict[str, Any]:
        return next(told for told in reversed(self.events) if told["event"] == event)

    async def told(self, event: str, **fields: Any) -> dict[str, Any]:
        """The last event of a name, once it says this."""

        def fits() -> bool:
            known = [told for told in self.events if told["event"] == event]
            return bool(known) and all(known[-1].get(name) == value for name, value in fields.items())

        try:
            await self.until(fits)
        except TimeoutError:
            raise AssertionError([told for told in self.events if told["event"] == event][-3:]) from None
        return self.last(event)

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(holds)


@asynccontextmanager
async def sitting(
    agent: Agent, folder: Path, *, secrets: dict[str, Secret] | None = None
) -> AsyncIterator[PanelClient]:
    """A client of a session on an agent."""
    options = PlaygroundOptions(settings=Settings(runs=None), secrets=secrets or {}, folder=folder)
    session = PlaygroundSession("1", options, uploads=folder, is_own_page=lambda address: False)
    await session.open(nullcontext(agent))
    try:
        yield PanelClient(session)
    finally:
        await session.close()
