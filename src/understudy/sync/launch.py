"""Builders of blocking agents: the same names as in `understudy.launch`."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, AsyncExitStack, contextmanager
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec

from understudy import launch
from understudy.agent import Agent as AsyncAgent
from understudy.config import Settings
from understudy.screens.web import PageOptions
from understudy.sync.agent import Agent
from understudy.sync.runner import Runner, ThreadRunner

if TYPE_CHECKING:
    from playwright import sync_api

Parameters = ParamSpec("Parameters")


@contextmanager
def _opened(runner: Runner, opening: AbstractAsyncContextManager[AsyncAgent]) -> Generator[Agent, None, None]:
    stack = AsyncExitStack()
    agent = runner.run(stack.enter_async_context(opening))
    try:
        yield Agent(agent, runner)
    finally:
        runner.run(stack.aclose())


def _blocking(
    opener: Callable[Parameters, AbstractAsyncContextManager[AsyncAgent]],
) -> Callable[Parameters, AbstractContextManager[Agent]]:
    @wraps(opener)
    @contextmanager
    def opened(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Generator[Agent, None, None]:
        with ThreadRunner() as runner, _opened(runner, opener(*args, **kwargs)) as agent:
            yield agent

    return opened


web = _blocking(launch.web)
cdp = _blocking(launch.cdp)


@contextmanager
def page(
    page: sync_api.Page,
    *,
    options: PageOptions | None = None,
    model: launch.AnyModel | None = None,
    settings: Settings | None = None,
    context: str = "",
) -> Generator[Agent, None, None]:
    """An agent on a page of yours, such as pytest-playwright's `page`. It stays open."""
    from understudy.sync.playwright import PageRunner, async_face

    opening = launch.page(async_face(page), options=options, model=model, settings=settings, context=context)
    with _opened(PageRunner(page), opening) as agent:
        yield agent
