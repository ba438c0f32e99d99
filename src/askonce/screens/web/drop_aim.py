"""What is dragged to an element is dropped there, or put back: a page may move its places as the drag begins."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence

from playwright.async_api import Frame, Page

from askonce.errors import NotOperable
from askonce.geometry import Point
from askonce.screens.web.frame_points import spots_at
from askonce.screens.web.page_scripts import call
from askonce.screens.web.page_tree import ask_in_frame
from askonce.screens.web.pointer import carry_mouse
from askonce.screens.web.touch_aim import press_aimed

_BEGUN = 12
"""How many pixels the mouse moves before a page has taken notice of a drag."""
_MOST_MOVES = 4
"""How often it is looked whether something lies where it is to be dropped."""


async def drag_aimed(page: Page, start: Point, end: Point) -> None:
    """Drag with the mouse, from the element that is meant at the start to the one at the end, wherever that goes
    meanwhile. Where it is not to be reached, NotOperable, with all put back."""
    watched: list[Frame] = []
    is_dropped = True

    async def approach() -> None:
        _, frame = await asyncio.gather(page.mouse.move(start.x, start.y), _watch_drop(page, end))
        watched.extend([frame] if frame else [])

    async def drag() -> None:
        nonlocal is_dropped
        await page.mouse.down()
        try:
            is_dropped = await _carry(page, watched, start, end)
            if not is_dropped:
                await _put_back(page, start)
        finally:
            await page.mouse.up()

    await press_aimed(page, start, drag, approach(), gesture="drag")
    if not is_dropped:
        raise NotOperable(
            "what it was dragged to went away meanwhile, so nothing was dropped",
            remedy="look where that is now",
        )


async def _watch_drop(page: Page, end: Point) -> Frame | None:
    """The frame that says from now on how far away the place to drop at is."""
    watched = await ask_in_frame(page, end.element, "aim", {"drop": True}) if end.element is not None else None
    return watched[2] if watched and watched[0] == "" else None


async def _carry(page: Page, watched: Sequence[Frame], start: Point, end: Point) -> bool:
    """Whether the mouse is where to drop. The page moves its places as the drag begins, or as the mouse comes."""
    at = end
    if watched:
        part = min(0.5, _BEGUN / (math.hypot(end.x - start.x, end.y - start.y) or 1))
        await page.mouse.move(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part, steps=2)
        way = await _distance(page, watched[0], at, has_come=False)
        if way is None:
            return False
        at = at.offset(*way)
    await carry_mouse(page, at)
    for _ in range(_MOST_MOVES if watched else 0):
        way = await _distance(page, watched[0], at, has_come=True)
        if way is None or not any(way):
            return way is not None
        at = at.offset(*way)
        await carry_mouse(page, at)
    return not watched


async def _distance(page: Page, frame: Frame, at: Point, *, has_come: bool) -> tuple[float, float] | None:
    """How far the place to drop at has gone from a point; None where it is not to be reached."""
    spot = next((spot for spot in await spots_at(page, at) if spot.frame is frame), None)
    way = spot and await call(frame, "distanceToDrop", [spot.argument, has_come])
    return (way[0], way[1]) if way else None


async def _put_back(page: Page, start: Point) -> None:
    await page.mouse.move(start.x, start.y)
    carried = await asyncio.gather(
        *(call(frame, "guardPress", "isCarried") for frame in page.frames), return_exceptions=True
    )
    if True in carried:
        await page.keyboard.press("Escape")  # ends the browser's own drag and drop, and drops nothing
