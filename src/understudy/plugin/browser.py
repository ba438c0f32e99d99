"""One browser for all tests of a session that have a page of their own; each has it in a context of its own."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, cast

from understudy.config import Settings
from understudy.screens.web import BrowserOptions
from understudy.screens.web.options import DESKTOP
from understudy.sync.runner import ThreadRunner

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext


class SharedBrowser:
    """Starts when the first test needs it, and again should it have died; ends with the session."""

    def __init__(self, settings: Settings, *, headed: bool = False) -> None:
        self.runner = ThreadRunner()
        self._options = BrowserOptions(executable=settings.browser, headed=headed)
        self._browser: Browser | None = None
        self._rest = AsyncExitStack()

    async def open_context(self, viewport: tuple[int, int] | None, storage_state: Path | None) -> BrowserContext:
        width, height = viewport or (DESKTOP.width, DESKTOP.height)
        browser = await self._running()
        return await browser.new_context(viewport={"width": width, "height": height}, storage_state=storage_state)

    async def close_context(self, context: BrowserContext) -> None:
        from playwright.async_api import Error

        try:
            await context.close()
        except Error:
            return  # the browser went first

    async def _running(self) -> Browser:
        from playwright.async_api import async_playwright

        from understudy.screens.web.browser import launch_browser

        if self._browser is None or not self._browser.is_connected():
            await self._rest.aclose()
            playwright = await self._rest.enter_async_context(async_playwright())
            # Without a profile it comes as a browser, not as a context.
            self._browser = cast("Browser", await launch_browser(playwright, self._options))
            self._rest.push_async_callback(self._browser.close)
        return self._browser

    def __enter__(self) -> Self:
        self.runner.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            self.runner.run(self._rest.aclose())
        finally:
            self.runner.__exit__(kind, error, traceback)
