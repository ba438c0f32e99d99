"""The server on the phone that the package `uiautomator2` ships: elements, touches, text and toasts.

Its file is copied to the phone if it is not there yet, started with `app_process`, and spoken to by JSON-RPC through
adb. It lives as long as the connection that started it.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from importlib.resources import files
from typing import Any, cast

from askonce.errors import ScreenClosed, ScreenError, ScreenUnavailable, TypingInDoubt
from askonce.screens.android.adb_client import LIMIT, AdbDevice, ServiceRefused, Stream
from askonce.screens.android.phone_control import PhoneDisplay
from askonce.screens.android.server_errors import ServerNotStarted
from askonce.screens.android.typing_doubt import doubt_typing
from askonce.screens.phones.phone_glass import Pixel

PORT = 9008
PATH = "/data/local/tmp/u2.jar"
_MAIN = "com.wetest.uia2.Main"
_START = 30.0
"""Seconds that it may take until it answers."""
_END = 5.0
"""Seconds that it may take until it is gone."""
_PASTE = 2.0
"""Seconds that an app may take to paste."""
_BETWEEN_TAPS = 0.1
_POLL = 0.05
_DEEPEST = 80
"""How deep the tree of elements is read."""
_DOWN, _UP, _MOVE = 0, 1, 2
_TELLING = frozenset({"click", "swipe", "drag", "injectInputEvent", "gesture"})
"""What says false when it was not done."""
_LOST = ("UiAutomation not connected", "DeadObjectException", "DeadSystemRuntimeException")
_SECRETIVE = frozenset({"setClipboard"})
"""What may hold a secret."""
_UNLOGGED = b" " * 5000
"""The server writes requests to the phone's log, of which an entry holds 4068 bytes: what comes later is not kept."""
_ORIENTATIONS = ("natural", "left", "upsidedown", "right")


class DeviceServer:
    """Calls what the server offers. One that died is started again, once for a call."""

    way = "the device server"

    def __init__(self, device: AdbDevice) -> None:
        self._device = device
        self._process: Stream | None = None
        self._starting = asyncio.Lock()

    async def start(self, *, anew: bool = False) -> None:
        """Start it where it does not run, or `anew` where it does and has lost its hold of the phone."""
        async with self._starting:
            if not anew and await self._is_alive():
                return
            await self._copy()
            await self.stop()
            self._process = await self._device.open(f"shell:CLASSPATH={PATH} app_process / {_MAIN} -p {PORT}")
            await self._wait_ready(self._process[0])

    async def stop(self) -> None:
        """End it, and wait until it is gone: the phone takes one at a time."""
        if self._process is None:
            return
        self._process[1].close()
        self._process = None
        for _ in range(round(_END / _POLL)):
            if not await self._is_alive():
                return
            await asyncio.sleep(_POLL)

    # What it offers, in pixels of the phone

    async def hierarchy(self) -> str:
        """The elements of all windows, as XML."""
        return cast(str, await self._get("dumpWindowHierarchy", False, _DEEPEST))

    async def display(self) -> PhoneDisplay:
        info = cast("dict[str, Any]", await self._get("deviceInfo"))
        rotation = int(info.get("displayRotation") or 0)
        return PhoneDisplay(info["displayWidth"], info["displayHeight"], rotation, bool(info.get("screenOn", True)))

    async def picture(self, quality: int) -> bytes:
        return base64.b64decode(await self._get("takeScreenshot", 1, quality))

    async def touch(self, at: Pixel, *, count: int = 1) -> None:
        """Tap; several taps with the pause between them that phones expect of a double tap."""
        for number in range(count):
            if number:
                await asyncio.sleep(_BETWEEN_TAPS)
            await self._do("click", *at)

    async def hold(self, at: Pixel, seconds: float) -> None:
        await self._do("click", *at, round(seconds * 1000), lasts=seconds)

    async def swipe(self, start: Pixel, end: Pixel, seconds: float) -> None:
        """Let a finger slide; a step takes 5 ms."""
        await self._do("swipe", *start, *end, max(2, round(seconds * 200)), lasts=seconds)

    async def drag(self, start: Pixel, end: Pixel) -> None:
        """Hold, slide, let go."""
        await self._do("drag", *start, *end, 100)

    async def slide(self, path: Sequence[Pixel], rest: float) -> None:
        """Move a finger along a path, and let it rest before it is lifted, so that nothing is flung."""
        try:
            for number, at in enumerate(path):
                await self._do("injectInputEvent", _MOVE if number else _DOWN, *at, 0)
            await asyncio.sleep(rest)
        finally:
            await self._do("injectInputEvent", _UP, *path[-1], 0)

    async def pinch(self, starts: tuple[Pixel, Pixel], ends: tuple[Pixel, Pixel]) -> None:
        """Two fingers from where they start to where they end."""
        whole: dict[str, Any] = {"mask": 0, "childOrSibling": [], "childOrSiblingSelector": []}
        await self._do("gesture", whole, *({"x": x, "y": y} for x, y in (*starts, *ends)), 50)

    async def press(self, code: int, meta: int = 0) -> None:
        await self._do("pressKeyCode", code, *([meta] if meta else []))

    async def insert(self, text: str) -> None:
        """Put a text at the cursor, in any script. The clipboard is emptied afterwards, because it may be a secret."""
        if not text:
            return
        before = await self.hierarchy()
        try:
            await self._do("setClipboard", None, text)
            if await self._get("getClipboard") != text:
                raise ScreenError("the phone did not take the text", remedy="unlock it and try again")
            with doubt_typing("nobody knows whether the phone typed the text", refusal=_Refused):
                await self._do("pasteClipboard")
            with doubt_typing("the phone does not tell whether it typed the text"):
                await self._wait_pasted(before)
        except BaseException:
            with suppress(ScreenError):  # why it was not typed, or may not have been, is what counts
                await self._empty_clipboard()
            raise
        with doubt_typing("the text was typed, and is still in the clipboard of the phone"):
            await self._empty_clipboard()

    async def _empty_clipboard(self) -> None:
        await self._get("setClipboard", None, "")

    async def _wait_pasted(self, before: str) -> None:
        """An app pastes when it comes to it: until then the text has to stay in the clipboard."""
        for _ in range(round(_PASTE / _POLL)):
            if await self.hierarchy() != before:
                return
            await asyncio.sleep(_POLL)
        if 'focused="true"' in before:  # else nobody sees what the text went into, as in a game
            raise TypingInDoubt("the field does not show the text that was typed")

    async def clear(self) -> None:
        """Empty the field that has the focus."""
        await self._do("clearInputText")

    async def last_toast(self) -> str:
        """The message that was shown for a moment, once."""
        said = await self._get("getLastToast")
        if said:
            await self._do("clearLastToast")
        return cast(str, said or "")

    async def open_notifications(self) -> None:
        await self._do("openNotification")

    async def turn(self, quarters: int) -> None:
        await self._do("setOrientation", _ORIENTATIONS[quarters % 4])

    # Inside

    async def _get(self, method: str, *params: object) -> Any:
        """What a call tells that may be made again, because that changes nothing."""
        try:
            return await self._ask(method, params)
        except _ServerLost:
            await self.start(anew=True)
            try:
                return await self._ask(method, params)
            except _ServerLost as error:
                raise ScreenClosed(
                    f"the device server does not stay up: {error}", remedy="restart the phone, or look at adb logcat"
                ) from error

    async def _do(self, method: str, *params: object, lasts: float = 0.0) -> None:
        """A call that does something, and takes so many seconds. It is not made twice: nobody knows what it did."""
        try:
            answer = await self._ask(method, params, lasts)
        except _ServerLost as error:
            await self.start(anew=True)
            if not error.is_unsent:
                raise _unsure(method, error) from error
            try:
                answer = await self._ask(method, params, lasts)
            except _ServerLost as again:
                raise _unsure(method, again) from again
        if answer is False and method in _TELLING:
            raise ScreenError(f"the phone did not carry out {method}", remedy="unlock it, and look what is in the way")

    async def _ask(self, method: str, params: Sequence[object], lasts: float = 0.0) -> Any:
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        try:
            data = json.dumps(body).encode()
            data = _UNLOGGED + data if method in _SECRETIVE else data
            return _result(method, await self._device.post(PORT, "/jsonrpc/0", data, limit=LIMIT + lasts))
        except (_Refused, ScreenUnavailable):
            raise
        except ScreenError as error:
            if (await self._device.shell("echo", "here")).out.strip() != b"here":
                raise
            raise _ServerLost(error.message, is_unsent=isinstance(error, ServiceRefused)) from error

    async def _is_alive(self) -> bool:
        try:
            return await self._device.post(PORT, "/ping", limit=5) == b"pong"
        except ScreenError:
            return False

    async def _copy(self) -> None:
        jar = read_jar()
        there = (await self._device.shell("toybox", "md5sum", PATH)).out.decode("utf-8", "replace")
        if hashlib.md5(jar, usedforsecurity=False).hexdigest() not in there:
            await self._device.push(jar, PATH)

    async def _wait_ready(self, output: asyncio.StreamReader) -> None:
        said = bytearray()
        reading = asyncio.create_task(_collect(output, said))
        try:
            async with asyncio.timeout(_START):
                while not await self._is_alive():
                    if b"already registered" in said:
                        raise ScreenError(
                            "another program is automating this phone already",
                            remedy="end it (Appium, Maestro or UI Automator tests), or restart the phone",
                        )
                    if reading.done():
                        raise ServerNotStarted(f"the device server ended at once: {_last_line(said)}")
                    await asyncio.sleep(_POLL)
        except TimeoutError:
            raise ServerNotStarted(
                f"the device server did not answer within {_START:g} s: {_last_line(said)}",
                remedy="unlock the phone, and look whether its maker demands a permission for USB debugging",
            ) from None
        # Its output is read as long as it runs: a full pipe would stop it.
        _READERS.add(reading)
        reading.add_done_callback(_READERS.discard)


_READERS: set[asyncio.Task[None]] = set()


class _Refused(ScreenError):
    """The server is there, and did not do what it was asked for."""


class _ServerLost(Exception):
    """The server is gone while the phone is there: it can be started again."""

    def __init__(self, reason: str, *, is_unsent: bool = False) -> None:
        super().__init__(reason)
        self.is_unsent = is_unsent
        """Whether it was gone already, so that nothing can have been done."""


def _unsure(method: str, error: _ServerLost) -> ScreenError:
    if method == "pasteClipboard":
        return TypingInDoubt(f"the device server ended while a text was typed: {error}")
    return ScreenError(f"the device server ended during {method}: {error}", remedy="look whether it was done")


def read_jar() -> bytes:
    """The file of the server, from the package that ships it."""
    try:
        return files("uiautomator2").joinpath("assets", "u2.jar").read_bytes()
    except (ModuleNotFoundError, FileNotFoundError) as error:
        raise ServerNotStarted(
            "the device server is not installed: it comes with the package uiautomator2",
            remedy="pip install 'askonce[android]'",
        ) from error


def _result(method: str, answer: bytes) -> Any:
    """What a call returned, or what the phone says against it."""
    try:
        reply = json.loads(answer)
    except ValueError as error:
        raise ScreenError(f"the device server answered {method} with what is not JSON") from error
    if "error" in reply:
        said = str(reply["error"].get("message") or reply["error"])
        if any(word in json.dumps(reply["error"]) for word in _LOST):
            raise _ServerLost(said)
        raise _Refused(f"the phone refused {method}: {said}")
    return reply.get("result")


async def _collect(output: asyncio.StreamReader, said: bytearray) -> None:
    try:
        while part := await output.read(4096):
            said += part
            del said[:-10_000]
    except (ConnectionError, OSError):
        pass


def _last_line(said: bytearray) -> str:
    lines = said.decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else "it said nothing"
