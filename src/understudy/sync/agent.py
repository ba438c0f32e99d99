"""The blocking agent."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from understudy.actions import ActionSpace
from understudy.agent import Agent as AsyncAgent
from understudy.recordings.session import Recordings
from understudy.sync.runner import Runner
from understudy.trace import Trace, UsageTotals

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def _blocking(
    method: Callable[Concatenate[AsyncAgent, Parameters], Coroutine[Any, Any, Result]],
) -> Callable[Concatenate[Agent, Parameters], Result]:
    """The same method, waiting for its result."""

    @wraps(method)
    def call(agent: Agent, /, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        return agent.runner.run(method(agent.unblocked, *args, **kwargs))

    return call


class Agent:
    """What `understudy.Agent` is, for code that does not await."""

    def __init__(self, unblocked: AsyncAgent, runner: Runner) -> None:
        self.unblocked = unblocked
        self.runner = runner

    act = _blocking(AsyncAgent.act)
    do = _blocking(AsyncAgent.do)
    locate = _blocking(AsyncAgent.locate)
    describe = _blocking(AsyncAgent.describe)
    tap = _blocking(AsyncAgent.tap)
    double_tap = _blocking(AsyncAgent.double_tap)
    right_tap = _blocking(AsyncAgent.right_tap)
    hover = _blocking(AsyncAgent.hover)
    long_press = _blocking(AsyncAgent.long_press)
    drag = _blocking(AsyncAgent.drag)
    type = _blocking(AsyncAgent.type)
    clear = _blocking(AsyncAgent.clear)
    press = _blocking(AsyncAgent.press)
    scroll = _blocking(AsyncAgent.scroll)
    swipe = _blocking(AsyncAgent.swipe)
    pinch = _blocking(AsyncAgent.pinch)
    select = _blocking(AsyncAgent.select)
    upload = _blocking(AsyncAgent.upload)

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
