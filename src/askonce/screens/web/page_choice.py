"""Opens a web page by the options of its kind: in a browser of its own, in one that runs, or on a user's page."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urljoin, urlsplit

from playwright.async_api import Browser, BrowserContext, Error, Page

from askonce.errors import ConfigError, OutOfTime, ScreenError
from askonce.geometry import Size
from askonce.screens.host_files import inside
from askonce.screens.screen_kind import OpenContext, OpenedScreen
from askonce.screens.web.browser_launch import connect_browser
from askonce.screens.web.browser_options import DESKTOP, BrowserOptions, Device, PageOptions, Session, TabPolicy
from askonce.screens.web.cookies import read_cookies
from askonce.screens.web.file_server import served
from askonce.screens.web.playwright_driver import playwright_driver
from askonce.screens.web.playwright_errors import translated
from askonce.screens.web.running_browser import AUTO, current_tab, find_running
from askonce.screens.web.web_opener import (
    connect_screen,
    launch_screen,
    open_browser_screen,
    open_context_screen,
    open_page_screen,
)
from askonce.screens.web.web_options import NetworkIdle, WebOptions, WebTarget
from askonce.screens.web.web_screen import WebScreen

PHONE = Device(viewport=Size(390, 844), scale=2.0, mobile=True, touch=True)

_WINDOW = f"--window-size={DESKTOP.width + 8},{DESKTOP.height + 85}"
"""A window around a page of the usual size, if the display has room for it."""
_OF_CONTEXT = (
    "user_agent",
    "device_scale_factor",
    "viewport_scale",
    "touch",
    "locale",
    "storage_state",
    "accept_insecure_certs",
)
"""What is set when a context is made, and cannot be set for a tab in one that is there."""


@asynccontextmanager
async def open_web(options: WebOptions | WebTarget, context: OpenContext) -> AsyncGenerator[OpenedScreen, None]:
    """A screen with a page as the options say. What is opened here is closed at the end of the block."""
    async with AsyncExitStack() as stack:
        if isinstance(options, WebTarget):
            address = "" if options.bridge_mode == "currentTab" else _served_address(options, context, stack)
            screen = await stack.enter_async_context(await _open_target(options, address, context, stack))
            idle = options.wait_for_network_idle
        else:
            address, idle = urljoin(context.base_url, options.url) if options.url else "", None
            screen = await stack.enter_async_context(await _open(options, context))

        async def begin() -> None:
            if address:
                await (screen.begin_at(address) if context.is_trusted else screen.navigate(address))
                await _await_idle(screen, address, idle)

        yield OpenedScreen(screen, begin)


async def _open(options: WebOptions, context: OpenContext) -> WebScreen:
    page = page_options(options, context)
    match context.host:
        case Page():
            return await open_page_screen(context.host, page)
        case BrowserContext():
            return await open_context_screen(context.host, page)
        case Browser():
            return await open_browser_screen(context.host, page)
        case _ if options.cdp:
            address = await find_running(context.settings) if options.cdp == AUTO else options.cdp
            return await connect_screen(address, page, in_front=options.current_tab)
        case _:
            browser = options.browser or BrowserOptions(executable=context.settings.browser)
            if context.by_hand:
                browser = replace(browser, arguments=(*browser.arguments, _WINDOW))
            return await launch_screen(replace(browser, headed=context.headed or browser.headed), page)


def page_options(options: WebOptions, context: OpenContext) -> PageOptions:
    """How the page behaves; the settings say what the options do not."""
    device = PHONE if options.mobile else Device(viewport=None) if context.by_hand else Device()
    if options.viewport:
        device = replace(device, viewport=Size(*options.viewport))
    session = Session(storage_state=options.storage_state or context.logins)
    page = options.page or PageOptions(device=device, session=session, uploads=context.uploads, pause=context.pause)
    return replace(
        page,
        allowed_hosts=page.allowed_hosts or context.settings.allowed_hosts,
        photo_format=page.photo_format or context.settings.shots.format,
        page_log=page.page_log or _keeps_log(context),
    )


def _keeps_log(context: OpenContext) -> bool:
    return context.settings.runs is not None and context.settings.evidence.page_log


async def _await_idle(screen: WebScreen, address: str, idle: NetworkIdle | None) -> None:
    await screen.settle()
    if idle is None or not idle.timeout:
        return
    if not await screen.wait_for_idle(idle.timeout / 1000) and not idle.continue_on_network_idle_error:
        raise OutOfTime(
            f"the network of {address} was not idle within {idle.timeout} ms",
            remedy="raise waitForNetworkIdle.timeout, or let continueOnNetworkIdleError be true",
        )


# ---- pages of scripts


def _served_address(target: WebTarget, context: OpenContext, stack: AsyncExitStack) -> str:
    url = target.url or ""
    if not target.serve:
        return url
    home = stack.enter_context(served(_begun(context, target.serve)))
    return urljoin(f"{home}/", url.lstrip("/")) if not urlsplit(url).netloc else url


async def _open_target(target: WebTarget, address: str, context: OpenContext, stack: AsyncExitStack) -> WebScreen:
    options, host = target_page_options(target, address, context), context.host
    if target.bridge_mode:
        page = await stack.enter_async_context(_bridge(target, context))
        return await open_page_screen(page, options)
    if target.cdp_endpoint:
        host = await _running(target.cdp_endpoint, stack)
    if isinstance(host, BrowserContext):
        page = await stack.enter_async_context(_tab(host, target, options))
        return await open_page_screen(page, options)
    if isinstance(host, Browser) and not target.chrome_args:
        return await open_browser_screen(host, options)
    arguments = tuple(target.chrome_args or ())
    browser = BrowserOptions(context.headed, context.settings.browser, arguments)
    return await launch_screen(browser, options)


@asynccontextmanager
async def _bridge(target: WebTarget, context: OpenContext) -> AsyncGenerator[Page, None]:
    """A tab of the user's own browser. What was open before stays as it is."""
    address = target.cdp_endpoint or await find_running(context.settings)
    async with AsyncExitStack() as stack:
        playwright = await stack.enter_async_context(playwright_driver())
        browser = await connect_browser(playwright, address, as_it_is=True)
        stack.push_async_callback(browser.close)  # which only ends the connection
        if not browser.contexts:
            raise ScreenError(f"the browser at {address} has no windows", remedy="open one")
        own = browser.contexts[0]
        with translated("opening a tab"):
            is_new = target.bridge_mode == "newTabWithUrl"
            page = await own.new_page() if is_new else await current_tab(own, address)
            await page.bring_to_front()
        before = set(own.pages) - ({page} if is_new else set())
        try:
            yield page
        finally:
            if target.close_new_tabs_after_disconnect:
                await _close_new(own, page, before)


async def _close_new(context: BrowserContext, page: Page, before: set[Page]) -> None:
    """Close a tab and those that were opened from it, as far as they were not there `before`."""
    with suppress(Error):  # its user may have closed one first
        openers = {opened: await opened.opener() for opened in context.pages}  # a closed tab is nobody's opener
        for opened in openers:
            first: Page | None = opened
            while first and first is not page:
                first = openers.get(first)
            if first and opened not in before:
                await opened.close()


async def _running(endpoint: str, stack: AsyncExitStack) -> Browser | BrowserContext:
    """A browser that runs already; with the logins that are in it, if it has any windows."""
    playwright = await stack.enter_async_context(playwright_driver())
    browser = await connect_browser(playwright, endpoint)
    stack.push_async_callback(browser.close)
    return browser.contexts[0] if browser.contexts else browser


@asynccontextmanager
async def _tab(context: BrowserContext, target: WebTarget, options: PageOptions) -> AsyncGenerator[Page, None]:
    """A tab of its own in a context of others, as far as a tab can be as the script says."""
    if impossible := [name for name in _OF_CONTEXT if getattr(target, name)]:
        keys = ", ".join(WebTarget.model_fields[name].alias or name for name in impossible)
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


def target_page_options(target: WebTarget, address: str, context: OpenContext) -> PageOptions:
    """How the page behaves, by what the script says of it."""
    logins = None if target.cdp_endpoint else context.logins
    return PageOptions(
        device=Device(
            viewport=Size(target.viewport_width, target.viewport_height),
            scale=target.device_scale_factor or target.viewport_scale,
            touch=target.is_touched,
            user_agent=target.user_agent or "",
            locale=target.locale or "",
        ),
        session=Session(
            storage_state=_begun(context, target.storage_state) if target.storage_state else logins,
            cookies=read_cookies(_begun(context, target.cookie), address) if target.cookie else (),
            headers=MappingProxyType(target.extra_http_headers or {}),
            insecure_certificates=target.accept_insecure_certs,
        ),
        downloads=_download_folder(target.download_path, context) if target.download_path else None,
        uploads=_begun(context, target.upload_path) if target.upload_path else None,
        tabs=_tab_policy(target),
        allowed_hosts=context.settings.allowed_hosts,
        photo_format=context.settings.shots.format,
        page_log=_keeps_log(context),
        pause=context.pause,
    )


def _begun(context: OpenContext, path: str) -> Path:
    return (context.home or Path()) / path


def _download_folder(path: str, context: OpenContext) -> Path:
    """Where downloads go: with the run, where it has a folder to itself."""
    home = context.home and (context.settings.runs or context.home)
    return inside(home, path) if home else Path(path)


def _tab_policy(target: WebTarget) -> TabPolicy:
    """What a new tab does. In a browser, and where the same tab is not forced, it opens behind the one that is used."""
    if target.auto_follow_new_page:
        return "follow"
    is_browser = target.mode == "browser" and "force_same_tab_navigation" not in target.model_fields_set
    return "stay" if is_browser or not target.force_same_tab_navigation else "same"
