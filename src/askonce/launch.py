"""Builders of agents, one for each kind of screen.

async with launch.web("https://shop.example") as agent: ...    # a browser of its own
async with launch.page(page) as agent: ...                     # a page or context of yours
async with launch.cdp("http://localhost:9222") as agent: ...   # a browser that runs already

With `recordings="shop"` what works is kept under that name, and done again without a model the next time.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from askonce.agent import Agent, new_trace
from askonce.config import ModelRoles, ModelSettings, Settings, read_settings
from askonce.embedded import EmbeddedModel
from askonce.errors import ConfigError
from askonce.models import Model
from askonce.models.factory import Models, build_models
from askonce.models.retry import Retry
from askonce.recordings.fsspec_store import open_store
from askonce.recordings.run_recordings import Recordings
from askonce.screens import Screen
from askonce.screens.web import BrowserOptions, PageOptions
from askonce.trace import Noted, Trace

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page

    from askonce.screens.web import WebScreen

AnyModel = Model | Models | ModelSettings | ModelRoles


def web(
    url: str = "",
    *,
    headed: bool = False,
    browser: BrowserOptions | None = None,
    options: PageOptions | None = None,
    model: AnyModel | None = None,
    settings: Settings | None = None,
    context: str = "",
    recordings: str | Recordings | None = None,
) -> AbstractAsyncContextManager[Agent]:
    """An agent on a browser of its own, which ends with it."""
    settings = settings or read_settings()
    browser = browser or BrowserOptions(executable=settings.browser)
    started = replace(browser, headed=headed or browser.headed)

    def open_screen(options: PageOptions) -> Awaitable[WebScreen]:
        from askonce.screens.web import launch_screen

        return launch_screen(started, options)

    return _launched(open_screen, options, model, settings, context, recordings, url)


def page(
    page: Page | BrowserContext,
    *,
    options: PageOptions | None = None,
    model: AnyModel | None = None,
    settings: Settings | None = None,
    context: str = "",
    recordings: str | Recordings | None = None,
) -> AbstractAsyncContextManager[Agent]:
    """An agent on a page of yours, or on the tabs of a context of yours. What you opened stays open."""

    def open_screen(options: PageOptions) -> Awaitable[WebScreen]:
        from playwright.async_api import BrowserContext

        from askonce.screens.web import open_context_screen, open_page_screen

        if isinstance(page, BrowserContext):
            return open_context_screen(page, options)
        return open_page_screen(page, options)

    return _launched(open_screen, options, model, settings or read_settings(), context, recordings)


def cdp(
    endpoint: str,
    url: str = "",
    *,
    options: PageOptions | None = None,
    model: AnyModel | None = None,
    settings: Settings | None = None,
    context: str = "",
    recordings: str | Recordings | None = None,
) -> AbstractAsyncContextManager[Agent]:
    """An agent on a new tab of a browser that runs already, with its logins, by its DevTools address."""

    def open_screen(options: PageOptions) -> Awaitable[WebScreen]:
        from askonce.screens.web import connect_screen

        return connect_screen(endpoint, options)

    return _launched(open_screen, options, model, settings or read_settings(), context, recordings, url)


@asynccontextmanager
async def screen(
    screen: Screen,
    *,
    model: AnyModel | None = None,
    settings: Settings | None = None,
    context: str = "",
    recordings: str | Recordings | None = None,
    title: str = "",
) -> AsyncGenerator[Agent, None]:
    """An agent on any screen of yours, which stays open. `title` heads the report."""
    settings = settings or read_settings()
    async with AsyncExitStack() as stack:
        kept = open_recordings(recordings, settings)
        models, trace = _prepare(stack, model, settings)
        agent = Agent(screen, models, settings=settings, trace=trace, context=context, recordings=kept, title=title)
        await stack.enter_async_context(agent)
        if kept:
            await kept.load()
        yield agent


@asynccontextmanager
async def _launched(
    open_screen: Callable[[PageOptions], Awaitable[WebScreen]],
    options: PageOptions | None,
    model: AnyModel | None,
    settings: Settings,
    context: str,
    recordings: str | Recordings | None,
    url: str = "",
) -> AsyncGenerator[Agent, None]:
    """What all builders have in common: models and a trace, then the screen, then the agent on it."""
    options = options or PageOptions()
    if not options.allowed_hosts:
        options = replace(options, allowed_hosts=settings.allowed_hosts)
    options = replace(options, photo_format=options.photo_format or settings.shots.format)
    async with AsyncExitStack() as stack:
        kept = open_recordings(recordings, settings)
        models, trace = _prepare(stack, model, settings)
        screen = await stack.enter_async_context(await open_screen(options))
        agent = Agent(screen, models, settings=settings, trace=trace, context=context, recordings=kept)
        await stack.enter_async_context(agent)
        if kept:
            await kept.load()
        if url:
            await screen.navigate(url)
            await screen.settle()
        yield agent


def open_recordings(recordings: str | Recordings | None, settings: Settings) -> Recordings | None:
    """What is kept under an id, as the settings say; None when nothing is to be kept."""
    wanted = settings.recordings
    if recordings is None or wanted.strategy == "off":
        return None
    if isinstance(recordings, Recordings):
        return recordings if recordings.strategy != "off" else None
    if settings.runs is None and not wanted.store:
        raise ConfigError(
            f"there is no folder for the recordings {recordings!r}",
            remedy="set ASKONCE_RECORDINGS_STORE or the folder for runs, or leave recordings out",
        )
    store = open_store(wanted.store or settings.runs / "recordings" if settings.runs else wanted.store)
    return Recordings(store, recordings, strategy=wanted.strategy, commit=wanted.commit)


def _prepare(stack: AsyncExitStack, model: AnyModel | None, settings: Settings) -> tuple[Models, Trace]:
    """The models and the trace of a run; where no model is configured, the one that comes with the package."""
    trace = new_trace(settings)
    chosen = model or settings.models
    match chosen:
        case None:
            return Models.of(EmbeddedModel()), trace
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
