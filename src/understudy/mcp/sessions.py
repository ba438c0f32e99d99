"""The sessions of a server: each a browser with an agent on it, opened and closed by tool."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

import anyio

from understudy import launch
from understudy.agent import Agent
from understudy.config import Settings
from understudy.errors import ConfigError, ScreenClosed
from understudy.geometry import Size
from understudy.screens.web import PageOptions
from understudy.screens.web.options import Device
from understudy.values import Secret

T = TypeVar("T")

PHONE = Device(viewport=Size(390, 844), scale=2.0, mobile=True, touch=True)

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Terms:
    """What whoever starts a server grants to its clients."""

    settings: Settings = field(default_factory=Settings)
    secrets: Mapping[str, Secret] = field(default_factory=dict[str, Secret])
    """What `{name}` in words and typed text stands for. Clients know the names alone."""
    uploads: Path | None = None
    """The only folder that files may be uploaded from."""
    idle: float = 900.0
    """Seconds after which a session that nobody uses is closed."""
    most: int = 8
    """How many sessions may be open at a time."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How a session is to be opened."""

    url: str = ""
    headed: bool = False
    mobile: bool = False
    recordings: str | None = None
    context: str = ""


class Session:
    """A browser with an agent on it, which lives in a task of its own until it is closed or left alone for long."""

    def __init__(self, id: str, owner: str | None, idle: float) -> None:
        self.id = id
        self.owner = owner
        self._idle = idle
        self._agent: Agent | None = None
        self._life: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()
        self._works: set[asyncio.Task[Any]] = set()
        self._used = 0.0

    @property
    def is_open(self) -> bool:
        return self._agent is not None and not self._closing.is_set()

    @property
    def agent(self) -> Agent:
        if self._agent is None:
            raise ScreenClosed(f"the session {self.id} is not open", remedy="open another with open_session")
        return self._agent

    async def open(self, opening: AbstractAsyncContextManager[Agent]) -> asyncio.Task[None]:
        """Open it; the task that is returned ends when the session does."""
        opened = asyncio.Event()
        life = self._life = asyncio.create_task(self._live(opening, opened))
        waiting = asyncio.create_task(opened.wait())
        try:
            await asyncio.wait({life, waiting}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            await _stop(life)
            raise
        finally:
            waiting.cancel()
        if life.done():
            life.result()
        return life

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something with the agent. When the caller is cancelled, the work is stopped in good order first."""
        task = asyncio.create_task(work)
        self._works.add(task)
        try:
            # In a task of its own, since the caller's cancellation would hit every await of the cleaning up again.
            await asyncio.wait({task})
        finally:
            await _stop(task)
            self._works.discard(task)
            self._used = asyncio.get_running_loop().time()
        if task.cancelled():
            raise ScreenClosed(f"the session {self.id} was closed meanwhile", remedy="open another with open_session")
        return task.result()

    async def close(self) -> None:
        """Stop what is under way and close the browser."""
        self._closing.set()
        with anyio.CancelScope(shield=True):
            for work in tuple(self._works):
                await _stop(work)
            if self._life:
                await self._life

    async def _live(self, opening: AbstractAsyncContextManager[Agent], opened: asyncio.Event) -> None:
        async with opening as agent:
            self._agent = agent
            self._used = asyncio.get_running_loop().time()
            opened.set()
            await self._left()
            self._agent = None

    async def _left(self) -> None:
        """Wait until the session is closed, or has not been used for so long that nobody will."""
        clock = asyncio.get_running_loop().time
        while (wait := self._idle if self._works else self._used + self._idle - clock()) > 0:
            try:
                async with asyncio.timeout(wait):
                    await self._closing.wait()
                    return
            except TimeoutError:
                continue


class Sessions:
    """All sessions of a server. A client that keeps a connection need not name the only one that it opened."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self._open: dict[str, Session] = {}
        self._opening = 0

    def __iter__(self) -> Iterator[Session]:
        return (one for one in tuple(self._open.values()) if one.is_open)

    async def open(self, owner: str | None, wish: Wish) -> Session:
        if len(self._open) + self._opening >= self.terms.most:
            raise ConfigError(
                f"{self.terms.most} sessions are open already", remedy=f"close one with close_session: {self._names()}"
            )
        session = Session(f"s-{uuid4().hex[:6]}", owner, self.terms.idle)
        self._opening += 1
        try:
            life = await session.open(self._launch(wish))
        finally:
            self._opening -= 1
        session.agent.trace.mask.learn(self.terms.secrets)
        self._open[session.id] = session
        life.add_done_callback(lambda ended: self._forget(session, ended))
        return session

    def find(self, id: str | None, owner: str | None) -> Session:
        """The session with an id; without one, the only session of a client that keeps its connection."""
        if id is not None:
            if id in self._open and self._open[id].is_open:
                return self._open[id]
            names = self._names()
            remedy = f"open are {names}" if names else "open one with open_session"
            raise ConfigError(f"there is no session {id!r}", remedy=remedy)
        own = self.owned(owner)
        if len(own) == 1:
            return own[0]
        if own:
            names = ", ".join(one.id for one in own)
            raise ConfigError("it is not clear which session is meant", remedy=f"pass session, one of {names}")
        if owner is None and self._names():
            raise ConfigError(
                "this connection keeps nothing between calls, so the session has to be named",
                remedy="pass session, the id that open_session gave",
            )
        raise ConfigError("no session is open", remedy="open one with open_session")

    def owned(self, owner: str | None) -> list[Session]:
        """The sessions of a client; none where clients cannot be told apart."""
        return [one for one in self if owner is not None and one.owner == owner]

    async def close_all(self) -> None:
        with anyio.CancelScope(shield=True):
            await asyncio.gather(*(one.close() for one in tuple(self._open.values())), return_exceptions=True)

    def _launch(self, wish: Wish) -> AbstractAsyncContextManager[Agent]:
        device = PHONE if wish.mobile else Device()
        return launch.web(
            wish.url,
            headed=wish.headed,
            options=PageOptions(device=device, uploads=self.terms.uploads),
            settings=self.terms.settings,
            context=wish.context,
            recordings=wish.recordings,
        )

    def _forget(self, session: Session, ended: asyncio.Task[None]) -> None:
        self._open.pop(session.id, None)
        error = None if ended.cancelled() else ended.exception()
        if error:
            logger.warning("the session %s did not close cleanly: %s", session.id, error)

    def _names(self) -> str:
        return ", ".join(one.id for one in self)


async def _stop(task: asyncio.Task[Any]) -> None:
    """Cancel a task and wait until it has cleaned up after itself, whoever is being cancelled meanwhile."""
    if not task.done():
        task.cancel()
        with anyio.CancelScope(shield=True):
            await asyncio.wait({task})
