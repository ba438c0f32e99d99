"""Pictures at addresses: downloaded within limits of size and time."""

from __future__ import annotations

import asyncio
import base64
import time
from typing import IO
from urllib.parse import SplitResult, quote, unquote, urlsplit, urlunsplit

from askonce.errors import ConfigError

LARGEST_IMAGE = 20 * 1024 * 1024
"""The most bytes of a picture: no provider takes larger ones."""
LONGEST = 30.0
"""How many seconds a download may take."""
_PIECE = 64 * 1024
_SILENCE = 10.0
"""How many seconds a server may say nothing."""
_REMEDY = "check the address, or save the picture as a file and pass its path"


async def download(url: str, label: str) -> bytes:
    """What is at an http(s) address; `label` names it in errors."""
    try:
        async with asyncio.timeout(LONGEST):
            return await asyncio.to_thread(_download, url, label)
    except TimeoutError:
        raise _failure(label, f"that took more than {LONGEST:g} s") from None


def shown_address(url: str) -> str:
    """An address without what may be secret in it: a password, and what follows the path."""
    try:
        parts = urlsplit(url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
    except ValueError:
        return "an address"


def _download(url: str, label: str) -> bytes:
    from http.client import HTTPException
    from urllib import request

    deadline = time.monotonic() + LONGEST
    opener = request.OpenerDirector()  # without those for files and FTP, which a redirect could lead to
    for handler in (
        request.ProxyHandler,
        request.UnknownHandler,
        request.HTTPHandler,
        request.HTTPSHandler,
        request.HTTPDefaultErrorHandler,
        request.HTTPRedirectHandler,
        request.HTTPErrorProcessor,
    ):
        opener.add_handler(handler())
    try:
        parts = urlsplit(url)
        asked = request.Request(_sendable(parts), headers={"User-Agent": "askonce", "Accept": "image/*"})
        if parts.username is not None:
            login = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
            # Not sent on to where a redirect leads.
            asked.add_unredirected_header("Authorization", f"Basic {base64.b64encode(login.encode()).decode()}")
        with opener.open(asked, timeout=_SILENCE) as response:
            return _read(response, deadline, label)
    except (OSError, HTTPException, ValueError) as error:  # URLError and HTTPError are OSErrors
        raise _failure(label, _reason(error)) from None


def _sendable(parts: SplitResult) -> str:
    """The address in ASCII, without a login."""
    host = (parts.hostname or "").encode("idna").decode("ascii")
    host = f"[{host}]" if ":" in host else host
    port = f":{parts.port}" if parts.port is not None else ""
    path, query = (quote(part, safe="/%:@!$&'()*+,;=~-._?") for part in (parts.path, parts.query))
    return urlunsplit((parts.scheme, host + port, path or "/", query, ""))


def _read(response: IO[bytes], deadline: float, label: str) -> bytes:
    data = bytearray()
    while piece := response.read(_PIECE):
        data += piece
        if len(data) > LARGEST_IMAGE:
            raise _failure(label, f"it has more than {LARGEST_IMAGE // 1024 // 1024} MB")
        if time.monotonic() > deadline:
            raise _failure(label, f"that took more than {LONGEST:g} s")
    return bytes(data)


def _reason(error: Exception) -> str:
    """What went wrong, without the address, in which there may be a secret."""
    from urllib.error import HTTPError, URLError

    match error:
        case HTTPError():
            return f"the server answered with status {error.code}"
        case URLError(reason=reason):
            return str(reason)
        case TimeoutError():
            return f"the server said nothing for {_SILENCE:g} s"
        case OSError():
            return error.strerror or type(error).__name__
        case _:
            return f"it is no usable address or answer ({type(error).__name__})"


def _failure(label: str, reason: str) -> ConfigError:
    return ConfigError(f"{label} could not be downloaded: {reason}", remedy=_REMEDY)
