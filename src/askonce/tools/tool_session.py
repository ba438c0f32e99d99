"""A session: an agent that stays open between requests."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, TypeVar

import anyio

from askonce import launch
from askonce.agent import Agent
from askonce.config import Settings
from askonce.errors import ScreenClosed
from askonce.lazy import dataclass
from askonce.screens.screen_choice import ScreenChoice
from askonce.screens.screen_kind import OpenContext

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """How a session is opened."""

    screen: ScreenChoice
    headed: bool = False
    recordings: str | None = None
    context: str = ""


def agent_for(
    options: SessionOptions, settings: Settings, uploads: Path | None = None, *, is_trusted: bool = True
) -> AbstractAsyncContextManager[Agent]:
    """An agent for a session. Files may be uploaded from one folder only, or from none."""
    return launch.opened(
        options.screen,
        OpenContext(settings, headed=options.headed, uploads=uploads, is_trusted=is_trusted),
        context=options.context,
        recordings=options.recordings,
    )


class ToolSession:
    """A screen with an agent on it, which lives in its own task until it is closed or unused for too long."""

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
            raise ScreenClosed(f"the session {self.id} is not open", remedy="open another")
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
            # In its own task, since the caller's cancellation would hit every await of the cleaning up again.
            await asyncio.wait({task})
        finally:
            await _stop(task)
            self._works.discard(task)
            self._used = asyncio.get_running_loop().time()
        if task.cancelled():
            raise ScreenClosed(f"the session {self.id} was closed meanwhile", remedy="open another")
        return task.result()

    async def close(self) -> None:
        """Stop what is under way and close the screen."""
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
        """Wait until the session is closed, or unused for too long."""
        clock = asyncio.get_running_loop().time
        while (wait := self._idle if self._works else self._used + self._idle - clock()) > 0:
            try:
                async with asyncio.timeout(wait):
                    await self._closing.wait()
                    return
            except TimeoutError:
                continue


async def _stop(task: asyncio.Task[Any]) -> None:
    """Cancel a task and wait until it has cleaned up after itself, even if the caller is cancelled meanwhile."""
    if not task.done():
        task.cancel()
        with anyio.CancelScope(shield=True):
            await asyncio.wait({task})
