"""The current tab as a stream of pictures, by the browser's own screencast: one for each change, none without."""

from __future__ import annotations

import asyncio
import base64
import io
from collections.abc import AsyncGenerator, Callable
from typing import Any

from playwright.async_api import CDPSession, Error, Page

from askonce.errors import NotOperable
from askonce.geometry import Box, Frame, Size
from askonce.screens.screen_protocol import Shot
from askonce.screens.web.devtools import ask
from askonce.screens.web.playwright_errors import translated
from askonce.screens.web.tabs import Pages

_QUALITY = 70
"""Of the pictures, from 0 to 100: letters can be read, and a tunnel can carry ten of them a second."""
_GLANCE = 0.2
"""After how many seconds without a picture it is looked whether another tab came to the front."""


async def cast_pages(pages: Pages, most: Size) -> AsyncGenerator[Shot, None]:
    """Pictures of the tab in front, at most so large. The browser makes the next one once this one was taken."""
    while True:
        page = pages.current("showing the page")
        with translated("showing the page"):
            session = await _open_session(page)
            async for shot in _cast_page(page, session, most, pages.current_or_none):
                yield shot


async def _open_session(page: Page) -> CDPSession:
    browser = page.context.browser
    if browser is not None and browser.browser_type.name != "chromium":
        raise NotOperable("this browser has no screencast", remedy="use Chromium")
    return await page.context.new_cdp_session(page)


async def _cast_page(
    page: Page, session: CDPSession, most: Size, current: Callable[[], Page | None]
) -> AsyncGenerator[Shot, None]:
    """Pictures of one tab, until another one is in front or it is closed.

    The browser drops pictures while some are not acknowledged, be it the last one of a page that then rests. So it is
    asked once more when no more come.
    """
    frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    session.on("Page.screencastFrame", frames.put_nowait)
    last = ""
    wanted = {"format": "jpeg", "quality": _QUALITY, "maxWidth": most.width, "maxHeight": most.height}
    try:
        await ask(session, "Page.startScreencast", wanted)
        asked_again, echoes = False, 0
        while current() is page:
            try:
                frame = await asyncio.wait_for(frames.get(), _GLANCE)
            except TimeoutError:
                if not asked_again:
                    asked_again, echoes = True, 1
                    await ask(session, "Page.stopScreencast")
                    await ask(session, "Page.startScreencast", wanted)
                continue
            image = frame["data"]
            is_echo = image == last and echoes > 0  # the same once more, because it was asked for
            echoes -= is_echo
            asked_again = asked_again and is_echo
            if image != last:
                last = image
                yield _read_frame(frame)
            await ask(session, "Page.screencastFrameAck", {"sessionId": frame["sessionId"]})
    except Error:
        if current() is page:
            raise
    finally:
        await _end(session)


def _read_frame(frame: dict[str, Any]) -> Shot:
    from PIL import Image

    image, seen = base64.b64decode(frame["data"]), frame["metadata"]
    zoom = seen.get("pageScaleFactor") or 1.0
    region = Box(0, 0, seen["deviceWidth"] / zoom, seen["deviceHeight"] / zoom)
    with Image.open(io.BytesIO(image)) as opened:
        return Shot(image, "image/jpeg", Frame(region, Size(*opened.size)))


async def _end(session: CDPSession) -> None:
    """Stop, unless the tab is gone, which ends it as well."""
    try:
        async with asyncio.timeout(1):
            await ask(session, "Page.stopScreencast")
            await session.detach()
    except (Error, TimeoutError):
        return
