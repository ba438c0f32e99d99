"""Pages to read trees from: one that tests share, fresh ones, and the samples."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser, Page, Route
from tree_words import Read

from askonce.screens import Tree
from askonce.screens.web.page_tree import read_tree

PAGES = Path(__file__).parents[1] / "pages"


@pytest_asyncio.fixture(loop_scope="session")
async def page(chromium: Browser) -> AsyncIterator[Page]:
    page = await chromium.new_page(viewport={"width": 1280, "height": 720})
    yield page
    await page.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def read(chromium: Browser) -> AsyncIterator[Read]:
    """Puts markup into a page that all tests share, and reads its tree."""
    page = await chromium.new_page(viewport={"width": 1280, "height": 720})

    async def read_markup(markup: str) -> Tree:
        await page.set_content("<!doctype html><style>body { margin: 8px; font: 16px sans-serif }</style>" + markup)
        return await read_tree(page)

    yield read_markup
    await page.close()


@pytest_asyncio.fixture(loop_scope="session")
async def read_sample(page: Page) -> Read:
    """Opens a page of `tests/pages` by its name, under an address that is the same on every machine."""

    async def answer(route: Route) -> None:
        name = route.request.url.removeprefix("http://pages.test/")
        await route.fulfill(path=PAGES / f"{name}.html")

    await page.route("http://pages.test/*", answer)
    await page.set_viewport_size({"width": 1280, "height": 800})

    async def read_page(name: str) -> Tree:
        await page.goto(f"http://pages.test/{name}")
        return await read_tree(page)

    return read_page
