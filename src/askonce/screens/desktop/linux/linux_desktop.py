"""A Linux desktop on X11."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from askonce.errors import NotOperable, ScreenError
from askonce.geometry import Box, Point
from askonce.screens.desktop.desktop_port import Button, DesktopElement, DesktopWindow, Monitor, Reach
from askonce.screens.desktop.grabbed_pixels import grab, new_grabber
from askonce.screens.desktop.linux.applications import Applications
from askonce.screens.desktop.linux.atspi_bus import AtspiBus, NoAnswer, Ref
from askonce.screens.desktop.linux.atspi_elements import build_elements
from askonce.screens.desktop.linux.atspi_reader import AtspiReader
from askonce.screens.desktop.linux.x11_clipboard import X11Clipboard
from askonce.screens.desktop.linux.x11_connection import X, X11Connection, xtest
from askonce.screens.desktop.linux.x11_keyboard import X11Keyboard
from askonce.screens.desktop.linux.x11_windows import X11Windows

_BUTTONS: Mapping[Button, int] = {"left": 1, "middle": 2, "right": 3}
_UP, _DOWN, _LEFT, _RIGHT = 4, 5, 6, 7
"""The wheel, as buttons."""
_NOTCH = 0.008
"""Seconds between two notches."""


class LinuxDesktop:
    """Windows and input by X11, elements by AT-SPI, pictures by mss."""

    way = "X11 and AT-SPI"

    def __init__(self, display: str, environment: Mapping[str, str], *, has_tree: bool = True) -> None:
        self._name = display
        self._environment = environment
        self._has_tree = has_tree
        self._x = X11Connection(display)
        self._keyboard = X11Keyboard(self._x)
        self._windows = X11Windows(self._x)
        self._clipboard = X11Clipboard(display)
        self._applications = Applications(environment)
        self._bus = AtspiBus(environment.get("DBUS_SESSION_BUS_ADDRESS", ""))
        self._reader = AtspiReader(self._bus)
        self._grabber: Any = None
        self._told: list[str] = []

    async def start(self) -> None:
        with self._x.asked():
            self._keyboard.start()
        if self._has_tree:
            await self._bus.start()

    async def stop(self) -> None:
        await self._bus.stop()
        if self._grabber is not None:
            self._grabber.close()
        self._clipboard.close()
        try:
            with self._x.asked():
                self._keyboard.stop()
        except ScreenError:
            pass  # the display went first
        self._x.close()
        await self._applications.close()

    def news(self) -> Sequence[str]:
        told, self._told = self._told, []
        return told

    # Seeing

    async def monitors(self) -> Sequence[Monitor]:
        return self._windows.monitors()

    async def windows(self) -> Sequence[DesktopWindow]:
        return self._windows.list()

    async def elements(self, windows: Sequence[DesktopWindow]) -> Sequence[DesktopElement]:
        if not self._has_tree:
            return []
        processes = await self._reader.processes()
        own = [window for window in windows if not window.is_popup]
        popups = [window for window in windows if window.is_popup]
        strangers = [window for window in own if window.process not in processes.values()]
        showing = {ref: [window for window in own if window.process == process] for ref, process in processes.items()}
        wanted = [ref for ref, found in showing.items() if found or strangers]
        read = await asyncio.gather(*(self._elements_of(ref, showing[ref], strangers, popups) for ref in wanted))
        order = {window.number: place for place, window in enumerate(windows)}
        parts = sorted((part for parts in read for part in _by_window(parts)), key=lambda part: order.get(part[0], 0))
        return [element for _, elements in parts for element in elements]

    async def _elements_of(
        self,
        ref: Ref,
        own: Sequence[DesktopWindow],
        strangers: Sequence[DesktopWindow],
        popups: Sequence[DesktopWindow],
    ) -> list[DesktopElement]:
        """The elements of an application. One that shows no window may have one whose process has another number, as
        in a sandbox: then the title tells."""
        try:
            tops = await (
                self._reader.read(ref) if own else self._reader.read_titled(ref, {w.title for w in strangers})
            )
        except NoAnswer:
            return []  # it ended meanwhile
        return build_elements(tops, own or strangers, popups) if tops else []

    async def pixels(self, box: Box) -> tuple[int, int, bytes]:
        return await asyncio.to_thread(self._grab, box)

    def _grab(self, box: Box) -> tuple[int, int, bytes]:
        if self._grabber is None:
            self._grabber = new_grabber(self._name)
        return grab(self._grabber, box)

    async def focused_text(self) -> str | None:
        return await self._reader.focused_text() if self._has_tree else None

    async def nudge(self, key: str, dx: float, dy: float) -> bool:
        return self._has_tree and await self._reader.nudge(key, dx, dy)

    # Mouse and keyboard

    async def move(self, at: Point) -> None:
        with self._x.asked():
            xtest.fake_input(self._x.display, X.MotionNotify, x=round(at.x), y=round(at.y))
            self._x.display.sync()

    async def button(self, button: Button, *, down: bool) -> None:
        self._press(_BUTTONS[button], down=down)

    async def wheel(self, across: int, down: int) -> None:
        turns = [_DOWN if down > 0 else _UP] * abs(down) + [_RIGHT if across > 0 else _LEFT] * abs(across)
        for button in turns:
            self._press(button, down=True)
            self._press(button, down=False)
            await asyncio.sleep(_NOTCH)

    def _press(self, button: int, *, down: bool) -> None:
        with self._x.asked():
            xtest.fake_input(self._x.display, X.ButtonPress if down else X.ButtonRelease, button)
            self._x.display.sync()

    async def type(self, text: str, delay: float) -> None:
        with self._x.asked():
            await self._keyboard.type(text, delay)

    async def press(self, keys: Sequence[str]) -> None:
        with self._x.asked():
            await self._keyboard.press(keys)

    async def read_clipboard(self) -> str:
        return await asyncio.to_thread(self._clipboard.read)

    async def write_clipboard(self, text: str) -> None:
        await asyncio.to_thread(self._clipboard.write, text)

    # Windows and applications

    async def activate(self, window: DesktopWindow) -> None:
        await self._windows.activate(window)

    async def place(self, window: DesktopWindow, box: Box) -> None:
        await self._windows.place(window, box)

    async def close_window(self, window: DesktopWindow) -> None:
        await self._windows.close(window)

    async def launch(self, app: str, reach: Reach) -> int:
        return await self._applications.launch(app, reach)

    async def terminate(self, app: str) -> None:
        """End its processes. Of a window that is not surely one of theirs, only the window is closed."""
        listed = self._windows.list()
        windows = self._applications.windows_of(app, listed)
        owned = {window.number for window in windows if self._windows.is_owned(window)}
        own = {window.process for window in windows if window.number in owned}
        await self._applications.terminate(app, listed, own)
        for window in windows:
            if window.number not in owned:
                await self._windows.close(window)
        if left := await self._windows.left_of(windows):
            raise NotOperable(f"{app!r} has not ended: {left[0].title!r} is still open", remedy="look what it asks")

    async def windows_of(self, app: str, process: int) -> Sequence[DesktopWindow]:
        if self._applications.is_running(process):
            return []
        return self._applications.windows_of(app, self._windows.list())


def _by_window(elements: Sequence[DesktopElement]) -> list[tuple[int, list[DesktopElement]]]:
    """The elements in runs, one for each window of the application."""
    runs: list[tuple[int, list[DesktopElement]]] = []
    for element in elements:
        if element.outer is None or not runs:
            runs.append((element.window, []))
        runs[-1][1].append(element)
    return runs
