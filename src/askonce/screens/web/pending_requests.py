"""Which requests an action is waiting for.

Only what started since the action began counts. Documents, scripts, style sheets and requests that write (POST and its
kin) count until they are answered; images, fonts and reads count for a second, because long polls look just like them;
streams, sockets, media and pings never do. An endpoint that is asked again and again is polled, and stops counting.
Which of them were refused is kept apart, see `request_refusals`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress

from playwright.async_api import Error, Frame, Page, Request

from askonce.lazy import dataclass

PATIENCE = 1.0
_ENDLESS = {"media", "eventsource", "websocket", "ping", "manifest", "other", "texttrack", "beacon", "prefetch"}
_ESSENTIAL = {"document", "script", "stylesheet"}
_READING = {"GET", "HEAD", "OPTIONS"}
_POLLED = 2
"""How often one endpoint may be asked within an action before it no longer counts."""


@dataclass(frozen=True, slots=True)
class _Pending:
    started: float
    is_essential: bool


class Requests:
    """The pending requests of the current action."""

    def __init__(self) -> None:
        self._pending: dict[Request, _Pending] = {}
        self._documents: set[Request] = set()
        self._asked: Counter[str] = Counter()
        self._changed = asyncio.Event()
        self.started = 0
        """How many that count have started, ever."""
        self.written = 0
        """How many of them a script has sent that write."""

    def begin(self) -> None:
        self._pending.clear()
        self._asked.clear()

    def renew(self) -> None:
        """Count anew how often each endpoint is asked; what is pending stays so."""
        self._asked.clear()

    def on_request(self, request: Request) -> None:
        kind = request.resource_type
        if kind in _ENDLESS or request.url.startswith(("data:", "blob:")):
            return
        if request.is_navigation_request():
            self._documents.add(request)
        endpoint = f"{request.method} {request.url.partition('?')[0]}"
        self._asked[endpoint] += 1
        if self._asked[endpoint] > _POLLED:
            return
        is_written = kind in {"xhr", "fetch"} and request.method not in _READING
        self._pending[request] = _Pending(asyncio.get_running_loop().time(), kind in _ESSENTIAL or is_written)
        self.started += 1
        self.written += is_written

    def on_done(self, request: Request) -> None:
        self._documents.discard(request)
        done = self._pending.pop(request, None)
        if done and not (done.is_essential and any(other.is_essential for other in self._pending.values())):
            self._changed.set()

    def are_pending(self, *, essential: bool = False) -> bool:
        now = asyncio.get_running_loop().time()
        return any(
            request.is_essential or (not essential and now - request.started < PATIENCE)
            for request in self._pending.values()
        )

    def replaces(self, page: Page) -> bool:
        """Whether the next document of a tab is under way: until it is there, this one cannot be read."""
        return any(_frame_of(request) is page.main_frame for request in self._documents)

    async def wait(self, deadline: float, *, essential: bool = False) -> None:
        """Until none is pending, or of the essential ones none, or the deadline passes."""
        loop = asyncio.get_running_loop()
        while self.are_pending(essential=essential) and (now := loop.time()) < deadline:
            self._changed.clear()
            expiries = [request.started + PATIENCE for request in self._pending.values() if not request.is_essential]
            soonest = min([deadline, *(expiry for expiry in expiries if expiry > now)])
            with suppress(TimeoutError):
                async with asyncio.timeout(soonest - now):
                    await self._changed.wait()


def _frame_of(request: Request) -> Frame | None:
    """The frame that a request for a document is for; None where that is a new tab's, which is not known yet."""
    try:
        return request.frame
    except Error:
        return None
