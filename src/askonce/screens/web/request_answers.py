"""What requests of a page sent, and what the answers to them say."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any, cast
from urllib.parse import unquote_plus, urlsplit

from playwright.async_api import Error, Request, Response

READING = frozenset({"GET", "HEAD", "OPTIONS"})
_LARGEST = 65_536
"""Characters of an answer that is read: what says no is short."""
_PATIENCE = 0.5
_DEEPEST = 4
_BAD_WORDS = {"error", "errors", "fail", "failed", "failure", "rejected", "denied", "invalid", "ko"}
_TAKEN_IN = 202
"""The status of an answer that comes before anything was done."""
_WAITING_WORDS = frozenset(
    {"queued", "enqueued", "pending", "processing", "in_progress", "in progress", "inprogress", "in-progress"}
    | {"running", "started", "starting", "waiting", "working"}
)
_JOBS = frozenset({"job", "jobid", "task", "taskid", "statusurl", "pollurl", "operationlocation", "queue", "queued"})
"""What an answer names by which it can be asked later how it went."""


def sent_text(request: Request) -> str:
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


def request_name(request: Request) -> str:
    return f"{request.method} {urlsplit(request.url).path[:100]}"


async def is_put_off(response: Response) -> bool:
    """Whether an answer only says that something was taken in, and is done later: `{"status": "queued"}`."""
    if response.status == _TAKEN_IN:
        return True
    content = await _content(response)
    known = _fields(content)
    states = (str(known.get(name, "")).lower() for name in ("status", "state", "result", "outcome"))
    return any(state in _WAITING_WORDS for state in states) or any(known.get(name) for name in _JOBS)


async def says_no(response: Response) -> bool:
    """Whether an answer is JSON that says that it did not work: `{"ok": false}`, `{"errors": [...]}`."""
    content = await _content(response)
    return _refuses(content, is_top=True) or any(_refuses(part) for part in _parts(content, _DEEPEST))


async def _content(response: Response) -> Any:
    """The JSON of an answer; None where it is something else."""
    kind = response.headers.get("content-type", "")
    if "json" not in kind and "text/plain" not in kind:
        return None
    try:
        async with asyncio.timeout(_PATIENCE):
            body = await response.text()
        return json.loads(body) if len(body) <= _LARGEST else None
    except (Error, TimeoutError, ValueError, RecursionError):
        return None


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


def _fields(content: Any) -> dict[str, Any]:
    """What an answer names, however the names are written."""
    fields = cast("dict[str, Any]", content) if isinstance(content, dict) else {}
    return {str(name).lower().replace("_", ""): value for name, value in fields.items()}


def _refuses(content: Any, *, is_top: bool = False) -> bool:
    known = _fields(content)
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
