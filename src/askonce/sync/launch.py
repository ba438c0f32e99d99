"""Builders of blocking agents: the same names as in `askonce.launch`."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, contextmanager
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec

from askonce import launch
from askonce.agent import Agent as AsyncAgent
from askonce.config import Settings
from askonce.recordings.run_recordings import Recordings
from askonce.sync.blocking_agent import Agent
from askonce.sync.coroutine_runner import HostRunner, Runner, ThreadRunner

if TYPE_CHECKING:
    from playwright import sync_api

    from askonce.screens.web import PageOptions

Parameters = ParamSpec("Parameters")


@contextmanager
def _opened(runner: Runner, opening: AbstractAsyncContextManager[AsyncAgent]) -> Generator[Agent, None, None]:
    agent = runner.run(opening.__aenter__())
    try:
        yield Agent(agent, runner)
    except BaseException as error:
        runner.run(_leave(opening, error))
        raise
    runner.run(_leave(opening))


async def _leave(opening: AbstractAsyncContextManager[AsyncAgent], error: BaseException | None = None) -> None:
    """End the block of an agent as it ended for the caller, so that it is known whether it failed."""
    try:
        await opening.__aexit__(type(error) if error else None, error, error.__traceback__ if error else None)
    except BaseException as other:
        if other is not error:
            raise


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
android = _blocking(launch.android)
desktop = _blocking(launch.desktop)
ios = _blocking(launch.ios)
harmony = _blocking(launch.harmony)
kind = _blocking(launch.kind)
screen = _blocking(launch.screen)


@contextmanager
def page(
    page: sync_api.Page,
    *,
    options: PageOptions | None = None,
    model: launch.AnyModel | None = None,
    settings: Settings | None = None,
    context: str = "",
    recordings: str | Recordings | None = None,
) -> Generator[Agent, None, None]:
    """An agent on a page of yours, such as pytest-playwright's `page`. It stays open."""
    from askonce.screens.web.sync_bridge import async_face, runner_of

    opening = launch.page(
        async_face(page), options=options, model=model, settings=settings, context=context, recordings=recordings
    )
    with _opened(HostRunner(runner_of(page)), opening) as agent:
        yield agent
