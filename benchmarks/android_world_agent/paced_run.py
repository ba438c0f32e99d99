"""A run on a phone that does one UI action at a time, each when it is told to.

AndroidWorld asks its agents for one step after another and counts them. Ours is one run from the task to its end. So it
goes on in a thread of its own, and waits before each action until the next step is due.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from askonce.agent import Agent
from askonce.errors import AskonceError, ConfigError, ModelError, OverBudget, ScreenClosed, TraceError
from askonce.screens.android.android_screen import AndroidScreen
from askonce.trace import Acted, Entry

T = TypeVar("T")

Status = Literal["running", "done", "gave up", "out of steps"]
_BROKEN = (ModelError, ScreenClosed, ConfigError, TraceError)
"""What says nothing about the task: the model, the phone or the settings failed."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One UI action, and how the run stands after it. The last turn may be without an action."""

    status: Status
    action: str = ""
    output: str = ""
    error: str = ""
    calls: int = 0
    """Model calls of the whole run, in its last turn."""
    answer: str = ""
    reason: str = ""
    """Why it ended without being done."""


class Pace:
    """Lets one UI action after another pass. An action may touch the screen several times."""

    def __init__(self) -> None:
        self.arrived = asyncio.Event()
        """Set while an action waits for its turn."""
        self.last: Acted | None = None
        """The action that had the last turn, once it has ended."""
        self._permits: asyncio.Queue[None] = asyncio.Queue()
        self._is_acting = self.is_refused = False

    async def wait_for_turn(self) -> None:
        """Called before each touch."""
        if not self._is_acting and not self.is_refused:
            self.arrived.set()
            await self._permits.get()
        if self.is_refused:
            raise OverBudget("all steps of the episode are used up")
        self._is_acting = True

    def permit(self) -> None:
        self.last = None
        self.arrived.clear()
        self._permits.put_nowait(None)

    def refuse(self) -> None:
        """Let nothing pass any more."""
        self.is_refused = True
        self._permits.put_nowait(None)

    def write(self, entry: Entry) -> None:
        """Hear from the trace that an action has ended."""
        if isinstance(entry.event, Acted) and self._is_acting:
            self._is_acting = False
            self.last = entry.event


class PacedScreen(AndroidScreen):
    """A phone that is touched when it is an action's turn."""

    pace: Pace

    async def _do(self, work: Callable[[], Awaitable[T]]) -> T:
        await self.pace.wait_for_turn()
        return await super()._do(work)


AgentOpener = Callable[[Pace], AbstractAsyncContextManager[Agent]]


class PacedRun:
    """One task, carried out one UI action at a time, and at most `limit` of them."""

    def __init__(self, open_agent: AgentOpener, work: Callable[[Agent], Awaitable[str]], limit: int | None) -> None:
        self._open_agent, self._work, self._limit = open_agent, work, limit
        self._pace = Pace()
        self._task: asyncio.Task[str] | None = None
        self._taken = self._calls = 0
        self._is_closed = False
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="PacedRun", daemon=True)
        self._thread.start()

    def advance(self) -> Turn:
        """Let it do one UI action, and go on until it wants to do another or ends. Raises what broke the run.

        A run that has ended has given the phone free.
        """
        status = ""
        try:
            turn = self._await(self._advance())
            status = turn.status
            return turn
        finally:
            if status != "running":
                self.close()

    def close(self) -> None:
        """End it wherever it is."""
        if not self._is_closed:
            self._is_closed = True
            self._await(self._end())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    # In its thread

    async def _advance(self) -> Turn:
        if self._task is None:
            self._task = asyncio.create_task(self._run())
            await self._until_next(self._task)
        if not self._task.done():
            self._pace.permit()
            self._taken += 1
            await self._until_next(self._task)
        acted = self._pace.last
        if not self._task.done() and self._taken == self._limit:
            self._pace.refuse()
            await asyncio.wait([self._task])
        return self._turn(self._task, acted)

    async def _run(self) -> str:
        async with self._open_agent(self._pace) as agent:
            agent.trace.subscribe(self._pace)
            try:
                return await self._work(agent)
            finally:
                self._calls = agent.usage.total.calls

    async def _until_next(self, task: asyncio.Task[str]) -> None:
        arrival = asyncio.create_task(self._pace.arrived.wait())
        await asyncio.wait([task, arrival], return_when=asyncio.FIRST_COMPLETED)
        arrival.cancel()

    def _turn(self, task: asyncio.Task[str], acted: Acted | None) -> Turn:
        done = (acted.action, acted.output, acted.error) if acted else ("", "", "")
        if not task.done():
            return Turn("running", *done)
        error = task.exception()
        if error is None:
            return Turn("done", *done, calls=self._calls, answer=task.result())
        if self._pace.is_refused:
            return Turn("out of steps", *done, calls=self._calls, reason=str(error))
        if not isinstance(error, AskonceError) or any(isinstance(each, _BROKEN) for each in _causes(error)):
            raise error
        return Turn("gave up", *done, calls=self._calls, reason=str(error))

    async def _end(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def _await(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__
