"""The server that the package `uiautomator2` puts on a phone: JSON-RPC over HTTP, on a port of the phone."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, cast
from xml.etree.ElementTree import Element

from askonce.testing.phone.adb.byte_stream import ByteStream
from askonce.testing.phone.android_keys import key_code, press_key
from askonce.testing.phone.handset import Handset
from askonce.testing.phone.stroke_path import straight, through
from askonce.testing.phone.touch_screen import HOLD, SCALE, TouchScreen
from askonce.testing.phone.ui_selectors import box_of, describe, select

_LENGTH = re.compile(rb"content-length:\s*(\d+)", re.IGNORECASE)
_STEP = 0.005
"""Seconds of one step of a swipe."""
_POLL = 0.1
_DRAG_HOLD = 0.6
_ORIENTATIONS = {"natural": 0, "n": 0, "left": 1, "l": 1, "upsidedown": 2, "u": 2, "right": 3, "r": 3}


class NotOffered(Exception):
    """A method that the server does not have, or that takes other parameters."""


class NotThere(Exception):
    """No element fits a selector."""


class AutomationServer:
    """Answers what a driver asks of a phone."""

    def __init__(self, phone: Handset, screen: TouchScreen, facts: dict[str, str]) -> None:
        self._phone, self._screen, self._facts = phone, screen, facts
        self._methods: dict[str, Callable[..., Awaitable[Any]]] = {
            "deviceInfo": self._device_info, "dumpWindowHierarchy": self._dump, "takeScreenshot": self._screenshot,
            "click": self._click, "swipe": self._swipe, "swipePoints": self._swipe_points, "drag": self._drag,
            "gesture": self._gesture, "pinchIn": self._pinch_in, "pinchOut": self._pinch_out,
            "injectInputEvent": self._inject, "pressKey": self._press_name, "pressKeyCode": self._press_code,
            "setClipboard": self._set_clipboard, "getClipboard": self._get_clipboard, "pasteClipboard": self._paste,
            "clearInputText": self._clear, "getLastToast": self._last_toast, "clearLastToast": self._clear_toast,
            "makeToast": self._make_toast, "waitForIdle": self._wait, "wakeUp": self._wake, "sleep": self._sleep,
            "openNotification": self._notifications, "openQuickSettings": self._notifications,
            "setOrientation": self._orient, "freezeRotation": self._wait, "getLastTraversedText": self._nothing,
            "clearLastTraversedText": self._wait, "exist": self._exist, "count": self._count, "objInfo": self._info,
            "objInfoOfAllInstances": self._infos, "waitForExists": self._wait_for, "waitUntilGone": self._wait_gone,
            "getText": self._text, "setText": self._set_text, "clearTextField": self._clear_field,
        }  # fmt: skip

    async def serve(self, stream: ByteStream) -> None:
        """Answer one request."""
        data = b""
        while b"\r\n\r\n" not in data:
            if not (part := await stream.read()):
                return
            data += part
        head, _, body = data.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        while length and len(body) < int(length[1]):
            if not (part := await stream.read()):
                return
            body += part
        answer = b"pong" if head.startswith(b"GET /ping") else json.dumps(await self._answer(body)).encode()
        lines = (
            f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: {len(answer)}"
        )
        await stream.write(lines.encode() + b"\r\n\r\n" + answer)

    async def _answer(self, body: bytes) -> dict[str, Any]:
        try:
            asked = json.loads(body)
            number, name = asked.get("id"), str(asked.get("method"))
            params = cast("list[Any]", asked.get("params") or [])
        except (ValueError, AttributeError):
            return _refusal(None, -32700, f"this is not a JSON-RPC request: {body[:80]!r}")
        try:
            return {"jsonrpc": "2.0", "id": number, "result": await self._call(name, params)}
        except NotOffered as error:
            return _refusal(number, -32601, str(error))
        except NotThere as error:
            return _refusal(number, -32002, str(error))

    async def _call(self, name: str, params: Sequence[Any]) -> Any:
        if name not in self._methods:
            raise NotOffered(f"method {name!r} not found")
        try:
            return await self._methods[name](*params)
        except (TypeError, ValueError, KeyError) as error:
            raise NotOffered(f"{name} does not take {list(params)!r}: {error}") from error

    # Looking

    async def _device_info(self) -> dict[str, Any]:
        phone, size = self._phone, self._phone.size
        return {
            "currentPackageName": phone.package,
            "displayHeight": int(size.height) * SCALE,
            "displayWidth": int(size.width) * SCALE,
            "displayRotation": phone.rotation,
            "displaySizeDpX": int(size.width),
            "displaySizeDpY": int(size.height),
            "naturalOrientation": phone.rotation == 0,
            "productName": self._facts["ro.product.name"],
            "screenOn": phone.awake,
            "sdkInt": int(self._facts["ro.build.version.sdk"]),
        }

    async def _dump(self, compressed: bool = False, depth: int = 50, active_only: bool = False) -> str:
        return await self._screen.hierarchy(active_only=active_only)

    async def _screenshot(self, scale: float = 1, quality: int = 80) -> str:
        return base64.b64encode(await self._screen.picture("jpeg", quality)).decode()

    async def _last_toast(self) -> str | None:
        return self._phone.toasts[-1] if self._phone.toasts else None

    async def _clear_toast(self) -> bool:
        self._phone.toasts.clear()
        return True

    async def _make_toast(self, text: str, milliseconds: float = 2000) -> bool:
        self._phone.toast(text)
        return True

    async def _wait(self, *_: Any) -> bool:
        return True

    async def _nothing(self) -> None:
        return None

    # Elements by selector

    async def _select(self, selector: Mapping[str, Any]) -> list[Element]:
        return select(await self._screen.hierarchy(), selector)

    async def _first(self, selector: Mapping[str, Any]) -> Element:
        if found := await self._select(selector):
            return found[0]
        raise NotThere(f"androidx.test.uiautomator.UiObjectNotFoundException: {dict(selector)}")

    async def _exist(self, selector: Mapping[str, Any]) -> bool:
        return bool(await self._select(selector))

    async def _count(self, selector: Mapping[str, Any]) -> int:
        return len(await self._select(selector))

    async def _info(self, selector: Mapping[str, Any]) -> dict[str, Any]:
        return describe(await self._first(selector))

    async def _infos(self, selector: Mapping[str, Any]) -> list[dict[str, Any]]:
        return [describe(node) for node in await self._select(selector)]

    async def _wait_for(self, selector: Mapping[str, Any], milliseconds: float, *, gone: bool = False) -> bool:
        deadline = time.monotonic() + milliseconds / 1000
        while await self._exist(selector) == gone:
            if time.monotonic() >= deadline:
                return False
            await asyncio.sleep(_POLL)
        return True

    async def _wait_gone(self, selector: Mapping[str, Any], milliseconds: float) -> bool:
        return await self._wait_for(selector, milliseconds, gone=True)

    async def _text(self, selector: Mapping[str, Any]) -> str:
        return (await self._first(selector)).get("text", "")

    async def _set_text(self, selector: Mapping[str, Any], text: str) -> bool:
        left, top, right, bottom = box_of(await self._first(selector))
        await self._screen.tap((left + right) / 2, (top + bottom) / 2)
        await self._screen.clear()
        await self._screen.type(text)
        return True

    async def _clear_field(self, selector: Mapping[str, Any]) -> bool:
        return await self._set_text(selector, "")

    # Fingers

    async def _click(self, x: float, y: float, milliseconds: float = 0) -> bool:
        if milliseconds < HOLD * 1000 / 2:
            await self._screen.tap(x, y)
        else:
            await self._screen.stroke([(x, y)], milliseconds / 1000)
        return True

    async def _swipe(self, x1: float, y1: float, x2: float, y2: float, steps: int) -> bool:
        await self._screen.stroke(straight((x1, y1), (x2, y2)), steps * _STEP)
        return True

    async def _swipe_points(self, numbers: list[float], steps: int) -> bool:
        corners = list(zip(numbers[::2], numbers[1::2], strict=True))
        await self._screen.stroke(through(corners), steps * _STEP * max(1, len(corners) - 1))
        return True

    async def _drag(self, x1: float, y1: float, x2: float, y2: float, steps: int) -> bool:
        await self._screen.stroke(straight((x1, y1), (x2, y2)), steps * _STEP, hold=_DRAG_HOLD)
        return True

    async def _gesture(self, selector: Any, *points_and_steps: Any) -> bool:
        *points, steps = points_and_steps
        first, second, first_end, second_end = ((float(point["x"]), float(point["y"])) for point in points)
        await self._screen.strokes([straight(first, first_end), straight(second, second_end)], steps * _STEP)
        return True

    async def _pinch_in(self, selector: Any, percent: float = 100, steps: int = 50) -> bool:
        return await self._pinch(percent, 0, steps)

    async def _pinch_out(self, selector: Any, percent: float = 100, steps: int = 50) -> bool:
        return await self._pinch(0, percent, steps)

    async def _pinch(self, before: float, after: float, steps: int) -> bool:
        """Two fingers beside the middle of the screen, so many percent of its half width away."""
        x, y = self._phone.size.width * SCALE / 2, self._phone.size.height * SCALE / 2
        near, far = (max(0.1, share / 100) * x * 0.9 for share in (before, after))
        paths = [straight((x + side * near, y), (x + side * far, y)) for side in (-1, 1)]
        await self._screen.strokes(paths, steps * _STEP)
        return True

    async def _inject(self, action: int, x: float, y: float, meta: int = 0) -> bool:
        finger = {0: self._screen.down, 1: self._screen.up, 2: self._screen.move}[action]
        await finger(x, y)
        return True

    # Keys and text

    async def _press_name(self, name: str) -> bool:
        code = key_code(name)
        return code is not None and await press_key(self._phone, self._screen, code)

    async def _press_code(self, code: int, meta: int = 0) -> bool:
        return await press_key(self._phone, self._screen, code, meta)

    async def _set_clipboard(self, label: str | None, text: str) -> None:
        self._phone.clipboard = text

    async def _get_clipboard(self) -> str:
        return self._phone.clipboard

    async def _paste(self) -> bool:
        await self._screen.edit("paste")
        return True

    async def _clear(self) -> bool:
        await self._screen.clear()
        return True

    # The phone

    async def _wake(self) -> bool:
        self._phone.wake()
        return True

    async def _sleep(self) -> bool:
        self._phone.sleep()
        return True

    async def _notifications(self) -> bool:
        self._phone.show_shade()
        await self._screen.refresh()
        return True

    async def _orient(self, name: str) -> bool:
        self._phone.rotation = _ORIENTATIONS[name]
        await self._screen.refresh()
        return True


def _refusal(number: Any, code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message, "data": message}}
