"""The screen made of web pages that are touched with fingers."""

from __future__ import annotations

from functools import partial

from playwright.async_api import CDPSession, Page

from askonce.geometry import Point
from askonce.screens.web.drop_aim import DRAG_ATTEMPTS, drag_aimed
from askonce.screens.web.hand_listener import OwnInput
from askonce.screens.web.pointer import FingerHand, MouseHand, hold_finger, swipe_finger
from askonce.screens.web.touch_aim import press_aimed
from askonce.screens.web.web_screen import WebScreen


class TouchWebScreen(WebScreen):
    """A page that believes it is touched: what is done to it comes from fingers, and swipe is there."""

    async def tap(self, at: Point, *, count: int = 1) -> None:
        if count == 2 and self._hands.is_second(at):
            await super().tap(at, count=count)
            return
        self._typist.tapped = at
        touching = partial(_touch, at=at, count=count)
        await self._verbs.do("tapping", touching, may_close=True, own=OwnInput(count, at))
        self._typist.is_pressed = at.element is not None

    async def _fill_at_once(self, at: Point, text: str) -> bool:
        self._typist.is_pressed = False
        return False

    async def hold(self, at: Point, seconds: float) -> None:
        self._typist.tapped = at
        await self._touch(
            "holding",
            lambda page, session: press_aimed(
                page, at, lambda: hold_finger(page, session, at, seconds), gesture="hold"
            ),
            seconds,
        )

    async def drag(self, start: Point, end: Point) -> None:
        async def dragging(page: Page, session: CDPSession) -> None:
            await drag_aimed(page, FingerHand(session), start, end, written=self._written, of_browser=MouseHand(page))

        await self._touch("dragging", dragging, presses=DRAG_ATTEMPTS + 1)

    async def swipe(self, start: Point, end: Point, seconds: float) -> None:
        async def swiping(page: Page, session: CDPSession) -> None:
            swipe = partial(swipe_finger, session, start, end, seconds)
            await press_aimed(page, start, swipe, gesture="drag")

        await self._touch("swiping", swiping, seconds)


async def _touch(page: Page, at: Point, count: int) -> None:
    async def press() -> None:
        for _ in range(count):
            await page.touchscreen.tap(at.x, at.y)

    await press_aimed(page, at, press, count=count)
