"""What is read of web pages: their elements, and when they have come to rest."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from playwright.async_api import CDPSession, Page

from askonce.geometry import Box, Point, Size
from askonce.screens.late_answer import LateAnswer
from askonce.screens.screen_layout import ScreenLayout
from askonce.screens.screen_protocol import (
    ElementState,
    FieldPeek,
    PageActivity,
    ShownMessages,
    UnseenElement,
)
from askonce.screens.ui_tree import Tree
from askonce.screens.web.actionability import glanced_peek, read_element_state, read_field_peek
from askonce.screens.web.browser_options import PageOptions
from askonce.screens.web.devtools import on_its_way
from askonce.screens.web.frame_points import are_hit_together
from askonce.screens.web.legible_tree import read_legible_tree
from askonce.screens.web.news import News
from askonce.screens.web.page_clock import read_clock
from askonce.screens.web.page_layout import read_layout
from askonce.screens.web.page_pictures import READING, PagePictures, ToldByPage
from askonce.screens.web.page_snapshot import read_snapshot
from askonce.screens.web.page_tree import PageNotes, number_beside, read_tree, reveal
from askonce.screens.web.playwright_errors import translated
from askonce.screens.web.render_counts import begin_counts
from askonce.screens.web.selector_writer import find_paths
from askonce.screens.web.selectors import count_hidden, select_boxes
from askonce.screens.web.settle import ForeseenAction
from askonce.screens.web.shown_texts import await_texts
from askonce.screens.web.tabs import Pages
from askonce.screens.web.unseen_elements import unseen_elements
from askonce.values import Mask


class _Left(Exception):
    """The page that is read is about to be left."""

    def __init__(self, last: Tree) -> None:
        super().__init__()
        self.last = last


class PageSight(PagePictures):
    """The part of a `WebScreen` that reads pages, and waits for them."""

    def __init__(self, pages: Pages, options: PageOptions, news: News) -> None:
        super().__init__(pages, options, news)
        self._last_tree: Tree | None = None
        self._is_acting_next = False

    def act_next(self) -> None:
        self._is_acting_next = True

    async def _on_read(self, has_read: asyncio.Event, action: ForeseenAction | None, notes: PageNotes) -> None:
        self._was_current = notes.is_current
        self._read_size = self._pages.current_or_none(), self._verbs.done, notes.view
        self._read_address = self.address
        has_read.set()
        work, self._once_read = self._once_read, None
        if action and notes.is_told:
            self._pages.settling.foretold(action)
        if self._is_beside:
            await on_its_way()  # the picture that was begun is proven by another question
        if work:
            await work()

    async def _read_tree(
        self, page: Page, session: CDPSession | None, *, whole: bool = False, again: bool = False
    ) -> Tree:
        work, self._read_size, self._was_current = self._once_read, None, False
        has_read = self._has_read = asyncio.Event()
        action = self._pages.settling.foresee(page) if self._is_acting_next else None
        self._is_acting_next = False
        try:
            if work and self._is_counted:
                self._counting = await begin_counts(page, session)
                if self._read_address == page.url:  # what has just come is laid out meanwhile
                    self._once_read, self._is_beside = None, True
                    await work()
            on_read, beginning = partial(self._on_read, has_read, action), action.beginning if action else None
            return await read_tree(
                page, session, whole=whole, painted=self._is_beside, action=beginning, again=again, on_read=on_read
            )
        finally:
            has_read.set()
            if self._counting:
                self._counting.cancel()
            self._counting, self._is_beside = None, False

    async def tree(self) -> Tree:
        """The elements in view. A page with an open dialog, and one that is about to be left, cannot be read: the last
        reading is used. One that is only busy is waited for."""
        return await self._tree()

    async def _tree(self, *, again: bool = False) -> Tree:
        last = self._last_tree
        if self._dialogs.dialog and last:
            return last
        self._pages.settling.looked()
        reading = partial(self._read_tree, again=again)
        try:
            self._last_tree = await self._verbs.look(
                "reading the page", reading, meanwhile=partial(self._refuse_left, last)
            )
        except _Left as left:
            return left.last
        self._typist.looked()
        return self._last_tree

    def _refuse_left(self, last: Tree | None) -> None:
        page = self._pages.current_or_none()
        is_left = page and self._pages.settling.requests.replaces(page)
        if is_left and last and last.address == self.address:
            raise _Left(last)

    async def size(self) -> Size:
        if self._dialogs.dialog and self._last_shot:
            region = self._last_shot.frame.region
            return Size(round(region.width), round(region.height))
        return (await self._verbs.look("measuring the page", lambda page, _: self._camera.view(page))).size

    async def whole_tree(self) -> Tree:
        self._pages.settling.looked()
        tree = await self._verbs.look("reading the whole page", partial(self._read_tree, whole=True))
        self._typist.looked()
        return tree

    async def legible_tree(self, *, whole: bool) -> Tree:
        self._pages.settling.looked()
        return await self._verbs.look("reading the page", partial(read_legible_tree, whole=whole))

    async def reveal(self, number: int) -> bool:
        return bool(await self._verbs.do("scrolling to an element", lambda page: reveal(page, number)))

    async def answered(self) -> bool:
        if self._dialogs.dialog or not self._pages.settling.is_unanswered():
            return False
        return bool(await self._dialogs.unless_opened(self._pages.settling.answered()))

    async def peek(
        self, before: int, number: int, others: Sequence[int] = (), *, late: bool = False
    ) -> FieldPeek | None:
        page = self._verbs.ready("glancing at an element")
        if self._pages.settling.requests.are_pending():
            return None
        names = number_beside(page, number, before, others)
        told = self._typist.take_glance(names)
        if names and told is not None and not late:
            peek = glanced_peek(page, names, told)
            if peek:
                self._typist.looked()
            return peek
        with translated("glancing at an element"):
            peek = await self._dialogs.unless_opened(read_field_peek(page, before, number, others, late=late))
        self._dialogs.refuse_while_open()
        if peek:
            self._typist.looked()
        return peek

    def foresee(self, before: int, number: int) -> None:
        page = self._pages.current_or_none()
        self._typist.foreseen = number_beside(page, number, before) if page else None

    async def rest(self) -> None:
        told = self._take_told(is_due=True)
        if not self._dialogs.dialog:
            await self._dialogs.unless_opened(self._pages.settling.finish(due=told is None or told.is_due))

    async def wait_actionable(self, number: int, timeout: float, *, touched: bool = True) -> ElementState | None:
        page = self._verbs.ready("waiting for an element")
        with translated("waiting for an element"):
            state = await self._dialogs.unless_opened(read_element_state(page, number, timeout, touched=touched))
        self._dialogs.refuse_while_open()
        return state

    async def select(self, selector: str) -> Sequence[Box]:
        return await self._verbs.look("looking for a selector", lambda page, _: select_boxes(page, selector))

    async def unseen(self) -> Sequence[UnseenElement]:
        return await self._verbs.look(
            "looking for what is hidden", lambda page, _: unseen_elements(page, self._pages.open_tabs)
        )

    async def count_hidden(self, selector: str) -> int:
        return await self._verbs.look("looking for a selector", lambda page, _: count_hidden(page, selector))

    async def write_selectors(self, number: int) -> Sequence[str]:
        return await self._verbs.look("writing down the way to an element", lambda page, _: find_paths(page, number))

    async def now(self) -> datetime:
        return await self._verbs.look("reading the time", lambda page, _: read_clock(page))

    async def settle(self) -> None:
        if self._dialogs.dialog is None:
            await self._dialogs.unless_opened(self._pages.settling.settle())
        if self._options.pause:
            await asyncio.sleep(self._options.pause)

    async def settled_tree(self) -> Tree:
        read = partial(self._tree, again=True)  # whoever acts next looks first
        settling = self._pages.settling.settle_reading(read)
        tree = None if self._dialogs.dialog else await self._dialogs.unless_opened(settling)
        if self._options.pause:
            await asyncio.sleep(self._options.pause)
            tree = None
        return tree or await read()

    async def wait_for_idle(self, timeout: float) -> bool:
        """Wait until nothing is being loaded any more; False when `timeout` seconds pass first."""
        page = self._verbs.ready("waiting for the network")
        try:
            async with asyncio.timeout(timeout):
                with translated("waiting for the network"):
                    await page.wait_for_load_state("networkidle", timeout=0)
        except TimeoutError:
            return False
        return True

    async def wait_for_change(self, timeout: float) -> bool:
        self._dialogs.refuse_while_open()
        self._pages.current("waiting for a change")
        with translated("waiting for a change"):
            changed = await self._dialogs.unless_opened(self._pages.settling.wait_for_change(timeout))
        return changed is not False

    async def wait_for_address(self, timeout: float) -> bool:
        self._dialogs.refuse_while_open()
        self._pages.current("waiting for another address")
        return await self._pages.settling.wait_for_stir(timeout)

    async def is_hit_by_both(self, at: Point, other: Point, *, or_inside: bool = False) -> bool:
        page = self._verbs.ready("looking at a point")
        with translated("looking at a point"):
            return await are_hit_together(page, at, other, or_inside=or_inside)

    async def wait_for_texts(self, texts: Sequence[str], timeout: float) -> ShownMessages | None:
        if self._dialogs.dialog:
            return None
        page = self._verbs.ready("waiting for a text")
        try:
            async with asyncio.timeout(timeout + READING):
                with translated("waiting for a text"):
                    waiting = await_texts(page, texts, timeout, pictured=self._last_look is not None)
                    shown = await self._dialogs.unless_opened(waiting)
        except TimeoutError:
            return None  # it may be stuck, which the next look finds out
        if shown and len(page.frames) == 1:
            self._told = ToldByPage(page, self._verbs.done, self._pages.settling.progress, shown)
        return shown.told if shown else None

    async def document_status(self) -> int:
        script = "performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0"
        return await self._verbs.look("reading the status of the page", lambda page, _: page.evaluate(script))

    def news(self) -> Sequence[str]:
        return self._news.take()

    async def lapse(self) -> None:
        if self._dialogs.dialog is None:
            await self._dialogs.unless_opened(self._pages.settling.lapse())

    async def layout(self) -> ScreenLayout:
        return await self._verbs.look("reading the layout", read_layout, READING)

    async def take_troubles(self) -> Sequence[str]:
        alerts, self._dialogs.alerts = self._dialogs.alerts, []
        is_waiting = self._pages.settling.requests.are_pending(essential=True)
        return (
            *(f"an alert said {alert!r}" for alert in alerts),
            *await self._pages.refusals.take(),
            *(["a request has no answer yet"] if is_waiting else []),
        )

    async def take_written(self) -> Sequence[str]:
        return await self._pages.refusals.take_written()

    async def late_answers(self) -> Sequence[LateAnswer]:
        return [] if self._dialogs.dialog else await self._pages.settling.late_answers()

    def take_activity(self, *, unfinished: bool = False) -> PageActivity:
        return self._events.take(unfinished=unfinished)

    async def preserve(self, mask: Mask) -> str:
        return await self._verbs.look("keeping the page", lambda page, _: read_snapshot(page, mask))

    @property
    def surroundings(self) -> Mapping[str, str]:
        browser, page = self._pages.context.browser, self._pages.current_or_none()
        size = page.viewport_size if page else None
        return {
            "browser": f"{browser.browser_type.name} {browser.version}" if browser else "",
            "viewport": f"{size['width']} × {size['height']}" if size else "",
        }
