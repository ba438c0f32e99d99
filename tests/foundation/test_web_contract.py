"""The contract that all screens hold to, run against web pages in a real browser."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from understudy.geometry import Size
from understudy.screens import Screen, Touch
from understudy.screens.web import BrowserOptions, Device, PageOptions, open_browser_screen
from understudy.screens.web.browser import launch_browser
from understudy.testing.contracts import SAMPLE_PAGE, ScreenContract

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        launched = await launch_browser(playwright, BrowserOptions(), context={})
        assert isinstance(launched, Browser)
        yield launched
        await launched.close()


class WebContract(ScreenContract):
    other_address = "about:blank"
    upload_file = "note.txt"
    options: ClassVar = PageOptions()

    @pytest.fixture(autouse=True)
    def given(self, shared_browser: Browser, tmp_path: Path) -> None:
        self.browser = shared_browser
        self.uploads = tmp_path
        (tmp_path / self.upload_file).write_text("hello")

    async def open_screen(self) -> Screen:
        screen = await open_browser_screen(self.browser, replace(self.options, uploads=self.uploads))
        await screen.navigate(SAMPLE_PAGE.as_uri())
        await screen.settle()
        return screen


class TestWebScreen(WebContract):
    pass


class TestWebScreenOnAFineDisplay(WebContract):
    options: ClassVar = PageOptions(device=Device(viewport=Size(900, 500), scale=2), shot_scale="device")


class TestWebScreenOnAPhone(WebContract):
    options: ClassVar = PageOptions(device=Device(viewport=Size(390, 700), scale=3, mobile=True, touch=True))

    async def test_it_has_fingers(self) -> None:
        screen = await self.open_screen()
        assert isinstance(screen, Touch)
        await screen.close()
