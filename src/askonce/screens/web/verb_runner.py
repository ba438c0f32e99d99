"""How every verb of a web screen runs: on the current page, in time, and until a dialog opens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from playwright.async_api import CDPSession, Page

from askonce.errors import ScreenClosed, ScreenError, ScreenMoved
from askonce.screens.web.dialogs import DialogDesk
from askonce.screens.web.hand_listener import NO_INPUT, HandListener, OwnInput
from askonce.screens.web.playwright_errors import translated
from askonce.screens.web.tabs import Pages
from askonce.screens.web.typist import Typist

T = TypeVar("T")

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
        self, doing: str, work: Callable[[Page, CDPSession | None], Coroutine[Any, Any, T]], limit: float | None = None
    ) -> T:
        page = self.ready(doing)
        with translated(doing):
            session = await self._pages.session(page)
            result = await self._dialogs.unless_opened(
                self._answered(page, work(page, session), doing, limit or ANSWER)
            )
        if result is None:
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
        async with self._hands.own(own):
            return await self._dialogs.unless_opened(
                self._finish(doing, page, self._answered(page, work(page), doing, limit), may_close)
            )

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

    async def _answered(self, page: Page, work: Awaitable[T], doing: str, limit: float | None) -> T:
        """The result of `work`, unless the page does not react in time: it may be stuck in a loop of its own."""
        task = asyncio.ensure_future(work)
        try:
            while not (await asyncio.wait({task}, timeout=limit))[0]:
                if not self._dialogs.is_reading:
                    self._pages.doubt(page)
                    raise NoReaction(f"the page did not react while {doing}", remedy="reload it")
            return task.result()
        finally:
            task.cancel()
