"""A session of the playground on a screen in memory, with a client that is not at the end of a socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

from command_client import CommandClient

from askonce.agent import Agent
from askonce.config import Settings
from askonce.playground.client_connection import ClientConnection
from askonce.playground.playground_options import PlaygroundOptions
from askonce.playground.playground_session import PlaygroundSession
from askonce.values import Secret


class PanelClient(CommandClient):
    """A client in this process."""

    def __init__(self, session: PlaygroundSession) -> None:
        super().__init__()
        self.session = session
        self.connection = ClientConnection(self)
        self._delivery = asyncio.create_task(self.connection.deliver())
        session.welcome(self.connection)

    async def send(self, **message: Any) -> None:
        self.session.receive(self.connection, json.dumps(message))

    async def send_text(self, data: str) -> None:
        await self.take(data)

    async def send_bytes(self, data: bytes) -> None:
        raise AssertionError("nobody asked for pictures")


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
