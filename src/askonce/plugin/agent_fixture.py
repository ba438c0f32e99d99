"""Opens the agent of a test and closes it as the test ended: what it learnt is kept only when the test passed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from askonce import launch
from askonce.agent import Agent
from askonce.errors import ConfigError
from askonce.geometry import Size
from askonce.plugin.mark_options import Wanted, wanted_by
from askonce.plugin.pytest_session import Session
from askonce.screens.web import BrowserOptions, Device, PageOptions
from askonce.screens.web import Session as Login
from askonce.sync import Agent as BlockingAgent
from askonce.sync.coroutine_runner import Runner

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

    Stage = Page | Browser | BrowserOptions


class NotPassed(Exception):
    """Ends the block of an agent whose test did not pass."""


def open_blocking(
    request: pytest.FixtureRequest, session: Session, page: object
) -> Generator[BlockingAgent, None, None]:
    """The blocking agent of a test, on its page or on one of its own in the browser of the session."""
    wanted = wanted_by(request, session.settings)
    runner, stage = _blocking_page(page) or (session.browser.runner, session.browser.start())
    opening = opened(stage, wanted, title=request.node.nodeid)
    agent = runner.run(opening.__aenter__())
    attempt = session.begin(request.node, agent, runner)
    yield BlockingAgent(agent, runner)
    with session.ending(attempt):
        runner.run(leave(opening, passed=attempt.outcome == "passed"))


async def open_awaited(request: pytest.FixtureRequest, session: Session, page: object) -> AsyncGenerator[Agent, None]:
    """The same for a test that awaits; a page of its own is in a browser of its own, in the test's event loop."""
    wanted = wanted_by(request, session.settings)
    own = BrowserOptions(executable=wanted.settings.browser, headed=session.headed)
    opening = opened(_awaited_page(page) or own, wanted, title=request.node.nodeid)
    agent = await opening.__aenter__()
    attempt = session.begin(request.node, agent, None)
    yield agent
    with session.ending(attempt):
        if attempt.outcome == "failed" and attempt.picture is None:
            await attempt.look()
            attempt.is_late = True
        await leave(opening, passed=attempt.outcome == "passed")


@asynccontextmanager
async def opened(stage: Stage, wanted: Wanted, *, title: str) -> AsyncGenerator[Agent, None]:
    """An agent as it is wanted: on a page that is given, in a browser that is given, or in one of its own."""
    from playwright.async_api import Page

    from askonce.screens.web import launch_screen, open_browser_screen, open_page_screen

    options = PageOptions(
        device=Device(viewport=Size(*wanted.viewport)) if wanted.viewport else Device(),
        session=Login(storage_state=wanted.storage_state),
        allowed_hosts=wanted.allowed_hosts or wanted.settings.allowed_hosts,
        photo_format=wanted.settings.shots.format,
    )
    if isinstance(stage, BrowserOptions):
        opening = launch_screen(stage, options)
    elif isinstance(stage, Page):
        opening = open_page_screen(stage, options)
    else:
        opening = open_browser_screen(stage, options)
    async with (
        await opening as screen,
        launch.screen(
            screen,
            model=wanted.model,
            settings=wanted.settings,
            context=wanted.context,
            recordings=wanted.recordings,
            title=title,
        ) as agent,
    ):
        if wanted.url:
            await screen.navigate(wanted.url)
            await screen.settle()
        yield agent


async def leave(opening: AbstractAsyncContextManager[Agent], *, passed: bool) -> None:
    """End the block of an agent. One that passed raises what its soft checks found since its test ended."""
    error = None if passed else NotPassed()
    await opening.__aexit__(type(error) if error else None, error, None)


def _blocking_page(page: object) -> tuple[Runner, Stage] | None:
    """Where an agent on the page of the test runs; None when the test has no page of Playwright's."""
    from playwright import async_api, sync_api

    from askonce.sync.playwright_runner import PageRunner, async_face

    if isinstance(page, async_api.Page):
        raise ConfigError("agent cannot block on an awaited page", remedy="use the fixture async_agent with this page")
    return (PageRunner(page), async_face(page)) if isinstance(page, sync_api.Page) else None


def _awaited_page(page: object) -> Stage | None:
    from playwright import async_api, sync_api

    if isinstance(page, sync_api.Page):
        raise ConfigError("async_agent cannot await a blocking page", remedy="use the fixture agent with this page")
    return page if isinstance(page, async_api.Page) else None
