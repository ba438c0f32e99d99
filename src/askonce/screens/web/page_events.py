"""What pages write to their consoles and ask of the network, collected as it happens."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping
from dataclasses import field
from typing import Generic, TypeVar

from playwright.async_api import ConsoleMessage as BrowserMessage
from playwright.async_api import Error, Page, Request, Response

from askonce.lazy import dataclass, regex
from askonce.screens.screen_protocol import PageActivity
from askonce.screens.web.listeners import Listeners
from askonce.trace import ConsoleMessage, PageRequest

_MOST, _MOST_BAD = 60, 40
"""How many messages and requests are kept between two calls; those that tell of something bad have their own room."""
_LONGEST = 10_000
"""Characters that are kept of a text. It is masked before it is cut shorter for the report."""
_UNSEEN = ("data:", "blob:", "about:")
_LEVELS: Mapping[str, str] = {"error": "error", "assert": "error", "warning": "warning", "info": "info"}
_PLACE = regex(r"\(?(\S+:\d+):\d+\)?")
"""The last word of a line that tells a place."""
_RUNNING = "it had no answer yet"

T = TypeVar("T", ConsoleMessage, PageRequest)


@dataclass(slots=True)
class _Kept(Generic[T]):
    """The newest of something that may come without end."""

    usual: deque[T] = field(default_factory=lambda: deque(maxlen=_MOST))
    bad: deque[T] = field(default_factory=lambda: deque(maxlen=_MOST_BAD))
    count: int = 0

    def add(self, item: T, *, is_bad: bool) -> None:
        (self.bad if is_bad else self.usual).append(item)
        self.count += 1

    def take(self) -> tuple[tuple[T, ...], int]:
        """What there is, in order, and how much more there was."""
        kept = tuple(sorted((*self.usual, *self.bad), key=lambda item: item.at))
        more = self.count - len(kept)
        self.usual.clear()
        self.bad.clear()
        self.count = 0
        return kept, more


class PageEvents:
    """Collects until it is asked. It asks nothing of the page: all is in the events."""

    def __init__(self) -> None:
        self._messages: _Kept[ConsoleMessage] = _Kept()
        self._requests: _Kept[PageRequest] = _Kept()
        self._started: dict[Request, float] = {}
        self._answers: dict[Request, tuple[int, int | None]] = {}

    def attach(self, page: Page, listeners: Listeners) -> None:
        for event, handler in (
            ("console", self._on_console),
            ("pageerror", self._on_error),
            ("request", self._on_request),
            ("response", self._on_response),
            ("requestfinished", self._on_finished),
            ("requestfailed", self._on_failed),
        ):
            listeners.listen(page, event, handler)

    def take(self, *, unfinished: bool) -> PageActivity:
        if unfinished:
            for request in tuple(self._started):
                self._end(request, _RUNNING)
        messages, more_messages = self._messages.take()
        requests, more_requests = self._requests.take()
        return PageActivity(messages, more_messages, requests, more_requests)

    def _on_console(self, message: BrowserMessage) -> None:
        at = message.location
        place = f"{at['url']}:{at['lineNumber'] + 1}" if at["url"] else ""
        self._write(_LEVELS.get(message.type, "log"), message.text, place)

    def _on_error(self, error: Error) -> None:
        text = f"{error.name}: {error.message}" if error.name else error.message
        self._write("exception", text, place_in(error.stack or ""))

    def _write(self, level: str, text: str, place: str) -> None:
        is_bad = level not in {"log", "info"}
        kept = self._messages.bad if is_bad else self._messages.usual
        last = kept[-1] if kept else None
        text = text[:_LONGEST]
        if last and (last.level, last.text, last.place) == (level, text, place):
            kept[-1] = last.model_copy(update={"times": last.times + 1})
            return
        message = ConsoleMessage.model_construct(at=time.time(), level=level, text=text, place=place, times=1)
        self._messages.add(message, is_bad=is_bad)

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith(_UNSEEN):
            self._started[request] = time.time()
            if len(self._started) > _MOST:  # streams that never end
                self._end(next(iter(self._started)), _RUNNING)

    def _on_response(self, response: Response) -> None:
        if response.request in self._started:
            length = response.headers.get("content-length", "")
            self._answers[response.request] = response.status, int(length) if length.isdecimal() else None

    def _on_finished(self, request: Request) -> None:
        self._end(request)

    def _on_failed(self, request: Request) -> None:
        self._end(request, request.failure or "it failed")

    def _end(self, request: Request, failure: str = "") -> None:
        started = self._started.pop(request, None)
        status, size = self._answers.pop(request, (0, None))
        if started is None:
            return
        if status and failure == _RUNNING:
            failure = ""  # its answer began, and is still being read
        # Playwright says that a download was aborted, and so does a browser of each request that a navigation ends.
        is_bad = status >= 400 or bool(failure and "ERR_ABORTED" not in failure)
        ended = PageRequest.model_construct(
            at=started,
            method=request.method,
            url=request.url[:_LONGEST],
            kind=request.resource_type,
            status=status,
            size=size,
            seconds=time.time() - started,
            failure=failure,
        )
        self._requests.add(ended, is_bad=is_bad)


def place_in(stack: str) -> str:
    """The first script and line that a stack names; each line is read once, because messages may be very long."""
    words = (line.rsplit(maxsplit=1)[-1] for line in stack.splitlines() if line.strip())
    return next((found[1] for word in words if (found := _PLACE.fullmatch(word))), "")
