"""What is kept of pages for a report besides pictures: console and network, and the page of a failure."""

from __future__ import annotations

import asyncio
import platform
import re
import time
from urllib.parse import unquote

from askonce.errors import AskonceError
from askonce.lazy import regex
from askonce.screens.screen_protocol import Addressed, PageLog, Preserving, Screen, Surrounded
from askonce.trace import ConsoleMessage, PageLogged, PageRequest, Snapped, Trace

_LONGEST_TEXT, _LONGEST_URL = 1000, 500
PATIENCE = 3.0
"""The most seconds for a snapshot. A page that hangs has none."""
_MOST_SNAPSHOTS = 20
"""Of one run."""
_LOGIN = regex(r"(?<=//)[^/?#\s]*@")
_PARAMETER = regex(r"(?:[?&;#]|%(?:25)*(?:3f|26|3b|23))([^=&;#?\s]{1,100}?)(?:=|%(?:25)*3d)", re.IGNORECASE)
"""The name of a parameter, also in an address that is a parameter itself."""
_VALUE = regex(r"[^&#]*")
_SECRET_NAME = regex(
    r"token|secret|passw|passphrase|passcode|pwd|(?:api|access|private|auth)[-_.]?key|auth(?!or)|session|signature"
    r"|credential|jwt|bearer|saml|(?:^|[^a-z])(?:sid|sig|code|key|pass|pw|pin|otp|ticket)\]?$",
    re.IGNORECASE,
)
_ADDRESS = regex(r"[/?][^\s\"'<>`]*")
"""What may be an address in a text, without its scheme."""


def environment_of(screen: Screen) -> tuple[tuple[str, str], ...]:
    """What a run on this screen runs on, by name."""
    facts = {"Python": platform.python_version(), "system": f"{platform.system()} {platform.machine()}"}
    facts |= screen.surroundings if isinstance(screen, Surrounded) else {}
    return tuple((name, value) for name, value in facts.items() if value)


def keep_page_log(screen: Screen, trace: Trace, *, unfinished: bool = False) -> None:
    """Write down what pages did since the last time, if anything; `unfinished` also which requests still run."""
    if not isinstance(screen, PageLog):
        return
    activity = screen.take_activity(unfinished=unfinished)
    if not activity.messages and not activity.requests:
        return
    trace.emit(
        PageLogged(
            act=trace.act,
            round=trace.round,
            messages=tuple(_message(message, trace) for message in activity.messages),
            more_messages=activity.more_messages,
            requests=tuple(_request(request, trace) for request in activity.requests),
            more_requests=activity.more_requests,
        )
    )


async def keep_snapshot(screen: Screen, trace: Trace, patience: float = PATIENCE) -> None:
    """Keep the page as it is now as a file, or say why there is none, after `patience` seconds at most."""
    if not isinstance(screen, Preserving) or trace.snapshots >= _MOST_SNAPSHOTS:
        return
    trace.snapshots += 1
    began, page, missing = time.perf_counter(), None, ""
    try:
        async with asyncio.timeout(patience):
            page = trace.store.keep((await screen.preserve(trace.mask)).encode("utf-8", "replace"), ".html")
    except TimeoutError:
        missing = f"the page did not react within {patience:g} s"
    except AskonceError as error:
        missing = error.message
    address = screen.address if isinstance(screen, Addressed) else ""
    trace.emit(
        Snapped(
            act=trace.act,
            round=trace.round,
            page=page,
            address=safe_url(address),
            missing=missing,
            seconds=time.perf_counter() - began,
        )
    )


def safe_url(url: str) -> str:
    """An address without a login in it, and without values of parameters that are called like secrets."""
    url = _LOGIN.sub("", url)
    pieces: list[str] = []
    end = 0
    for name in _PARAMETER.finditer(url):
        if name.start() < end or not _SECRET_NAME.search(unquote(unquote(name[1]))):
            continue
        value = _VALUE.match(url, name.end())
        if value and value[0]:
            pieces += (url[end : name.end()], "…")
            end = value.end()
    return "".join(pieces) + url[end:]


def _message(message: ConsoleMessage, trace: Trace) -> ConsoleMessage:
    text = _ADDRESS.sub(lambda found: safe_url(found[0]), message.text)
    return message.model_copy(
        update={"text": _cut(text, _LONGEST_TEXT, trace), "place": _cut(safe_url(message.place), _LONGEST_URL, trace)}
    )


def _request(request: PageRequest, trace: Trace) -> PageRequest:
    return request.model_copy(update={"url": _cut(safe_url(request.url), _LONGEST_URL, trace)})


def _cut(text: str, most: int, trace: Trace) -> str:
    """A text of a reasonable length, masked before it is cut: half a secret would not be recognised."""
    if len(text) <= most:
        return text
    masked = trace.mask(text)
    return masked if len(masked) <= most else masked[:most] + "…"
