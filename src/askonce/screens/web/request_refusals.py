"""Requests of a page that were refused: answered with an error, with a message that says no, or not at all; and what
was sent by those that write and were not refused."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Iterator
from typing import Any, cast
from urllib.parse import unquote_plus, urlsplit

from playwright.async_api import Error, Request, Response

_MOST = 20
_LARGEST = 65_536
"""Characters of an answer that is read: what says no is short."""
_PATIENCE = 0.5
_READING = {"GET", "HEAD", "OPTIONS"}
_USUAL = {401, 404}
"""Answers to reads that pages live with: whether somebody is logged in, whether something is there."""
_DEEPEST = 4
_LOGINS = {"login", "log-in", "signin", "sign-in", "auth", "sso", "session", "sessions"}
"""Parts of the address to which a request is led whose session is over."""
_BAD_WORDS = {"error", "errors", "fail", "failed", "failure", "rejected", "denied", "invalid", "ko"}


class RequestRefusals:
    """Collects until it is asked."""

    def __init__(self) -> None:
        self._refused: deque[str] = deque(maxlen=_MOST)
        self._answers: deque[Response] = deque(maxlen=_MOST)
        self._written: deque[str] = deque(maxlen=_MOST)

    def on_response(self, response: Response) -> None:
        request = response.request
        if not _counts(request):
            return
        is_read = request.method in _READING and request.resource_type != "document"
        if response.status >= 400 and not (is_read and response.status in _USUAL):
            self._refused.append(f"{_name(request)} was answered with {response.status}")
            return
        if _leads_to_login(response):
            if not is_read and request.resource_type != "document":
                self._refused.append(f"{_name(request)} led to a login")
            return
        if not is_read and request.resource_type != "document":
            self._answers.append(response)
        if request.method not in _READING and response.status < 400:
            self._written.append(_sent_text(request))

    def on_failed(self, request: Request) -> None:
        if _counts(request) and "ERR_ABORTED" not in (request.failure or "ERR_ABORTED"):
            self._refused.append(f"{_name(request)} failed")

    async def take(self) -> tuple[str, ...]:
        """What was refused since the last call, in words."""
        answers, self._answers = self._answers, deque(maxlen=_MOST)
        told = [f"the answer to {_name(answer.request)} says no" for answer in answers if await _says_no(answer)]
        refused = (*self._refused, *told)
        self._refused.clear()
        return refused

    def take_written(self) -> tuple[str, ...]:
        """What was sent by requests that write, and were answered without an error, since the last call."""
        written, self._written = (*self._written,), deque(maxlen=_MOST)
        return written


def _counts(request: Request) -> bool:
    """Whether a page depends on a request: its document, and what its scripts ask of its own site."""
    try:
        frame = request.frame
        if request.resource_type == "document":
            is_sent = request.method not in _READING and _site(request.url) == _site(frame.page.url)
            return frame.parent_frame is None or is_sent
        return request.resource_type in {"xhr", "fetch", "ping"} and _site(request.url) == _site(frame.url)
    except Error:  # of a service worker, or of a page that is gone
        return False


def _sent_text(request: Request) -> str:
    """What a request sent, as text: once as it is, and once as forms and JSON mean it."""
    try:
        sent = (request.post_data_buffer or b"").decode("utf-8", "replace")[:_LARGEST]
    except Error:
        return ""
    try:
        meant = json.dumps(json.loads(sent), ensure_ascii=False)
    except (ValueError, RecursionError):
        meant = unquote_plus(sent)
    return f"{sent}\n{meant}"


def _leads_to_login(response: Response) -> bool:
    location = urlsplit(response.headers.get("location", "")) if response.status in range(300, 400) else None
    asked = urlsplit(response.request.url).path
    return location is not None and location.path != asked and not _LOGINS.isdisjoint(location.path.lower().split("/"))


def _site(url: str) -> str:
    host = urlsplit(url).hostname or ""
    return host if host.replace(".", "").isdigit() else ".".join(host.split(".")[-2:])


def _name(request: Request) -> str:
    return f"{request.method} {urlsplit(request.url).path[:100]}"


async def _says_no(response: Response) -> bool:
    """Whether an answer is JSON that says that it did not work: `{"ok": false}`, `{"errors": [...]}`."""
    kind = response.headers.get("content-type", "")
    if "json" not in kind and "text/plain" not in kind:
        return False
    try:
        async with asyncio.timeout(_PATIENCE):
            body = await response.text()
        content: Any = json.loads(body) if len(body) <= _LARGEST else None
    except (Error, TimeoutError, ValueError, RecursionError):
        return False
    return _refuses(content, is_top=True) or any(_refuses(part) for part in _parts(content, _DEEPEST))


def _parts(content: Any, depth: int) -> Iterator[Any]:
    """What is in an answer: those to requests in one, and the result of a mutation, say no below the top."""
    inside: list[Any] = []
    if isinstance(content, dict):
        inside = list(cast("dict[str, Any]", content).values())
    elif isinstance(content, list):
        inside = list(cast("list[Any]", content))
    for part in inside if depth else ():
        yield part
        yield from _parts(part, depth - 1)


def _refuses(content: Any, *, is_top: bool = False) -> bool:
    fields = cast("dict[str, Any]", content) if isinstance(content, dict) else {}
    known = {str(name).lower().replace("_", ""): value for name, value in fields.items()}
    if any(known.get(name) is False for name in ("ok", "success", "succeeded")):
        return True
    if any(known.get(name) for name in ("error", "errors", "fielderrors", "usererrors", "errcode", "errno")):
        return True
    if any(_is_error_status(known.get(name)) for name in ("status", "statuscode")):
        return True
    if not is_top:  # what was saved may be called like that as well
        return False
    if any(known.get(name) is False for name in ("valid", "accepted", "saved")):
        return True
    is_coded = bool(known.get("msg") or known.get("message")) and isinstance(known.get("code"), int)
    if is_coded and known["code"] != 0 and known["code"] not in range(200, 300):
        return True
    return any(str(known.get(name, "")).lower() in _BAD_WORDS for name in ("status", "result", "outcome", "state"))


def _is_error_status(value: Any) -> bool:
    return isinstance(value, int) and value in range(400, 600)
