"""What a mouse and fingers do, beyond a plain click."""

from __future__ import annotations

import asyncio
from typing import Any

from playwright.async_api import CDPSession, Page

from askonce.geometry import Point
from askonce.screens.web.devtools import ask
from askonce.screens.web.page_capture import measure_view

_STEPS = 12
_PACE = 1 / 60
"""Seconds between the moves of a finger: one frame."""
_PINCH_STEPS = 24
_APART, _FAR_APART = 80, 200
"""How far each finger is from the middle when a pinch begins."""
_REST = 8
"""How many frames fingers rest before they are lifted: a page slides on after fingers that moved until then, and takes
the next touch for a hand that stops it."""
_SLOP = 15
"""How far each finger moves before the browser believes in a pinch."""


async def hold_mouse(page: Page, seconds: float) -> None:
    """Press where the mouse is, and release after that time."""
    await page.mouse.down()
    try:
        await asyncio.sleep(seconds)
    finally:
        await page.mouse.up()


async def click_again(page: Page) -> None:
    """The second half of a double click."""
    await page.mouse.down(click_count=2)
    await page.mouse.up(click_count=2)


async def carry_mouse(page: Page, end: Point) -> None:
    """Move in steps with the button down. Sliders follow the steps; the browser's own drag and drop starts by the first
    and needs a second move over the place to drop at."""
    await page.mouse.move(end.x, end.y, steps=_STEPS)
    await page.mouse.move(end.x, end.y)


async def hold_finger(session: CDPSession, at: Point, seconds: float) -> None:
    await _touch(session, "touchStart", at)
    try:
        await asyncio.sleep(seconds)
    finally:
        await _touch(session, "touchEnd")


async def swipe_finger(session: CDPSession, start: Point, end: Point, seconds: float) -> None:
    steps = max(_STEPS // 2, round(seconds / _PACE))
    await _touch(session, "touchStart", start)
    try:
        for step in range(1, steps + 1):
            await asyncio.sleep(seconds / steps)
            part = step / steps
            await _touch(
                session,
                "touchMove",
                Point(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part),
            )
    finally:
        await _touch(session, "touchEnd")


async def pinch_fingers(page: Page, session: CDPSession, at: Point, factor: float) -> None:
    """Two fingers, above and below `at`.

    The browser reads their positions in units that shrink while the page zooms, so each move is converted by the
    zoom of that moment. It takes no notice until the fingers have moved a little, which is made up for.
    """
    view = await measure_view(page)
    center = Point(at.x * view.zoom, at.y * view.zoom)
    room = min(center.y, view.height * view.zoom - center.y) - 1
    start = min(_APART if factor > 1 else _FAR_APART, room)
    end = (start + _SLOP if factor > 1 else max(start - _SLOP, 1)) * factor

    async def place(kind: str, reach: float, fingers: int = 2) -> None:
        zoom = (await measure_view(page)).zoom
        points = [Point(center.x / zoom, (center.y + way * reach) / zoom) for way in (-1, 1)]
        await _touch(session, kind, *points[:fingers])

    await place("touchStart", start, 1)
    await place("touchStart", start)
    try:
        for step in range(1, _PINCH_STEPS + 1):
            await place("touchMove", start + (end - start) * step / _PINCH_STEPS)
        for _ in range(_REST):
            await asyncio.sleep(_PACE)
            await place("touchMove", end)
    finally:
        await _touch(session, "touchEnd")


async def _touch(session: CDPSession, kind: str, *points: Point) -> None:
    touches: list[dict[str, Any]] = [{"x": point.x, "y": point.y, "id": finger} for finger, point in enumerate(points)]
    await ask(session, "Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
