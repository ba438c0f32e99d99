"""Opens the agent of a test and closes it as the test ended: what it learnt is kept only when the test passed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from contextlib import AbstractAsyncContextManager, ExitStack
from typing import TYPE_CHECKING, Any, cast

import pytest

from understudy import launch
from understudy.agent import Agent
from understudy.errors import ConfigError
from understudy.geometry import Size
from understudy.plugin.browser import SharedBrowser
from understudy.plugin.session import Session
from understudy.plugin.wishes import Wanted, wanted_by
from understudy.screens import Navigator
from understudy.screens.web import BrowserOptions, Device, PageOptions
from understudy.screens.web import Session as PageSession
from understudy.sync import Agent as BlockingAgent
from understudy.sync.runner import Runner

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page

Opening = AbstractAsyncContextManager[Agent]


class NotPassed(Exception):
    """Ends the block of an agent whose test did not pass."""


def open_blocking(request: pytest.FixtureRequest, session: Session, page: object) -> Generator[BlockingAgent]:
    """The blocking agent of a test, on its page or on one of its own in the browser of the session."""
    wanted = wanted_by(request, session.settings)
    with ExitStack() as stack:
        runner, screen = _blocking_page(page) or _own_page(request, wanted, stack)
        opening = launch.page(
            screen,
            options=PageOptions(allowed_hosts=wanted.allowed_hosts),
            model=wanted.model,
            settings=wanted.settings,
            context=wanted.context,
            recordings=wanted.recordings,
        )
        agent = runner.run(_enter(opening, wanted.url))
        attempt = session.begin(request.node, agent, runner)
        yield BlockingAgent(agent, runner)
        with session.ending(attempt):
            runner.run(_leave(opening, passed=attempt.outcome == "passed"))


async def open_awaited(request: pytest.FixtureRequest, session: Session, page: object) -> AsyncGenerator[Agent]:
    """The same for a test that awaits; a page of its own is in a browser of its own, in the test's event loop."""
    wanted = wanted_by(request, session.settings)
    opening = _awaited_opening(page, wanted, headed=session.headed)
    agent = await _enter(opening, wanted.url)
    attempt = session.begin(request.node, agent, None)
    yield agent
    with session.ending(attempt):
        if attempt.outcome == "failed" and attempt.picture is None:
            await attempt.look()
            attempt.is_late = True
        await _leave(opening, passed=attempt.outcome == "passed")


def _awaited_opening(page: object, wanted: Wanted, *, headed: bool) -> Opening:
    device = Device(viewport=Size(*wanted.viewport)) if wanted.viewport else Device()
    options = PageOptions(
        device=device, session=PageSession(storage_state=wanted.storage_state), allowed_hosts=wanted.allowed_hosts
    )
    given: dict[str, Any] = {
        "options": options,
        "model": wanted.model,
        "settings": wanted.settings,
        "context": wanted.context,
        "recordings": wanted.recordings,
    }
    from playwright import async_api, sync_api

    if isinstance(page, sync_api.Page):
        raise ConfigError("async_agent cannot await a blocking page", remedy="use the fixture agent with this page")
    if isinstance(page, async_api.Page):
        return launch.page(page, **given)
    return launch.web(browser=BrowserOptions(executable=wanted.settings.browser, headed=headed), **given)


def _blocking_page(page: object) -> tuple[Runner, Page] | None:
    """Where an agent on the page of the test runs; None when the test has no page of Playwright's."""
    from playwright import async_api, sync_api

    from understudy.sync.playwright import PageRunner, async_face

    if isinstance(page, async_api.Page):
        raise ConfigError("agent cannot block on an awaited page", remedy="use the fixture async_agent with this page")
    return (PageRunner(page), async_face(page)) if isinstance(page, sync_api.Page) else None


def _own_page(request: pytest.FixtureRequest, wanted: Wanted, stack: ExitStack) -> tuple[Runner, BrowserContext]:
    state = wanted.storage_state
    if state and not state.is_file():
        raise ConfigError(f"there is no storage state at {state}", remedy="save one, or leave it out")
    shared = cast("SharedBrowser", request.getfixturevalue("_understudy_browser"))
    context = shared.runner.run(shared.open_context(wanted.viewport, state))
    stack.callback(lambda: shared.runner.run(shared.close_context(context)))
    return shared.runner, context


async def _enter(opening: Opening, url: str) -> Agent:
    agent = await opening.__aenter__()
    if not url:
        return agent
    try:
        assert isinstance(agent.screen, Navigator)
        await agent.screen.navigate(url)
        await agent.screen.settle()
    except BaseException:
        await _leave(opening, passed=False)
        raise
    return agent


async def _leave(opening: Opening, *, passed: bool) -> None:
    """End the block of an agent. One that passed raises what its soft checks found since its test ended."""
    error = None if passed else NotPassed()
    await opening.__aexit__(type(error) if error else None, error, None)
