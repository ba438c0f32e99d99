"""What is seen at a place in a picture is touched at that place."""

from __future__ import annotations

import io
from typing import Any

import pytest
from local_site import Show
from PIL import Image, ImageChops

from askonce.geometry import Point, Size
from askonce.screens import Shot
from askonce.screens.web import Device, TouchWebScreen, WebScreen

SQUARE = """<meta name=viewport content='width=device-width'>
<style>%s</style>
<body style='height:4000px;width:3000px'><div id=square style='position:absolute;left:210px;top:%dpx;width:24px;
height:24px;background:rgb(255,0,0)'></div>
<script>square.onclick = () => document.title = "hit"</script>"""


def red_middle(shot: Shot) -> Point:
    """The middle of the pure red pixels, in pixels of the picture."""
    picture = Image.open(io.BytesIO(shot.image)).convert("RGB")
    assert Size(*picture.size) == shot.frame.image
    red, green, blue = picture.split()
    box = ImageChops.subtract(ImageChops.subtract(red, green), blue).getbbox()
    assert box, "no red square in the picture"
    return Point((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)


async def tap_red(screen: WebScreen) -> str:
    shot = await screen.capture()
    await screen.tap(shot.frame.point_to_screen(red_middle(shot)))
    await screen.settle()
    return await screen.evaluate("document.title")


@pytest.mark.parametrize("scale", [1.5, 3, *(pytest.param(scale, marks=pytest.mark.long) for scale in (1, 2))])
@pytest.mark.parametrize("shot_scale", ["css", "device"])
async def test_at_every_device_scale(show: Show, scale: float, shot_scale: Any) -> None:
    device = Device(viewport=Size(800, 600), scale=scale)
    screen = await show(SQUARE % ("", 150), device=device, shot_scale=shot_scale)
    shot = await screen.capture()
    assert shot.frame.image == (Size(800, 600) if shot_scale == "css" else Size(round(800 * scale), round(600 * scale)))
    assert await screen.size() == Size(800, 600)
    assert await tap_red(screen) == "hit"


@pytest.mark.parametrize("zoom", ["html { zoom: 1.7 }", "body { zoom: 0.6 }", "html { zoom: 2 } body { zoom: 0.8 }"])
async def test_at_every_page_zoom_and_scroll_position(show: Show, zoom: str) -> None:
    screen = await show(SQUARE % (zoom, 1300))
    await screen.evaluate("square.scrollIntoView({block: 'center'}); scrollBy(40, 30)")
    assert await tap_red(screen) == "hit"


@pytest.mark.parametrize("shot_scale", ["css", "device"])
async def test_on_a_page_zoomed_by_two_fingers(show: Show, shot_scale: Any) -> None:
    device = Device(viewport=Size(390, 700), scale=3, mobile=True, touch=True)
    markup = (SQUARE % ("", 900)).replace("width:3000px", "")
    screen = await show(markup, device=device, shot_scale=shot_scale)
    assert isinstance(screen, TouchWebScreen)
    await screen.evaluate("scrollTo(0, 600)")
    await screen.pinch(Point(220, 300), 1.8)
    await screen.settle()
    assert await screen.evaluate("visualViewport.scale") > 1.3
    assert await tap_red(screen) == "hit"


async def test_on_a_desktop_page_shown_whole_on_a_phone(show: Show) -> None:
    markup = (SQUARE % ("", 300)).replace("<meta name=viewport content='width=device-width'>", "")
    screen = await show(markup, device=Device(viewport=Size(390, 700), scale=2, mobile=True, touch=True))
    assert (await screen.size()).width > 390
    assert await tap_red(screen) == "hit"


async def test_elements_lie_where_the_tree_says_even_when_zoomed_by_two_fingers(show: Show) -> None:
    device = Device(viewport=Size(390, 700), mobile=True, touch=True)
    screen = await show(
        "<meta name=viewport content='width=device-width'><body style='height:3000px'>"
        "<button style='position:absolute;left:180px;top:300px' onclick='document.title = \"hit\"'>Go</button>",
        device=device,
    )
    assert isinstance(screen, TouchWebScreen)
    await screen.pinch(Point(200, 320), 1.8)
    await screen.settle()
    button = next(node for node in await screen.tree() if node.name == "Go")
    await screen.tap(button.box.center)
    await screen.settle()
    assert await screen.evaluate("document.title") == "hit"
