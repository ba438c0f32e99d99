"""One browser for many pages, each in a context of its own."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING

from askonce.config import Settings
from askonce.errors import ScreenError
from askonce.screens.web.browser_launch import WITHOUT_UDP, launch_browser
from askonce.screens.web.browser_options import BrowserOptions
from askonce.screens.web.playwright_driver import playwright_driver

if TYPE_CHECKING:
    from playwright.async_api import Browser

_CLOSING = 5.0
"""The most seconds that the browser may take to close. One that hangs is ended with Playwright's driver."""


class SharedBrowser:
    """Starts when the first page needs it, and again should it have died."""

    def __init__(self, settings: Settings, headed: bool = False) -> None:
        self._options = BrowserOptions(headed, settings.browser, WITHOUT_UDP if settings.allowed_hosts else ())
        self._starting = asyncio.Lock()
        self._rest = AsyncExitStack()
        self._browser: Browser | None = None

    async def get(self) -> Browser:
        from playwright.async_api import Browser

        async with self._starting:
            if self._browser and self._browser.is_connected():
                return self._browser
            await self._rest.aclose()
            playwright = await self._rest.enter_async_context(playwright_driver())
            launched = await launch_browser(playwright, self._options)
            if not isinstance(launched, Browser):
                raise ScreenError("the browser came up with a profile of its own, and cannot be shared")
            self._rest.push_async_callback(_close, launched)
            self._browser = launched
            return launched

    async def close(self) -> None:
        await self._rest.aclose()


async def _close(browser: Browser) -> None:
    from playwright.async_api import Error

    with suppress(Error, TimeoutError):  # it went first, or hangs: then it ends with Playwright's driver
        await asyncio.wait_for(browser.close(), _CLOSING)
