"""Pictures of a page, with the frame that places them."""

from __future__ import annotations

import asyncio
import base64
import json
import struct
from dataclasses import dataclass
from typing import Any

from playwright.async_api import CDPSession, Page

from understudy.geometry import Box, Frame, Size
from understudy.screens.protocol import Shot
from understudy.screens.web.devtools import ask
from understudy.screens.web.options import ShotScale

_MEASURE = """() => {
  const view = window.visualViewport || { scale: 1, pageLeft: scrollX, pageTop: scrollY };
  return JSON.stringify([innerWidth, innerHeight, view.scale, view.pageLeft, view.pageTop, devicePixelRatio]);
}"""


@dataclass(frozen=True, slots=True)
class View:
    """What is in view, in screen units: CSS pixels counted from the corner of the visual viewport, as a mouse moves in.

    Zooming with two fingers makes them fewer. Scroll bars belong to the view.
    """

    width: float
    height: float
    zoom: float
    left: float
    top: float
    ratio: float

    @property
    def size(self) -> Size:
        return Size(round(self.width), round(self.height))


async def measure_view(page: Page) -> View:
    width, height, zoom, left, top, ratio = json.loads(await page.evaluate(_MEASURE))
    if page.viewport_size:
        width, height = page.viewport_size["width"], page.viewport_size["height"]
    return View(width / zoom, height / zoom, zoom, left, top, ratio)


async def take_shot(page: Page, session: CDPSession | None, scale: ShotScale) -> Shot:
    if session is None:
        image, view = await asyncio.gather(page.screenshot(scale=scale, caret="initial"), measure_view(page))
    else:
        image, view = await _take_quickly(page, session, scale)
    return Shot(image, "image/png", Frame(Box(0, 0, view.width, view.height), png_size(image)))


async def _take_quickly(page: Page, session: CDPSession, scale: ShotScale) -> tuple[bytes, View]:
    """Half the time of Playwright's own call, which waits for fonts and asks for more than we need.

    A plain capture of an emulated page has CSS pixels, of a page in a real window those of the device. For the other
    kind a clip is scaled, but not while two fingers have zoomed the page: a clip would undo that.
    """
    wanted: dict[str, Any] = {"format": "png", "optimizeForSpeed": True}
    natural: ShotScale = "css" if page.viewport_size else "device"
    if scale == natural:
        answer, view = await asyncio.gather(ask(session, "Page.captureScreenshot", wanted), measure_view(page))
        return base64.b64decode(answer["data"]), view
    view = await measure_view(page)
    if view.zoom == 1:
        factor = view.ratio if scale == "device" else 1 / view.ratio
        clip = {"x": view.left, "y": view.top, "width": view.width, "height": view.height, "scale": factor}
        wanted["clip"] = clip
    answer = await ask(session, "Page.captureScreenshot", wanted)
    return base64.b64decode(answer["data"]), view


def png_size(image: bytes) -> Size:
    width, height = struct.unpack(">II", image[16:24])
    return Size(width, height)
