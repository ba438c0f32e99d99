"""Requests of a page that were refused: answered with an error, with a message that says no, or not at all; and what
was sent by those that write and were not refused."""

from __future__ import annotations

from collections import deque
from urllib.parse import urlsplit

from playwright.async_api import Error, Request, Response

from askonce.screens.web.request_answers import READING, is_put_off, request_name, says_no, sent_text

_MOST = 20
_USUAL = {401, 404}
"""Answers to reads that pages live with: whether somebody is logged in, whether something is there."""
_LOGINS = {"login", "log-in", "signin", "sign-in", "auth", "sso", "session", "sessions"}
"""Parts of the address to which a request is led whose session is over."""


class RequestRefusals:
    """Collects until it is asked."""

    def __init__(self) -> None:
        self._refused: deque[str] = deque(maxlen=_MOST)
        self._answers: deque[Response] = deque(maxlen=_MOST)
        self._written: deque[Response] = deque(maxlen=_MOST)

    def on_response(self, response: Response) -> None:
        request = response.request
        if not _counts(request):
            return
        is_read = request.method in READING and request.resource_type != "document"
        if response.status >= 400 and not (is_read and response.status in _USUAL):
            self._refused.append(f"{request_name(request)} was answered with {response.status}")
            return
        if _leads_to_login(response):
            if not is_read and request.resource_type != "document":
                self._refused.append(f"{request_name(request)} led to a login")
            return
        if not is_read and request.resource_type != "document":
            self._answers.append(response)
        if request.method not in READING and request.resource_type != "ping" and response.status < 400:
            self._written.append(response)

    def on_failed(self, request: Request) -> None:
        if _counts(request) and "ERR_ABORTED" not in (request.failure or "ERR_ABORTED"):
            self._refused.append(f"{request_name(request)} failed")

    async def take(self) -> tuple[str, ...]:
        """What was refused since the last call, in words."""
        answers, self._answers = self._answers, deque(maxlen=_MOST)
        told = [f"the answer to {request_name(answer.request)} says no" for answer in answers if await says_no(answer)]
        refused = (*self._refused, *told)
        self._refused.clear()
        return refused

    async def take_written(self) -> tuple[str, ...]:
        """What was sent, since the last call, by requests that write, and that were answered without an error and not
        put off. The answers to beacons tell nothing: no page can read them."""
        written, self._written = self._written, deque(maxlen=_MOST)
        return tuple([sent_text(each.request) for each in written if not await is_put_off(each)])


def _counts(request: Request) -> bool:
    """Whether a page depends on a request: its document, and what its scripts ask of its own site."""
    try:
        frame = request.frame
        if request.resource_type == "document":
            is_sent = request.method not in READING and _site(request.url) == _site(frame.page.url)
            return frame.parent_frame is None or is_sent
        return request.resource_type in {"xhr", "fetch", "ping"} and _site(request.url) == _site(frame.url)
    except Error:  # of a service worker, or of a page that is gone
        return False


def _leads_to_login(response: Response) -> bool:
    location = urlsplit(response.headers.get("location", "")) if response.status in range(300, 400) else None
    asked = urlsplit(response.request.url).path
    return location is not None and location.path != asked and not _LOGINS.isdisjoint(location.path.lower().split("/"))


def _site(url: str) -> str:
    host = urlsplit(url).hostname or ""
    return host if host.replace(".", "").isdigit() else ".".join(host.split(".")[-2:])
