"""The tabs of a screen: which there are, which is current, and where to go when one closes or crashes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, CDPSession, Error, Frame, Page

from askonce.errors import NotOperable, ScreenClosed
from askonce.screens.screen_protocol import Tab
from askonce.screens.web.browser_options import TabPolicy
from askonce.screens.web.devtools import ask
from askonce.screens.web.listeners import Listeners
from askonce.screens.web.news import News
from askonce.screens.web.page_tree import prepare_walk
from askonce.screens.web.playwright_errors import crash_error, translated
from askonce.screens.web.request_refusals import RequestRefusals
from askonce.screens.web.settle import Settling
from askonce.screens.web.touch_aim import claim_presses
from askonce.screens.web.tree_walk import document_script

Attach = Callable[[Page, Listeners], None]
AttachSession = Callable[[CDPSession, Listeners], None]
"""Other listeners to every tab and its DevTools session."""

_FRAMES = 5
"""How many frames a page may have of which each new document is prepared for a look while it loads."""


_CLAIMED = 1.0
"""The most seconds for pages that were there before to say what listens to presses."""


class Pages:
    """The tabs that belong to a screen: those it was opened on, and those that opened from them."""

    def __init__(self, context: BrowserContext, *, policy: TabPolicy, news: News, cap: float, ours: bool) -> None:
        self.context = context
        self._ours = ours
        self.settling = Settling(self.current_or_none, cap)
        self.refusals = RequestRefusals()
        self._policy: TabPolicy = policy
        self._news = news
        self._tabs: list[Page] = []
        self._current: Page | None = None
        self._openers: dict[Page, Page] = {}
        self._owned: set[Page] = set()
        self._crashed: set[Page] = set()
        self._doubted: set[Page] = set()
        self._expected: asyncio.Future[Page] | None = None
        """The next tab that opens, where somebody waits for it: it is followed whatever the policy says."""
        self._keeping: set[Page] = set()
        """Those whose documents keep our scripts from their beginning on."""
        self._sessions: dict[Page, asyncio.Task[CDPSession | None]] = {}
        self._claiming: set[asyncio.Task[None]] = set()
        self._listeners = Listeners()
        self.on_gone: Callable[..., None] | None = None
        """Called with each tab that closed, and whether it was the current one."""
        self._attach: Sequence[Attach] = ()
        self._attach_session: Sequence[AttachSession] = ()

    async def start(
        self,
        pages: Sequence[Page],
        *,
        owned: bool,
        attach: Sequence[Attach],
        attach_session: Sequence[AttachSession],
    ) -> None:
        """Take over `pages`; the last one becomes current."""
        self._attach, self._attach_session = attach, attach_session
        for page in pages:
            self._add(page)
        self._current = pages[-1]
        self._owned |= set(pages) if owned else set()
        await asyncio.gather(*self._sessions.values())
        if self._claiming:
            await asyncio.wait(self._claiming, timeout=_CLAIMED)
        for frame in pages[-1].frames:
            is_kept = self._keeps(frame)
            is_first = is_kept and frame.url != "about:blank" and len(pages[-1].frames) <= _FRAMES
            if not (is_first and prepare_walk(frame, kept=True, first=True)):
                self.settling.watch(frame, kept=is_kept)

    def current_or_none(self) -> Page | None:
        """The current tab, if it can be worked with."""
        page = self._current
        return None if page is None or page.is_closed() or page in self._crashed else page

    def current(self, doing: str) -> Page:
        """The current tab, or the error that says why there is none."""
        if self._current is None or self._current.is_closed():
            raise ScreenClosed(f"the page is closed: {doing} is not possible", remedy="open a new screen")
        if self._current in self._crashed:
            raise crash_error(doing)
        return self._current

    @property
    def address(self) -> str:
        return self._current.url if self._current else ""

    @property
    def open_tabs(self) -> list[Page]:
        return [page for page in self._tabs if not page.is_closed()]

    async def session(self, page: Page) -> CDPSession | None:
        """The DevTools session of a tab; None in browsers that have none."""
        task = self._sessions.get(page)
        return await asyncio.shield(task) if task else None

    # Tabs

    async def tabs(self) -> Sequence[Tab]:
        return [Tab(await _title(page), page.url, page is self._current) for page in self.open_tabs]

    async def switch(self, number: int) -> None:
        tabs = self.open_tabs
        if not 1 <= number <= len(tabs):
            raise NotOperable(f"there is no tab {number}", remedy=f"there are tabs 1 to {len(tabs)}")
        self._current = tabs[number - 1]
        if self._current not in self._crashed:
            with translated("switching tabs"):
                await self._current.bring_to_front()
        self.settling.stir()

    def expect(self) -> None:
        """The next tab that opens is waited for, and becomes the current one."""
        self._expected = asyncio.get_running_loop().create_future()

    async def opened(self, timeout: float) -> bool:
        """Wait for the tab that is expected; False when `timeout` seconds pass first."""
        expected, left = self._expected, max(timeout, 0)
        try:
            if expected:
                await asyncio.wait({expected}, timeout=left)
            return expected is not None and expected.done()
        finally:
            self._expected = None

    async def close_current(self) -> None:
        page = self.current("closing a tab")
        if len(self.open_tabs) == 1:
            raise NotOperable("this is the only tab", remedy="navigate elsewhere instead of closing it")
        with translated("closing a tab"):
            await page.close()
        self._after_close(page)

    async def revive(self) -> Page:
        """The current tab, or one in its place when it crashed or hangs: Playwright cannot use such a page again."""
        page = self._current
        if page is None or (page not in self._crashed and not await self._hangs(page)):
            return self.current("navigating")
        with translated("opening a tab in place of one that is gone"):
            fresh = await self.context.new_page()
        self._add(fresh)
        self._owned.add(fresh)
        self._tabs.remove(fresh)
        self._tabs[self._tabs.index(page)] = fresh
        self._current = fresh
        is_ours = self._ours or page in self._owned
        self._forget(page)
        if is_ours:
            await _quietly(page.close())
        return fresh

    def adopt(self, page: Page) -> None:
        """A tab that a person opened, and now looks at."""
        self._add(page)
        self._current = page
        self.settling.stir()

    def doubt(self, page: Page) -> None:
        """It did not react in time. Whether it hangs is checked when it is left."""
        self._doubted.add(page)

    async def _hangs(self, page: Page) -> bool:
        if page not in self._doubted or page.is_closed():
            return False
        self._doubted.discard(page)
        # A page that is only waiting for the next one to arrive runs no scripts, but takes the mouse.
        return not await _quietly(page.mouse.move(0, 0))

    async def close(self) -> None:
        """Leave the pages of others as they were, and close our own. What lies in a context of ours goes with it."""
        self._listeners.remove()
        for claiming in self._claiming:
            claiming.cancel()
        kept = [] if self._ours else [page for page in self.open_tabs if page not in self._crashed | self._owned]
        await self.settling.close(kept)
        for page in kept:
            if session := await self.session(page):
                await _quietly(session.detach())
        for page in self._owned:
            if not page.is_closed():
                await page.close()
        self._current = None
        self._tabs.clear()

    # What happens without an action

    def _add(self, page: Page) -> None:
        if page in self._tabs:
            return
        self._tabs.append(page)
        requests = self.settling.requests
        for event, handler in (
            ("popup", self._on_popup),
            ("close", self._after_close),
            ("crash", self._on_crash),
            ("request", requests.on_request),
            ("requestfinished", requests.on_done),
            ("requestfailed", requests.on_done),
            ("response", self.refusals.on_response),
            ("requestfailed", self.refusals.on_failed),
            ("request", self.settling.late_requests.on_request),
            ("response", self.settling.late_requests.on_response),
            ("requestfinished", self.settling.late_requests.on_done),
            ("requestfailed", self.settling.late_requests.on_done),
            ("framenavigated", self._on_navigated),
        ):
            self._listeners.listen(page, event, handler)
        for attach in self._attach:
            attach(page, self._listeners)
        self._sessions[page] = asyncio.ensure_future(self._open_session(page))

    async def _open_session(self, page: Page) -> CDPSession | None:
        browser = self.context.browser
        if browser is None or browser.browser_type.name != "chromium":
            return None
        try:
            session = await self.context.new_cdp_session(page)
            for event, handler in (
                ("Page.windowOpen", self._on_window_open),
                ("Page.frameRequestedNavigation", self._on_navigation_requested),
            ):
                self._listeners.listen(session, event, handler)
            for attach in self._attach_session:
                attach(session, self._listeners)
            await ask(session, "Page.enable")
            script = {"source": document_script(), "runImmediately": True}
            await ask(session, "Page.addScriptToEvaluateOnNewDocument", script)
            self._keeping.add(page)
        except Error:  # a tab that closed before it was looked at
            return None
        # Nobody waits for that without end: a page with an open dialog says nothing.
        self._claiming.add(claiming := asyncio.ensure_future(claim_presses(session)))
        claiming.add_done_callback(self._claiming.discard)
        return session

    def _on_window_open(self, event: dict[str, Any]) -> None:
        self.settling.announce("tab")

    def _on_navigation_requested(self, event: dict[str, Any]) -> None:
        if event.get("disposition") in {"currentTab", None}:
            self.settling.announce("navigation")

    def _on_navigated(self, frame: Frame) -> None:
        if len(frame.page.frames) <= _FRAMES:
            is_kept = self._keeps(frame)
            if not prepare_walk(frame, kept=is_kept):
                self.settling.watch(frame, kept=is_kept)
        self.settling.arrived("navigation")
        self.settling.stir()

    def _keeps(self, frame: Frame) -> bool:
        """Whether its document has our scripts already: a frame of another site may live in a process of its own."""
        outer, own = urlsplit(frame.page.url), urlsplit(frame.url)
        return frame.page in self._keeping and (own.scheme == "about" or own[:2] == outer[:2])

    def _on_popup(self, popup: Page) -> None:
        opener = self._current
        self._add(popup)
        if opener:
            self._openers[popup] = opener
        if self._expected and not self._expected.done():
            self._expected.set_result(popup)
            self._follow(popup)
        elif self._policy == "same" and opener and popup.url != "about:blank":
            self.settling.include(self._move_into(opener, popup))
        elif self._policy == "stay" and opener:
            self._news.tell(f"a new tab opened behind this one: {popup.url}")
            self.settling.include(_bring_to_front(opener))  # a tab behind others is not painted
        else:
            self._follow(popup)
        self.settling.arrived("tab")
        self.settling.stir()

    def _follow(self, popup: Page) -> None:
        self._current = popup
        self._news.tell(_opened(popup))

    async def _move_into(self, opener: Page, popup: Page) -> None:
        address = popup.url
        self._forget(popup)
        try:
            await popup.close()
            await opener.goto(address, wait_until="commit", referer=opener.url)
            self._news.tell(f"a new tab was opened in this tab instead: {address}")
        except Error as error:
            self._news.tell(f"a new tab could not be opened in this tab: {address} ({error.message.splitlines()[0]})")

    def _on_crash(self, page: Page) -> None:
        self._crashed.add(page)
        self._news.tell(f"the page crashed: {page.url}")
        self.settling.stir()

    def _after_close(self, page: Page) -> None:
        was_current = page is self._current
        opener = self._openers.get(page)
        self._forget(page)
        if was_current:
            self._leave(page, opener)
        if self.on_gone:
            self.on_gone(page, was_current=was_current)

    def _leave(self, page: Page, opener: Page | None) -> None:
        """Go to another tab in place of one that closed."""
        tabs = self.open_tabs
        self._current = opener if opener in tabs else tabs[-1] if tabs else self._current
        if not page.url:  # it was opened for a download and never showed anything
            self._news.retract(_opened(page))
        elif self._current is not page and self._current is not None:
            self._news.tell(f"the tab closed; now in the tab with {self._current.url}")
        self.settling.stir()

    def _forget(self, page: Page) -> None:
        self._listeners.remove(page)
        task = self._sessions.pop(page, None)
        if task and task.done() and (session := task.result()):
            self._listeners.remove(session)
        self._openers.pop(page, None)
        self._owned.discard(page)
        self._crashed.discard(page)
        self._doubted.discard(page)
        self._keeping.discard(page)
        if page in self._tabs:
            self._tabs.remove(page)


def _opened(popup: Page) -> str:
    return f"a new tab opened and is now in front: {popup.url}"


async def _bring_to_front(page: Page) -> None:
    await _quietly(page.bring_to_front())


async def _title(page: Page) -> str:
    """The title; empty while a page cannot be asked (it is moving, crashed, or shows a dialog)."""
    try:
        return await asyncio.wait_for(page.title(), 1.0)
    except (Error, TimeoutError):
        return ""


async def _quietly(call: Awaitable[object]) -> bool:
    """Whether a call on a page that may hang or be gone finished; it is not worth waiting for long."""
    try:
        await asyncio.wait_for(call, 1.0)
    except (Error, TimeoutError):
        return False
    return True
