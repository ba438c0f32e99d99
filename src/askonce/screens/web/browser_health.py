"""The web driver: which browser is used, whether it starts, and what else it could be."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from askonce.errors import AskonceError
from askonce.screens.screen_kind import Finding, HealthContext
from askonce.screens.web.browser_launch import connect_browser, find_browser, find_browsers, launch_browser
from askonce.screens.web.browser_options import BrowserOptions
from askonce.screens.web.playwright_driver import playwright_driver
from askonce.screens.web.web_options import WebOptions

if TYPE_CHECKING:
    from playwright.async_api import Playwright

_NONE = Finding(
    "browser",
    False,
    "no Chrome, Chromium or Edge was found",
    "install one, or run `playwright install chromium`, or set ASKONCE_BROWSER to one that is elsewhere",
)


async def check_web(options: WebOptions, context: HealthContext) -> Sequence[Finding]:
    program = context.settings.browser or find_browser()
    async with playwright_driver() as playwright:
        findings = [await _start(playwright, program) if program else _NONE]
        if options.cdp:
            findings.append(await _connect(playwright, options.cdp))
    if program:
        findings += [check_display(program, context.process, sys.platform), *_list_other_browsers(program)]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        message = "this is root, so the browser runs without its own sandbox"
        findings.append(Finding("user", True, message, "for pages that you do not trust, run as another user", False))
    return findings


async def _start(playwright: Playwright, program: Path) -> Finding:
    from playwright.async_api import Browser

    started = time.perf_counter()
    try:
        browser = await launch_browser(playwright, BrowserOptions(executable=program))
        version = browser.version if isinstance(browser, Browser) else ""
        await browser.close()
    except AskonceError as error:
        return Finding("browser", False, error.message, error.remedy)
    seconds = time.perf_counter() - started
    return Finding("browser", True, f"{program}, version {version}, starts without a window ({seconds:.1f} s)")


async def _connect(playwright: Playwright, endpoint: str) -> Finding:
    """Look at a running browser; the connection ends with Playwright, and the browser goes on."""
    try:
        browser = await connect_browser(playwright, endpoint)
    except AskonceError as error:
        return Finding("cdp", False, error.message, error.remedy)
    tabs = sum(len(context.pages) for context in browser.contexts)
    return Finding("cdp", True, f"version {browser.version} answers at {endpoint}, tabs: {tabs}")


def check_display(program: Path, process: Mapping[str, str], platform: str) -> Finding:
    """Whether a window could be shown. None is opened to find out: it would get in the way."""
    if "headless" in program.name:
        message, remedy = f"{program.name} has none", "for --headed set ASKONCE_BROWSER to a whole browser"
        return Finding("window", False, message, remedy, needed=False)
    if platform != "linux" or process.get("DISPLAY") or process.get("WAYLAND_DISPLAY"):
        return Finding("window", True, "can be shown with --headed", needed=False)
    message = "there is no display, so --headed does not work"
    return Finding("window", False, message, "use a desktop, or start the command with xvfb-run", needed=False)


def _list_other_browsers(used: Path) -> list[Finding]:
    others = dict.fromkeys(str(place) for place in find_browsers() if place.resolve() != used.resolve())
    if not others:
        return []
    return [Finding("others", True, ", ".join(others), "to use one of them, set ASKONCE_BROWSER", needed=False)]
