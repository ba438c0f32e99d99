"""One Chromium for the whole run. Tests that use it share its event loop."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from hypothesis import settings
from playwright.async_api import Browser, Page, async_playwright

from askonce.config import read_settings
from askonce.screens.web import BrowserOptions
from askonce.screens.web.browser_launch import launch_browser

# Generated examples are the same in every run, so that a change is not blamed for what it did not do.
settings.register_profile("reproducible", derandomize=True, deadline=None, max_examples=25)
settings.register_profile("thorough", derandomize=True, deadline=None)
settings.load_profile("reproducible")


LONGEST = frozenset({"test_documents.py", "test_examples.py"})
LONG = frozenset({"plugin", "mcp", "script", "cli", "program"})
"""Files and folders whose tests start processes: begun first, so that no worker is left with them alone at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: (LONGEST.isdisjoint(item.path.parts), LONG.isdisjoint(item.path.parts)))
    for item in items:
        if pytest_asyncio.is_async_test(item) and "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await launch_browser(playwright, BrowserOptions(executable=read_settings().browser))
        assert isinstance(browser, Browser)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def web_page(chromium: Browser) -> AsyncIterator[Page]:
    """A page of the user's own, in a context of its own."""
    context = await chromium.new_context(viewport={"width": 800, "height": 600})
    yield await context.new_page()
    await context.close()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--replies", type=int, default=1_000, help="how many generated replies are read")
