"""The site and the screens of these tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
import pytest_asyncio
from local_site import Show, Site, fill_screen
from playwright.async_api import Browser, Page

from askonce.geometry import Size
from askonce.screens.web import Device, PageOptions, WebScreen, open_browser_screen, open_page_screen

SMALL = Device(viewport=Size(800, 600))


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()
    yield site
    site.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def show(chromium: Browser) -> AsyncIterator[Show]:
    """Opens a screen and puts markup into it, or opens the address that was given."""
    async with AsyncExitStack() as rest:

        async def open_screen(content: str = "", **options: Any) -> WebScreen:
            options.setdefault("device", SMALL)
            screen = await open_browser_screen(chromium, PageOptions(**options))
            rest.push_async_callback(screen.close)
            await fill_screen(screen, content)
            return screen

        yield open_screen


@pytest_asyncio.fixture(loop_scope="session")
async def show_on_kept_page(show: Show, borrow_page: Callable[[], Awaitable[Page]]) -> AsyncIterator[Show]:
    """As `show`, on a page that other tests have used: for those that ask only what happens on it."""
    async with AsyncExitStack() as rest:

        async def open_screen(content: str = "", **options: Any) -> WebScreen:
            if "device" in options:
                return await show(content, **options)
            screen = await open_page_screen(await borrow_page(), PageOptions(**options))
            rest.push_async_callback(screen.close)
            await fill_screen(screen, content)
            return screen

        yield open_screen
