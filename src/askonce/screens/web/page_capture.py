"""Pictures of a page, with the frame that places them. `screens.secret_painter` paints over secrets in them."""

from __future__ import annotations

import asyncio
import base64
import io
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any
from weakref import WeakKeyDictionary

from playwright.async_api import CDPSession, Error, Page

from askonce.config import ShotFormat
from askonce.errors import ScreenMoved
from askonce.geometry import Box, Frame, Size
from askonce.lazy import dataclass
from askonce.screens.screen_protocol import Shot
from askonce.screens.web.browser_options import ShotScale
from askonce.screens.web.devtools import ask

_MEASURE = """() => {
  const view = window.visualViewport || { scale: 1, pageLeft: scrollX, pageTop: scrollY };
  // Not JSON.stringify: older libraries give arrays a toJSON of their own.
  return `[${innerWidth},${innerHeight},${view.scale},${view.pageLeft},${view.pageTop},${devicePixelRatio}]`;
}"""

_QUALITY = 85
"""Of JPEG and WebP, from 0 to 100: small letters stay clear."""
_PATIENCE = 0.5
"""Seconds after which a page that does not say what is in view is believed to show what it showed before."""
_UNPAINTED = "Unable to capture screenshot"
_PAINTED_WITHIN = 3.0
"""Seconds in which a page must be painted: while pages swap on a busy machine, there is no frame of it at times."""


@dataclass(frozen=True, slots=True)
class VisibleArea:
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


async def measure_view(page: Page) -> VisibleArea:
    width, height, zoom, left, top, ratio = json.loads(await page.evaluate(_MEASURE))
    if page.viewport_size:
        width, height = page.viewport_size["width"], page.viewport_size["height"]
    return VisibleArea(width / zoom, height / zoom, zoom, left, top, ratio)


KnownSize = Callable[[], Awaitable[Size | None]]
"""What is in view by those who have just read the page, or read it now; None where nobody has."""


class Camera:
    """Takes pictures, also of a page that is about to be left: until the next one arrives it runs no scripts."""

    def __init__(self, scale: ShotScale) -> None:
        self._scale: ShotScale = scale
        self._views: WeakKeyDictionary[Page, VisibleArea] = WeakKeyDictionary()

    async def view(self, page: Page) -> VisibleArea:
        """What is in view now; of a page that does not answer, what was in view before."""
        try:
            self._views[page] = await asyncio.wait_for(measure_view(page), _PATIENCE)
        except TimeoutError:
            if page not in self._views:
                return await measure_view(page)
        return self._views[page]

    async def shot(
        self,
        page: Page,
        session: CDPSession | None,
        *,
        format: ShotFormat = "png",
        known: KnownSize | None = None,
        stays: bool = False,
    ) -> Shot:
        """A picture of what is in view, as soon as there is one to take. `known` says what others see of it, and
        `stays` that it is to be of the document that is there now: ScreenMoved where that is left meanwhile."""
        deadline = time.monotonic() + _PAINTED_WITHIN
        while True:
            try:
                image, view = await self._take(page, session, format, known)
            except ScreenMoved:
                if stays or time.monotonic() > deadline:
                    raise
            except Error as error:
                if _UNPAINTED not in error.message or time.monotonic() > deadline:
                    raise
                await _next_frame(page)
            else:
                kind, size = _kind_and_size(image)
                return Shot(image, kind, Frame(Box(0, 0, view.width, view.height), size))

    async def _take(
        self, page: Page, session: CDPSession | None, format: ShotFormat, known: KnownSize | None
    ) -> tuple[bytes, VisibleArea]:
        if session:
            return await self._shot_quickly(page, session, format, known)
        # Other browsers than Chromium write no WebP.
        kind, quality = ("png", None) if format == "png" else ("jpeg", _QUALITY)
        taking = page.screenshot(type=kind, quality=quality, scale=self._scale, caret="initial")
        return await asyncio.gather(taking, self.view(page))

    async def _shot_quickly(
        self, page: Page, session: CDPSession, format: ShotFormat, known: KnownSize | None
    ) -> tuple[bytes, VisibleArea]:
        """Half the time of Playwright's own call, which waits for fonts and asks for more than we need.

        A plain capture of an emulated page has CSS pixels, of a page in a real window those of the device. For the
        other kind a clip is scaled, but not while two fingers have zoomed the page: a clip would undo that.
        """
        wanted: dict[str, Any] = {"format": format, "quality": _QUALITY, "optimizeForSpeed": True}
        natural: ShotScale = "css" if page.viewport_size else "device"
        if self._scale == natural and known and page.viewport_size:
            answer = await _capture(session, wanted)
            view = _emulated_view(page, await known()) or await self.view(page)
            return base64.b64decode(answer["data"]), view
        if self._scale == natural:
            viewing = asyncio.ensure_future(self.view(page))
            try:  # asked for first: the frame that it waits for leaves the page time for other questions
                answer = await _capture(session, wanted)
                return base64.b64decode(answer["data"]), await viewing
            finally:
                viewing.cancel()
        view = await self.view(page)
        if view.zoom == 1:
            factor = view.ratio if self._scale == "device" else 1 / view.ratio
            clip = {"x": view.left, "y": view.top, "width": view.width, "height": view.height, "scale": factor}
            wanted["clip"] = clip
        answer = await _capture(session, wanted)
        return base64.b64decode(answer["data"]), view


async def _capture(session: CDPSession, wanted: dict[str, Any]) -> dict[str, Any]:
    """The browser's answer. ScreenMoved where another document comes first: at times there is none then, ever."""
    left: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def leave(event: dict[str, Any]) -> None:
        if "parentId" not in event["frame"] and not left.done():
            left.set_result(None)

    asking = asyncio.ensure_future(ask(session, "Page.captureScreenshot", wanted))
    session.on("Page.frameNavigated", leave)
    try:
        await asyncio.wait({asking, left}, return_when=asyncio.FIRST_COMPLETED)
        if not asking.done():
            raise ScreenMoved("the page was left while a picture of it was taken", remedy="look again")
        return asking.result()
    finally:
        session.remove_listener("Page.frameNavigated", leave)
        asking.cancel()


def _emulated_view(page: Page, seen: Size | None) -> VisibleArea | None:
    """What is in view where all of an emulated screen is seen, as it is unless two fingers have zoomed."""
    size = page.viewport_size
    if not size or not seen or (seen.width, seen.height) != (size["width"], size["height"]):
        return None
    return VisibleArea(seen.width, seen.height, 1, 0, 0, 1)


async def _next_frame(page: Page) -> None:
    """Wait until the page is about to be painted, or for a while if it says nothing."""
    try:
        await asyncio.wait_for(page.evaluate("() => new Promise(requestAnimationFrame)"), _PATIENCE)
    except (Error, TimeoutError):
        return  # it is being left, or hidden: the next attempt finds out what can be seen


def _kind_and_size(image: bytes) -> tuple[str, Size]:
    """The media type and the pixels of a picture, from its header."""
    from PIL import Image

    with Image.open(io.BytesIO(image)) as opened:
        return Image.MIME[opened.format or "PNG"], Size(*opened.size)
