"""Opens screens: on a page or context of the user, in a running browser, or in one that we start."""

from __future__ import annotations

import asyncio
import warnings
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

from playwright.async_api import Browser, BrowserContext, Error, Page

from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.screens.web.allowed_hosts import UNHELD, HostRules, UnheldHosts
from askonce.screens.web.browser_launch import WITHOUT_UDP, connect_browser, launch_browser, proxy_settings
from askonce.screens.web.browser_options import BrowserOptions, PageOptions, Proxy
from askonce.screens.web.browser_session import read_session_file, set_tab_storage
from askonce.screens.web.filter_proxy import FilterProxy
from askonce.screens.web.news import News
from askonce.screens.web.playwright_driver import playwright_driver
from askonce.screens.web.playwright_errors import translated
from askonce.screens.web.running_browser import current_tab
from askonce.screens.web.sync_bridge import keep_faces_apart
from askonce.screens.web.tabs import Pages
from askonce.screens.web.touch_web_screen import TouchWebScreen
from askonce.screens.web.web_screen import WebScreen

_DEFAULTS = PageOptions()
_CLOSING = 5.0
"""The most seconds that a context or a browser may take to close. One that hangs is ended with Playwright's driver."""


async def open_page_screen(page: Page, options: PageOptions = _DEFAULTS) -> WebScreen:
    """A screen on the user's own page, and the tabs that open from it. Closing it leaves the page open."""
    keep_faces_apart(page)
    return await _open(page.context, [page], options, AsyncExitStack(), owned=False)


async def open_context_screen(context: BrowserContext, options: PageOptions = _DEFAULTS) -> WebScreen:
    """A screen on the tabs of the user's own context; the last one is current. An empty context gets a tab of ours."""
    keep_faces_apart(context)
    if context.pages:
        return await _open(context, context.pages, options, AsyncExitStack(), owned=False)
    with translated("opening a tab"):
        page = await context.new_page()
    return await _open(context, [page], options, AsyncExitStack(), owned=True)


async def open_browser_screen(browser: Browser, options: PageOptions = _DEFAULTS) -> WebScreen:
    """A screen in a new context of the user's own browser. Closing it closes that context."""
    async with AsyncExitStack() as rest:
        proxy = await _start_filter(HostRules(options.allowed_hosts), None, rest)
        return await _open_new(browser, options, rest.pop_all(), proxy=proxy)


async def launch_screen(browser: BrowserOptions | None = None, options: PageOptions = _DEFAULTS) -> WebScreen:
    """A screen in a browser that is started for it, and ends with it."""
    browser = browser or BrowserOptions()
    rules = HostRules(options.allowed_hosts)
    async with AsyncExitStack() as rest:
        proxy = await _start_filter(rules, browser.proxy, rest)
        if proxy:
            wall = rules.resolver_argument(also="127.0.0.1")
            # With a profile there is one context, that of the browser; else what the browser itself asks stays outside.
            server = proxy.address if browser.profile else None
            browser = replace(browser, proxy=server, arguments=(*browser.arguments, wall, *WITHOUT_UDP))
        playwright = await rest.enter_async_context(playwright_driver())
        launched = await launch_browser(playwright, browser, context=_context_options(options))
        rest.push_async_callback(_close, launched)
        if isinstance(launched, BrowserContext):
            if options.session.storage_state:
                raise ConfigError("a profile has its own logins", remedy="leave out storage_state, or the profile")
            await _prepare(launched, options)
            pages = launched.pages
            return await _open(launched, pages, options, rest.pop_all(), owned=False, ours=True, proxy=proxy)
        return await _open_new(launched, options, rest.pop_all(), proxy=proxy)


async def connect_screen(endpoint: str, options: PageOptions = _DEFAULTS, *, in_front: bool = False) -> WebScreen:
    """A screen in a new tab of a browser that runs already, with its logins, by its DevTools address.

    `in_front` takes the tab that the user looks at instead, and leaves it open.
    """
    async with AsyncExitStack() as rest:
        playwright = await rest.enter_async_context(playwright_driver())
        browser = await connect_browser(playwright, endpoint, as_it_is=in_front)
        rest.push_async_callback(_close, browser)
        if in_front and browser.contexts:
            with translated("looking for the tab in front"):
                page = await current_tab(browser.contexts[0], endpoint)
            return _with_extensions(await _open(page.context, [page], options, rest.pop_all(), owned=False))
        if not browser.contexts or options.session.storage_state:
            return await _open_new(browser, options, rest.pop_all())
        with translated("opening a tab"):
            page = await browser.contexts[0].new_page()
        return _with_extensions(await _open(page.context, [page], options, rest.pop_all(), owned=True))


def _with_extensions(screen: WebScreen) -> WebScreen:
    screen.has_extensions = True
    return screen


@dataclass(frozen=True, slots=True)
class _Filter:
    """A running filter, and how a browser reaches it."""

    proxy: FilterProxy
    address: Proxy


async def _start_filter(rules: HostRules, upstream: Proxy | None, rest: AsyncExitStack) -> _Filter | None:
    if not rules:
        return None
    proxy = FilterProxy(rules, upstream)
    address = await proxy.start()
    rest.push_async_callback(proxy.close)
    return _Filter(proxy, address)


async def _open_new(
    browser: Browser, options: PageOptions, rest: AsyncExitStack, *, proxy: _Filter | None = None
) -> WebScreen:
    async with rest:
        with translated("opening a page"):
            found = _context_options(options)
            kept = options.session.storage_state
            found["storage_state"], of_tab = read_session_file(kept) if kept else (None, {})
            if proxy:
                found["proxy"] = proxy_settings(proxy.address)
            context = await browser.new_context(**found)
            rest.push_async_callback(_close, context)
            await _prepare(context, options)
            page = await context.new_page()
            await set_tab_storage(page, of_tab)
        return await _open(context, [page], options, rest.pop_all(), owned=False, ours=True, proxy=proxy)


async def _close(opened: Browser | BrowserContext) -> None:
    try:
        await asyncio.wait_for(opened.close(), _CLOSING)
    except (Error, TimeoutError):
        return  # the browser went first, or hangs: closing does not wait for it


async def _prepare(context: BrowserContext, options: PageOptions) -> None:
    if options.session.cookies:
        cookies: list[Any] = [dict(cookie) for cookie in options.session.cookies]
        await context.add_cookies(cookies)


async def _open(
    context: BrowserContext,
    pages: list[Page],
    options: PageOptions,
    rest: AsyncExitStack,
    *,
    owned: bool,
    ours: bool = False,
    proxy: _Filter | None = None,
) -> WebScreen:
    """`owned` pages are closed with the screen; `ours` says that the whole context is."""
    async with rest:
        news = News()
        if proxy and context.browser:
            proxy.proxy.report_to(lambda address: news.tell(f"blocked {address}: host not allowed"))
        elif options.allowed_hosts and not proxy:
            warnings.warn(UNHELD, UnheldHosts, stacklevel=2)
        tabs = Pages(context, policy=options.tabs, news=news, cap=options.settle_cap, ours=ours)
        kind = TouchWebScreen if await _has_touch(pages[-1]) else WebScreen
        screen = kind(tabs, options, news, rest.pop_all(), ours=ours)
        try:
            await screen.start(pages, owned=owned)
        except BaseException:
            await screen.close()
            raise
        return screen


async def _has_touch(page: Page) -> bool:
    browser = page.context.browser
    if browser is None or browser.browser_type.name != "chromium":
        return False
    with translated("looking at the page"):
        return await page.evaluate("() => navigator.maxTouchPoints > 0")


def _context_options(options: PageOptions) -> dict[str, Any]:
    device, session = options.device, options.session
    found: dict[str, Any] = {
        "device_scale_factor": device.scale,
        "is_mobile": device.mobile,
        "has_touch": device.touch,
        "user_agent": device.user_agent,
        "locale": device.locale,
        "extra_http_headers": dict(session.headers),
        "ignore_https_errors": session.insecure_certificates,
    }
    found = {name: value for name, value in found.items() if value}
    if device.viewport:
        found["viewport"] = {"width": device.viewport.width, "height": device.viewport.height}
    else:
        found["no_viewport"] = True
    return found
