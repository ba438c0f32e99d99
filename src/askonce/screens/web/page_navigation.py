"""Going from page to page: to an address, back and forward, and again; and what it means if that fails."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic

from playwright.async_api import Error, Page

from askonce.errors import NotAllowed, NotOperable, ScreenMoved
from askonce.screens.navigation_limit import navigation_limit
from askonce.screens.web.allowed_hosts import HostGuard, HostRules
from askonce.screens.web.devtools import Answer, ask
from askonce.screens.web.dialogs import DialogDesk
from askonce.screens.web.local_files import LocalFiles
from askonce.screens.web.playwright_errors import translated
from askonce.screens.web.tabs import Pages
from askonce.screens.web.urls import error_page_shown, failure, is_error_page, read_address

_CHANGE, _AGAIN = 5.0, 0.02
"""How long a page may be changing for another, and how soon it is asked again, in seconds."""


class PageNavigation:
    """The address bar and the buttons beside it."""

    def __init__(
        self, pages: Pages, dialogs: DialogDesk, rules: HostRules, guard: HostGuard, local_files: LocalFiles
    ) -> None:
        self._pages = pages
        self._dialogs = dialogs
        self._rules = rules
        self._guard = guard
        self._local_files = local_files

    async def go_to(self, address: str) -> None:
        full = read_address(address, self._pages.address)
        await self._local_files.admit(full)
        if not self._rules.allow(full):
            raise NotAllowed(f"{full} lies outside the allowed hosts", remedy=f"allowed are: {self._rules}")
        await self._go(full, lambda page: page.goto(full, wait_until="domcontentloaded", timeout=_limit()))

    async def reload(self) -> None:
        address = self._pages.address
        await self._go(await self._wanted_address(), lambda page: _load_again(page, address))

    async def _wanted_address(self) -> str:
        """The address of the page; of one that could not be opened, in place of the address of the error page."""
        history = await self._history("reloading") if is_error_page(self._pages.address) else None
        if history is None:
            return self._pages.address
        return str(history["entries"][history["currentIndex"]]["url"])

    async def back(self) -> None:
        await self._check_history(-1, "back")
        await self._go("the page before", lambda page: page.go_back(wait_until="commit", timeout=_limit()))

    async def forward(self) -> None:
        await self._check_history(1, "forward")
        await self._go("the next page", lambda page: page.go_forward(wait_until="commit", timeout=_limit()))

    async def _check_history(self, step: int, way: str) -> None:
        history = await self._history(f"going {way}")
        if history and not 0 <= history["currentIndex"] + step < len(history["entries"]):
            raise NotOperable(f"there is no page to go {way} to")

    async def _history(self, doing: str) -> Answer | None:
        """The pages of this tab; None in browsers that do not say. One that is just changing says it a moment later."""
        until = monotonic() + _CHANGE
        while True:
            self._dialogs.refuse_while_open()
            session = await self._pages.session(self._pages.current(doing))
            if session is None:
                return None
            try:
                with translated("reading the history"):
                    return await ask(session, "Page.getNavigationHistory")
            except ScreenMoved:
                if monotonic() > until:
                    raise
                await asyncio.sleep(_AGAIN)

    async def _go(self, address: str, work: Callable[[Page], Awaitable[object]]) -> None:
        self._dialogs.refuse_while_open()
        page = await self._pages.revive()
        await self._pages.settling.begin(page)
        await self._dialogs.unless_opened(self._arrive(page, address, work))

    async def _arrive(self, page: Page, address: str, work: Callable[[Page], Awaitable[object]]) -> None:
        try:
            await work(page)
        except Error as error:
            if "net::" in error.message and "ERR_ABORTED" not in error.message:
                await error_page_shown(page)
            self._explain(address, error)

    def _explain(self, address: str, error: Error) -> None:
        """Raise what a failed navigation means; a download or an answer without content is not a failure."""
        text = error.message
        if "ERR_BLOCKED_BY_CLIENT" in text and self._guard.last_blocked:
            raise NotAllowed(
                f"{address} leads to {self._guard.last_blocked}, which lies outside the allowed hosts",
                remedy=f"allowed are: {self._rules}",
            ) from None
        if "Download is starting" in text or "ERR_ABORTED" in text:
            return
        if "net::" in text or "Timeout" in text or "invalid URL" in text:
            raise failure(address, text) from None
        with translated(f"going to {address}"):
            raise error


def _limit() -> float:
    return navigation_limit() * 1000


async def _load_again(page: Page, address: str) -> object:
    """A page that stands in for a crashed one has nothing to reload yet."""
    if page.url == address:
        return await page.reload(wait_until="domcontentloaded", timeout=_limit())
    return await page.goto(address, wait_until="domcontentloaded", timeout=_limit())
