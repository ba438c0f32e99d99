"""What a mouse and fingers do, beyond a plain click."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

from playwright.async_api import CDPSession, Page

from askonce.errors import NotOperable
from askonce.geometry import Point
from askonce.screens.web.devtools import ask
from askonce.screens.web.drag_watch import DragWatch
from askonce.screens.web.frame_points import spots_at
from askonce.screens.web.page_capture import measure_view
from askonce.screens.web.touch_aim import end_clicks, refuse_moved

_STEPS = 12
_PACE = 1 / 60
"""Seconds between the moves of a finger: one frame."""
_PINCH_STEPS = 24
_APART, _FAR_APART = 80, 200
"""How far each finger is from the middle when a pinch begins."""
_REST = 8
"""How many frames fingers rest before they are lifted: a page slides on after fingers that moved until then, and takes
the next touch for a hand that stops it."""
_LONG_PRESS = 0.5
"""Seconds after which browsers make no click of a touch. DevTools makes one always."""
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


class Hand(Protocol):
    """What drags: it takes something, moves and lets it go."""

    begins: float
    """How many pixels it moves before a page has taken notice of a drag."""
    is_finger: bool

    async def approach(self, at: Point) -> None: ...

    async def take(self, at: Point) -> None: ...

    async def move(self, to: Point, steps: int = _STEPS) -> None: ...

    async def let_go(self) -> None: ...

    async def back(self) -> None:
        """Move to where it was taken."""
        ...

    async def put_back(self, *, is_carried: bool) -> None:
        """Let go there; nothing is to come of it. `is_carried` by the browser's own drag and drop."""
        ...


class MouseHand:
    """A mouse with its button down."""

    begins = 12.0
    is_finger = False

    def __init__(self, page: Page) -> None:
        self._page = page
        self._taken = Point(0, 0)

    async def approach(self, at: Point) -> None:
        await self._page.mouse.move(at.x, at.y)

    async def take(self, at: Point) -> None:
        self._taken = at
        await self._page.mouse.down()

    async def move(self, to: Point, steps: int = _STEPS) -> None:
        """Sliders follow the steps; the browser's own drag and drop starts by the first and needs a second move over
        the place to drop at."""
        await self._page.mouse.move(to.x, to.y, steps=steps)
        if steps == _STEPS:
            await self._page.mouse.move(to.x, to.y)

    async def let_go(self) -> None:
        await self._page.mouse.up()

    async def back(self) -> None:
        await self._page.mouse.move(self._taken.x, self._taken.y)

    async def put_back(self, *, is_carried: bool) -> None:
        if is_carried:
            await self._page.keyboard.press("Escape")  # drops nothing
        await self._page.mouse.up()


class FingerHand:
    """A finger on the glass."""

    begins = 24.0
    """Browsers keep the first 15 to themselves: a finger that presses trembles."""

    is_finger = True

    def __init__(self, session: CDPSession) -> None:
        self._session = session
        self._taken = self._at = Point(0, 0)
        self._has_moved = False

    async def approach(self, at: Point) -> None: ...

    async def take(self, at: Point) -> None:
        self._taken = self._at = at
        self._has_moved = False
        await _touch(self._session, "touchStart", at)

    async def move(self, to: Point, steps: int = _STEPS) -> None:
        for at in _way(self._at, to, steps):
            await _touch(self._session, "touchMove", at)
        self._at = to
        self._has_moved = True

    async def let_go(self) -> None:
        await _touch(self._session, "touchEnd")

    async def back(self) -> None:
        if self._has_moved:
            await self.move(self._taken, steps=2)

    async def put_back(self, *, is_carried: bool) -> None:
        await _touch(self._session, "touchCancel" if self._has_moved else "touchEnd")


def _way(start: Point, end: Point, steps: int) -> list[Point]:
    dx, dy = end.x - start.x, end.y - start.y
    return [Point(start.x + dx * step / steps, start.y + dy * step / steps) for step in range(1, steps + 1)]


async def hold_finger(page: Page, session: CDPSession, at: Point, seconds: float) -> None:
    await _touch(session, "touchStart", at)
    try:
        await asyncio.sleep(seconds)
        if seconds >= _LONG_PRESS:
            await end_clicks(page)
    finally:
        await _touch(session, "touchEnd")


async def swipe_finger(session: CDPSession, start: Point, end: Point, seconds: float) -> None:
    steps = max(_STEPS // 2, round(seconds / _PACE))
    await _touch(session, "touchStart", start)
    try:
        for at in _way(start, end, steps):
            await asyncio.sleep(seconds / steps)
            await _touch(session, "touchMove", at)
    finally:
        await _touch(session, "touchEnd")


async def pinch_aimed(page: Page, session: CDPSession, at: Point, factor: float) -> None:
    """Pinch about what is meant at a point, with fingers that lie around it; NotOperable where nothing zooms."""
    await refuse_moved((await spots_at(page, at))[-1], page, at)
    watch, before = DragWatch(page), (await measure_view(page)).zoom
    try:
        await watch.begin(again=False)
        await pinch_fingers(page, session, at, factor)
        if (await measure_view(page)).zoom == before and (await watch.look()).is_idle:
            raise NotOperable("nothing zoomed", remedy="look whether it can be zoomed that way any further")
    finally:
        await watch.end()


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
