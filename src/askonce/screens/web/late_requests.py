"""Requests since an action began whose answers are still to come: those that are open, put off, or asked again.

What is waited for while an action settles is another matter, see `pending_requests`: no stream, no beacon, and no
request that reads is waited for, since they may take for ever.
"""

from __future__ import annotations

from collections import Counter, deque
from urllib.parse import urlsplit

from playwright.async_api import Error, Request, Response

from askonce.screens.late_answer import LateAnswer
from askonce.screens.web.request_answers import READING, is_put_off, request_name, sent_text

_MOST = 60
_SILENT = frozenset({"media", "font", "stylesheet", "texttrack", "manifest", "prefetch"})
"""What brings nothing that could tell how something went."""
_ASKING = frozenset({"xhr", "fetch", "eventsource"})
_POLLED = 2
"""How often the same is asked that is asked again and again until the answer is there."""


class LateRequests:
    """Those of the current action."""

    def __init__(self) -> None:
        self._known: set[tuple[str, int]] = set()
        """What was asked before it: a page that has always asked that asks for something else."""
        self._asked: Counter[tuple[str, int]] = Counter()
        self._open: dict[Request, None] = {}
        self._answered: deque[Response] = deque(maxlen=_MOST)
        self._beacons: deque[Request] = deque(maxlen=_MOST)

    def begin(self) -> None:
        self._known.update(self._asked)
        self._asked.clear()
        self._open.clear()
        self._answered.clear()
        self._beacons.clear()

    def on_request(self, request: Request) -> None:
        kind = request.resource_type
        if kind in _SILENT or kind == "document" or request.url.startswith(("data:", "blob:")):
            return
        if kind in _ASKING:
            self._asked[_question(request)] += 1
        if kind == "ping":
            self._beacons.append(request)
        elif len(self._open) < _MOST:
            self._open[request] = None

    def on_response(self, response: Response) -> None:
        if response.request.resource_type in _ASKING and response.request.method not in READING:
            self._answered.append(response)

    def on_done(self, request: Request) -> None:
        self._open.pop(request, None)

    async def late(self) -> list[LateAnswer]:
        found = [LateAnswer(request_name(each), _told(each), is_due=self._is_new(each)) for each in self._open]
        polled = [asked for asked, times in self._asked.items() if times >= _POLLED and asked not in self._known]
        found += [LateAnswer(f"{name}, which is asked again and again", is_due=True) for name, _ in polled]
        for response in (*self._answered,):
            if await is_put_off(response):
                name = f"{request_name(response.request)}, which was only taken in"
                found.append(LateAnswer(name, _told(response.request)))
        return [*found, *(LateAnswer(f"the beacon {request_name(each)}", _told(each)) for each in self._beacons)]

    def _is_new(self, request: Request) -> bool:
        known = {name for name, _ in self._known}
        return request.resource_type in _ASKING and _endpoint(request) not in known


def _endpoint(request: Request) -> str:
    return f"{request.method} {urlsplit(request.url).path}"


def _question(request: Request) -> tuple[str, int]:
    """What is asked. Requests to one endpoint that write ask the same only where they send the same."""
    if request.method in READING:
        return _endpoint(request), 0
    try:
        return _endpoint(request), hash((request.url, request.post_data_buffer))
    except Error:
        return _endpoint(request), 0


def _told(request: Request) -> str:
    return f"{request.url}\n{sent_text(request)}"
