"""The hand of a person: events as a browser makes them of a mouse and a keyboard, by a way that is not the screen's."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from playwright.async_api import CDPSession, Page

from askonce.screens.gestures import Gesture, HandDrag, HandFill, HandHold, HandKeys, HandPress, HandReload, HandText
from askonce.screens.web import WebScreen

_CODES = {"Enter": 13, " ": 32, "Escape": 27, "Tab": 9, "ArrowDown": 40, "Backspace": 8, "F5": 116}


class PersonHand:
    """Moves, presses and types. The numbers of its methods are positions on the screen."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session

    @classmethod
    async def at(cls, page: Page) -> PersonHand:
        return cls(await page.context.new_cdp_session(page))

    async def mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        await self._send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **more})

    async def click(self, x: float, y: float, *, count: int = 1, button: str = "left", modifiers: int = 0) -> None:
        """All at once, so that nothing of ours comes between two clicks."""
        events = [(kind, number + 1) for number in range(count) for kind in ("mousePressed", "mouseReleased")]
        more = {"button": button, "modifiers": modifiers}
        await asyncio.gather(*(self.mouse(kind, x, y, clickCount=number, **more) for kind, number in events))

    async def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        await self.mouse("mousePressed", *start, button="left", clickCount=1)
        for part in (0.3, 0.6, 1):
            x, y = (begin + (stop - begin) * part for begin, stop in zip(start, end, strict=True))
            await self.mouse("mouseMoved", x, y, button="left", buttons=1)
        await self.mouse("mouseReleased", *end, button="left", clickCount=1)

    async def keys(self, *keys: str, modifiers: int = 0) -> None:
        """All at once, so that a slow machine makes no pause between two."""
        events: list[dict[str, Any]] = []
        for key in keys:
            is_typed = (len(key) == 1 and not modifiers) or key == "Enter"
            text = {"text": "\r" if key == "Enter" else key} if is_typed else {}
            code = _CODES.get(key) or ord(key[0].upper())
            event = {"key": key, "code": key, "windowsVirtualKeyCode": code, "modifiers": modifiers}
            events += {"type": "keyDown", **event, **text}, {"type": "keyUp", **event}
        await asyncio.gather(*(self._send("Input.dispatchKeyEvent", event) for event in events))

    async def _send(self, method: str, params: dict[str, Any]) -> None:
        await self._session.send(method, params)


class HandTaker:
    """Takes gestures, does on the screen what is not done yet, and keeps them."""

    def __init__(self, screen: WebScreen) -> None:
        self._screen = screen
        self.taken: list[Gesture] = []
        self._came = asyncio.Event()

    async def __call__(self, gesture: Gesture) -> None:
        screen = self._screen
        match gesture:
            case HandPress(is_done=False, button="left"):
                await screen.tap(gesture.at, count=gesture.count)
            case HandPress(is_done=False, button="right"):
                await screen.right_tap(gesture.at)
            case HandHold(is_done=False):
                await screen.hold(gesture.at, 0.01)
            case HandDrag(is_done=False):
                await screen.drag(gesture.start, gesture.end)
            case HandText(is_done=False):
                await screen.type(gesture.text)
            case HandKeys(is_done=False):
                await screen.press(gesture.keys)
            case HandReload(is_done=False):
                await screen.reload()
            case _:
                pass
        await screen.settle()
        self.taken.append(gesture)
        self._came.set()

    async def until(self, count: int) -> Sequence[Gesture]:
        """What came, once there are so many gestures; what is being typed comes at a pause."""
        async with asyncio.timeout(120):
            while len(self.taken) < count:
                self._came.clear()
                await self._came.wait()
        return self.taken

    @property
    def texts(self) -> list[str]:
        return [gesture.text for gesture in self.taken if isinstance(gesture, HandFill | HandText)]
