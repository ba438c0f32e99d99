"""Builders of agents: one for any kind of screen, and shorter ones for web pages.

async with launch.web("https://shop.example") as agent: ...    # a browser of its own
async with launch.page(page) as agent: ...                     # a page or context of yours
async with launch.cdp("http://localhost:9222") as agent: ...   # a browser that runs already
async with launch.android(launch="Contacts") as agent: ...     # a phone, over adb
async with launch.desktop("mousepad") as agent: ...            # an application of this computer
async with launch.ios(launch="Contacts") as agent: ...         # an iPhone, through WebDriverAgent
async with launch.harmony(launch="Notes") as agent: ...        # a HarmonyOS phone, over hdc
async with launch.kind("fake", file="shop.yaml") as agent: ... # any kind of screen, by its name
async with launch.screen(screen) as agent: ...                 # a screen of yours

With `recordings="shop"` what works is kept under that name, and done again without a model the next time.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from askonce.agent.run_trace import begin_run, new_trace
from askonce.config import ModelRoles, ModelSettings, Settings, read_settings
from askonce.embedded import EmbeddedModel
from askonce.errors import ConfigError
from askonce.models import Model
from askonce.models.factory import Models, build_models
from askonce.models.retry import Retry
from askonce.screens import Screen
from askonce.screens.kind_registry import screen_kinds
from askonce.screens.permit import Permit
from askonce.screens.screen_choice import ScreenChoice, read_options
from askonce.screens.screen_kind import OpenContext
from askonce.trace import Noted, Trace

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page

    from askonce.agent import Agent
    from askonce.recordings.run_recordings import Recordings
    from askonce.recordings.stores import RecordingStore
    from askonce.screens.web import BrowserOptions, PageOptions

AnyModel = Model | Models | ModelSettings | ModelRoles
BuildModels = Callable[[ModelRoles, Callable[[Retry], None]], Models]
"""Makes a model for each role."""

_TURNS = 5
"""How many turns of the event loop Playwright takes until it starts its process; a few more do no harm."""


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
    """An agent on a browser of its own, which ends with it.

    >>> async with launch.web(shop.url, recordings="shop") as agent:
    ...     await agent.act("search for {term}", term="mug")
    """
    choice = _choice("web", url=url, browser=browser, page=options)
    surroundings = OpenContext(settings or read_settings(), headed=headed)
    return opened(choice, surroundings, model=model, context=context, recordings=recordings)


def page(
    page: Page | BrowserContext,
    *,
    options: PageOptions | None = None,
    model: AnyModel | None = None,
    settings: Settings | None = None,
    context: str = "",
    recordings: str | Recordings | None = None,
) -> AbstractAsyncContextManager[Agent]:
    r"""An agent on a page of yours, or on the tabs of a context of yours. What you opened stays open.

    >>> async with launch.page(page) as agent:
    ...     await agent.check("the button \"Save\" is visible")
    """
    surroundings = OpenContext(settings or read_settings(), host=page)
    return opened(_choice("web", page=options), surroundings, model=model, context=context, recordings=recordings)


def cdp(
    endpoint: str = "auto",
    url: str = "",
    *,
    current_tab: bool = False,
    options: PageOptions | None = None,
    model: AnyModel | None = None,
    settings: Settings | None = None,
    context: str = "",
    recordings: str | Recordings | None = None,
) -> AbstractAsyncContextManager[Agent]:
    """An agent on a new tab of a browser that runs already, with its logins, by its DevTools address.

    Without an address the browser is looked for. With `current_tab` the agent works in the tab that is in front, which
    stays open.

    >>> async with launch.cdp("http://127.0.0.1:9222") as agent:  # doctest: +SKIP
    ...     await agent.act("press Save")
    """
    choice = _choice("web", url=url, cdp=endpoint, current_tab=current_tab, page=options)
    surroundings = OpenContext(settings or read_settings())
    return opened(choice, surroundings, model=model, context=context, recordings=recordings)


def android(
    serial: str = "",
    *,
    launch: str | None = None,
    model: AnyModel | None = None,
    settings: Settings | None = None,
    context: str = "",
    recordings: str | Recordings | None = None,
    **options: Any,
) -> AbstractAsyncContextManager[Agent]:
    """An agent on an Android phone or emulator, by its serial number; without one, on the only one that is there.

    `launch` is the app to begin with: its name, its package, or a link.

    >>> async with launch.android(launch="Contacts") as agent:  # doctest: +SKIP
    ...     await agent.act("add a contact named Ann with the phone number 555 0100")
    """
    choice = _choice("android", serial=serial or None, launch=launch, **options)
    surroundings = OpenContext(settings or read_settings())
    return opened(choice, surroundings, model=model, context=context, recordings=recordings)


def desktop(
    app: str = "",
    *,
    window: str | None = None,
    display: str | None = None,
    headless: bool = False,
    model: AnyModel | None = None,
    settings: Settings | None = None,
    context: str = "",
    recordings: str | Recordings | None = None,
    **options: Any,
) -> AbstractAsyncContextManager[Agent]:
    """An agent on the desktop of this computer, or with `headless` on one that nobody sees.

    `app` is the application to begin with, `window` one of the windows that are open, `display` an X display or a
    monitor.

    >>> async with launch.desktop("mousepad", headless=True) as agent:  # doctest: +SKIP
    ...     await agent.act("type Hello into the text field")
    """
    choice = _choice("desktop", app=app or None, window=window, display=display, headless=headless, **options)
    surroundings = OpenContext(settings or read_settings())
    return opened(choice, surroundings, model=model, context=context, recordings=recordings)


def ios(
    url: str = "",
    *,
    udid: str = "",
    launch: str | None = None,
    model: AnyModel | None = None,
    settings: Settings | None = None,
    context: str = "",
    recordings: str | Recordings | None = None,
    **options: Any,
) -> AbstractAsyncContextManager[Agent]:
    """An agent on an iPhone or iPad, by the address of its WebDriverAgent, or by its UDID if it is at a cable.

    Without either, WebDriverAgent is looked for at http://localhost:8100. `launch` is the app to begin with: its name,
    its bundle identifier, or a link.

    >>> async with launch.ios("http://localhost:8100", launch="Contacts") as agent:  # doctest: +SKIP
    ...     await agent.act("add a contact named Ann with the phone number 555 0100")
    """
    choice = _choice("ios", url=url or None, udid=udid or None, launch=launch, **options)
    surroundings = OpenContext(settings or read_settings())
    return opened(choice, surroundings, model=model, context=context, recordings=recordings)


def harmony(
    target: str = "",
    *,
    launch: str | None = None,
    model: AnyModel | None = None,
    settings: Settings | None = None,
    context: str = "",
    recordings: str | Recordings | None = None,
    **options: Any,
) -> AbstractAsyncContextManager[Agent]:
    """An agent on a HarmonyOS phone, by its connect key; without one, on the only one that is there.

    `launch` is the app to begin with: its name, its bundle, `bundle/Ability`, or a link.

    >>> async with launch.harmony(launch="Contacts") as agent:  # doctest: +SKIP
    ...     await agent.act("add a contact named Ann with the phone number 555 0100")
    """
    choice = _choice("harmony", target=target or None, launch=launch, **options)
    surroundings = OpenContext(settings or read_settings())
    return opened(choice, surroundings, model=model, context=context, recordings=recordings)


def kind(
    name: str,
    *,
    model: AnyModel | None = None,
    settings: Settings | None = None,
    context: str = "",
    recordings: str | Recordings | None = None,
    title: str = "",
    **options: Any,
) -> AbstractAsyncContextManager[Agent]:
    """An agent on a new screen of any kind, by the name of the kind and the options that it has.

    >>> async with launch.kind("fake", file="shop.yaml") as agent:
    ...     await agent.act("press Save")
    """
    surroundings = OpenContext(settings or read_settings())
    choice = _choice(name, **options)
    return opened(choice, surroundings, model=model, context=context, recordings=recordings, title=title)


@asynccontextmanager
async def opened(
    choice: ScreenChoice,
    surroundings: OpenContext,
    *,
    model: AnyModel | None = None,
    context: str = "",
    recordings: str | Recordings | None = None,
    title: str = "",
    permit: Permit | None = None,
    before_begin: Callable[[Agent], Awaitable[None]] | None = None,
) -> AsyncGenerator[Agent, None]:
    """An agent on a screen of a kind that was chosen, where its run begins. The screen ends with the agent.

    `before_begin` is called when the screen is there and shows nothing yet.
    """
    choice.kind.check_modules()
    loading = asyncio.ensure_future(_load_agent())
    async with (
        choice.kind.open(choice.options, surroundings) as found,
        screen(
            found.screen,
            model=model,
            settings=surroundings.settings,
            context=context,
            recordings=recordings,
            title=title,
            permit=permit,
        ) as agent,
    ):
        await loading
        if before_begin:
            await before_begin(agent)
        await found.begin()
        yield agent


async def _load_agent() -> None:
    """Load what acts once the process of a browser starts, which takes longer. No screen needs this to be done."""
    for _ in range(_TURNS):
        await asyncio.sleep(0)
    import_module("askonce.agent.agent")


@asynccontextmanager
async def screen(
    screen: Screen,
    *,
    model: AnyModel | None = None,
    settings: Settings | None = None,
    context: str = "",
    recordings: str | Recordings | None = None,
    title: str = "",
    permit: Permit | None = None,
    build: BuildModels = build_models,
) -> AsyncGenerator[Agent, None]:
    """An agent on any screen of yours, which stays open. `title` heads the report.

    `permit` is called right before anything is done to the screen. Once it raises, nothing is done any more.
    `build` makes models of settings, where no other ones are given.

    >>> async with launch.screen(FakeScreen([Button("Save", Box(20, 60, 100, 30))])) as agent:
    ...     await agent.tap("the Save button")
    """
    settings = settings or read_settings()
    async with AsyncExitStack() as stack:
        kept = open_recordings(recordings, settings)
        models, trace = _prepare(stack, model, settings, build)
        begin_run(trace, screen, title)
        from askonce.agent import Agent

        agent = Agent(
            screen,
            models,
            settings=settings,
            trace=trace,
            context=context,
            recordings=kept,
            title=title,
            permit=permit,
        )
        await stack.enter_async_context(agent)
        if kept:
            await kept.load()
        yield agent


def _choice(name: str, **options: Any) -> ScreenChoice:
    chosen = screen_kinds().get(name)
    given = {option: value for option, value in options.items() if value is not None}
    return ScreenChoice(chosen, read_options(chosen, given))


def open_recordings(
    recordings: str | Recordings | None, settings: Settings, store: RecordingStore | None = None
) -> Recordings | None:
    """What is kept under an id, as the settings say; None when nothing is to be kept. A `store` takes the place of the
    one in the settings."""
    wanted = settings.recordings
    if recordings is None or wanted.strategy == "off":
        return None
    if not isinstance(recordings, str):
        return recordings if recordings.strategy != "off" else None
    if store is None and settings.runs is None and not wanted.store:
        raise ConfigError(
            f"there is no folder for the recordings {recordings!r}",
            remedy="set ASKONCE_RECORDINGS_STORE or the folder for runs, or leave recordings out",
        )
    from askonce.recordings.fsspec_store import open_store
    from askonce.recordings.run_recordings import Recordings

    if store is None:
        where = wanted.store or settings.runs / "recordings" if settings.runs else wanted.store
        store = open_store(where, wanted.caches)
    return Recordings(store, recordings, strategy=wanted.strategy, commit=wanted.commit)


def _prepare(
    stack: AsyncExitStack, model: AnyModel | None, settings: Settings, build: BuildModels
) -> tuple[Models, Trace]:
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
    models = build(chosen, lambda retry: _note_retry(trace, retry))
    stack.push_async_callback(models.close)
    return models, trace


def _note_retry(trace: Trace, retry: Retry) -> None:
    trace.emit(Noted(act=trace.act, round=trace.round, text=str(retry)))
