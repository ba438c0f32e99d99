"""How every verb of a web screen runs: on the current page, in time, and until a dialog opens."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

from playwright.async_api import CDPSession, Page

from askonce.errors import ScreenClosed, ScreenError, ScreenMoved
from askonce.screens.web.dialogs import DialogDesk
from askonce.screens.web.hand_listener import NO_INPUT, HandListener, OwnInput
from askonce.screens.web.playwright_errors import translated
from askonce.screens.web.tabs import Pages
from askonce.screens.web.typist import Typist

T = TypeVar("T")

MEANWHILE = 3.0
"""After how many seconds it is asked each time whether a page that is read is about to be left."""
ANSWER = 30.0
"""The most seconds that a page may take to react at all, beyond what a verb itself lasts."""


class NoReaction(ScreenError):
    """The page took longer than it may."""


class VerbRunner:
    """Runs what looks at the current page, and what does something to it."""

    def __init__(self, pages: Pages, dialogs: DialogDesk, typist: Typist, hands: HandListener) -> None:
        self._pages = pages
        self._dialogs = dialogs
        self._typist = typist
        self._hands = hands
        self.done = 0
        """How many verbs were begun that may change a page."""

    def ready(self, doing: str) -> Page:
        self._dialogs.refuse_while_open()
        return self._pages.current(doing)

    async def look(
        self,
        doing: str,
        work: Callable[[Page, CDPSession | None], Coroutine[Any, Any, T]],
        limit: float | None = None,
        *,
        meanwhile: Callable[[], None] | None = None,
    ) -> T:
        """Run what reads the current page, for `limit` seconds at most. `meanwhile` is called again and again until a
        dialog opens, and may raise to end it."""
        page, started, limit = self.ready(doing), time.monotonic(), ANSWER if limit is None else limit

        def late() -> None:
            if meanwhile:
                meanwhile()
            if time.monotonic() - started >= limit:
                self._refuse_late(page, doing)

        with translated(doing):
            session = await self._pages.session(page)
            every = min(limit, MEANWHILE) if meanwhile else limit
            result = await self._dialogs.unless_opened(work(page, session), every, late)
        if result is None:
            meanwhile = None  # nobody is there any more who could be told
            self._dialogs.refuse_while_open()
            raise ScreenMoved(f"the page moved on while {doing}")
        return result

    async def do(
        self,
        doing: str,
        work: Callable[[Page], Awaitable[T]],
        *,
        lasts: float | None = 0.0,
        may_close: bool = False,
        types: bool = False,
        own: OwnInput = NO_INPUT,
    ) -> T | None:
        """Run a verb: mark the beginning of an action, and come back at once when a dialog opens.

        `lasts` says how many seconds the verb takes by itself; None that nobody knows. `own` says which input it
        makes, so that a person's is told from it.
        """
        page = self.ready(doing)
        self.done += 1
        if not types:
            self._typist.forget()
        await self._pages.settling.begin(page)
        limit = None if lasts is None else lasts + ANSWER
        late = partial(self._refuse_late, page, doing)
        async with self._hands.own(own):
            return await self._dialogs.unless_opened(self._finish(doing, page, work(page), may_close), limit, late)

    async def _finish(self, doing: str, page: Page, work: Awaitable[T], may_close: bool) -> T | None:
        try:
            with translated(doing):
                return await work
        except ScreenClosed as error:
            if self._pages.current_or_none() in {None, page}:
                raise
            if may_close:
                return None  # a tap on "close this window" did what it should
            raise ScreenMoved(f"the tab closed while {doing}; now in {self._pages.address}") from error

    def _refuse_late(self, page: Page, doing: str) -> None:
        """The page does not react in time: it may be stuck in a loop of its own."""
        if not (self._dialogs.is_reading or self._dialogs.dialog):
            self._pages.doubt(page)
            raise NoReaction(f"the page did not react while {doing}", remedy="reload it")
