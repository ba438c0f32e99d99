"""The screen made of web pages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Hashable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar
from uuid import uuid4

from playwright.async_api import CDPSession, Page

from askonce.errors import ScreenClosed, ScreenError
from askonce.geometry import Box, Point, Size
from askonce.screens.gestures import Aims, Gestures, Notes
from askonce.screens.screen_layout import ScreenLayout
from askonce.screens.screen_protocol import (
    Dialog,
    DrawnSurfaces,
    DropDown,
    Edge,
    ElementState,
    FieldPeek,
    OpenChooser,
    PageActivity,
    Shot,
    ShownMessages,
    Tab,
    UnseenElement,
)
from askonce.screens.ui_tree import Tree
from askonce.screens.web.actionability import glanced_peek, read_element_state, read_field_peek
from askonce.screens.web.allowed_hosts import HostGuard, HostRules
from askonce.screens.web.browser_options import PageOptions
from askonce.screens.web.browser_session import can_set_session, has_cookies, keep_session, read_session, set_session
from askonce.screens.web.devtools import on_its_way
from askonce.screens.web.dialogs import DialogDesk
from askonce.screens.web.flashing_texts import take_flashing_texts, watch_flashing_texts
from askonce.screens.web.frame_points import are_hit_together
from askonce.screens.web.hand_listener import CLEARING, WHEEL, HandListener, OwnInput
from askonce.screens.web.legible_tree import read_legible_tree
from askonce.screens.web.local_files import LocalFiles
from askonce.screens.web.native_select import choose_options, read_drop_down
from askonce.screens.web.news import News
from askonce.screens.web.page_appearance import PageAppearance, read_appearance
from askonce.screens.web.page_capture import Camera
from askonce.screens.web.page_cast import cast_pages
from askonce.screens.web.page_clock import read_clock
from askonce.screens.web.page_events import PageEvents
from askonce.screens.web.page_layout import read_layout
from askonce.screens.web.page_navigation import PageNavigation
from askonce.screens.web.page_scroll import scroll_by, scroll_to_edge
from askonce.screens.web.page_snapshot import read_snapshot
from askonce.screens.web.page_tree import PageNotes, number_beside, read_tree, reveal
from askonce.screens.web.playwright_errors import translated
from askonce.screens.web.pointer import click_again, drag_mouse, hold_mouse, pinch_fingers
from askonce.screens.web.render_counts import RenderCounts, begin_counts, read_render_counts
from askonce.screens.web.request_gate import OwnFrames
from askonce.screens.web.secret_places import SecretPlaces, find_secret_places, find_surfaces, has_closed_roots
from askonce.screens.web.selector_writer import find_paths
from askonce.screens.web.selectors import count_hidden, select_boxes
from askonce.screens.web.settle import ForeseenAction
from askonce.screens.web.shown_texts import ShownTexts, await_texts
from askonce.screens.web.tabs import Pages
from askonce.screens.web.transfer_folders import Files
from askonce.screens.web.typist import Typist, focus_at, key_names, press_keys
from askonce.screens.web.unseen_elements import unseen_elements
from askonce.screens.web.urls import read_address
from askonce.screens.web.verb_runner import ANSWER, VerbRunner
from askonce.screens.web.view_transitions import is_painted_as_it_is
from askonce.values import Mask

T = TypeVar("T")

READING = 3.0
"""How many seconds a page may take to be read again before it is asked whether it is about to be left."""
CLOSING = 5.0
"""The most seconds that giving back a page may take."""

_RESTORING = 2
"""How often a session is set: an answer that the browser still waits for, as for an icon, may replace its cookies."""


Painted = Callable[[Page], Awaitable[bool]]
"""Says whether a page is painted as it is, and not as it was before a view transition."""


class _Before(NamedTuple):
    """What is known of a page from before a picture of it."""

    counting: asyncio.Future[RenderCounts | None]
    painted: Painted


class _Told(NamedTuple):
    """What a page told by itself, and after how many verbs and with what under way."""

    page: Page
    done: int
    progress: tuple[int, int]
    shown: ShownTexts


class WebScreen:
    """Web pages in a browser, seen and touched as a person does. Made by the functions in `web_opener`."""

    kind = "web"

    def __init__(self, pages: Pages, options: PageOptions, news: News, rest: AsyncExitStack, *, ours: bool) -> None:
        self._pages = pages
        self._options = options
        self._news = news
        self._rest = rest
        rules = HostRules(options.allowed_hosts)
        self._own_frames = None if ours else OwnFrames(lambda: pages.open_tabs)
        self._guard = HostGuard(rules, pages.context, news, self._own_frames)
        self._local_files = LocalFiles(options.files, pages.context, news, self._own_frames)
        self._dialogs = DialogDesk(options.dialogs, news, pages.settling)
        self._files = Files(options.downloads, options.uploads, news, pages.settling, ours=ours)
        self._events = PageEvents()
        self._camera = Camera(options.shot_scale)
        self._typist = Typist(pages.settling.settle)
        self._hands = HandListener(pages, self._dialogs, news)
        self._verbs = VerbRunner(pages, self._dialogs, self._typist, self._hands)
        self._navigation = PageNavigation(pages, self._dialogs, rules, self._guard, self._local_files)
        self._last_shot: Shot | None = None
        self._last_tree: Tree | None = None
        self._last_secrets = SecretPlaces()
        self._last_surfaces: tuple[Shot | None, DrawnSurfaces] | None = None
        """What was drawn at and since the last picture."""
        self._shot_after = 0
        """How many verbs had been done when the last picture was taken."""
        self._searched: tuple[Mask, int, int] | None = None
        """For what was searched last, how many secrets that were, and after how many verbs."""
        self._once_read: Callable[[], Awaitable[None]] | None = None
        self._is_counted = False
        self._counting: asyncio.Future[RenderCounts | None] | None = None
        """The counts from before the elements were read, for a picture that is taken meanwhile."""
        self._is_beside = False
        """Whether that picture was begun before they are read: it is one of what they show, or none."""
        self._has_read = asyncio.Event()
        """Whether they were read."""
        self._was_current = False
        """Whether no view transition went on then."""
        self._read_size: tuple[Page | None, int, Size] | None = None
        """A page, after how many verbs it was looked at last, and how much of it was in view."""
        self._read_address = ""
        """Of the document whose elements were read last."""
        self._resting: PageAppearance | None = None
        """What a page looked like when that was last asked for, for a picture that is taken next."""
        self._last_look: PageAppearance | None = None
        """The same, for whoever compares."""
        self._told: _Told | None = None
        self._roots: tuple[Page, RenderCounts, bool] | None = None
        """Whether a page had closed shadow roots, and how often it had been laid out then."""
        self._is_acting_next = False
        self._is_closed = False
        self._ours = ours
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

    # Seeing

    async def capture(self) -> Shot:
        """A picture of what is in view. While a dialog is open pages cannot be painted: the last picture is used."""
        if self._dialogs.dialog and self._last_shot:
            return replace(self._last_shot, is_earlier=True)
        async with self._hands.hidden():
            return self._keep_last(await self._verbs.look("taking a picture", self._camera.shot))

    async def capture_fast(self) -> Shot:
        """The same for people: quicker and smaller."""
        if self._dialogs.dialog and self._last_shot:
            return replace(self._last_shot, is_earlier=True)
        shot = partial(self._camera.shot, format=self._options.photo_format or "jpeg")
        async with self._hands.hidden():
            return self._keep_last(await self._verbs.look("taking a picture", shot))

    def _keep_last(self, shot: Shot) -> Shot:
        self._last_shot, self._shot_after = shot, self._verbs.done
        return shot

    async def capture_clear(self, mask: Mask, begun: Callable[[], None] | None = None) -> Shot | None:
        if self._dialogs.dialog:
            return None
        async with self._hands.hidden():
            (shot,) = await self._verbs.look("taking a picture", partial(self._capture_clear, mask, begun))
        return self._keep_last(shot) if shot else None

    async def _capture_clear(
        self, mask: Mask, begun: Callable[[], None] | None, page: Page, session: CDPSession | None
    ) -> tuple[Shot | None]:
        """Nothing looked different between the picture and the search, nor what was read meanwhile, and nowhere on the
        page was a secret."""
        if mask and self._last_secrets.boxes:
            return (None,)
        has_read = self._has_read if self._is_beside else None
        before = await self._before_picture(page, session) if mask or has_read else None
        known = partial(self._size_once_read, page, has_read) if has_read or self._known_size(page) else None
        shot = partial(self._camera.shot, format=self._options.photo_format or "jpeg", known=known, stays=True)
        painted = before.painted if before else is_painted_as_it_is
        searching = self._find_secrets(mask, page, session, together=before is not None, painted=painted)
        both = asyncio.gather(shot(page, session), searching)
        if begun:
            begun()
        try:
            taken, found = await both
        except ScreenError:
            return (None,)
        if before is None:
            return (taken,)
        if mask and not found.boxes:
            self._keep_places(mask, found)
        if has_read:
            await has_read.wait()
        counts = await before.counting
        if counts is None or found.boxes or counts != await read_render_counts(page, session):
            return (None,)
        if mask:
            self._roots = page, counts, found.has_closed_roots
        return (taken,)

    async def _size_once_read(self, page: Page, has_read: asyncio.Event | None) -> Size | None:
        if has_read:
            await has_read.wait()
        return self._known_size(page)

    def _known_size(self, page: Page) -> Size | None:
        read, after, size = self._read_size or (None, 0, None)
        return size if read is page and after == self._verbs.done else None

    async def _before_picture(self, page: Page, session: CDPSession | None) -> _Before:
        """What is known from before: counts are the same after a picture only if nothing changed since. So a page that
        was in no view transition since they were taken is in none."""
        counting, self._counting = self._counting, None
        resting, self._resting = self._resting, None
        if counting:
            return _Before(counting, self._painted_when_read)
        if resting and (resting.page, resting.address) == (page, page.url):
            counting = asyncio.get_running_loop().create_future()
            counting.set_result(resting.counts)
            return _Before(counting, is_painted_as_it_is)
        return _Before(await begin_counts(page, session), is_painted_as_it_is)

    async def _painted_when_read(self, page: Page) -> bool:
        await self._has_read.wait()
        return self._was_current or await is_painted_as_it_is(page)

    def once_read(self, work: Callable[[], Awaitable[None]] | None, *, taking: bool = False) -> None:
        self._once_read, self._is_counted = work, taking

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

    async def _read_tree(self, page: Page, session: CDPSession | None, *, whole: bool = False) -> Tree:
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
                page, session, whole=whole, painted=self._is_beside, action=beginning, on_read=on_read
            )
        finally:
            has_read.set()
            if self._counting:
                self._counting.cancel()
            self._counting, self._is_beside = None, False

    async def appearance(self) -> Hashable | None:
        if self._dialogs.dialog:
            return None
        last, told = self._last_look, self._take_told(stirs=None)
        reading = partial(read_appearance, told=told.stirs if told else None)
        (self._resting,) = await self._verbs.look("looking for changes", reading, READING)
        if self._resting and self._resting == last and await self._may_change_unseen(self._resting):
            return None
        self._last_look = self._resting
        if self._resting and (size := self._resting.size):
            self._read_size = self._resting.page, self._verbs.done, size
        return self._resting

    async def _may_change_unseen(self, look: PageAppearance) -> bool:
        """Whether a page that seems to be the same may look different: nobody sees what is drawn and scrolled in
        closed shadow roots."""
        if self._roots is None or self._roots[:2] != (look.page, look.counts):
            is_closed = await self._verbs.look("looking for changes", _read_closed_roots, READING)
            (again,) = await self._verbs.look("looking for changes", read_appearance, READING)
            if again != look:
                return True
            self._roots = look.page, look.counts, is_closed
        return self._roots[2]

    def screencast(self, most: Size) -> AsyncGenerator[Shot, None]:
        return cast_pages(self._pages, most)

    async def find_secrets(self, mask: Mask) -> Sequence[Box]:
        if self._dialogs.dialog and self._last_shot:
            known, count, after = self._searched or (None, 0, 0)
            if known is not mask or (count, after) != (len(mask), self._shot_after):
                raise ScreenError("a dialog is open, and the last picture is from before the secret was known")
            return self._last_secrets.boxes  # those of the last picture, which is used again
        finding = partial(self._find_secrets, mask)
        self._keep_places(mask, await self._verbs.look("looking for secrets", finding, READING))
        return self._last_secrets.boxes

    def _keep_places(self, mask: Mask, found: SecretPlaces) -> None:
        self._last_secrets, self._searched = found, (mask, len(mask), self._verbs.done)

    async def _find_secrets(
        self,
        mask: Mask,
        page: Page,
        session: CDPSession | None,
        *,
        together: bool = False,
        painted: Painted = is_painted_as_it_is,
    ) -> SecretPlaces:
        if not mask:
            return SecretPlaces()
        searching = self._find_in_elements(mask, page, session, together=together)
        is_current, found = await asyncio.gather(painted(page), searching)
        if not is_current:
            raise ScreenError("a view transition shows the page as it was before")
        return found

    async def _find_in_elements(
        self, mask: Mask, page: Page, session: CDPSession | None, *, together: bool
    ) -> SecretPlaces:
        if session:
            expected = self._last_secrets.is_held
            view = self._camera.view
            return await find_secret_places(page, session, view, mask, expected=expected, together=together)
        if mask.hides(await page.content()):
            raise ScreenError("this browser does not tell where a page shows a secret", remedy="use Chromium")
        return SecretPlaces()

    async def watch_flashes(self) -> str:
        if self._dialogs.dialog:
            return ""
        cap = self._options.settle_cap
        watching = partial(_watch_flashes, cap)
        return await self._verbs.look("looking for flashing texts", watching, cap + READING)

    async def take_flashes(self, watch: str) -> Sequence[str]:
        if self._dialogs.dialog or not watch:
            return ()
        taking = partial(_take_flashes, watch)
        return await self._verbs.look("looking for flashing texts", taking, READING)

    async def find_surfaces(self) -> DrawnSurfaces | None:
        """A page with an open dialog cannot be asked: what was drawn when its last picture was taken is what counts."""
        known = self._last_surfaces
        if self._dialogs.dialog:
            if known is None or known[0] is not self._last_shot:
                raise ScreenError("a dialog is open, and nobody knows what is drawn in the last picture")
            return known[1]
        found = await self._verbs.look("looking for what is drawn", self._find_surfaces, READING)
        if found:
            earlier = known[1].boxes if known and known[0] is self._last_shot else ()
            boxes = tuple(dict.fromkeys(earlier + found.boxes))
            self._last_surfaces = self._last_shot, replace(found, boxes=boxes)
        return found

    async def _find_surfaces(self, page: Page, session: CDPSession | None) -> DrawnSurfaces | None:
        return await find_surfaces(page, session, self._camera.view) if session else None

    async def tree(self) -> Tree:
        """The elements in view. A page with an open dialog, and one that is about to be left, cannot be read: the last
        reading is used. One that is only busy is waited for."""
        last = self._last_tree
        if self._dialogs.dialog and last:
            return last
        self._pages.settling.looked()
        reading = asyncio.ensure_future(self._verbs.look("reading the page", self._read_tree))
        try:
            while last and not (await asyncio.wait({reading}, timeout=READING))[0]:
                page = self._pages.current_or_none()
                if page and self._pages.settling.requests.replaces(page) and last.address == self.address:
                    return last
            self._last_tree = await reading
        finally:
            reading.cancel()
        self._typist.looked(self._pages.current_or_none())
        return self._last_tree

    async def size(self) -> Size:
        if self._dialogs.dialog and self._last_shot:
            region = self._last_shot.frame.region
            return Size(round(region.width), round(region.height))
        return (await self._verbs.look("measuring the page", lambda page, _: self._camera.view(page))).size

    async def whole_tree(self) -> Tree:
        self._pages.settling.looked()
        tree = await self._verbs.look("reading the whole page", partial(self._read_tree, whole=True))
        self._typist.looked(self._pages.current_or_none())
        return tree

    async def legible_tree(self, *, whole: bool) -> Tree:
        self._pages.settling.looked()
        return await self._verbs.look("reading the page", partial(read_legible_tree, whole=whole))

    async def reveal(self, number: int) -> bool:
        return bool(await self._verbs.do("scrolling to an element", lambda page: reveal(page, number)))

    async def answered(self) -> bool:
        if self._dialogs.dialog:
            return False
        return bool(await self._dialogs.unless_opened(self._pages.settling.answered()))

    async def peek(self, before: int, number: int) -> FieldPeek | None:
        page = self._verbs.ready("glancing at an element")
        if self._pages.settling.requests.are_pending():
            return None
        names = number_beside(page, number, before)
        told = self._typist.take_glance(names)
        if names and told is not None:
            peek = glanced_peek(page, names, told)
            if peek:
                self._typist.looked(page)
            return peek
        with translated("glancing at an element"):
            peek = await self._dialogs.unless_opened(read_field_peek(page, before, number))
        self._dialogs.refuse_while_open()
        if peek:
            self._typist.looked(page)
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
        settling = self._pages.settling.settle_reading(self.tree)
        tree = None if self._dialogs.dialog else await self._dialogs.unless_opened(settling)
        if self._options.pause:
            await asyncio.sleep(self._options.pause)
            tree = None
        return tree or await self.tree()

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
            self._told = _Told(page, self._verbs.done, self._pages.settling.progress, shown)
        return shown.told if shown else None

    def _take_told(self, **taken: Any) -> ShownTexts | None:
        """What the current page told when it showed a text, if nothing has happened since. What is `taken` of it has
        another value for those who come later, who have to ask."""
        told, self._told = self._told, None
        now = self._pages.current_or_none(), self._verbs.done, self._pages.settling.progress
        if told is None or (told.page, told.done, told.progress) != now:
            return None
        self._told = told._replace(shown=replace(told.shown, **taken))
        return told.shown

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
            await self._verbs.do("tapping", lambda page: click_again(page, at), may_close=True, own=OwnInput(1, at))
            return
        tapping = partial(_click, at=at, count=count)
        await self._verbs.do("tapping", tapping, may_close=True, own=OwnInput(count, at))

    async def tap_field(self, at: Point) -> None:
        if not self._typist.follows(self._verbs.ready("tapping")):
            await self.tap(at)
            return
        self._typist.tapped = self.cursor = at
        await self._verbs.do("tapping", lambda page: self._typist.tap(page, at), may_close=True, own=OwnInput(1, at))

    async def focus(self, at: Point) -> None:
        await self._verbs.do("giving the focus", lambda page: focus_at(page, at))

    async def right_tap(self, at: Point) -> None:
        self._typist.tapped = self.cursor = at
        clicking = partial(_click, at=at, button="right")
        await self._verbs.do("right-clicking", clicking, may_close=True, own=OwnInput(1, at))

    async def hover(self, at: Point) -> None:
        self.cursor = at
        await self._verbs.do("moving the cursor", lambda page: page.mouse.move(at.x, at.y))

    async def hold(self, at: Point, seconds: float) -> None:
        self._typist.tapped = self.cursor = at
        await self._verbs.do("holding", lambda page: hold_mouse(page, at, seconds), lasts=seconds, own=OwnInput(1, at))

    async def drag(self, start: Point, end: Point) -> None:
        self.cursor = end
        await self._verbs.do("dragging", lambda page: drag_mouse(page, start, end), own=OwnInput(1, start))

    async def pinch(self, at: Point, factor: float) -> None:
        await self._touch("pinching", lambda page, session: pinch_fingers(page, session, at, factor))

    async def _touch(self, doing: str, work: Callable[[Page, CDPSession], Awaitable[None]], lasts: float = 0.0) -> None:
        """Do something with fingers, which only DevTools has."""

        async def with_session(page: Page) -> None:
            session = await self._pages.session(page)
            if session is None:
                raise ScreenError("this tab cannot be touched", remedy="use Chromium, or another tab")
            await work(page, session)

        await self._verbs.do(doing, with_session, lasts=lasts, own=OwnInput(2))

    # Keyboard

    async def type(self, text: str, *, delay: float = 0.0) -> None:
        lasts = (delay + 0.1) * len(text)
        typing = partial(self._typist.type, text=text, delay=delay)
        await self._verbs.do("typing", typing, lasts=lasts, types=True, own=OwnInput(keys=text))

    async def clear(self) -> None:
        await self._verbs.do("clearing a field", self._typist.clear, types=True, own=CLEARING)

    async def press(self, keys: str) -> None:
        names = key_names(keys)
        own = OwnInput.combination(names)
        await self._verbs.do(f"pressing {keys}", lambda page: press_keys(page, names), may_close=True, own=own)

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

    # Addressed, Navigator, BackButton, PageHistory

    @property
    def address(self) -> str:
        return self._pages.address

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


async def _watch_flashes(cap: float, page: Page, _session: CDPSession | None) -> str:
    return await watch_flashing_texts(page, cap)


async def _take_flashes(watch: str, page: Page, _session: CDPSession | None) -> Sequence[str]:
    return await take_flashing_texts(page, watch)


async def _read_closed_roots(page: Page, session: CDPSession | None) -> bool:
    return session is None or await has_closed_roots(session)


async def _click(page: Page, at: Point, count: int = 1, button: Literal["left", "right"] = "left") -> None:
    await page.mouse.click(at.x, at.y, click_count=count, button=button)
