"""A desktop as a screen. Screen units are the pixels of the monitors that are driven, counted from their corner."""

from __future__ import annotations

import asyncio
import io
import sys
import time
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Self, TypeVar
from zlib import crc32

from askonce.errors import ConfigError, NotOperable, ScreenClosed
from askonce.geometry import Box, Frame, Point, Size
from askonce.screens.carried_numbers import CarriedNumbers
from askonce.screens.desktop.desktop_options import DrivingOptions
from askonce.screens.desktop.desktop_port import Button, DesktopPort, DesktopWindow, Monitor, Reach
from askonce.screens.desktop.desktop_sight import see
from askonce.screens.desktop.desktop_tree import DesktopLook, build_tree
from askonce.screens.desktop.file_copies import copy_from, copy_to
from askonce.screens.desktop.list_choice import choose_in_list
from askonce.screens.desktop.wheel_scroll import WheelScroll
from askonce.screens.desktop.window_names import find_window, stays_open
from askonce.screens.keys import read_keys
from askonce.screens.polled_settle import ADDRESS, Look, PolledSettle
from askonce.screens.screen_protocol import Display, Edge, Shot, Window
from askonce.screens.secret_painter import boxes_with_secrets
from askonce.screens.ui_tree import Tree
from askonce.values import Mask

T = TypeVar("T")

_POLL = 0.05
_QUIET = 0.15
"""Seconds after an action before the first look that counts. Applications of this machine answer no look before they
have taken what was done before it, so this is for what they begin afterwards."""
_FRESH = 0.05
"""Seconds for which a look counts as one of now, as long as nothing is done: settling has just taken one."""
_RESTS = 0.01
"""Seconds that the pointer rests on an element before it is pressed: some look at it only then."""
_DRAG_STEPS, _DRAG_STEP = 12, 0.015
_OPENS = 30.0
"""Seconds that an application has for its first window."""
_HANDS_OVER = 2.5
"""Seconds after which an application that runs already opens no second window."""
_CLOSES = 2.0
"""Seconds that a window has for closing."""
_TELLS = 2.0
"""Seconds that a new application has for telling its elements."""
_FAST_QUALITY = 60
_ARRIVES, _STROKE = 1.5, 0.01
"""Seconds that keys have for reaching a field, and between two looks at it."""


class DesktopScreen:
    """One desktop, with what drives it."""

    kind = "desktop"

    def __init__(self, port: DesktopPort, options: DrivingOptions | None = None) -> None:
        self._port = port
        self._options = options or DrivingOptions()
        self._numbers = CarriedNumbers()
        self._settling = PolledSettle(self._look, quiet=_QUIET, pause=_POLL)
        self._wheel = WheelScroll(self)
        self._latest = DesktopLook()
        self._looked = self._stood = 0.0
        """When it was looked at last, and when nothing moved."""
        self._view = Box(0, 0, 0, 0)
        self._cursor: Point | None = None
        self._typed: dict[int, set[str]] = {}
        """What was typed into each window, or may have been pasted."""
        self._copied = ""
        """What was put on the clipboard last."""
        self._is_closed = False

    async def open(self) -> Self:
        await self._port.start()
        self._view = _view_of(await self._port.monitors(), self._options.monitor)
        return self

    # Screen, FastCapture, Inspectable, StillTree, Watchable, Surrounded

    async def capture(self) -> Shot:
        return await self._picture("PNG", "image/png", compress_level=1)

    async def capture_fast(self) -> Shot:
        return await self._picture("JPEG", "image/jpeg", quality=_FAST_QUALITY)

    async def _picture(self, kind: str, media_type: str, **how: int) -> Shot:
        self._check_open()
        width, height, colours = await self._port.pixels(self._view)
        image = await asyncio.to_thread(_encode, width, height, colours, kind, how)
        return Shot(image, media_type, Frame(Box.of_size(await self.size()), Size(width, height)))

    async def size(self) -> Size:
        self._check_open()
        return Size(round(self._view.width), round(self._view.height))

    async def settle(self) -> None:
        self._check_open()
        await self._settling.settle()
        self._stood = time.monotonic()

    def news(self) -> Sequence[str]:
        return self._port.news()

    async def close(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            await self._port.stop()

    async def tree(self) -> Tree:
        self._check_open()
        if self._settling.seen is None or time.monotonic() - self._looked > _FRESH:
            await self._look()
        return self._build()

    async def still_tree(self) -> Tree:
        self._check_open()
        if self._settling.seen is None:
            await self._look()
        elif time.monotonic() - self._stood < _FRESH:
            return self._build()
        await self._settling.stand_still()
        self._stood = time.monotonic()
        return self._build()

    async def legible_tree(self, *, whole: bool) -> Tree:
        tree = await self.tree()
        return replace(tree, sight=see(tree, self._latest, self._view))

    async def find_secrets(self, mask: Mask) -> Sequence[Box]:
        """Where elements show a secret; of a window without elements that one was typed into, all of it."""
        tree = await self.tree()
        blind = [
            window.box.offset(-self._view.left, -self._view.top)
            for window in self._latest.surfaces
            if any(mask.hides(text) for text in self._typed.get(window.number, ()))
        ]
        return [*boxes_with_secrets(mask, tree), *blind]

    async def look(self) -> DesktopLook:
        """What is on the desktop, as the system tells it."""
        self._check_open()
        await self._look()
        return self._latest

    def _build(self) -> Tree:
        return build_tree(self._latest, self._numbers, self._view)

    async def wait_for_change(self, timeout: float) -> bool:
        self._check_open()
        loop = asyncio.get_running_loop()
        deadline, before = loop.time() + timeout, self._settling.seen or await self._look()
        while await self._look() == before:
            if (left := deadline - loop.time()) <= 0:
                return False
            await asyncio.sleep(min(_POLL, left))
        return True

    @property
    def surroundings(self) -> dict[str, str]:
        return {"display": f"{round(self._view.width)}x{round(self._view.height)}", "driven by": self._port.way}

    # Pointer, Mouse, MiddleButton, Cursor

    @property
    def cursor(self) -> Point | None:
        return self._cursor

    async def tap(self, at: Point, *, count: int = 1) -> None:
        await self._do(lambda: self._click(at, "left", count))

    async def right_tap(self, at: Point) -> None:
        await self._do(lambda: self._click(at, "right"))
        await self._note_typed(self._copied)  # its menu may paste

    async def middle_tap(self, at: Point) -> None:
        await self._do(lambda: self._click(at, "middle"))

    async def hover(self, at: Point) -> None:
        await self._do(lambda: self._move(at))

    async def hold(self, at: Point, seconds: float) -> None:
        async def held() -> None:
            await self._move(at)
            await self._port.button("left", down=True)
            try:
                await asyncio.sleep(seconds)
            finally:
                await self._port.button("left", down=False)

        await self._do(held)

    async def drag(self, start: Point, end: Point) -> None:
        async def dragged() -> None:
            await self._move(start)
            await self._port.button("left", down=True)
            try:
                for step in range(1, _DRAG_STEPS + 1):
                    share = step / _DRAG_STEPS
                    way = Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)
                    await self._move(way)
                    await asyncio.sleep(_DRAG_STEP)
                await asyncio.sleep(_RESTS)
            finally:
                await self._port.button("left", down=False)

        await self._do(dragged)

    async def _click(self, at: Point, button: Button, count: int = 1) -> None:
        await self._move(at)
        await asyncio.sleep(_RESTS)
        for _ in range(count):
            await self._port.button(button, down=True)
            await self._port.button(button, down=False)

    async def _move(self, at: Point) -> None:
        inside = Point(
            min(max(at.x, 0), self._view.width - 1) + self._view.left,
            min(max(at.y, 0), self._view.height - 1) + self._view.top,
        )
        await self._port.move(inside)
        self._cursor = at

    # Keyboard, Clipboard, Chooser, Scroller

    async def type(self, text: str, *, delay: float = 0.0) -> None:
        async def typed() -> None:
            await self._note_typed(text)
            await self._port.type(text, delay or self._options.type_delay)
            await self._arrives(lambda held: _holds(held, text))

        await self._do(typed)

    async def clear(self) -> None:
        async def cleared() -> None:
            await self._port.press(("ControlOrMeta", "a"))
            await self._port.press(("Delete",))
            await self._arrives(lambda held: not held)

        await self._do(cleared)

    async def _arrives(self, is_there: Callable[[str], bool]) -> None:
        """Wait until a field holds what its keys make of it, if it tells."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + _ARRIVES
        while loop.time() < deadline:
            held = await self._port.focused_text()
            if held is None or is_there(held):
                return
            await asyncio.sleep(_STROKE)

    async def press(self, keys: str) -> None:
        async def pressed() -> None:
            await self._note_typed(self._copied)
            await self._port.press(read_keys(keys))

        await self._do(pressed)

    async def go_to_end(self) -> None:
        await self.press("Meta+ArrowDown" if sys.platform == "darwin" else "Control+End")

    async def _note_typed(self, text: str) -> None:
        active = next((window for window in await self._port.windows() if window.is_active), None)
        if active and text:
            self._typed.setdefault(active.number, set()).add(text)

    async def read_clipboard(self) -> str:
        self._check_open()
        return await self._port.read_clipboard()

    async def write_clipboard(self, text: str) -> None:
        self._copied = text
        await self._do(lambda: self._port.write_clipboard(text))

    async def choose(self, at: Point, options: Sequence[str]) -> None:
        await choose_in_list(self, at, options)

    async def scroll(self, dx: float, dy: float, *, at: Point | None = None) -> None:
        await self._wheel.scroll(dx, dy, at)

    async def scroll_to(self, edge: Edge, *, at: Point | None = None) -> None:
        await self._wheel.scroll_to(edge, at)

    async def nudge(self, key: str, dx: float, dy: float) -> bool:
        return await self._do(lambda: self._port.nudge(key, dx, dy))

    async def turn_wheel(self, across: int, down: int, at: Point) -> None:
        """Turn the wheel by so many notches over a place."""

        async def turned() -> None:
            await self._move(at)
            await self._port.wheel(across, down)

        await self._do(turned)

    # Launcher, Windows, FileTransfer

    async def launch(self, app: str) -> None:
        """Start an application by its name: what a step of a run may do."""
        await self._launch(app, "program" if self._options.is_trusted else "menu")

    async def begin_with(self, app: str) -> None:
        """Start an application, or a program with its arguments: for who opens the desktop."""
        await self._launch(app, "command" if self._options.is_trusted else "menu")

    async def _launch(self, app: str, reach: Reach) -> None:
        before = {window.number for window in await self._port.windows()}
        process = await self._do(lambda: self._port.launch(app, reach))
        window = await self._opened(app, process, before)
        if window is None:
            raise NotOperable(
                f"{app!r} opened no window within {_OPENS:g} s", remedy="look whether it runs in the background"
            )
        if not window.is_active:
            await self._port.activate(window)
        await self._introduces(window)

    async def _introduces(self, window: DesktopWindow) -> None:
        """Give an application a moment for telling its elements; some never do."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + _TELLS
        while loop.time() < deadline:
            look = await self.look()
            if all(surface.number != window.number for surface in look.surfaces):
                return
            await asyncio.sleep(_POLL)

    async def _opened(self, app: str, process: int, before: set[int]) -> DesktopWindow | None:
        """The window that an application opened. One that runs already may open it in its first process, or has but
        the one that is there."""
        loop = asyncio.get_running_loop()
        deadline, handed_over = loop.time() + _OPENS, loop.time() + _HANDS_OVER
        while loop.time() < deadline:
            windows = [window for window in await self._port.windows() if not window.is_popup]
            if new := [window for window in windows if window.number not in before]:
                return next((window for window in new if window.process == process), new[0])
            if loop.time() > handed_over and (own := await self._port.windows_of(app, process)):
                return own[0]
            await asyncio.sleep(_POLL)
        return None

    async def terminate(self, app: str) -> None:
        await self._do(lambda: self._port.terminate(app))

    async def windows(self) -> Sequence[Window]:
        self._check_open()
        found = [window for window in await self._port.windows() if not window.is_popup]
        corner = -self._view.left, -self._view.top
        return [
            Window(each.title, each.application, each.box.offset(*corner), each.is_active, each.is_hidden)
            for each in found
        ]

    async def displays(self) -> Sequence[Display]:
        self._check_open()
        return [Display(each.name, each.box, each.is_primary) for each in await self._port.monitors()]

    async def switch_window(self, window: str) -> None:
        found = await self._find_window(window)
        if not found.is_active:
            await self._do(lambda: self._port.activate(found))

    async def move_window(self, window: str, to: Point) -> None:
        found = await self._find_window(window)
        corner = to.offset(self._view.left, self._view.top)
        await self._do(lambda: self._port.place(found, Box(corner.x, corner.y, found.box.width, found.box.height)))

    async def resize_window(self, window: str, size: Size) -> None:
        found = await self._find_window(window)
        await self._do(lambda: self._port.place(found, Box(found.box.left, found.box.top, size.width, size.height)))

    async def close_window(self, window: str) -> None:
        found = await self._find_window(window)
        before = {each.number for each in await self._port.windows()}
        await self._do(lambda: self._port.close_window(found))
        loop = asyncio.get_running_loop()
        deadline = loop.time() + _CLOSES
        while found.number in {each.number for each in await self._port.windows()}:
            if loop.time() > deadline:
                raise stays_open(found, await self._port.windows(), before)
            await asyncio.sleep(_POLL)

    async def _find_window(self, words: str) -> DesktopWindow:
        self._check_open()
        return find_window(words, await self._port.windows())

    async def push_file(self, file: str, path: str) -> None:
        self._check_open()
        await asyncio.to_thread(copy_to, self._options, file, path)

    async def pull_file(self, path: str) -> Path:
        self._check_open()
        return await asyncio.to_thread(copy_from, self._options, path)

    # Inside

    def _check_open(self) -> None:
        if self._is_closed:
            raise ScreenClosed("the desktop is closed", remedy="open it again")

    async def _do(self, work: Callable[[], Awaitable[T]]) -> T:
        self._check_open()
        self._settling.note_action()
        try:
            return await work()
        finally:
            self._settling.note_action()

    async def _look(self) -> Look:
        """What is on the desktop, by element, for comparing. Of windows without elements, their picture."""
        windows = tuple(await self._port.windows())
        showing = [window for window in windows if not window.is_hidden]
        self._latest = latest = DesktopLook(windows, tuple(await self._port.elements(showing)))
        seen: dict[Hashable, Hashable] = {ADDRESS: latest.address}
        seen |= {window.number: (window.box, window.title, window.is_active) for window in latest.showing}
        for each in latest.elements:
            seen[each.key] = each.role, each.name, each.box, each.text, each.value, frozenset(each.states)
        for window in latest.surfaces:
            if shown := window.box.intersection(self._view):
                seen[f"surface {window.number}"] = crc32((await self._port.pixels(shown))[2])
        self._settling.note_look(seen)
        self._looked = time.monotonic()
        return seen


def _view_of(monitors: Sequence[Monitor], wanted: str) -> Box:
    """The part of the desktop that is driven: one monitor by its name or number, else all of them."""
    if not wanted:
        whole = monitors[0].box
        for monitor in monitors[1:]:
            whole = whole.union(monitor.box)
        return whole
    if wanted.isdecimal() and int(wanted) in range(len(monitors)):
        return monitors[int(wanted)].box
    if found := next((each for each in monitors if each.name.lower() == wanted.lower()), None):
        return found.box
    listed = ", ".join(f"{place} or {each.name}" for place, each in enumerate(monitors))
    raise ConfigError(f"there is no monitor {wanted!r}", remedy=f"there is {listed}")


def _holds(held: str, text: str) -> bool:
    """Whether a field has taken a text. One that shows dots tells only how many."""
    return text in held or (len(held) >= len(text) and len(set(held)) == 1)


def _encode(width: int, height: int, colours: bytes, kind: str, how: dict[str, int]) -> bytes:
    from PIL import Image

    written = io.BytesIO()
    Image.frombytes("RGB", (width, height), colours).save(written, kind, **how)
    return written.getvalue()
