"""One Chromium for the whole run. Tests that use it share its event loop."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
import pytest_asyncio
from forked_workers import run_in_workers
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from playwright.async_api import Browser, Error, Page, ViewportSize, async_playwright

from askonce.config import read_settings
from askonce.screens.web import BrowserOptions, page_tree, touch_aim
from askonce.screens.web.browser_launch import launch_browser

# Generated examples are the same in every run, so that a change is not blamed for what it did not do.
settings.register_profile("reproducible", derandomize=True, deadline=None, max_examples=25)
settings.register_profile("thorough", derandomize=True, deadline=None)
settings.load_profile("reproducible")


gc.disable()  # what is imported and collected stays until the end: looking for garbage in it is a fifth of that time

VIEWPORT: ViewportSize = {"width": 800, "height": 600}
LONGEST = frozenset({"test_documents.py", "test_examples.py", "test_aw_extend.py"})
LONG = frozenset({"plugin", "mcp", "script", "cli", "program", "fleet", "vision", "sync"})
"""Files and folders whose tests start processes, wait for databases or look at pictures: begun first, so that no worker
is left with them alone at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where a class says which of its tests run `often`, those that it inherits besides run with LONG=1."""
    items.sort(key=lambda item: (LONGEST.isdisjoint(item.path.parts), LONG.isdisjoint(item.path.parts)))
    for item in items:
        often = getattr(getattr(item, "cls", None), "often", None)
        if often is not None and item.name not in often:
            item.add_marker(pytest.mark.long)
        if pytest_asyncio.is_async_test(item) and "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_runtestloop(session: pytest.Session) -> bool | None:
    workers = session.config.getoption("--workers")
    if workers < 2 or not hasattr(os, "fork") or session.testsfailed or session.config.option.collectonly:
        return None
    run_in_workers(session, workers)
    return True


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await launch_browser(playwright, BrowserOptions(executable=read_settings().browser))
        assert isinstance(browser, Browser)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def own_page(chromium: Browser) -> AsyncIterator[Page]:
    """A page of the user's own, in a context of its own: for tests that change what a page keeps."""
    context = await chromium.new_context(viewport=VIEWPORT)
    yield await context.new_page()
    await context.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def kept_pages(chromium: Browser) -> AsyncIterator[list[Page]]:
    """The pages that the next tests get. To open one costs more than most tests do on it."""
    kept: list[Page] = []
    yield kept
    for page in kept:
        await page.context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def borrow_page(chromium: Browser, kept_pages: list[Page]) -> AsyncIterator[Callable[[], Awaitable[Page]]]:
    """Gives a page that shows nothing. Tests use it one after the other while it is as good as new."""
    borrowed: list[Page] = []

    async def borrow() -> Page:
        kept = kept_pages.pop() if kept_pages else await (await chromium.new_context(viewport=VIEWPORT)).new_page()
        borrowed.append(kept)
        return kept

    yield borrow
    for page in borrowed:
        if await is_as_good_as_new(page):
            kept_pages.append(page)
        else:
            await page.context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def web_page(borrow_page: Callable[[], Awaitable[Page]]) -> Page:
    """A page of the user's own, which shows nothing."""
    return await borrow_page()


async def is_as_good_as_new(page: Page) -> bool:
    """Take what it shows away from a page. False where a test has left more behind than that."""
    if page.is_closed() or page.context.pages != [page] or page.viewport_size != VIEWPORT:
        return False
    try:
        await page.context.clear_cookies()
        await page.goto("about:blank", timeout=5_000)
    except Error:  # a dialog that nobody answers, a page that does not let itself be left
        return False
    page_tree._memory_of.pop(page, None)  # elements are numbered from one again
    touch_aim._missed.pop(page, None)
    return True


def pytest_configure(config: pytest.Config) -> None:
    """Let Ctrl-C be heard, also by programs that tests start: what a shell starts in the background ignores it.

    And let generated examples stay the same when the code changes, from whose constants Hypothesis would make some: it
    reads all of it for that, which only a thorough run can afford.
    """
    if config.getoption("--hypothesis-profile", None) != "thorough" and hasattr(providers, "_local_constants"):
        providers._get_local_constants = lambda: providers._local_constants
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--workers", type=int, default=1, help="how many processes run the tests, a file each at a time")
    parser.addoption("--replies", type=int, default=300, help="how many generated replies are read")
