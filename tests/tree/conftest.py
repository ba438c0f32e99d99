"""One browser for all tests of the tree, and one fresh page for each."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright

from understudy.screens import Tree
from understudy.screens.web import find_browser
from understudy.screens.web.inspect import read_tree

PAGES = Path(__file__).parent.parent / "pages"

Read = Callable[[str], Awaitable[Tree]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(chromium: Browser) -> AsyncIterator[Page]:
    page = await chromium.new_page(viewport={"width": 1280, "height": 720})
    yield page
    await page.close()


@pytest_asyncio.fixture(loop_scope="session")
async def read(page: Page) -> Read:
    """Puts markup into a page and reads its tree."""

    async def read_markup(markup: str) -> Tree:
        await page.set_content("<!doctype html><style>body { margin: 8px; font: 16px sans-serif }</style>" + markup)
        return await read_tree(page)

    return read_markup


@pytest.fixture
def sample() -> Callable[[str], str]:
    """The address of a page in `tests/pages`."""
    return lambda name: (PAGES / f"{name}.html").as_uri()
