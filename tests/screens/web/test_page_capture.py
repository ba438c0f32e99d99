"""Pictures of pages: of what kind, and of those that the browser has not painted yet."""

from __future__ import annotations

import asyncio
import io
from typing import Any, cast

import pytest
from PIL import Image
from playwright.async_api import CDPSession, Error, Page

from askonce.errors import ScreenMoved
from askonce.geometry import Size
from askonce.screens.web import page_capture
from askonce.screens.web.page_capture import Camera

UNPAINTED = "Protocol error (Page.captureScreenshot): Unable to capture screenshot"


class Unpainted:
    """A session with a page of which there is no frame for the first few times."""

    def __init__(self, session: CDPSession, times: float, words: str = UNPAINTED) -> None:
        self._session, self._times, self._words = session, times, words
        self.on, self.remove_listener = session.on, session.remove_listener
        self.asked = 0

    async def send(self, method: str, params: dict[str, Any] | None = None) -> object:
        self.asked += 1
        if self.asked <= self._times:
            raise Error(self._words)
        return await self._session.send(method, params)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


async def unpainted(page: Page, times: float, words: str = UNPAINTED) -> Unpainted:
    await page.set_content("<h1>Hello</h1>")
    return Unpainted(await page.context.new_cdp_session(page), times, words)


async def test_a_picture_is_taken_as_soon_as_the_page_is_painted(own_page: Page) -> None:
    session = await unpainted(own_page, times=3)
    shot = await Camera("css").shot(own_page, cast("CDPSession", session))
    with Image.open(io.BytesIO(shot.image)) as picture:
        assert (picture.format, Size(*picture.size)) == ("PNG", shot.frame.image)
    assert session.asked == 4


async def test_a_picture_for_people_is_of_the_kind_that_was_asked_for(own_page: Page) -> None:
    await own_page.set_content("<h1>Hello</h1>")
    session = await own_page.context.new_cdp_session(own_page)
    for kind in ("jpeg", "webp", "png"):
        for how in (session, None):  # without the session it is taken as in other browsers, which write no WebP
            shot = await Camera("css").shot(own_page, how, format=kind)
            wanted = "jpeg" if kind == "webp" and how is None else kind
            assert (shot.media_type, shot.frame.image) == (f"image/{wanted}", Size(800, 600))


async def test_a_page_that_is_never_painted_ends_in_the_browsers_words(
    own_page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_capture, "_PAINTED_WITHIN", 0.05)
    session = await unpainted(own_page, times=float("inf"))
    with pytest.raises(Error, match="Unable to capture"):
        await Camera("css").shot(own_page, cast("CDPSession", session))


async def test_other_failures_are_told_at_once(own_page: Page) -> None:
    session = await unpainted(own_page, times=1, words="Target crashed")
    with pytest.raises(Error, match="crashed"):
        await Camera("css").shot(own_page, cast("CDPSession", session))
    assert session.asked == 1


class Left(Unpainted):
    """A session with a page that another document comes to while a picture is taken, which is never answered then."""

    page: Page

    async def send(self, method: str, params: dict[str, Any] | None = None) -> object:
        self.asked += 1
        if self.asked > self._times:
            return await self._session.send(method, params)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        await self.page.goto("data:text/html,<h1>Another</h1>")
        return await asyncio.Event().wait()


async def left(page: Page) -> Left:
    await page.set_content("<h1>Hello</h1>")
    session = await page.context.new_cdp_session(page)
    await session.send("Page.enable")  # pyright: ignore[reportUnknownMemberType]
    given = Left(session, times=1)
    given.page = page
    return given


async def test_a_picture_of_a_page_that_is_left_is_one_of_the_next_document_or_none(own_page: Page) -> None:
    session = await left(own_page)
    shot = await Camera("css").shot(own_page, cast("CDPSession", session))
    assert shot.frame.image == Size(800, 600)
    session = await left(own_page)
    with pytest.raises(ScreenMoved, match="was left"):
        await Camera("css").shot(own_page, cast("CDPSession", session), stays=True)
    assert session.asked == 1
