"""A desktop of Windows: elements by UI Automation, input by SendInput. It has not been tried on a real one."""

from __future__ import annotations

import asyncio
import ctypes
import shlex
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar

from askonce.errors import NotOperable, TypingInDoubt
from askonce.geometry import Box, Point
from askonce.screens.desktop.desktop_port import Button, DesktopElement, DesktopPort, DesktopWindow, Monitor, Reach
from askonce.screens.desktop.grabbed_pixels import grab_pixels, list_monitors
from askonce.screens.desktop.program_reach import check_reach

_ROLES: Mapping[str, str] = {
    "ButtonControl": "button", "CheckBoxControl": "checkbox", "RadioButtonControl": "radio", "EditControl": "textbox",
    "DocumentControl": "textbox", "ComboBoxControl": "combobox", "MenuItemControl": "menuitem", "MenuControl": "menu",
    "MenuBarControl": "menubar", "TextControl": "text", "HyperlinkControl": "link", "ImageControl": "img",
    "SliderControl": "slider", "TabControl": "tablist", "TabItemControl": "tab", "TableControl": "table",
    "DataGridControl": "table", "DataItemControl": "row", "ListControl": "list", "ListItemControl": "listitem",
    "TreeControl": "tree", "TreeItemControl": "treeitem", "HeaderItemControl": "columnheader",
    "SpinnerControl": "spinbutton", "SplitButtonControl": "button", "ToolBarControl": "toolbar",
    "ProgressBarControl": "progressbar", "StatusBarControl": "status", "WindowControl": "dialog",
}  # fmt: skip
_PRESSED = frozenset(
    {"button", "checkbox", "radio", "menuitem", "link", "slider", "tab", "row", "listitem", "treeitem", "columnheader"}
)
_FIELDS = frozenset({"textbox", "combobox", "spinbutton"})
_POPUPS = frozenset({"#32768", "tooltips_class32", "ComboLBox"})
"""Classes of menus, hints and lists that drop down."""
_KEYS: Mapping[str, int] = {
    "Enter": 0x0D, "Tab": 0x09, "Space": 0x20, "Backspace": 0x08, "Escape": 0x1B, "Delete": 0x2E, "Insert": 0x2D,
    "Home": 0x24, "End": 0x23, "PageUp": 0x21, "PageDown": 0x22, "ArrowLeft": 0x25, "ArrowUp": 0x26,
    "ArrowRight": 0x27, "ArrowDown": 0x28, "Shift": 0x10, "Control": 0x11, "ControlOrMeta": 0x11, "Alt": 0x12,
    "Meta": 0x5B, "CapsLock": 0x14, "ContextMenu": 0x5D, "PrintScreen": 0x2C, "Pause": 0x13,
}  # fmt: skip
_MOUSE: Mapping[Button, tuple[int, int]] = {
    "left": (0x0002, 0x0004),
    "right": (0x0008, 0x0010),
    "middle": (0x0020, 0x0040),
}
_WHEEL, _WHEEL_ACROSS, _NOTCH = 0x0800, 0x1000, 120
_KEY_UP, _UNICODE = 0x0002, 0x0004
_CLOSE = 0x0010
_DEEPEST = 40


class _MouseInput(ctypes.Structure):
    _fields_: ClassVar = [
        ("dx", ctypes.c_long),
        ("dy", ctypes.c_long),
        ("data", ctypes.c_ulong),
        ("flags", ctypes.c_ulong),
        ("time", ctypes.c_ulong),
        ("extra", ctypes.c_void_p),
    ]


class _KeyInput(ctypes.Structure):
    _fields_: ClassVar = [
        ("key", ctypes.c_ushort),
        ("scan", ctypes.c_ushort),
        ("flags", ctypes.c_ulong),
        ("time", ctypes.c_ulong),
        ("extra", ctypes.c_void_p),
    ]


class _Either(ctypes.Union):
    _fields_: ClassVar = [("mouse", _MouseInput), ("key", _KeyInput)]


class _Input(ctypes.Structure):
    _fields_: ClassVar = [("kind", ctypes.c_ulong), ("given", _Either)]


class WindowsDesktop(DesktopPort):
    """The desktop of the user who is logged in."""

    way = "UI Automation and SendInput"

    def __init__(self) -> None:
        self._automation: Any = import_module("uiautomation")
        self._user: Any = getattr(ctypes, "windll").user32  # noqa: B009  only there on Windows

    async def start(self) -> None:
        self._user.SetProcessDPIAware()  # positions are pixels then, whatever the scaling

    async def stop(self) -> None:
        return None

    def news(self) -> Sequence[str]:
        return ()

    async def monitors(self) -> Sequence[Monitor]:
        return await asyncio.to_thread(list_monitors)

    async def windows(self) -> Sequence[DesktopWindow]:
        return await asyncio.to_thread(self._list)

    def _list(self) -> list[DesktopWindow]:
        active = self._user.GetForegroundWindow()
        found: list[DesktopWindow] = []
        with self._automation.UIAutomationInitializerInThread():
            for control in self._automation.GetRootControl().GetChildren():
                edges, number = control.BoundingRectangle, int(control.NativeWindowHandle)
                is_popup = control.ClassName in _POPUPS
                if not (control.Name or is_popup) or control.ClassName in {"Progman", "Shell_TrayWnd"}:
                    continue
                found.append(
                    DesktopWindow(
                        number,
                        str(control.Name),
                        str(control.ClassName).lower(),
                        Box.of_edges(edges.left, edges.top, edges.right, edges.bottom),
                        int(control.ProcessId),
                        is_active=number == active,
                        is_hidden=bool(self._user.IsIconic(number)),
                        is_popup=is_popup,
                    )
                )
        return sorted(found, key=lambda window: window.is_hidden)

    async def elements(self, windows: Sequence[DesktopWindow]) -> Sequence[DesktopElement]:
        return await asyncio.to_thread(self._read, windows)

    def _read(self, windows: Sequence[DesktopWindow]) -> list[DesktopElement]:
        found: list[DesktopElement] = []
        with self._automation.UIAutomationInitializerInThread():
            for window in windows:
                control = self._automation.ControlFromHandle(window.number)
                if control is None:
                    continue
                role = "menu" if window.is_popup else "window"
                outer = DesktopElement(role, window.title, window.box, window.number, key=f"window {window.number}")
                outer.states = {"focused"} if window.is_active else set()
                found += [outer, *self._below(control, outer, window, 1)]
        return found

    def _below(
        self, control: Any, outer: DesktopElement, window: DesktopWindow, depth: int
    ) -> Iterator[DesktopElement]:
        if depth > _DEEPEST:
            return
        for child in control.GetChildren():
            if child.IsOffscreen:
                continue
            made = _describe(child, outer, window, depth)
            if made:
                yield made
            yield from self._below(child, made or outer, window, depth + 1)

    async def pixels(self, box: Box) -> tuple[int, int, bytes]:
        return await asyncio.to_thread(grab_pixels, box)

    async def focused_text(self) -> str | None:
        return await asyncio.to_thread(self._focused)

    def _focused(self) -> str | None:
        with self._automation.UIAutomationInitializerInThread():
            control = self._automation.GetFocusedControl()
            pattern = control.GetPattern(self._automation.PatternId.ValuePattern) if control else None
            return str(pattern.Value) if pattern else None

    async def nudge(self, key: str, dx: float, dy: float) -> bool:
        return False

    # Mouse and keyboard

    async def move(self, at: Point) -> None:
        self._user.SetCursorPos(round(at.x), round(at.y))

    async def button(self, button: Button, *, down: bool) -> None:
        self._send(_mouse(_MOUSE[button][0 if down else 1]))

    async def wheel(self, across: int, down: int) -> None:
        for flags, notches in ((_WHEEL, -down), (_WHEEL_ACROSS, across)):
            for _ in range(abs(notches)):
                self._send(_mouse(flags, _NOTCH if notches > 0 else -_NOTCH))
                await asyncio.sleep(0.01)

    async def type(self, text: str, delay: float) -> None:
        for number, character in enumerate(text):
            try:
                await self._type(character)
            except NotOperable as error:
                if number:
                    raise TypingInDoubt(f"only a part of the text was typed: {error}") from error
                raise
            await asyncio.sleep(delay)

    async def _type(self, character: str) -> None:
        if character in "\r\n":
            await self.press(("Enter",))
            return
        units = character.encode("utf-16-le")
        for place in range(0, len(units), 2):
            unit = int.from_bytes(units[place : place + 2], "little")
            self._send(_key(0, unit, _UNICODE), _key(0, unit, _UNICODE | _KEY_UP))

    async def press(self, keys: Sequence[str]) -> None:
        codes = [self._code(key) for key in keys]
        down = [_key(code, 0, 0) for code in codes]
        self._send(*down, *(_key(code, 0, _KEY_UP) for code in reversed(codes)))

    def _code(self, key: str) -> int:
        if key in _KEYS:
            return _KEYS[key]
        if len(key) > 1 and key[0] == "F" and key[1:].isdecimal():
            return 0x6F + int(key[1:])
        code = self._user.VkKeyScanW(ord(key)) & 0xFF if len(key) == 1 else 0xFF
        if code == 0xFF:
            raise NotOperable(f"the keyboard has no key {key}", remedy="type it as a text")
        return int(code)

    def _send(self, *inputs: _Input) -> None:
        array = (_Input * len(inputs))(*inputs)
        if self._user.SendInput(len(inputs), array, ctypes.sizeof(_Input)) != len(inputs):
            raise NotOperable("Windows did not take the input", remedy="a window of an administrator may be in front")

    async def read_clipboard(self) -> str:
        return str(await asyncio.to_thread(self._automation.GetClipboardText) or "")

    async def write_clipboard(self, text: str) -> None:
        await asyncio.to_thread(self._automation.SetClipboardText, text)

    # Windows and applications

    async def activate(self, window: DesktopWindow) -> None:
        restore = 9
        if window.is_hidden:
            self._user.ShowWindow(window.number, restore)
        if not self._user.SetForegroundWindow(window.number):
            raise NotOperable(f"the window {window.title!r} does not come to the front", remedy="click into it")

    async def place(self, window: DesktopWindow, box: Box) -> None:
        place = round(box.left), round(box.top), round(box.width), round(box.height)
        if not self._user.MoveWindow(window.number, *place, True):
            raise NotOperable(f"the window {window.title!r} does not go to {box}", remedy="it may be maximized")

    async def close_window(self, window: DesktopWindow) -> None:
        self._user.PostMessageW(window.number, _CLOSE, 0, 0)

    async def launch(self, app: str, reach: Reach) -> int:
        words = [word.strip('"') for word in shlex.split(app, posix=False)]
        check_reach(app, words, reach)
        try:
            process = await asyncio.create_subprocess_exec(*words)
        except OSError as error:
            raise NotOperable(f"{app!r} could not be started: {error}", remedy="name its program") from error
        return process.pid

    async def windows_of(self, app: str, process: int) -> Sequence[DesktopWindow]:
        return [window for window in await self.windows() if window.application.lower() == app.lower()]

    async def terminate(self, app: str) -> None:
        own = [window for window in await self.windows() if app.lower() in (window.title.lower(), window.application)]
        if not own:
            raise NotOperable(f"{app!r} has no window", remedy="name its title")
        for window in own:
            await self.close_window(window)


def _describe(control: Any, outer: DesktopElement, window: DesktopWindow, depth: int) -> DesktopElement | None:
    role = _ROLES.get(str(control.ControlTypeName), "")
    edges = control.BoundingRectangle
    box = Box.of_edges(edges.left, edges.top, edges.right, edges.bottom).intersection(window.box)
    if not role or box is None:
        return None
    key = "-".join(map(str, control.GetRuntimeId()))
    made = DesktopElement(role, str(control.Name), box, window.number, outer, depth, key=key)
    made.actionable = role in _PRESSED or role in _FIELDS
    automation: Any = import_module("uiautomation")
    if role in _FIELDS:
        value = control.GetPattern(automation.PatternId.ValuePattern)
        made.value = str(value.Value) if value else ""
    elif role == "text":
        made.name, made.text = "", made.name
    if (toggle := control.GetPattern(automation.PatternId.TogglePattern)) and toggle.ToggleState == 1:
        made.states.add("checked")
    chosen = control.GetPattern(automation.PatternId.SelectionItemPattern)
    if chosen and chosen.IsSelected:
        made.states.add("checked" if role == "radio" else "selected")
    made.states |= {"focused"} if control.HasKeyboardFocus else set()
    made.states |= {"disabled"} if made.actionable and not control.IsEnabled else set()
    made.states |= {"password"} if role == "textbox" and control.IsPassword else set()
    return made if made.name or made.text or made.value or made.actionable else None


def _mouse(flags: int, data: int = 0) -> _Input:
    return _Input(0, _Either(mouse=_MouseInput(0, 0, data & 0xFFFFFFFF, flags, 0, None)))


def _key(code: int, scan: int, flags: int) -> _Input:
    return _Input(1, _Either(key=_KeyInput(code, scan, flags, 0, None)))
