"""Pauses requests in a browser, and lets through what is allowed or comes from frames that are not to be judged."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from playwright.async_api import Browser, CDPSession, Error, Page, Request

from askonce.screens.web.devtools import ask

IsOurs = Callable[[CDPSession, str], Awaitable[bool]]
"""Whether a frame, by its identifier, is to be judged. Requests of workers have none."""


class RequestGate:
    """A session with the whole browser that fails what is forbidden: redirects and new tabs are seen as well."""

    def __init__(self, forbids: Callable[[str], bool], tell: Callable[[str], None], is_ours: IsOurs) -> None:
        self._forbids = forbids
        self._tell = tell
        self._is_ours = is_ours
        self._session: CDPSession | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, browser: Browser, pattern: str) -> None:
        self._session = await browser.new_browser_cdp_session()
        self._session.on("Fetch.requestPaused", self._on_paused)
        await ask(self._session, "Fetch.enable", {"patterns": [{"urlPattern": pattern}]})

    async def stop(self) -> None:
        session, self._session = self._session, None
        if session:
            session.remove_listener("Fetch.requestPaused", self._on_paused)
            await unless_gone(ask(session, "Fetch.disable"))
            await unless_gone(session.detach())
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _on_paused(self, event: dict[str, Any]) -> None:
        task = asyncio.ensure_future(self._judge(event))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _judge(self, event: dict[str, Any]) -> None:
        session, address = self._session, event["request"]["url"]
        if session is None:
            return
        request = {"requestId": event["requestId"]}
        if not self._forbids(address) or not await self._is_ours(session, event.get("frameId", "")):
            await unless_gone(ask(session, "Fetch.continueRequest", request))
            return
        self._tell(address)
        await unless_gone(ask(session, "Fetch.failRequest", request | {"errorReason": "BlockedByClient"}))


class OwnFrames:
    """The frames of a screen's tabs, in a context where others have tabs too."""

    def __init__(self, tabs: Callable[[], Sequence[Page]]) -> None:
        self._tabs = tabs
        self._first: Sequence[Page] = ()
        self._ids: dict[Page, str] = {}
        self._others: set[str] = set()
        """Tabs that were there before. One that opens from a tab of the screen is one of the screen."""

    async def start(self, first: Sequence[Page]) -> None:
        self._first = first
        browser = first[-1].context.browser
        if browser is None or browser.browser_type.name != "chromium":
            return  # there requests are judged by their page
        session = await first[-1].context.new_cdp_session(first[-1])
        self._ids[first[-1]], targets = await asyncio.gather(_own_target(session), _targets(session))
        self._others = {target["targetId"] for target in targets} - await self._own()
        await session.detach()

    def hold_request(self, request: Request) -> bool:
        """The same by Playwright. The first request of a new tab has no page yet, and counts as the screen's."""
        try:
            return request.frame.page in self._pages
        except Error:
            return True

    async def hold(self, session: CDPSession, frame: str) -> bool:
        if not frame:
            return False
        try:
            targets = {target["targetId"]: target for target in await _targets(session)}
            target, own = targets.get(frame), await self._own()
            if target is None or target["type"] != "page":
                return await self._hold_inner(frame)
            while target and target["targetId"] not in self._others:
                if target["targetId"] in own:
                    return True
                target = targets.get(target.get("openerId", ""))
        except Error:
            pass  # a tab that has just gone
        return False

    @property
    def _pages(self) -> list[Page]:
        return [page for page in dict.fromkeys((*self._first, *self._tabs())) if not page.is_closed()]

    async def _own(self) -> set[str]:
        """The identifiers of the screen's tabs, which they keep for as long as they live."""
        for page in self._pages:
            if page not in self._ids:
                session = await page.context.new_cdp_session(page)
                self._ids[page] = await _own_target(session)
                await session.detach()
        return set(self._ids.values())

    async def _hold_inner(self, frame: str) -> bool:
        return any([await holds_frame(page, frame) for page in self._pages])


async def holds_frame(page: Page, frame: str) -> bool:
    """Whether a frame lies in a page, also below frames of other sites, which have sessions of their own."""
    for part in (page, *page.frames[1:]):
        try:
            session = await page.context.new_cdp_session(part)
            tree: dict[str, Any] = (await ask(session, "Page.getFrameTree"))["frameTree"]
            await session.detach()
        except Error:  # it has no session of its own, or has just gone
            continue
        if _tree_holds(tree, frame):
            return True
    return False


async def _own_target(session: CDPSession) -> str:
    return (await ask(session, "Target.getTargetInfo"))["targetInfo"]["targetId"]


async def _targets(session: CDPSession) -> list[dict[str, Any]]:
    return (await ask(session, "Target.getTargets"))["targetInfos"]


def _tree_holds(tree: dict[str, Any], frame: str) -> bool:
    return tree["frame"]["id"] == frame or any(_tree_holds(child, frame) for child in tree.get("childFrames", ()))


async def unless_gone(call: Awaitable[object]) -> None:
    """Await a call on something that may have gone away in the meantime, which then makes it pointless."""
    try:
        await call
    except Error:
        return
