"""A press that is meant for one element reaches that, or nothing.

Between a look and a press a page may move: by what a script put off, what the network has sent, what opens under the
mouse. So the page itself decides, when the press comes, whether it hits what is meant.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from playwright.async_api import Error, Page

from askonce.errors import TargetMoved
from askonce.geometry import Point
from askonce.screens.web.frame_points import Spot
from askonce.screens.web.page_scripts import call
from askonce.screens.web.page_tree import ask_about, ask_in_frame

_TOLD_WITHIN = 0.1
"""The most seconds after a press in which the page says what it hit: a press in a frame is not heard around it."""


async def press_aimed(
    page: Page, at: Point, press: Callable[[], Awaitable[object]], approach: Awaitable[object] | None = None
) -> None:
    """Press at a point, if what is meant lies there when the press comes; TargetMoved where something else does, which
    is not pressed then. The `approach` of the mouse takes place while the page is told what is meant."""
    if at.element is None:
        await (approach or _nothing())
        await press()
        return
    _, aimed = await asyncio.gather(approach or _nothing(), ask_in_frame(page, at.element, "aim"))
    if aimed is None or aimed[0] is None:
        await press()
        return
    hitting = asyncio.ensure_future(call(aimed[2], "settleWatch", ["hit", None]))
    try:
        await press()
        hit = await _told(hitting)
    finally:
        hitting.cancel()
    if hit != "":
        with suppress(Error):
            await call(aimed[2], "settleWatch", ["unguard", None])
    if hit:
        raise _moved(hit)


async def refuse_moved(spot: Spot, page: Page, at: Point) -> None:
    """Raise TargetMoved where what is meant does not lie at a point any more."""
    if at.element is None:
        return
    answered = await ask_about(page, at.element, "aim", {"at": spot.argument})
    if answered and isinstance(answered[0], str) and answered[0]:
        raise _moved(answered[0])


async def _told(hitting: asyncio.Future[object]) -> str | None:
    """What was hit instead; "" where that was what is meant, and None where nobody can tell."""
    await asyncio.wait({hitting}, timeout=_TOLD_WITHIN)
    if not hitting.done():
        return None
    try:
        hit = hitting.result()
    except Error:
        return ""  # the page left with the press
    return hit if isinstance(hit, str) else None


async def _nothing() -> None:
    return None


def _moved(hit: str) -> TargetMoved:
    return TargetMoved(f"another element came to its place before it was touched: {hit}")
