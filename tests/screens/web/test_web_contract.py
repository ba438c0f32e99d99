"""The contract that all screens hold to, run against web pages in a real browser."""

from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest
from playwright.async_api import Browser

from askonce.geometry import Size
from askonce.screens import Screen, Touch
from askonce.screens.web import Device, PageOptions, open_browser_screen
from askonce.testing.contracts import SAMPLE_PAGE, ScreenContract


class TestWebScreen(ScreenContract):
    other_address = "about:blank"
    upload_file = "note.txt"
    options: ClassVar = PageOptions()

    @pytest.fixture(autouse=True)
    def given(self, chromium: Browser, tmp_path: Path) -> None:
        self.browser = chromium
        self.uploads = tmp_path
        (tmp_path / self.upload_file).write_text("hello")

    async def open_screen(self) -> Screen:
        screen = await open_browser_screen(self.browser, replace(self.options, uploads=self.uploads))
        await screen.begin_at(SAMPLE_PAGE.as_uri())
        await screen.settle()
        return screen


class TestWebScreenOnAPhone(TestWebScreen):
    options: ClassVar = PageOptions(
        device=Device(viewport=Size(390, 700), scale=3, mobile=True, touch=True), shot_scale="device"
    )

    async def test_it_has_fingers(self) -> None:
        screen = await self.open_screen()
        assert isinstance(screen, Touch)
        await screen.close()
