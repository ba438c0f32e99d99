"""Dialogs before a backdrop, and panels of dark pages that only look like them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PIL import Image, ImageDraw
from playwright.async_api import Browser
from shipped_fonts import SANS, font_style

from askonce import launch
from askonce.actions import Found, Target
from askonce.config import Settings
from askonce.errors import GaveUp
from askonce.geometry import Box, Frame, Point, Size
from askonce.locate.local import LocalFinder
from askonce.screens import Shot
from askonce.screens.eyes import Eyes
from askonce.values import Mask
from askonce.vision.backdrop import Backdrop, find_backdrop
from askonce.vision.picture_panels import find_panels
from askonce.vision.seen_tree import seen_tree

pytest.importorskip("rapidocr")

VIEW = Size(1000, 640)
PANEL = (310, 150, 690, 410)
BLUE = (30, 90, 220)


class Still:
    """A picture of a page as a screen that can be seen and touched."""

    kind = "still"

    def __init__(self, image: bytes) -> None:
        self.touched: list[Point] = []
        self._shot = Shot(image, "image/png", Frame.whole(VIEW, VIEW))

    async def capture(self) -> Shot:
        return self._shot

    async def size(self) -> Size:
        return VIEW

    async def settle(self) -> None: ...

    def news(self) -> Sequence[str]:
        return ()

    async def close(self) -> None: ...

    async def tap(self, at: Point, *, count: int = 1) -> None:
        self.touched.append(at)

    async def hold(self, at: Point, seconds: float) -> None: ...

    async def drag(self, start: Point, end: Point) -> None: ...


STYLE = f"""{font_style(SANS)}
<style>* {{ font: 15px {SANS}; box-sizing: border-box }} body > * {{ position: absolute; margin: 0 }}
body {{ margin: 0; background: #1c1e22; color: #8b9096; color-scheme: dark }}
.light {{ background: #fff; color: #222; color-scheme: light }} .veil {{ inset: 0; background: #0008 }}
.panel {{ left: 310px; top: 150px; width: 380px; height: 260px; padding: 24px; background: #2b2e34; color: #fff }}
.light .panel {{ background: #fff; color: #222 }} hr {{ left: 0; right: 0; border: 0; border-top: 1px solid #999 }}
button {{ padding: 8px 20px; border: 0; border-radius: 4px; background: #3a3f4b; color: #a2a6ac }}
.panel button, .light button {{ background: #1e5adc; color: #fff }}
svg {{ position: absolute; right: 16px; top: 16px; stroke: #a2a6ac; fill: none; stroke-width: 2 }}
.panel svg {{ stroke: #fff }}</style>"""
GLASS = '<svg width=24 height=24 viewBox="0 0 24 24"><circle cx=11 cy=11 r=7 /><path d="M16 16l6 6"/></svg>'
DASHBOARD = f"""{STYLE}<p style="left:30px;top:20px">Pump station</p>{GLASS}
<label style="left:30px;top:100px"><input type=checkbox> Alarm</label>
<label style="left:30px;top:140px"><input type=checkbox> Night mode</label>
<div class=panel>{GLASS}<p>Pump 2</p><label><input type=checkbox> Alarm</label><p><button>Start</button></p></div>"""
MODAL = f"""{STYLE}<body class=light><p style="left:30px;top:20px">Stock</p>
<hr style="top:200px"><hr style="top:260px"><hr style="top:320px"><hr style="top:380px">
<button style="left:30px;top:100px">Rename</button><button style="left:30px;top:500px">Export</button>
<div class=veil></div><div class=panel><p>A new name for the list</p><p><button>Rename</button></p></div></body>"""


async def picture(chromium: Browser, markup: str) -> bytes:
    page = await chromium.new_page(viewport={"width": VIEW.width, "height": VIEW.height})
    await page.set_content(markup)
    await page.evaluate("() => document.fonts.load('15px DejaVuSans')")
    image = await page.screenshot()
    await page.close()
    return image


async def test_one_of_two_equal_controls_is_not_taken_because_the_other_one_is_darker(chromium: Browser) -> None:
    screen = Still(await picture(chromium, DASHBOARD))
    eyes = Eyes(screen, Mask())
    for prompt in ("Alarm", "the search icon"):
        assert not isinstance(await LocalFinder().find(Target(prompt=prompt), eyes), Found), prompt
    start = await LocalFinder().find(Target(prompt="Start"), eyes)
    assert isinstance(start, Found)
    assert Box.of_edges(*PANEL).contains(start.touch)
    outside = await LocalFinder().find(Target(prompt="Night mode"), eyes)
    assert not isinstance(outside, Found)
    assert "may lie behind a dialog" in outside.reason
    async with launch.screen(screen, settings=Settings(runs=None, patience=0.0)) as agent:
        for instruction in ("check Alarm", "check Night mode"):
            with pytest.raises(GaveUp):
                await agent.act(instruction)
    assert screen.touched == []


async def test_a_sure_dialog_hides_its_namesakes_and_nothing_behind_it_is_touched(chromium: Browser) -> None:
    screen = Still(await picture(chromium, MODAL))
    eyes = Eyes(screen, Mask())
    tree = await seen_tree(eyes)
    assert tree is not None
    assert [node.role for node in tree].count("dialog") == 1
    rename = await LocalFinder().find(Target(prompt="Rename"), eyes)
    assert isinstance(rename, Found)
    assert Box.of_edges(*PANEL).contains(rename.touch)
    for prompt in ("Export", "Stock"):
        assert not isinstance(await LocalFinder().find(Target(prompt=prompt), eyes), Found), prompt


# ---- drawn pictures


def drawn(
    paper: int, panel: int, *, lines: int | None = None, through: bool = False, outer: tuple[int, int, int] = (0, 0, 0)
) -> Backdrop | None:
    """A page with a panel and a blue bar in it, and with lines and a bar beside it."""
    import numpy

    image = Image.new("RGB", (VIEW.width, VIEW.height), (paper, paper, paper))
    pen = ImageDraw.Draw(image)
    heights = range(190, 400, 50)
    for height in heights if lines is not None else ():
        pen.line((0, height, VIEW.width, height), fill=(lines, lines, lines))
    pen.rectangle((40, 100, 160, 130), fill=outer)
    pen.rectangle(PANEL, fill=(panel, panel, panel))
    for height in heights if through else ():
        pen.line((0, height, VIEW.width, height), fill=(lines, lines, lines))
    pen.rectangle((340, 360, 440, 392), fill=BLUE)
    for height in (170, 340):
        pen.rectangle((340, height, 600, height + 6), fill=(255, 255, 255) if panel < 128 else (0, 0, 0))
    pixels = numpy.asarray(image)
    return find_backdrop(pixels, find_panels(pixels))


def darker(share: float) -> tuple[int, int, int]:
    red, green, blue = (round(share * shade) for shade in BLUE)
    return red, green, blue


def test_a_backdrop_is_sure_only_if_the_page_goes_on_behind_the_panel_or_is_darker_by_one_share() -> None:
    is_sure = {
        "lines end at both sides": drawn(128, 255, lines=100),
        "lines end at both sides of a dark one": drawn(12, 40, lines=60),
        "page and bar are darker by one share": drawn(128, 255, outer=darker(0.5)),
    }
    assert {name: backdrop is not None and backdrop.is_sure for name, backdrop in is_sure.items()} == dict.fromkeys(
        is_sure, True
    )
    is_perhaps = {
        "a dark page": drawn(28, 44),
        "a grey page": drawn(200, 255),
        "lines that go through the panel, as in a table": drawn(128, 255, lines=100, through=True),
        "a bar that is darker by another share than the page": drawn(128, 255, outer=darker(0.8)),
        "a bar that is fainter on a black page": drawn(4, 10, outer=darker(0.5)),
    }
    assert {name: backdrop is not None and not backdrop.is_sure for name, backdrop in is_perhaps.items()} == (
        dict.fromkeys(is_perhaps, True)
    )


def test_a_colour_that_is_the_same_inside_and_outside_shows_that_there_is_no_backdrop() -> None:
    assert drawn(200, 255, outer=BLUE) is None
    assert drawn(28, 44, outer=BLUE) is None


def test_a_panel_that_interrupts_lines_may_be_a_dialog_however_bright_the_page_is() -> None:
    over = drawn(255, 240, lines=120)
    assert over is not None
    assert not over.is_sure
    assert over.covers(Box(40, 100, 120, 30))
    assert not over.covers(Box(340, 360, 100, 32))
    assert drawn(255, 240) is None
