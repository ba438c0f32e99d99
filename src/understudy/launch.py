"""Builders of agents, one for each kind of screen.

async with launch.web("https://shop.example") as agent: ...    # a browser of its own
async with launch.page(page) as agent: ...                     # a page or context of yours
async with launch.cdp("http://localhost:9222") as agent: ...   # a browser that runs already
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from understudy.agent import Agent, new_trace
from understudy.config import ModelRoles, ModelSettings, Settings, read_settings
from understudy.errors import ConfigError
from understudy.models import Model
from understudy.models.building import Models, build_models
from understudy.models.retry import Retry
from understudy.screens import Navigator, Screen
from understudy.screens.web import BrowserOptions, PageOptions
from understudy.trace import Noted, Trace

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page

AnyModel = Model | Models | ModelSettings | ModelRoles


@asynccontextmanager
async def web(
    url: str = "",
    *,
    headed: bool = False,
    browser: BrowserOptions | None = None,
    options: PageOptions | None = None,
    model: AnyModel | None = None,
    settings: Settings | None = None,
    context: str = "",
) -> AsyncGenerator[Agent, None]:
    """An agent on a browser of its own, which ends with it."""
    from understudy.screens.web import launch_screen

    settings = settings or read_settings()
    browser = browser or BrowserOptions(executable=settings.browser)
    async with AsyncExitStack() as stack:
        models, trace = await _prepare(stack, model, settings)
        started = replace(browser, headed=headed or browser.headed)
        screen = await stack.enter_async_context(await launch_screen(started, _allowing(options, settings)))
        yield await _agent(stack, screen, models, trace, settings, context, url)


@asynccontextmanager
async def page(
    page: Page | BrowserContext,
    *,
    options: PageOptions | None = None,
    model: AnyModel | None = None,
    settings: Settings | None = None,
    context: str = "",
) -> AsyncGenerator[Agent, None]:
    """An agent on a page of yours, or on the tabs of a context of yours. What you opened stays open."""
    from playwright.async_api import BrowserContext

    from understudy.screens.web import open_context_screen, open_page_screen

    settings = settings or read_settings()
    async with AsyncExitStack() as stack:
        models, trace = await _prepare(stack, model, settings)
        allowing = _allowing(options, settings)
        opening = (
            open_context_screen(page, allowing)
            if isinstance(page, BrowserContext)
            else open_page_screen(page, allowing)
        )
        screen = await stack.enter_async_context(await opening)
        yield await _agent(stack, screen, models, trace, settings, context)


@asynccontextmanager
async def cdp(
    endpoint: str,
    url: str = "",
    *,
    options: PageOptions | None = None,
    model: AnyModel | None = None,
    settings: Settings | None = None,
    context: str = "",
) -> AsyncGenerator[Agent, None]:
    """An agent on a new tab of a browser that runs already, with its logins, by its DevTools address."""
    from understudy.screens.web import connect_screen

    settings = settings or read_settings()
    async with AsyncExitStack() as stack:
        models, trace = await _prepare(stack, model, settings)
        screen = await stack.enter_async_context(await connect_screen(endpoint, _allowing(options, settings)))
        yield await _agent(stack, screen, models, trace, settings, context, url)


async def _prepare(stack: AsyncExitStack, model: AnyModel | None, settings: Settings) -> tuple[Models, Trace]:
    """The models and the trace of a run. Done before anything is opened, since a missing model is found out here."""
    trace = new_trace(settings)
    chosen = model or settings.models
    match chosen:
        case None:
            raise ConfigError(
                "no model is configured",
                remedy="set UNDERSTUDY_MODEL_NAME and UNDERSTUDY_MODEL_API_KEY (with UNDERSTUDY_MODEL_BASE_URL for a "
                "provider other than OpenAI), or pass model=…; `understudy doctor` checks them",
            )
        case Models():
            return chosen, trace
        case ModelSettings():
            chosen = ModelRoles(chosen)
        case ModelRoles():
            pass
        case _:
            return Models.of(chosen), trace
    models = build_models(chosen, on_retry=lambda retry: _note_retry(trace, retry))
    stack.push_async_callback(models.close)
    return models, trace


def _note_retry(trace: Trace, retry: Retry) -> None:
    trace.emit(Noted(act=trace.act, round=trace.round, text=str(retry)))


def _allowing(options: PageOptions | None, settings: Settings) -> PageOptions:
    options = options or PageOptions()
    return options if options.allowed_hosts else replace(options, allowed_hosts=settings.allowed_hosts)


async def _agent(
    stack: AsyncExitStack,
    screen: Screen,
    models: Models,
    trace: Trace,
    settings: Settings,
    context: str,
    url: str = "",
) -> Agent:
    agent = await stack.enter_async_context(Agent(screen, models, settings=settings, trace=trace, context=context))
    if url and isinstance(screen, Navigator):
        await screen.navigate(url)
        await screen.settle()
    return agent
