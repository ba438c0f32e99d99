"""Opens the pages that scripts play on: in a context of their own, in a tab of another, or in a browser that runs."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from askonce.config import Settings
from askonce.errors import ConfigError, OutOfTime
from askonce.geometry import Size
from askonce.screens.web import BrowserOptions, Device, PageOptions, Session
from askonce.script.cookies import read_cookies
from askonce.script.file_server import served
from askonce.script.play_options import Surroundings
from askonce.script.script import Script
from askonce.script.script_models import Web
from askonce.script.script_scope import Scope

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page

    from askonce.screens.web import WebScreen

_OF_CONTEXT = (
    "user_agent",
    "device_scale_factor",
    "viewport_scale",
    "touch",
    "locale",
    "storage_state",
    "accept_insecure_certs",
)
"""What is said of a context when it is made, and cannot be said of a tab in one that is there."""


def address_of(target: Web, scope: Scope, stack: AsyncExitStack) -> str:
    url = scope.fill(target.url) if target.url else ""
    if not target.serve:
        return url
    home = stack.enter_context(served(Path(scope.fill(target.serve))))
    return urljoin(f"{home}/", url.lstrip("/")) if not urlsplit(url).netloc else url


async def open_web_screen(
    script: Script, target: Web, address: str, around: Surroundings, stack: AsyncExitStack
) -> WebScreen:
    """A screen with a page as the script wants it; what is opened here is closed with the stack."""
    from playwright.async_api import BrowserContext

    from askonce.screens.web import launch_screen, open_browser_screen, open_page_screen

    options = page_options(script, target, address, around.settings)
    host = around.host
    if target.cdp_endpoint:
        host = await _running(target.cdp_endpoint, stack)
    elif isinstance(host, BrowserContext):
        pass
    elif host is None or script.needs_own_browser:
        browser = BrowserOptions(
            headed=around.headed,
            executable=around.settings.browser,
            arguments=tuple(target.chrome_args or ()),
        )
        return await stack.enter_async_context(await launch_screen(browser, options))
    if isinstance(host, BrowserContext):
        page = await stack.enter_async_context(_tab(host, target, options))
        return await stack.enter_async_context(await open_page_screen(page, options))
    return await stack.enter_async_context(await open_browser_screen(host, options))


async def _running(endpoint: str, stack: AsyncExitStack) -> Browser | BrowserContext:
    """A browser that runs already; with the logins that are in it, if it has any windows."""
    from playwright.async_api import async_playwright

    from askonce.screens.web.browser_launch import connect_browser

    playwright = await stack.enter_async_context(async_playwright())
    browser = await connect_browser(playwright, endpoint)
    stack.push_async_callback(browser.close)
    return browser.contexts[0] if browser.contexts else browser


@asynccontextmanager
async def _tab(context: BrowserContext, target: Web, options: PageOptions) -> AsyncGenerator[Page, None]:
    """A tab of its own in a context of others, as far as a tab can be as the script says."""
    from playwright.async_api import Error

    from askonce.screens.web.playwright_errors import translated

    if impossible := [name for name in _OF_CONTEXT if getattr(target, name)]:
        keys = ", ".join(Web.model_fields[name].alias or name for name in impossible)
        raise ConfigError(
            f"{keys} cannot be set in a browser context that is there already",
            remedy="leave it out, or play the script in a context of its own",
        )
    with translated("opening a tab"):
        if options.session.cookies:
            cookies: list[Any] = [dict(cookie) for cookie in options.session.cookies]
            await context.add_cookies(cookies)
        page = await context.new_page()
        if options.session.headers:
            await page.set_extra_http_headers(dict(options.session.headers))
        if options.device.viewport and {"viewport_width", "viewport_height"} & target.model_fields_set:
            size = options.device.viewport
            await page.set_viewport_size({"width": size.width, "height": size.height})
    try:
        yield page
    finally:
        with suppress(Error):  # whoever owns the context may have closed it first
            await page.close()


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
        photo_format=settings.shots.format,
        pause=(script.agent.wait_after_action or 0) / 1000,
    )


async def begin(screen: WebScreen, address: str, target: Web) -> None:
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
