"""One browser for all tests of a session that have a page of their own; each has it in a context of its own."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, cast

from askonce.config import Settings
from askonce.screens.web import BrowserOptions
from askonce.sync.coroutine_runner import ThreadRunner

if TYPE_CHECKING:
    from playwright.async_api import Browser

_CLOSING = 5.0
"""The most seconds that the browser may take to close. One that hangs is ended with Playwright's driver."""


class SharedBrowser:
    """Starts when the first test needs it, and again should it have died; it has an event loop of its own."""

    def __init__(self, settings: Settings, *, headed: bool = False) -> None:
        self.runner = ThreadRunner().__enter__()
        self._options = BrowserOptions(executable=settings.browser, headed=headed)
        self._browser: Browser | None = None
        self._rest = AsyncExitStack()

    def start(self) -> Browser:
        """The browser as it runs, for use in the event loop of `runner`."""
        return self.runner.run(self._running())

    async def _running(self) -> Browser:
        from playwright.async_api import async_playwright

        from askonce.screens.web.browser_launch import launch_browser

        if self._browser is None or not self._browser.is_connected():
            await self._rest.aclose()
            playwright = await self._rest.enter_async_context(async_playwright())
            # Without a profile it comes as a browser, not as a context.
            self._browser = cast("Browser", await launch_browser(playwright, self._options))
            self._rest.push_async_callback(_close, self._browser)
        return self._browser

    def close(self) -> None:
        try:
            self.runner.run(self._rest.aclose())
        finally:
            self.runner.__exit__(None, None, None)


async def _close(browser: Browser) -> None:
    from playwright.async_api import Error

    try:
        await asyncio.wait_for(browser.close(), _CLOSING)
    except (Error, TimeoutError):
        return  # it went first, or hangs: nobody who is done should wait for it
