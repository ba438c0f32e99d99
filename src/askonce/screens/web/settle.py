"""Waits until what an action set off has come to rest.

At rest means: no request of the action is pending (see `requests`), no navigation or new tab is under way, and every
frame has gone two animation frames without a change, a short timer, or a running animation that will end (see
`settle.js`). On an idle page that is one call to each frame. Nothing here sleeps for a fixed time.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, Literal, NamedTuple, TypeVar, cast

from playwright.async_api import Error, Frame, Page

from askonce.errors import ScreenMoved
from askonce.screens.late_answer import LateAnswer
from askonce.screens.web.late_requests import LateRequests
from askonce.screens.web.page_scripts import call, call_first
from askonce.screens.web.pending_requests import Requests

T = TypeVar("T")

_BEGIN_WITHIN = 0.5
"""How long the start of an action waits for frames that are busy."""
_FORESEEN = 0.5
"""For how many seconds a page that was told of an action may wait for it."""
Coming = Literal["navigation", "tab"]
_ANNOUNCED: dict[Coming, float] = {"navigation": 0.5, "tab": math.inf}
"""How long each is waited for after its announcement. A navigation shows up as a request at once, or never (mail, a
download); a tab is not seen before it has something to show."""


class Beginning(NamedTuple):
    """What a page is told of an action: that it begins, or that documents which came with its last verb take part."""

    command: Literal["begin", "join"]
    number: int


class ForeseenAction(NamedTuple):
    """An action that follows: what a page is told of it, how often something had stirred until then, and when that
    was."""

    page: Page
    beginning: Beginning
    stirs: int
    since: float


class Settling:
    """Knows when an action began and what it is still doing."""

    def __init__(self, current: Callable[[], Page | None], cap: float) -> None:
        self._current = current
        self._cap = cap
        self.requests = Requests()
        self.late_requests = LateRequests()
        self._announced: dict[Coming, float] = {}
        self._work: set[asyncio.Task[Any]] = set()
        self._watching: set[asyncio.Task[Any]] = set()
        self._is_acting = False
        self._actions = 0
        """How many came to rest. That is the number of the next one, by which pages tell what is said of another."""
        self._begun = 0
        self._told: ForeseenAction | None = None
        """What a page knows already."""
        self._stirs = self._known_stirs = 0
        """How often something stirred, ever, and until the page was last read or came to rest."""
        self._stirred = asyncio.Event()

    def stir(self) -> None:
        """Something happened that a quiet page would not do: a navigation, a new tab, a dialog."""
        self._stirs += 1
        self._stirred.set()

    def looked(self) -> None:
        """The page is about to be read: what stirred so far is no longer news."""
        self._known_stirs = self._stirs

    def announce(self, what: Coming) -> None:
        """Something is on its way, though nothing of it can be seen yet."""
        self._announced[what] = asyncio.get_running_loop().time() + _ANNOUNCED[what]

    def arrived(self, what: Coming) -> None:
        if self._announced.pop(what, None) is not None:
            self.stir()

    def include(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[object]:
        """Do something beside the action, such as saving a download, and hold settling for it."""
        task = asyncio.ensure_future(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return task

    def foresee(self, page: Page) -> ForeseenAction | None:
        """What the page is to be told when it is read, since an action follows; None where it takes part already."""
        if self._is_acting and self._begun == self._stirs:
            return None
        return ForeseenAction(page, self._beginning(), self._stirs, time.monotonic())

    def foretold(self, action: ForeseenAction) -> None:
        """All frames of the page know of it. What was set off before counts until the action begins."""
        self._told = action

    async def begin(self, page: Page) -> None:
        """Mark the beginning of an action. Verbs that follow one another without settling are one action."""
        is_told, beginning = self._is_told(page), self._beginning()
        if self._is_acting and self._begun == self._stirs:
            return
        if not self._is_acting:
            self.requests.begin()
            self.late_requests.begin()
            self._announced.clear()
        self._is_acting, self._begun = True, self._stirs
        if not is_told:
            await _in_frames(page, *beginning, within=_BEGIN_WITHIN)

    def _beginning(self) -> Beginning:
        """Documents that came with the last verb know of no action yet."""
        return Beginning("join" if self._is_acting else "begin", self._actions)

    def _is_told(self, page: Page) -> bool:
        """Whether the page knows already that an action begins, and has known it only for a moment: what it does by
        itself until then would count as what the action does."""
        told, self._told = self._told, None
        if told is None or (told.page, told.stirs) != (page, self._stirs):
            return False
        return time.monotonic() - told.since < _FORESEEN

    async def settle(self) -> None:
        try:
            await self._settle()
        finally:
            self.rest()

    async def settle_reading(self, read: Callable[[], Awaitable[T]]) -> T | None:
        """The same, with what is read meanwhile, which takes no longer than waiting; None where it may be another one
        by now."""
        try:
            return await self._settle(read)
        finally:
            self.rest()

    @property
    def progress(self) -> tuple[int, int]:
        """How often something stirred, and how many requests were made."""
        return self._stirs, self.requests.started

    async def finish(self, *, due: bool = True) -> None:
        """Wait for short timers and for what they send, such as what saves itself after the last key; then rest. The
        page may have told already that none of them is `due`, and one that has settled has waited for them."""
        self._told = None
        page = self._current()
        if page and due and self._is_acting:
            await _in_frames(page, "due", self._cap * 1000, within=self._cap)
            is_over = not await self.answered()
            self._is_acting = not is_over
        if self._is_acting:
            self.rest()

    async def lapse(self) -> None:
        """Wait for longer timers that the last action set, what they send, and what that changes."""
        deadline, started = asyncio.get_running_loop().time() + self._cap, -1
        while started != self.requests.started and (left := deadline - asyncio.get_running_loop().time()) > 0:
            started = self.requests.started
            if page := self._current():
                await _in_frames(page, "lapse", left * 1000, within=left)
            await self._settle()
        self.rest()

    async def late_answers(self) -> list[LateAnswer]:
        """What the last action set off that may still answer after that."""
        answers = await self.late_requests.late()
        page = self._current()
        for frame in page.frames if page else ():
            answers += await self._late_in(frame)
        return answers

    async def _late_in(self, frame: Frame) -> list[LateAnswer]:
        answer = None
        with suppress(TimeoutError):
            async with asyncio.timeout(self._cap):
                answer = await _in_frame(frame, "late", 0)
        if answer is None and not frame.is_detached():
            return [LateAnswer("a page that does not react", is_due=True)]
        told = cast("list[tuple[str, str | None, bool]]", answer or [])
        return [LateAnswer(by, words, is_older=not is_own) for by, words, is_own in told]

    def rest(self) -> None:
        """The action is over: what changes from now on is not its doing."""
        self._is_acting, self._told = False, None
        self.looked()
        over, self._actions = self._actions, self._actions + 1
        if page := self._current():
            self.include(_in_frames(page, "rest", over, within=_BEGIN_WITHIN))

    def is_unanswered(self) -> bool:
        """Whether there is anything that `answered` has to wait for; if there is not, it need not be called."""
        is_pending = self.requests.are_pending(essential=True) or "navigation" in self._announced
        if not is_pending:
            self.requests.renew()
        return is_pending

    async def answered(self) -> bool:
        """Wait for what the last verbs asked the network for and cannot do without.

        Whether there was anything to wait for.
        """
        deadline = asyncio.get_running_loop().time() + self._cap
        if not self.is_unanswered():
            return False
        if "navigation" in self._announced:
            await self._wait_for_announced(deadline)
        await self.requests.wait(deadline, essential=True)
        self.requests.renew()
        return True

    async def _settle(self, read: Callable[[], Awaitable[T]] | None = None) -> T | None:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._cap
        while (left := deadline - loop.time()) > 0 and (page := self._current()) is not None:
            # A document that comes while requests are waited for is given as long as one that was there before.
            before = self.progress
            await self.requests.wait(deadline)
            if self._work:
                await asyncio.wait(self._work, timeout=left)
            await self._wait_for_announced(deadline)
            if self._current() is not page:
                continue
            left = deadline - loop.time()
            quiet = _in_frames(page, "quiet", left * 1000, within=left)
            answers, found = await asyncio.gather(quiet, self._read_meanwhile(page, read) if read else _nothing())
            if before == self.progress and not self._work and not self.requests.are_pending():
                # What a frame had not heard of being read when it was quiet was read after that.
                return found if found and {"same", "unread"}.issuperset(answers) else None
        return None

    async def _read_meanwhile(self, page: Page, read: Callable[[], Awaitable[T]]) -> T | None:
        """What is read; None where more is on its way, which is not known before a frame has passed."""
        before = self.progress
        await _in_frame(page.main_frame, "frame", 0)
        if before != self.progress or self._announced or self.requests.are_pending():
            return None
        with suppress(ScreenMoved):
            return await read()
        return None

    async def _wait_for_announced(self, deadline: float) -> None:
        loop = asyncio.get_running_loop()
        while self._announced:
            self._stirred.clear()
            left = min(max(self._announced.values()), deadline) - loop.time()
            if left <= 0:
                self._announced.clear()
                return
            if "tab" not in self._announced and self.requests.are_pending():
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._stirred.wait()

    def watch(self, frame: Frame, *, kept: bool = False) -> None:
        """A document has come: from now on it is known what changes in it.

        `kept` says whether it keeps our functions already, as `document_script` has it.
        """
        task = asyncio.ensure_future(_in_frame(frame, "watch", 0, is_first=not kept))
        self._watching.add(task)
        task.add_done_callback(self._watching.discard)

    async def wait_for_stir(self, timeout: float) -> bool:
        """Wait for a navigation, a new tab or a dialog; False when `timeout` seconds pass first."""
        self._stirred.clear()
        try:
            async with asyncio.timeout(timeout):
                await self._stirred.wait()
        except TimeoutError:
            return False
        return True

    async def wait_for_change(self, timeout: float) -> bool:
        page, has_stirred = self._current(), self._known_stirs != self._stirs
        self.looked()
        if page is None or has_stirred:
            return True
        self._stirred.clear()
        limit = int(timeout * 1000)
        watches = [asyncio.ensure_future(call(frame, "settleWatch", ["change", limit])) for frame in page.frames]
        stirred = asyncio.ensure_future(self._stirred.wait())
        waiting: set[asyncio.Future[Any]] = {*watches, stirred}
        deadline = asyncio.get_running_loop().time() + timeout
        try:
            while (left := deadline - asyncio.get_running_loop().time()) > 0:
                done, waiting = await asyncio.wait(waiting, timeout=left, return_when=asyncio.FIRST_COMPLETED)
                # A frame whose context went away has navigated or is gone: that is a change too.
                if any(task is stirred or task.exception() or task.result() for task in done):
                    return True
            return False
        finally:
            await _drop({*watches, stirred})

    async def close(self, pages: list[Page]) -> None:
        """Take the watch out of the pages again."""
        for page in pages:
            if not page.is_closed():
                await _in_frames(page, "remove", 0, within=_BEGIN_WITHIN)
        await _drop(self._work | self._watching)


async def _in_frames(page: Page, command: str, value: float, *, within: float) -> list[object]:
    """Give the watch in every frame a command, with the milliseconds or the number of the action that it takes. Frames
    that navigate or go away meanwhile have nothing to say."""
    if len(page.frames) == 1:
        with suppress(TimeoutError):
            async with asyncio.timeout(max(within, 0)):
                return [await _in_frame(page.main_frame, command, value)]
        return [None]
    calls = [asyncio.ensure_future(_in_frame(frame, command, value)) for frame in page.frames]
    if not calls:
        return []
    try:
        await asyncio.wait(calls, timeout=max(within, 0))
        return [each.result() if each.done() else None for each in calls]
    finally:
        await _drop(set(calls))


async def _in_frame(frame: Frame, command: str, value: float, *, is_first: bool = False) -> object:
    try:
        ask = call_first if is_first else call
        return await ask(frame, "settleWatch", [command, max(value, 0)])
    except Error:
        return None


async def _nothing() -> None:
    return None


async def _drop(tasks: set[asyncio.Future[Any]] | set[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
