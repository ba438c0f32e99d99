"""WebDriverAgent, the server on an iPhone that drives it: plain HTTP, one request at a time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any, cast
from urllib.parse import urlsplit

from askonce.errors import ConfigError, ScreenError, ScreenUnavailable
from askonce.lazy import dataclass
from askonce.screens.ios import usbmux

PORT = 8100
LIMIT = 60.0
"""Seconds that a request may take: the elements of a large screen take many."""
MOST = 64_000_000
"""Bytes that an answer may have."""
_CONNECT = 10.0
START = (
    "start WebDriverAgent on the phone (run the tests of WebDriverAgentRunner with Xcode, or: ios runwda) and reach it "
    "by its UDID, by iproxy 8100 8100, or by its address in the network"
)
_GONE = "look whether WebDriverAgent still runs on the phone; a program goes on from its journal with --resume"
_LOST = "invalid session id"
_SETTINGS = {"keyboardAutocorrection": False, "keyboardPrediction": False}
"""What would change what is typed."""


@dataclass(frozen=True, slots=True)
class WdaRoute:
    """The way to WebDriverAgent: an address, or the UDID of a phone at its cable."""

    url: str = ""
    udid: str = ""
    port: int = PORT

    @classmethod
    def at(cls, url: str) -> WdaRoute:
        """The way to an address, which is looked at before anything is asked there."""
        try:
            parts = urlsplit(url)
            is_fit = bool(parts.hostname) and parts.port != 0 and url.isprintable()
            (parts.hostname or "").encode("idna")
        except ValueError:
            is_fit = False
        if not is_fit:
            shown = f"…@{url.rpartition('@')[2]}" if "@" in url else url  # a password is not shown
            raise ConfigError(
                f"{shown!r} is no address of WebDriverAgent",
                remedy="write one such as http://localhost:8100, with a port from 1 to 65535",
            )
        return cls(url)

    @property
    def shown(self) -> str:
        return f"port {self.port} of {self.udid}" if self.udid else f"{urlsplit(self.url).scheme}://{self.host}"

    async def open(self) -> usbmux.Stream:
        if self.udid:
            return await usbmux.connect(self.udid, self.port)
        parts = urlsplit(self.url)
        is_safe = parts.scheme == "https"
        return await asyncio.open_connection(
            parts.hostname, parts.port or (443 if is_safe else 80), ssl=True if is_safe else None
        )

    @property
    def prefix(self) -> str:
        return "" if self.udid else urlsplit(self.url).path.rstrip("/")

    @property
    def host(self) -> str:
        return "localhost" if self.udid else urlsplit(self.url).netloc.rpartition("@")[2]


class WdaRefused(ScreenError):
    """WebDriverAgent is there, and did not do what it was asked for. `reason` is its word for why."""

    reason = ""


class WdaClient:
    """Asks WebDriverAgent. A session that was lost is begun anew: what was asked for was not done then."""

    def __init__(self, route: WdaRoute, *, session: str = "", capabilities: Mapping[str, Any] | None = None) -> None:
        self.route = route
        self._given = session
        self._session = session
        self._capabilities = dict(capabilities or {})
        self._turn = asyncio.Lock()
        self._was_reached = False
        self.told_time: datetime | None = None
        """What the clock of the phone said with the last answer, where it says."""

    @property
    def session(self) -> str:
        return self._session

    async def start(self) -> dict[str, Any]:
        """Begin a session. What WebDriverAgent says of itself and the phone."""
        status = await self.get("/status", in_session=False)
        if not isinstance(status, dict):
            raise self._stranger()
        if not self._given:
            await self._begin()
        return cast("dict[str, Any]", status)

    async def stop(self) -> None:
        """End the session, unless it is somebody else's."""
        if self._session and not self._given:
            session, self._session = self._session, ""
            with suppress(ScreenError):  # it is gone with the phone
                await self._exchange("DELETE", f"/session/{session}", None, LIMIT)

    async def get(self, path: str, *, in_session: bool = True) -> Any:
        return await self.ask("GET", path, in_session=in_session)

    async def post(
        self, path: str, body: Mapping[str, Any] | None = None, *, lasts: float = 0.0, hides: str = ""
    ) -> Any:
        """Have something done that takes so many seconds. `hides` is a text that no error may show."""
        return await self.ask("POST", path, body or {}, lasts=lasts, hides=hides)

    async def ask(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        in_session: bool = True,
        lasts: float = 0.0,
        hides: str = "",
    ) -> Any:
        for is_last in (False, True):
            used = self._session
            whole = f"/session/{used}{path}" if in_session else path
            try:
                return self._value(*await self._exchange(method, whole, body, LIMIT + lasts), path, hides)
            except WdaRefused as error:
                if error.reason != _LOST or is_last:
                    raise
                if self._given:
                    raise ScreenUnavailable(
                        f"the session {self._given} is over", remedy="leave sessionId out, or begin another one"
                    ) from error
                if self._session == used:
                    await self._begin()
        raise AssertionError("the last turn returns or raises")

    async def _begin(self) -> None:
        body = {"capabilities": {"alwaysMatch": self._capabilities}, "desiredCapabilities": self._capabilities}
        status, answer = await self._exchange("POST", "/session", body, LIMIT)
        value = self._value(status, answer, "/session", "")
        found: object = answer.get("sessionId")
        if isinstance(value, dict):
            found = cast("dict[str, Any]", value).get("sessionId") or found
        if not found:
            raise self._stranger()
        self._session = str(found)
        try:
            path = f"/session/{self._session}/appium/settings"
            await self._exchange("POST", path, {"settings": _SETTINGS}, LIMIT)
        except WdaRefused:
            pass  # older ones know fewer settings

    def _value(self, status: int, answer: dict[str, Any], path: str, hides: str) -> Any:
        value: Any = answer.get("value")
        facts = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
        if status < 400 and not facts.get("error"):
            return cast(Any, value)
        said = " ".join(str(facts.get("message") or facts.get("error") or f"status {status}").split())
        said = said.replace(hides, "…") if hides else said
        error = WdaRefused(f"the phone refused {path.partition('?')[0].lstrip('/')}: {said[:300]}")
        error.reason = str(facts.get("error") or "")
        raise error

    def _stranger(self) -> ScreenError:
        return ScreenError(f"what answers at {self.route.shown} is not WebDriverAgent", remedy=START)

    # HTTP

    async def _exchange(
        self, method: str, path: str, body: Mapping[str, Any] | None, limit: float
    ) -> tuple[int, dict[str, Any]]:
        async with self._turn:
            reader, writer = await self._connect()
            try:
                async with asyncio.timeout(limit):
                    data = json.dumps(body).encode() if body is not None else b""
                    head = (
                        f"{method} {self.route.prefix}{path} HTTP/1.1\r\nHost: {self.route.host}\r\n"
                        f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\nConnection: close\r\n\r\n"
                    )
                    writer.write(head.encode() + data)
                    await writer.drain()
                    status, headers, answer = await _read_answer(reader)
            except TimeoutError:
                raise ScreenError(
                    f"the phone did not answer {path.partition('?')[0].rpartition('/')[2]} within {limit:g} s",
                    remedy="look whether it is busy, locked or unplugged",
                ) from None
            except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError, OSError) as error:
                raise ScreenUnavailable(f"the connection to {self.route.shown} broke off", remedy=_GONE) from error
            except ValueError as error:
                raise self._stranger() from error
            finally:
                writer.close()
        if date := headers.get("date"):
            self.told_time = _moment(date)
        try:
            read: object = json.loads(answer) if answer else {}
        except ValueError as error:
            raise self._stranger() from error
        if not isinstance(read, dict):
            raise self._stranger()
        return status, cast("dict[str, Any]", read)

    async def _connect(self) -> usbmux.Stream:
        try:
            async with asyncio.timeout(_CONNECT):
                streams = await self.route.open()
        except (OSError, TimeoutError, ConfigError) as error:
            if self._was_reached:
                raise ScreenUnavailable(
                    f"the phone is gone: nothing answers at {self.route.shown}", remedy=_GONE
                ) from error
            if isinstance(error, ConfigError):
                raise
            said = "" if isinstance(error, ConnectionRefusedError | TimeoutError) else f": {error}"
            raise ConfigError(f"no WebDriverAgent answers at {self.route.shown}{said}", remedy=START) from error
        self._was_reached = True
        return streams


async def _read_answer(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], bytes]:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    if not first.startswith("HTTP/"):
        raise ValueError(f"this is not HTTP: {first[:40]!r}")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    status = int(first.split()[1])
    if headers.get("transfer-encoding", "").lower() == "chunked":
        data = bytearray()
        while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
            data += (await reader.readexactly(_checked(size + len(data)) - len(data) + 2))[:-2]
        return status, headers, bytes(data)
    if (length := headers.get("content-length")) is not None:
        return status, headers, await reader.readexactly(_checked(int(length)))
    return status, headers, await reader.read(-1)


def _checked(size: int) -> int:
    if not 0 <= size <= MOST:
        raise ValueError(f"an answer of {size} bytes")
    return size


def _moment(text: str) -> datetime | None:
    try:
        return parsedate_to_datetime(text)
    except ValueError:
        return None
