"""Opens what a script plays on: a page of its own, or a screen of the user's own, and an agent on it."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, assert_never, cast
from urllib.parse import urljoin, urlsplit

from understudy import launch
from understudy.actions import Action
from understudy.agent import Agent
from understudy.config import Settings
from understudy.errors import ConfigError, OutOfTime
from understudy.geometry import Size
from understudy.launch import AnyModel
from understudy.recordings.session import Recordings
from understudy.screens import Screen
from understudy.screens.web import BrowserOptions, Device, PageOptions, Session
from understudy.script.cookies import read_cookies
from understudy.script.language import Android, Cache, Computer, Harmony, Interface, Ios, Web
from understudy.script.scope import Scope
from understudy.script.script import Script
from understudy.script.serving import served

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext

    from understudy.screens.web import WebScreen

Host = "Browser | BrowserContext"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a script is played in."""

    settings: Settings
    model: AnyModel | None = None
    host: Browser | BrowserContext | None = None
    """A browser to open a context in, or a context to open a tab in; without it, a browser is started."""
    headed: bool = False
    recordings: Recordings | None = None
    """What is kept instead of what the script says."""
    session: Path | None = None
    """Where cookies and logins are written when the script has been played."""


@asynccontextmanager
async def opened(script: Script, around: Surroundings, scope: Scope) -> AsyncGenerator[Agent, None]:
    """An agent on what the script plays on, at the address where it begins."""
    settings = _settings(script, around.settings)
    async with AsyncExitStack() as stack:
        match script.target:
            case Web() as target:
                address = _address(target, scope, stack)
                screen = await _web_screen(script, target, address, replace(around, settings=settings), stack)
            case Interface() as target:
                address = ""
                screen = await _own_screen(target, script, scope, stack)
            case Android() | Ios() | Harmony() | Computer():
                raise ConfigError(
                    f"not supported yet: scripts for {script.kind}",
                    remedy="scripts play on web pages, and on a screen of your own with interface",
                )
            case _:
                assert_never(script.target)
        agent = await stack.enter_async_context(
            launch.screen(
                screen,
                model=around.model,
                settings=settings,
                context=_context(script),
                recordings=_recordings(script, around, settings),
                title=script.agent.group_name or script.name,
            )
        )
        agent.trace.mask.learn(scope.secrets)
        for action in cast("Sequence[type[Action[Any]]]", getattr(screen, "actions", ())):
            agent.actions.add(action)
        if address:
            await _begin(cast("WebScreen", screen), address, cast("Web", script.target))
        yield agent
        if around.session and isinstance(script.target, Web):
            await cast("WebScreen", screen).keep_session(around.session)


def _settings(script: Script, settings: Settings) -> Settings:
    limit = script.agent.replanning_cycle_limit
    act = replace(settings.act, rounds=limit) if limit else settings.act
    return replace(settings, act=act, allowed_hosts=script.allowed_hosts or settings.allowed_hosts)


def _context(script: Script) -> str:
    options = script.agent
    own = options.ai_act_context if options.ai_act_context is not None else options.ai_action_context
    return own or (options.ai_contexts or {}).get("default", "")


def _recordings(script: Script, around: Surroundings, settings: Settings) -> str | Recordings | None:
    """What worked before, under the name of the file unless the script says otherwise."""
    if around.recordings is not None:
        return around.recordings
    cache, wanted = script.agent.cache or Cache(), settings.recordings
    has_place = settings.runs is not None or bool(wanted.store)
    if cache.strategy == "off" or not has_place:
        return None
    id = cache.id or script.agent.test_id or script.name
    # What the surroundings say, such as read-only where scripts are checked in, is stronger than the script.
    if wanted.strategy == "read-write":
        wanted = replace(wanted, strategy=cache.strategy)
    return launch.open_recordings(id, replace(settings, recordings=wanted))


# ---- web pages


def _address(target: Web, scope: Scope, stack: AsyncExitStack) -> str:
    url = scope.fill(target.url) if target.url else ""
    if not target.serve:
        return url
    home = stack.enter_context(served(Path(scope.fill(target.serve))))
    return urljoin(f"{home}/", url.lstrip("/")) if not urlsplit(url).netloc else url


async def _web_screen(
    script: Script, target: Web, address: str, around: Surroundings, stack: AsyncExitStack
) -> WebScreen:
    from playwright.async_api import BrowserContext

    from understudy.screens.web import connect_screen, launch_screen, open_browser_screen, open_page_screen

    options = page_options(script, target, address, around.settings)
    if target.cdp_endpoint:
        screen = await connect_screen(target.cdp_endpoint, options)
    elif isinstance(around.host, BrowserContext):
        page = await around.host.new_page()
        stack.push_async_callback(page.close)
        screen = await open_page_screen(page, options)
    elif around.host is not None and not script.needs_own_browser:
        screen = await open_browser_screen(around.host, options)
    else:
        browser = BrowserOptions(
            headed=around.headed,
            executable=around.settings.browser,
            arguments=tuple(target.chrome_args or ()),
        )
        screen = await launch_screen(browser, options)
    return await stack.enter_async_context(screen)


def page_options(script: Script, target: Web, address: str, settings: Settings) -> PageOptions:
    """How the page behaves, by what the script says of it."""
    follows = not target.force_same_tab_navigation or target.auto_follow_new_page or target.mode == "browser"
    return PageOptions(
        device=Device(
            viewport=Size(target.viewport_width, target.viewport_height),
            scale=target.device_scale_factor or target.viewport_scale,
            touch=target.touch,
            user_agent=target.user_agent or "",
            locale=target.locale or "",
        ),
        session=Session(
            storage_state=Path(target.storage_state) if target.storage_state else None,
            cookies=read_cookies(Path(target.cookie), address) if target.cookie else (),
            headers=MappingProxyType(target.extra_http_headers or {}),
            insecure_certificates=target.accept_insecure_certs,
        ),
        downloads=Path(target.download_path) if target.download_path else None,
        uploads=Path(target.upload_path) if target.upload_path else None,
        tabs="follow" if follows else "same",
        allowed_hosts=settings.allowed_hosts,
        pause=(script.agent.wait_after_action or 0) / 1000,
    )


async def _begin(screen: WebScreen, address: str, target: Web) -> None:
    await screen.navigate(address)
    await screen.settle()
    waiting = target.wait_for_network_idle
    if waiting is None or not waiting.timeout:
        return
    if not await screen.wait_for_idle(waiting.timeout / 1000) and not waiting.continue_on_network_idle_error:
        raise OutOfTime(
            f"the network of {address} was not idle within {waiting.timeout} ms",
            remedy="raise waitForNetworkIdle.timeout, or let continueOnNetworkIdleError be true",
        )


# ---- screens of the user's own


async def _own_screen(target: Interface, script: Script, scope: Scope, stack: AsyncExitStack) -> Screen:
    made = _class_in(_import(target.module, script.path.parent), target)
    params: Mapping[str, Any] = scope.value(target.param or {})
    try:
        screen: Any = made(**params)
        screen = await screen if inspect.isawaitable(screen) else screen
    except TypeError as error:
        raise ConfigError(f"{target.export or target.module} could not be made: {error}", remedy="see param") from error
    if not isinstance(screen, Screen):
        raise ConfigError(
            f"{type(screen).__name__} of {target.module} is no screen",
            remedy="it needs kind, capture(), size(), settle(), news() and close(), as understudy.screens.Screen says",
        )
    stack.push_async_callback(screen.close)
    return screen


def _import(name: str, folder: Path) -> ModuleType:
    try:
        if not name.endswith(".py"):
            return importlib.import_module(name)
        path = folder / name
        spec = importlib.util.spec_from_file_location(path.stem, path)
        if spec is None or spec.loader is None or not path.is_file():
            raise ImportError(f"there is no file {path}")
        module = importlib.util.module_from_spec(spec)
        sys.modules.setdefault(path.stem, module)
        spec.loader.exec_module(module)
        return module
    except ImportError as error:
        raise ConfigError(
            f"the module {name} of interface could not be imported: {error}",
            remedy="name a module that is installed, or a .py file beside the script",
        ) from error


def _class_in(module: ModuleType, target: Interface) -> Any:
    if target.export:
        if not hasattr(module, target.export):
            raise ConfigError(f"{target.module} has no {target.export}", remedy="correct export")
        return getattr(module, target.export)
    own = [
        one
        for one in vars(module).values()
        if inspect.isclass(one) and one.__module__ == module.__name__ and hasattr(one, "capture")
    ]
    if len(own) != 1:
        raise ConfigError(f"{target.module} has {len(own)} classes with capture()", remedy="name the class with export")
    return own[0]
