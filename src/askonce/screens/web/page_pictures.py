"""Pictures of web pages, and where secrets stand in them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Hashable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from playwright.async_api import CDPSession, Page

from askonce.errors import ScreenError
from askonce.geometry import Box, Size
from askonce.screens.screen_protocol import (
    DrawnSurfaces,
    Shot,
)
from askonce.screens.web.browser_options import PageOptions
from askonce.screens.web.dialogs import DialogDesk
from askonce.screens.web.flashing_texts import take_flashing_texts, watch_flashing_texts
from askonce.screens.web.hand_listener import HandListener
from askonce.screens.web.news import News
from askonce.screens.web.page_appearance import PageAppearance, read_appearance
from askonce.screens.web.page_capture import Camera
from askonce.screens.web.page_cast import cast_pages
from askonce.screens.web.page_events import PageEvents
from askonce.screens.web.render_counts import RenderCounts, begin_counts, read_render_counts
from askonce.screens.web.secret_places import SecretPlaces, find_secret_places, find_surfaces, has_closed_roots
from askonce.screens.web.shown_texts import ShownTexts
from askonce.screens.web.tabs import Pages
from askonce.screens.web.typist import Typist
from askonce.screens.web.verb_runner import VerbRunner
from askonce.screens.web.view_transitions import is_painted_as_it_is
from askonce.values import Mask

READING = 10.0
"""How many seconds a page may take to tell what is searched in it."""

Painted = Callable[[Page], Awaitable[bool]]
"""Says whether a page is painted as it is, and not as it was before a view transition."""


class _Before(NamedTuple):
    """What is known of a page from before a picture of it."""

    counting: asyncio.Future[RenderCounts | None]
    painted: Painted


class ToldByPage(NamedTuple):
    """What a page told by itself, and after how many verbs and with what under way."""

    page: Page
    done: int
    progress: tuple[int, int]
    shown: ShownTexts


class PagePictures:
    """The part of a `WebScreen` that takes pictures."""

    def __init__(self, pages: Pages, options: PageOptions, news: News) -> None:
        self._pages = pages
        self._options = options
        self._news = news
        self._dialogs = DialogDesk(options.dialogs, news, pages.settling)
        self._events = PageEvents()
        self._camera = Camera(options.shot_scale)
        self._typist = Typist(pages.settling.settle)
        self._hands = HandListener(pages, self._dialogs, news)
        self._verbs = VerbRunner(pages, self._dialogs, self._typist, self._hands)
        self._last_shot: Shot | None = None
        self._last_secrets = SecretPlaces()
        self._held_at = ""
        """Where the page was when they were looked for."""
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
        self._resting_after = 0
        """How many verbs had been done then."""
        self._last_look: PageAppearance | None = None
        """The same, for whoever compares."""
        self._told: ToldByPage | None = None
        self._roots: tuple[Page, RenderCounts, bool] | None = None
        """Whether a page had closed shadow roots, and how often it had been laid out then."""

    @property
    def address(self) -> str:
        return self._pages.address

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

    async def capture_clear(
        self, mask: Mask, begun: Callable[[], None] | None = None, until: asyncio.Future[None] | None = None
    ) -> Shot | None:
        if self._dialogs.dialog:
            return None
        async with self._hands.hidden():
            (shot,) = await self._verbs.look("taking a picture", partial(self._capture_clear, mask, begun, until))
        return self._keep_last(shot) if shot else None

    async def _capture_clear(
        self,
        mask: Mask,
        begun: Callable[[], None] | None,
        until: asyncio.Future[None] | None,
        page: Page,
        session: CDPSession | None,
    ) -> tuple[Shot | None]:
        """Nothing looked different between the picture and the search, nor what was read meanwhile, and nowhere on the
        page was a secret."""
        if mask and self._last_secrets.boxes:
            return (None,)
        has_read = self._has_read if self._is_beside else None
        before = await self._before_picture(page, session) if mask or has_read or until else None
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
        if until:
            await asyncio.wait({until})
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
        if resting and (resting.page, resting.address, self._resting_after) == (page, page.url, self._verbs.done):
            counting = asyncio.get_running_loop().create_future()
            counting.set_result(resting.counts)
            return _Before(counting, is_painted_as_it_is)
        return _Before(await begin_counts(page, session), is_painted_as_it_is)

    async def _painted_when_read(self, page: Page) -> bool:
        await self._has_read.wait()
        return self._was_current or await is_painted_as_it_is(page)

    def once_read(self, work: Callable[[], Awaitable[None]] | None, *, taking: bool = False) -> None:
        self._once_read, self._is_counted = work, taking

    async def appearance(self) -> Hashable | None:
        if self._dialogs.dialog:
            return None
        last, told = self._last_look, self._take_told(stirs=None)
        reading = partial(read_appearance, told=told.stirs if told else None)
        (self._resting,) = await self._verbs.look("looking for changes", reading, READING)
        self._resting_after = self._verbs.done
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
            expected, self._held_at = self._last_secrets.is_held and self._held_at == page.url, page.url
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

    def _take_told(self, **taken: Any) -> ShownTexts | None:
        """What the current page told when it showed a text, if nothing has happened since. What is `taken` of it has
        another value for those who come later, who have to ask."""
        told, self._told = self._told, None
        now = self._pages.current_or_none(), self._verbs.done, self._pages.settling.progress
        if told is None or (told.page, told.done, told.progress) != now:
            return None
        self._told = told._replace(shown=replace(told.shown, **taken))
        return told.shown


async def _watch_flashes(cap: float, page: Page, _session: CDPSession | None) -> str:
    return await watch_flashing_texts(page, cap)


async def _take_flashes(watch: str, page: Page, _session: CDPSession | None) -> Sequence[str]:
    return await take_flashing_texts(page, watch)


async def _read_closed_roots(page: Page, session: CDPSession | None) -> bool:
    return session is None or await has_closed_roots(session)
