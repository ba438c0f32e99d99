"""The screen made of web pages that are touched with fingers."""

from __future__ import annotations

from functools import partial

from playwright.async_api import Page

from askonce.geometry import Point
from askonce.screens.web.hand_listener import OwnInput
from askonce.screens.web.pointer import hold_finger, swipe_finger
from askonce.screens.web.touch_aim import press_aimed
from askonce.screens.web.web_screen import WebScreen


class TouchWebScreen(WebScreen):
    """A page that believes it is touched: taps come from a finger, and swipe is there."""

    async def tap(self, at: Point, *, count: int = 1) -> None:
        if count != 1:
            await super().tap(at, count=count)
            return
        self._typist.tapped = at
        await self._verbs.do("tapping", partial(_touch, at=at), may_close=True, own=OwnInput(1, at))
        self._typist.is_pressed = at.element is not None

    async def hold(self, at: Point, seconds: float) -> None:
        self._typist.tapped = at
        await self._touch(
            "holding",
            lambda page, session: press_aimed(page, at, lambda: hold_finger(session, at, seconds), gesture="hold"),
            seconds,
        )

    async def swipe(self, start: Point, end: Point, seconds: float) -> None:
        await self._touch("swiping", lambda _, session: swipe_finger(session, start, end, seconds), seconds)


async def _touch(page: Page, at: Point) -> None:
    await press_aimed(page, at, lambda: page.touchscreen.tap(at.x, at.y))
