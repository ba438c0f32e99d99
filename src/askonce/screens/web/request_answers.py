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
_BAD_WORDS = {"error", "errors", "fail", "failed", "failure", "rejected", "denied", "invalid", "ko", "ng"}
_BARE = frozenset({"0", "-1", "false"})
"""All that some servers answer, as a page of HTML, where they did nothing."""
_FAILURES = ("failed", "failures", "failedcount", "failurecount", "errorcount")
_RECORD_DEPTH = 2
"""How deep in an answer the state of what was asked for is told: below are records with states of their own."""
_TAKEN_IN = 202
"""The status of an answer that comes before anything was done."""
_WAITING_WORDS = frozenset(
    {"queued", "enqueued", "pending", "processing", "in_progress", "in progress", "inprogress", "in-progress"}
    | {"running", "started", "starting", "waiting", "working"}
)
_POLLS = frozenset({"statusurl", "pollurl", "operationlocation"})
_JOBS = _POLLS | frozenset({"job", "jobid", "task", "taskid", "queue", "queued"})
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
    """Whether an answer only says that something was taken in, and is done later: `{"status": "queued"}`.

    What was sent with such a state is a record that has one, as a task to be done does.
    """
    if response.status == _TAKEN_IN:
        return True
    content = _content(*await _answer(response))
    if _waits(content) or any(_fields(content).get(name) for name in _JOBS):
        return True
    records = [*_records(content, _RECORD_DEPTH)]
    if not any(_waits(record) or any(_fields(record).get(name) for name in _POLLS) for record in records):
        return False
    sent = sent_text(response.request).lower()
    return not any(f'"{word}"' in sent or f"={word}" in sent for word in _WAITING_WORDS)


async def says_no(response: Response) -> bool:
    """Whether an answer is JSON that says that it did not work: `{"ok": false}`, `{"errors": [...]}`."""
    kind, body = await _answer(response)
    if "html" in kind and body.strip() in _BARE:
        return True
    content = _content(kind, body)
    answers = cast("list[Any]", content) if isinstance(content, list) else [content]
    if _refuses(content, is_top=True) or any(map(_is_union_error, answers)):
        return True
    return any(_refuses(part) for part in _parts(content, _DEEPEST))


async def _answer(response: Response) -> tuple[str, str]:
    """The kind of an answer that may be read, and its text."""
    kind = response.headers.get("content-type", "")
    if kind and not any(name in kind for name in ("json", "text/plain", "html")):
        return kind, ""
    try:
        async with asyncio.timeout(_PATIENCE):
            body = await response.text()
    except (Error, TimeoutError, ValueError):
        return kind, ""
    return kind, body if len(body) <= _LARGEST else ""


def _content(kind: str, body: str) -> Any:
    """The JSON of an answer, whatever it is called; None where it is something else."""
    if "json" not in kind and body.lstrip()[:1] not in {"{", "["}:
        return None
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _waits(content: Any) -> bool:
    known = _fields(content)
    states = (str(known.get(name, "")).lower() for name in ("status", "state", "result", "outcome"))
    return any(state in _WAITING_WORDS for state in states)


def _records(content: Any, depth: int) -> Iterator[Any]:
    """What is told below the top by names alone: what was made, not one of many that are listed."""
    inside = cast("dict[str, Any]", content).values() if isinstance(content, dict) else ()
    for part in inside if depth else ():
        if isinstance(part, dict):
            yield part
            yield from _records(part, depth - 1)


def _is_union_error(content: Any) -> bool:
    """Whether a mutation came to a type of errors: `{"data": {"add": {"__typename": "NameTakenError"}}}`."""
    kinds = (str(_fields(record).get("typename", "")) for record in _records(_fields(content).get("data"), 1))
    return any(kind.endswith(("Error", "Errors", "Failure")) for kind in kinds)


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
    if any(_is_no(known.get(name)) for name in ("ok", "success", "succeeded")):
        return True
    errors = (known.get(name) for name in ("error", "errors", "fielderrors", "usererrors", "errcode", "errno"))
    if any(value and not _is_no(value) and value != "0" for value in errors):
        return True
    if any(_is_error_status(known.get(name)) for name in ("status", "statuscode")):
        return True
    return is_top and _refuses_at_top(known)


def _refuses_at_top(known: dict[str, Any]) -> bool:
    """What is below the top and was saved may be called like this as well."""
    failures = [known[name] for name in _FAILURES if isinstance(known.get(name), int)]
    if any(failures) or any(_is_no(known.get(name)) for name in ("valid", "accepted", "saved")):
        return True
    if not failures and any(known.get(name) in (0, "0") for name in ("ok", "success", "succeeded")):
        return True
    is_coded = bool(known.get("msg") or known.get("message")) and isinstance(known.get("code"), int)
    if is_coded and known["code"] != 0 and known["code"] not in range(200, 300):
        return True
    return any(str(known.get(name, "")).lower() in _BAD_WORDS for name in ("status", "result", "outcome", "state"))


def _is_no(value: Any) -> bool:
    return value is False or (isinstance(value, str) and value.lower() == "false")


def _is_error_status(value: Any) -> bool:
    return isinstance(value, int) and value in range(400, 600)
