"""The glass of the phone: a page of a real browser that shows its windows and is touched."""

from __future__ import annotations

import asyncio
import base64
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, cast

from askonce.config import read_settings
from askonce.geometry import Size
from askonce.screens.web import BrowserOptions
from askonce.screens.web.browser_launch import launch_browser
from askonce.screens.web.playwright_driver import playwright_driver
from askonce.testing.phone import disturbances
from askonce.testing.phone.handset import PORTRAIT, Handset
from askonce.testing.phone.views import View

if TYPE_CHECKING:
    from playwright.async_api import Browser, CDPSession, Page

SCALE = 2
"""Pixels for each unit, as on a phone of 320 dots per inch."""
HOLD = 0.5
"""Seconds after which a finger that stays is a hold."""
_SCRIPTS = ("windows.js", "gestures.js", "hierarchy.js")
_MOST_DRAWS = 6


class TouchScreen:
    """Shows a handset and takes fingers and keys. All places are in pixels of the screen."""

    def __init__(self, phone: Handset, page: Page, devtools: CDPSession) -> None:
        self._phone, self._page, self._devtools = phone, page, devtools
        self._busy = asyncio.Lock()
        self._tables: dict[str, list[View]] = {}
        self._drawn: list[dict[str, Any]] = []
        self._size = PORTRAIT
        self._holds: set[asyncio.Task[None]] = set()
        self._down: dict[int, int] = {}
        self._touches = 0

    @classmethod
    async def open(cls, phone: Handset, options: BrowserOptions, closing: AsyncExitStack) -> TouchScreen:
        """Start a browser and show the phone in it, until `closing` is closed."""
        playwright = await closing.enter_async_context(playwright_driver())
        browser = await launch_browser(playwright, options)
        closing.push_async_callback(browser.close)
        size = _viewport(PORTRAIT)
        page = await cast("Browser", browser).new_page(viewport=size, device_scale_factor=SCALE)
        screen = cls(phone, page, await page.context.new_cdp_session(page))
        await page.set_content(_page_text())
        async with screen._busy:
            await screen._draw()
        return screen

    # Looking

    async def picture(self, kind: Literal["png", "jpeg"] = "png", quality: int | None = None) -> bytes:
        async with self._busy:
            await self._draw()
            # Without a clip that says so, a headless browser gives a picture in units, not in pixels.
            clip = {"x": 0, "y": 0, "width": self._size.width, "height": self._size.height, "scale": SCALE}
            options: dict[str, Any] = {"format": kind, "optimizeForSpeed": True, "clip": clip}
            if quality is not None and kind == "jpeg":
                options["quality"] = quality
            taken = cast("dict[str, str]", await cast(Any, self._devtools).send("Page.captureScreenshot", options))
            return base64.b64decode(taken["data"])

    async def hierarchy(
        self, *, active_only: bool = False, names: Sequence[str] | None = None, is_scroll_told: bool = False
    ) -> str:
        """The elements in view, as XML; of the active window only, of all, or of those that are named."""
        async with self._busy:
            await self._draw()
            told = self._phone.told_windows()[: 1 if active_only else None] if names is None else list(names)
            given = [told, SCALE, self._phone.rotation, is_scroll_told]
            return await self._page.evaluate("(given) => hierarchy(...given)", given)

    async def focused_box(self) -> tuple[float, float, float, float] | None:
        """Where the field that has the focus is, in units."""
        return await self._page.evaluate("() => focusedBox()")

    # Fingers

    async def tap(self, x: float, y: float) -> None:
        """Down and up again, however slow this machine is."""
        async with self._busy:
            if disturbances.happen(self._phone):
                await self._draw()
                return
            await self._draw()
            await self._touch("fingerTap", x / SCALE, y / SCALE, _now())
            await self._draw()

    async def down(self, x: float, y: float, finger: int = 0, *, stays: bool = True) -> None:
        """A finger goes down. One that `stays` until it is moved or lifted becomes a hold."""
        async with self._busy:
            await self._draw()
            self._touches += 1
            self._down[finger] = self._touches
            await self._touch("fingerDown", finger, x / SCALE, y / SCALE, _now())
            await self._draw()
        if not stays:
            return
        hold = asyncio.create_task(self._hold(finger, self._touches))
        self._holds.add(hold)
        hold.add_done_callback(self._holds.discard)

    async def move(self, x: float, y: float, finger: int = 0) -> None:
        async with self._busy:
            await self._touch("fingerMove", finger, x / SCALE, y / SCALE)

    async def up(self, x: float, y: float, finger: int = 0) -> None:
        async with self._busy:
            self._down.pop(finger, None)
            await self._touch("fingerUp", finger, x / SCALE, y / SCALE, _now())
            await self._draw()

    async def stroke(self, points: list[tuple[float, float]], seconds: float, *, hold: float = 0.0) -> None:
        """One finger along these points; it stays at the first one for `hold` seconds."""
        await self.strokes([points], seconds, hold=hold)

    async def strokes(self, paths: list[list[tuple[float, float]]], seconds: float, *, hold: float = 0.0) -> None:
        """Several fingers at once, each along its own points, in equal steps."""
        for finger, path in enumerate(paths):
            await self.down(*path[0], finger, stays=hold > 0 or len(path) == 1)
        if hold:
            await asyncio.sleep(hold)
        steps = max(len(path) for path in paths)
        for step in range(1, steps):
            for finger, path in enumerate(paths):
                await self.move(*path[min(step, len(path) - 1)], finger)
            await asyncio.sleep(seconds / (steps - 1))
        if steps == 1:
            await asyncio.sleep(seconds)
        for finger, path in enumerate(paths):
            await self.up(*path[-1], finger)

    async def _hold(self, finger: int, touch: int) -> None:
        await asyncio.sleep(HOLD)
        async with self._busy:
            if self._down.get(finger) == touch:
                await self._touch("fingerHeld")
                await self._draw()

    async def _touch(self, function: str, *arguments: float) -> None:
        await self._handle(await self._page.evaluate(f"(given) => {function}(...given)", list(arguments)))

    # Keys

    async def type(self, text: str) -> None:
        async with self._busy:
            await self._draw()
            if self._phone.takes_text:
                await self._write(text)
                await self._draw()

    async def press(self, *keys: str) -> None:
        """Press keys of the browser, one after the other, such as `Control+a`."""
        async with self._busy:
            await self._draw()
            for key in keys if self._phone.takes_text else ():
                await self._page.keyboard.press(key)
                await self._take()
            await self._draw()

    async def clear(self) -> None:
        """Empty the field that has the focus."""
        await self.press("Control+a", "Delete")

    async def edit(self, how: str) -> None:
        """`copy` or `cut` what is selected, or `paste` the clipboard of the phone."""
        if how == "paste":
            await self.type(self._phone.clipboard)
            return
        if selected := await self._page.evaluate("() => selectedText()"):
            self._phone.clipboard = selected
            if how == "cut":
                await self.press("Delete")

    async def choose(self, id: str, option: str) -> bool:
        """Choose in a view that offers options; False where it has no such option."""
        async with self._busy:
            await self._draw()
            for view in (view for table in self._tables.values() for view in table):
                if view.id == id and option in view.options and (handler := view.on.get("choose")):
                    handler(option)
                    await self._draw()
                    return True
            return False

    async def refresh(self) -> None:
        """Draw what has changed."""
        async with self._busy:
            await self._draw()

    async def _write(self, text: str) -> None:
        await self._page.keyboard.insert_text(text)
        await self._take()

    async def _take(self) -> None:
        await self._handle(await self._page.evaluate("() => taken()"))

    # Drawing

    async def _draw(self) -> None:
        """Draw until nothing changes any more: a field that is gone takes the keyboard with it."""
        for _ in range(_MOST_DRAWS):
            before = self._phone.keyboard_shown
            await self._draw_once()
            while self._phone.typed:
                key, sign = self._phone.typed.pop(0)
                if key:
                    await self._page.keyboard.press(key)
                    await self._take()
                else:
                    await self._write(sign)
            if self._phone.keyboard_shown == before:
                return

    async def _draw_once(self) -> None:
        if self._size != self._phone.size:
            self._size = self._phone.size
            await self._page.set_viewport_size(_viewport(self._size))
        windows = self._phone.windows()
        self._tables = {window.name: list(window.view.numbered()) for window in windows}
        described = [window.described() for window in windows]
        if described != self._drawn:
            self._drawn = described
            await self._handle(await self._page.evaluate("(windows) => show(windows)", described))

    async def _handle(self, taken: dict[str, Any]) -> None:
        """Call the handlers of what was done to views."""
        for window, number, what, value in cast("list[tuple[str, int, str, Any]]", taken["events"]):
            table = self._tables.get(window, [])
            view = table[number] if number < len(table) else View()
            if what == "focus":
                self._phone.keyboard_shown = True
            elif handler := view.on.get(what):
                match value:
                    case None:
                        handler()
                    case list():
                        handler(*value)
                    case _:
                        handler(value)
        if not taken["editing"]:
            self._phone.keyboard_shown = False


def browser_options(*, headed: bool = False) -> BrowserOptions:
    """The browser that the settings name, or the one that is found."""
    return BrowserOptions(headed, read_settings().browser)


def _now() -> float:
    return time.monotonic() * 1000


def _viewport(size: Size) -> Any:
    return {"width": int(size.width), "height": int(size.height)}


def _page_text() -> str:
    folder = files("askonce.testing.phone") / "page"
    text = (folder / "phone.html").read_text("utf-8")
    scripts = "\n".join((folder / name).read_text("utf-8") for name in _SCRIPTS)
    return text.replace("/* phone.css */", (folder / "phone.css").read_text("utf-8")).replace("/* scripts */", scripts)
