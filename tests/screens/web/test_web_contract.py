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
    often: ClassVar = {
        "test_it_has_fingers",
        "test_a_shot_is_an_image_of_the_size_that_its_frame_says",
        "test_a_shot_shows_the_whole_screen",
        "test_elements_in_the_tree_lie_in_view",
        "test_a_tap_hits_the_very_point",
        "test_each_way_to_touch_is_told_from_the_others",
        "test_scrolling_moves_what_is_seen_by_the_distance",
        "test_swiping_up_moves_the_content_up",
    }
    """What fingers, a small viewport and a dense picture change."""

    async def test_it_has_fingers(self) -> None:
        screen = await self.open_screen()
        assert isinstance(screen, Touch)
        await screen.close()
