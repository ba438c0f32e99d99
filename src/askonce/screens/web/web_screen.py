"""The screen made of web pages."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

from playwright.async_api import CDPSession, Page

from askonce.errors import ScreenClosed, ScreenError
from askonce.geometry import Point
from askonce.screens.gestures import Aims, Gestures, Notes
from askonce.screens.screen_protocol import (
    Dialog,
    DropDown,
    Edge,
    OpenChooser,
    Tab,
)
from askonce.screens.web.allowed_hosts import HostGuard, HostRules
from askonce.screens.web.browser_options import PageOptions
from askonce.screens.web.browser_session import can_set_session, has_cookies, keep_session, read_session, set_session
from askonce.screens.web.drop_aim import DRAG_ATTEMPTS, drag_aimed
from askonce.screens.web.hand_listener import CLEARING, WHEEL, OwnInput
from askonce.screens.web.local_files import LocalFiles
from askonce.screens.web.native_select import choose_options, read_drop_down
from askonce.screens.web.news import News
from askonce.screens.web.page_navigation import PageNavigation
from askonce.screens.web.page_scroll import scroll_by, scroll_to_edge
from askonce.screens.web.page_sight import PageSight
from askonce.screens.web.playwright_errors import translated
from askonce.screens.web.pointer import MouseHand, click_again, hold_mouse, pinch_aimed
from askonce.screens.web.request_gate import OwnFrames
from askonce.screens.web.tabs import Pages
from askonce.screens.web.touch_aim import Button, Gesture, click_aimed, press_aimed
from askonce.screens.web.transfer_folders import Files
from askonce.screens.web.typist import key_names
from askonce.screens.web.urls import read_address
from askonce.screens.web.verb_runner import ANSWER

T = TypeVar("T")

CLOSING = 5.0
"""The most seconds that giving back a page may take."""

_RESTORING = 2
"""How often a session is set: an answer that the browser still waits for, as for an icon, may replace its cookies."""


class WebScreen(PageSight):
    """Web pages in a browser, seen and touched as a person does. Made by the functions in `web_opener`."""

    kind = "web"

    def __init__(self, pages: Pages, options: PageOptions, news: News, rest: AsyncExitStack, *, ours: bool) -> None:
        super().__init__(pages, options, news)
        self._rest = rest
        rules = HostRules(options.allowed_hosts)
        self._own_frames = None if ours else OwnFrames(lambda: pages.open_tabs)
        self._guard = HostGuard(rules, pages.context, news, self._own_frames)
        self._local_files = LocalFiles(options.files, pages.context, news, self._own_frames)
        self._files = Files(options.downloads, options.uploads, news, pages.settling, ours=ours)
        self._navigation = PageNavigation(pages, self._dialogs, rules, self._guard, self._local_files)
        self._is_closed = False
        self._ours = ours
        self.has_extensions = False
        """Whether extensions of a person may hear keys before the page does, and be told to do something by them."""
        self.cursor: Point | None = None
        self.session_id = uuid4().hex

    async def start(self, pages: Sequence[Page], *, owned: bool) -> None:
        """Begin to listen to `pages`; the last one becomes current."""
        with translated("opening the screen"):
            if self._own_frames:
                await self._own_frames.start(pages)
            await self._guard.start(pages[-1])
            await self._local_files.begin_at(pages[-1].url)
            await self._pages.start(
                pages,
                owned=owned,
                attach=(
                    self._dialogs.attach,
                    self._files.attach,
                    self._guard.attach,
                    *([self._events.attach] if self._options.page_log else []),
                ),
                attach_session=(self._dialogs.attach_session,),
            )

    async def close(self) -> None:
        """Give back what was borrowed as it was, and close what is ours."""
        if self._is_closed:
            return
        self._is_closed = True
        try:
            with translated("closing the screen"):
                async with asyncio.timeout(CLOSING):
                    await self._hands.stop()
                    await self._dialogs.close()
                    await self._guard.stop()
                    self._files.leave_choosers()
                    await self._local_files.stop()
                    await self._pages.close()
        except (ScreenClosed, TimeoutError):
            pass  # somebody closed the page before us, or it hangs and goes with its browser
        finally:
            await self._rest.aclose()

    async def __aenter__(self) -> WebScreen:
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    # Pointer, Mouse

    async def tap(self, at: Point, *, count: int = 1) -> None:
        self._typist.tapped = self.cursor = at
        if count == 2 and self._hands.is_second(at):
            tapping = partial(_aimed, at=at, press=click_again)
            await self._verbs.do("tapping", tapping, may_close=True, own=OwnInput(1, at))
            return
        tapping = partial(self._click, at=at, count=count)
        await self._verbs.do("tapping", tapping, may_close=True, own=OwnInput(count, at))
        self._typist.is_pressed = at.element is not None

    async def _click(self, page: Page, at: Point, count: int = 1, button: Button = "left") -> None:
        session = await self._pages.session(page)
        if session and await click_aimed(page, session, at, button, count):
            return

        async def press() -> None:
            verbs = [(page.mouse.down, page.mouse.up)] * count
            await asyncio.gather(
                *(verb(button=button, click_count=done) for done, pair in enumerate(verbs, 1) for verb in pair)
            )  # sent in this order

        await press_aimed(page, at, press, page.mouse.move(at.x, at.y), count=count)

    async def focus(self, at: Point) -> None:
        await self._verbs.do("giving the focus", lambda page: self._typist.focus_at(page, at))

    async def right_tap(self, at: Point) -> None:
        self._typist.tapped = self.cursor = at
        clicking = partial(self._click, at=at, button="right")
        await self._verbs.do("right-clicking", clicking, may_close=True, own=OwnInput(1, at))

    async def hover(self, at: Point) -> None:
        self.cursor = at
        await self._verbs.do("moving the cursor", lambda page: page.mouse.move(at.x, at.y))

    async def hold(self, at: Point, seconds: float) -> None:
        self._typist.tapped = self.cursor = at
        holding = partial(_aimed, at=at, press=partial(hold_mouse, seconds=seconds), gesture="hold")
        await self._verbs.do("holding", holding, lasts=seconds, own=OwnInput(1, at))

    async def drag(self, start: Point, end: Point) -> None:
        self.cursor = end

        async def dragging(page: Page) -> None:
            await drag_aimed(page, MouseHand(page), start, end, written=self._written)

        await self._verbs.do("dragging", dragging, own=OwnInput(DRAG_ATTEMPTS, start))

    def _written(self) -> int:
        return self._pages.settling.requests.written

    async def pinch(self, at: Point, factor: float) -> None:
        await self._touch("pinching", lambda page, session: pinch_aimed(page, session, at, factor))

    async def _touch(
        self, doing: str, work: Callable[[Page, CDPSession], Awaitable[None]], lasts: float = 0.0, presses: int = 2
    ) -> None:
        """Do something with fingers, which only DevTools has."""

        async def with_session(page: Page) -> None:
            session = await self._pages.session(page)
            if session is None:
                raise ScreenError("this tab cannot be touched", remedy="use Chromium, or another tab")
            await work(page, session)

        await self._verbs.do(doing, with_session, lasts=lasts, own=OwnInput(presses))

    # Keyboard

    async def fill(self, at: Point, text: str) -> None:
        self._typist.tapped = self.cursor = at
        if not await self._fill_at_once(at, text):
            if not self._typist.is_pressed:
                await self.tap(at)
            await self.clear()
            await self.type(text)

    async def _fill_at_once(self, at: Point, text: str) -> bool:
        """Whether all of it was done. Otherwise the field may have been tapped, as the typist knows."""
        self._typist.is_pressed = False
        if self._typist.by_keys or self.has_extensions or not text.isprintable() or not text:
            return False

        async def enter(page: Page) -> bool:
            session = await self._pages.session(page)
            return session is not None and await self._typist.enter(page, session, at, text)

        return bool(await self._verbs.do("typing", enter, lasts=0.1 * len(text)))

    async def type(self, text: str, *, delay: float = 0.0) -> None:
        lasts = (delay + 0.1) * len(text)
        typing = partial(self._typist.type, text=text, delay=delay)
        await self._verbs.do("typing", typing, lasts=lasts, types=True, own=OwnInput(keys=text))

    async def clear(self) -> None:
        await self._verbs.do("clearing a field", self._typist.clear, types=True, own=CLEARING)

    async def press(self, keys: str) -> None:
        names = key_names(keys)
        own = OwnInput.combination(names)
        pressing = partial(self._typist.press, names=names)
        await self._verbs.do(f"pressing {keys}", pressing, may_close=True, types=True, own=own)

    async def go_to_end(self) -> None:
        if keys := await self._verbs.do("looking for the end of a text", self._typist.end_keys, types=True):
            await self.press(keys)

    # Scroller

    async def scroll(self, dx: float, dy: float, *, at: Point | None = None) -> None:
        size = await self.size()
        scrolling = partial(scroll_by, dx=dx, dy=dy, at=at, view=size)
        await self._verbs.do("scrolling", scrolling, own=WHEEL)

    async def scroll_screenful(self, dx: float, dy: float, *, at: Point | None = None) -> None:
        size = await self.size()
        scrolling = partial(scroll_by, dx=dx, dy=dy, at=at, view=size, unit="screenful")
        await self._verbs.do("scrolling", scrolling, own=WHEEL)

    async def scroll_to(self, edge: Edge, *, at: Point | None = None) -> None:
        size = await self.size()
        await self._verbs.do(
            "scrolling", lambda page: scroll_to_edge(page, edge, at, size, self._pages.settling), lasts=None
        )

    # Navigator, BackButton, PageHistory

    async def begin_at(self, address: str) -> None:
        """Go to an address that the caller of a run chose: it may be a file."""
        full = read_address(address, self.address)
        await self._local_files.begin_at(full)
        await self.navigate(full)

    async def navigate(self, address: str) -> None:
        async with self._hands.own():
            await self._navigation.go_to(address)

    async def reload(self) -> None:
        async with self._hands.own():
            await self._navigation.reload()

    async def back(self) -> None:
        async with self._hands.own():
            await self._navigation.back()

    async def forward(self) -> None:
        async with self._hands.own():
            await self._navigation.forward()

    # Choices, files, dialogs, tabs, scripts

    async def choose(self, at: Point, options: Sequence[str]) -> None:
        await self._verbs.do("choosing", lambda page: choose_options(page, at, options))

    async def drop_down_at(self, at: Point) -> DropDown | None:
        (found,) = await self._verbs.look("looking for a list", lambda page, _: read_drop_down(page, at))
        return found

    @property
    def chooser(self) -> OpenChooser | None:
        return self._files.chooser

    async def upload(self, at: Point, files: Sequence[str]) -> None:
        paths = self._files.find(files)
        await self._verbs.do(
            "uploading", partial(self._files.upload, at=at, paths=paths), lasts=None, own=OwnInput(1, at)
        )

    def accept_files(self, files: Sequence[str | Path], *, folder: Path | None = None) -> None:
        self._files.accept(files, folder)

    async def stop_accepting(self, *, expected: bool = False) -> None:
        await self._files.stop_accepting(expected=expected)

    @property
    def dialog(self) -> Dialog | None:
        return self._dialogs.dialog

    async def answer(self, accept: bool, text: str | None = None) -> None:
        await self._dialogs.answer(accept, text)

    async def tabs(self) -> Sequence[Tab]:
        return await self._pages.tabs()

    async def switch_tab(self, number: int) -> None:
        self._dialogs.refuse_while_open()
        await self._pages.switch(number)

    def expect_page(self) -> None:
        self._pages.expect()

    async def new_page(self, timeout: float) -> bool:
        if not await self._pages.opened(timeout):
            return False
        await self.settle()
        return True

    async def close_tab(self) -> None:
        self._dialogs.refuse_while_open()
        async with self._hands.own():
            await self._pages.close_current()

    async def keep_session(self, path: Path) -> None:
        """Write cookies, logins and what the tab keeps to a file, which `Session.storage_state` begins another context
        with."""
        with translated("keeping the session"):
            await keep_session(self._pages.current("keeping the session"), path)

    async def read_session(self) -> str:
        context = self._pages.context
        if not self._ours or self._dialogs.dialog or not can_set_session(context):
            return ""
        with translated("keeping the session"):
            return await self._dialogs.unless_opened(asyncio.wait_for(read_session(context), ANSWER)) or ""

    async def set_session(self, session: str) -> bool:
        if not self._ours or not can_set_session(self._pages.context):
            return False
        address, page = self.address, self._verbs.ready("restoring the session")
        for _ in range(_RESTORING):
            with translated("restoring the session"):
                await page.goto("about:blank")  # what the page still loads would set other cookies
                await set_session(self._pages.context, session)
            await self.navigate(address)
            await self.settle()
            with translated("restoring the session"):
                if await has_cookies(self._pages.context, session):
                    return True
        return False

    # HandSource

    async def watch_hands(
        self, on_gesture: Gestures, *, on_aim: Aims | None = None, on_note: Notes | None = None
    ) -> None:
        with translated("watching hands"):
            self._files.leave_choosers()
            self._typist.by_keys = True
            await self._hands.start(on_gesture, on_aim, on_note)

    async def unwatch_hands(self) -> None:
        with translated("watching hands"):
            await self._hands.stop()
            self._typist.by_keys = False
            self._files.take_choosers(self._pages.open_tabs)

    async def pick(self, on: bool) -> None:
        with translated("pointing"):
            await self._hands.pick(on)

    @property
    def page(self) -> Page:
        return self._pages.current("using the page")

    async def evaluate(self, script: str, argument: Any = None) -> Any:
        result = await self._verbs.do("running a script", lambda page: page.evaluate(script, argument), lasts=None)
        self._dialogs.refuse_while_open()
        return result


async def _aimed(page: Page, at: Point, press: Callable[[Page], Awaitable[object]], gesture: Gesture = "click") -> None:
    await press_aimed(page, at, lambda: press(page), page.mouse.move(at.x, at.y), gesture=gesture)
