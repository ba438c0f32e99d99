"""A person at a browser: a mouse and a keyboard, by the DevTools protocol, which pages cannot tell from real ones."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from playwright.async_api import BrowserContext, CDPSession, Dialog, Error, Locator, Page, Request

T = TypeVar("T")
Spot = tuple[float, float]

_CODES = {"Enter": 13, " ": 32, "Escape": 27, "Tab": 9, "Backspace": 8, "ArrowRight": 39, "ArrowDown": 40}
_HEARD = 8.0
"""Seconds in which a gesture has to be heard and done."""
_STROKE = 0.02
"""Seconds from one key to the next."""
_LOOK = 0.12
_MOST_LOOKS = 20
_LOOKS = "() => [location.href, document.readyState, document.body.innerText, innerWidth && scrollY].join()"
_SILENT = frozenset({"Tab", "Backspace", "ArrowRight"})
"""Keys that are left to the browser, and told with what they changed."""


class Person:
    """Does moves as flows write them: `click: SELECTOR`. After each it waits until the screen has done it, or, where no
    recorder watches, until the page rests."""

    def __init__(self, folder: Path, current: Callable[[], Page], *, is_watched: bool = True) -> None:
        self._folder = folder
        self._current = current
        self._is_watched = is_watched
        self._asked = asyncio.Event()
        self._sessions: dict[Page, CDPSession] = {}
        self._done = 0
        self._more = asyncio.Event()
        self._blocked: set[asyncio.Future[Any]] = set()
        self._requests: set[Request] = set()
        self.unheard: list[str] = []

    def heard(self) -> None:
        """A gesture was done."""
        self._done += 1
        self._more.set()

    def be_asked(self, _: Dialog) -> None:
        """A dialog opened: no page says anything until it is answered."""
        self._asked.set()

    async def do_all(self, moves: Sequence[Mapping[str, Any]]) -> None:
        if not self._is_watched:
            await self._rest()
        for move in moves:
            for verb, argument in move.items():
                await self.do(verb, argument)

    async def do(self, verb: str, argument: Any) -> None:
        before = self._done
        work: Callable[[Any], Awaitable[int]] = getattr(self, f"_{verb}")
        expected = before + (await self._unless_asked(work(argument)) or 0)
        if not self._is_watched:
            await self._rest()
            return
        try:
            async with asyncio.timeout(_HEARD):
                while self._done < expected:
                    self._more.clear()
                    await self._more.wait()
        except TimeoutError:
            self.unheard.append(f"{verb}: {argument}")

    async def _unless_asked(self, work: Awaitable[T]) -> T | None:
        """A browser answers only once a dialog is answered."""
        doing = asyncio.ensure_future(work)
        while not (doing.done() or self._asked.is_set()):
            await asyncio.wait({doing}, timeout=_LOOK)
        if not doing.done():
            self._blocked.add(doing)
            return None
        return doing.result()

    def watch_requests(self, context: BrowserContext) -> None:
        """A page rests only where it waits for nothing."""
        context.on("request", lambda request: self._requests.add(request))
        context.on("requestfinished", lambda request: self._requests.discard(request))
        context.on("requestfailed", lambda request: self._requests.discard(request))

    async def _rest(self) -> None:
        """Until two looks at the page are the same, and it waits for no answer; some never come."""
        before, now, looks = None, "", 0
        while (before != now or (self._requests and looks < _MOST_LOOKS)) and not self._asked.is_set():
            await asyncio.sleep(_LOOK)
            looks += 1
            try:
                look = asyncio.ensure_future(self._current().evaluate(_LOOKS))
                before, now = now, await self._unless_asked(look) or ""
            except Error:
                before, now = None, ""  # it is just moving to another page

    # Each returns how many gestures it makes.

    async def _click(self, selector: str) -> int:
        await self._press(await self._spot(selector))
        return 1

    _point = _click

    async def _double(self, selector: str) -> int:
        await self._press(await self._spot(selector), times=2)
        return 2

    async def _right(self, selector: str) -> int:
        await self._press(await self._spot(selector), button="right")
        return 1

    async def _hold(self, selector: str) -> int:
        at = await self._spot(selector)
        await self._mouse("mousePressed", at, button="left", clickCount=1)
        await asyncio.sleep(0.7)
        await self._mouse("mouseReleased", at, button="left", clickCount=1)
        return 1

    async def _drag(self, places: list[str]) -> int:
        start, end = [await self._spot(place) for place in places]
        await self._mouse("mousePressed", start, button="left", clickCount=1)
        for part in (0.2, 0.5, 0.8, 1.0):
            at = (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
            await self._mouse("mouseMoved", at, button="left", buttons=1)
        await self._mouse("mouseReleased", end, button="left", clickCount=1)
        return 1

    async def _hover(self, selector: str) -> int:
        await self._mouse("mouseMoved", await self._spot(selector))
        return 0

    async def _type(self, text: str) -> int:
        for character in text:
            await self._key(character)
            await asyncio.sleep(_STROKE)
        return 1

    async def _key(self, key: str, modifiers: int = 0) -> int:
        session = await self._session()
        typed = "\r" if key == "Enter" else key if len(key) == 1 and not modifiers else ""
        code = _CODES.get(key) or (ord(key.upper()) if key.isalnum() and key.isascii() else 0)
        event = {"key": key, "code": key, "windowsVirtualKeyCode": code, "modifiers": modifiers}
        await session.send("Input.dispatchKeyEvent", {"type": "keyDown", **event, **({"text": typed} if typed else {})})
        await session.send("Input.dispatchKeyEvent", {"type": "keyUp", **event})
        return 0 if key in _SILENT or modifiers else 1

    async def _keys(self, keys: str) -> int:
        session = await self._session()
        letter = keys.removeprefix("Control+")
        event = {"key": letter.lower(), "windowsVirtualKeyCode": ord(letter), "modifiers": 2}
        await session.send("Input.dispatchKeyEvent", {"type": "keyDown", **event, "commands": ["selectAll"]})
        await session.send("Input.dispatchKeyEvent", {"type": "keyUp", **event})
        return 0

    async def _focus(self, selector: str) -> int:
        """By Tab, as often as it takes."""
        await self._locator(selector).focus()
        return 0

    async def _choose(self, wanted: list[Any]) -> int:
        """So many options down."""
        await self._locator(wanted[0]).focus()
        for _ in range(wanted[1]):
            await self._key("ArrowDown")
        return wanted[1]

    async def _set(self, wanted: list[str]) -> int:
        await self._locator(wanted[0]).focus()
        year, month, day = wanted[1].split("-")
        for digit in month + day + year:
            await self._key(digit)
        return 1

    async def _files(self, wanted: list[str]) -> int:
        path = self._folder / wanted[1]
        path.write_text("notes")
        session = await self._session()
        found = await session.send("Runtime.evaluate", {"expression": f"document.querySelector('{wanted[0]}')"})
        chosen = {"files": [str(path)], "objectId": found["result"]["objectId"]}
        await session.send("DOM.setFileInputFiles", chosen)
        return 1

    async def _scroll(self, wanted: list[Any]) -> int:
        at = await self._spot(wanted[1]) if len(wanted) > 1 else (400.0, 300.0)
        await self._mouse("mouseWheel", at, deltaX=0, deltaY=wanted[0])
        return 1

    async def _answer(self, answer: bool | str) -> int:
        await asyncio.wait_for(self._asked.wait(), _HEARD)  # who answers has seen the question
        self._asked.clear()
        session = await self._session()
        words = {"promptText": answer} if isinstance(answer, str) else {}
        await session.send("Page.handleJavaScriptDialog", {"accept": bool(answer), **words})
        return 1

    async def _back(self, _: bool) -> int:
        await self._current().go_back()
        return 1

    # The mouse

    async def _press(self, at: Spot, times: int = 1, button: str = "left") -> None:
        await self._mouse("mouseMoved", at)
        kinds = [(kind, time + 1) for time in range(times) for kind in ("mousePressed", "mouseReleased")]
        await asyncio.gather(*(self._mouse(kind, at, button=button, clickCount=time) for kind, time in kinds))

    async def _mouse(self, kind: str, at: Spot, **more: Any) -> None:
        session = await self._session()
        await session.send("Input.dispatchMouseEvent", {"type": kind, "x": at[0], "y": at[1], **more})

    async def _session(self) -> CDPSession:
        page = self._current()
        if page not in self._sessions:
            self._sessions[page] = await page.context.new_cdp_session(page)
            await self._sessions[page].send("Page.enable")
        return self._sessions[page]

    def _locator(self, selector: str) -> Locator:
        *frames, inner = selector.split(" | ")
        place: Any = self._current()
        for frame in frames:
            place = place.frame_locator(frame)
        return place.locator(inner).first

    async def _spot(self, selector: str) -> Spot:
        """The middle of an element, which is scrolled to by the wheel where it is not in view."""
        locator = self._locator(selector)
        box = await self._box(locator)
        size = self._current().viewport_size or {"height": 720}
        if not 0 <= box["y"] + box["height"] / 2 < size["height"]:
            await self.do("scroll", [box["y"] - size["height"] / 2])
            box = await self._rested(locator)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    async def _box(self, locator: Locator) -> Any:
        """Where an element is, once it is there: a page may be just going."""
        async with asyncio.timeout(_HEARD):
            while True:
                await locator.wait_for(timeout=_HEARD * 1000)
                if box := await locator.bounding_box():
                    return box

    async def _rested(self, locator: Locator) -> Any:
        """Where an element is once it moves no more."""
        before, now = None, await self._box(locator)
        while before != now:
            await self._current().wait_for_timeout(120)
            before, now = now, await self._box(locator)
        return now
