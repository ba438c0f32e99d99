"""The blocking agent."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import AbstractAsyncContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from askonce.actions import ActionSpace
from askonce.agent import Agent as AsyncAgent
from askonce.insight.answers import Verdict
from askonce.recordings.run_recordings import Recordings
from askonce.sync.blocking_methods import Blocking, blocking
from askonce.sync.blocking_observation import Watching
from askonce.trace import Trace, UsageTotals


class Agent(Blocking[AsyncAgent]):
    """What `askonce.Agent` is, for code that does not await."""

    act = blocking(AsyncAgent.act)
    do = blocking(AsyncAgent.do)
    locate = blocking(AsyncAgent.locate)
    describe = blocking(AsyncAgent.describe)
    tap = blocking(AsyncAgent.tap)
    double_tap = blocking(AsyncAgent.double_tap)
    right_tap = blocking(AsyncAgent.right_tap)
    hover = blocking(AsyncAgent.hover)
    long_press = blocking(AsyncAgent.long_press)
    drag = blocking(AsyncAgent.drag)
    type = blocking(AsyncAgent.type)
    clear = blocking(AsyncAgent.clear)
    press = blocking(AsyncAgent.press)
    scroll = blocking(AsyncAgent.scroll)
    swipe = blocking(AsyncAgent.swipe)
    pinch = blocking(AsyncAgent.pinch)
    select = blocking(AsyncAgent.select)
    upload = blocking(AsyncAgent.upload)
    query = blocking(AsyncAgent.query)
    answer = blocking(AsyncAgent.answer)
    ask = blocking(AsyncAgent.ask)
    string = blocking(AsyncAgent.string)
    number = blocking(AsyncAgent.number)
    boolean = blocking(AsyncAgent.boolean)
    verdict = blocking(AsyncAgent.verdict)
    check = blocking(AsyncAgent.check)
    wait_for = blocking(AsyncAgent.wait_for)
    run = blocking(AsyncAgent.run)
    pursue = blocking(AsyncAgent.pursue)
    prune_recordings = blocking(AsyncAgent.prune_recordings)

    if not TYPE_CHECKING:  # a type checker knows the methods above alone

        def __getattr__(self, name: str) -> Callable[..., str]:
            """Actions that have no method above, by their declarations, as `askonce.Agent` makes them."""
            method = AsyncAgent.action_method(self.__dict__["_unblocked"], name)
            return lambda *given, **named: self.runner.run(method(*given, **named))

    @contextmanager
    def frozen(self) -> Generator[None, None, None]:
        """A block in which everything that is read sees the screen as it was at its beginning."""
        view = self.unblocked.frozen()
        self.runner.run(_enter(view))
        try:
            yield
        finally:
            self.runner.run(_leave(view))

    def observe(self, *, frames: int = 16) -> Watching:
        """Watch the screen for a while: `with agent.observe() as watched:`, act in the block, then ask `watched`."""
        return Watching(self.unblocked.observe(frames=frames), self.runner)

    @property
    def soft_failures(self) -> list[Verdict]:
        return self.unblocked.soft_failures

    @property
    def actions(self) -> ActionSpace:
        return self.unblocked.actions

    @property
    def trace(self) -> Trace:
        return self.unblocked.trace

    @property
    def recordings(self) -> Recordings | None:
        return self.unblocked.recordings

    @property
    def usage(self) -> UsageTotals:
        return self.unblocked.usage

    @property
    def context(self) -> str:
        return self.unblocked.context

    @context.setter
    def context(self, context: str) -> None:
        self.unblocked.context = context

    def report(self, out: Path | None = None) -> Path:
        return self.unblocked.report(out)


async def _enter(view: AbstractAsyncContextManager[None]) -> None:
    await view.__aenter__()


async def _leave(view: AbstractAsyncContextManager[None]) -> None:
    await view.__aexit__(None, None, None)
