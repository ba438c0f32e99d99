"""A desktop of macOS: elements by the accessibility interface, input and windows by Quartz. It has not been tried on a
real one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

from askonce.errors import ConfigError, NotOperable
from askonce.geometry import Box, Point
from askonce.screens.desktop.desktop_port import Button, DesktopElement, DesktopPort, DesktopWindow, Monitor, Reach
from askonce.screens.desktop.grabbed_pixels import grab_pixels, list_monitors
from askonce.screens.desktop.program_reach import check_reach

_ROLES: Mapping[str, str] = {
    "AXButton": "button", "AXCheckBox": "checkbox", "AXRadioButton": "radio", "AXTextField": "textbox",
    "AXTextArea": "textbox", "AXComboBox": "combobox", "AXPopUpButton": "combobox", "AXMenuItem": "menuitem",
    "AXMenuBarItem": "menuitem", "AXMenu": "menu", "AXMenuBar": "menubar", "AXStaticText": "text", "AXLink": "link",
    "AXImage": "img", "AXSlider": "slider", "AXTabGroup": "tablist", "AXTable": "table", "AXOutline": "tree",
    "AXRow": "row", "AXCell": "cell", "AXList": "list", "AXHeading": "heading", "AXSheet": "dialog",
    "AXWindow": "window", "AXToolbar": "toolbar", "AXIncrementor": "spinbutton", "AXDisclosureTriangle": "button",
    "AXMenuButton": "button", "AXProgressIndicator": "progressbar",
}  # fmt: skip
_PRESSED = frozenset({"button", "checkbox", "radio", "menuitem", "link", "slider", "row", "cell"})
_FIELDS = frozenset({"textbox", "combobox", "spinbutton"})
_NAMES = (
    "AXRole", "AXTitle", "AXDescription", "AXValue", "AXEnabled", "AXFocused", "AXSelected", "AXPosition", "AXSize",
)  # fmt: skip
_KEYS: Mapping[str, int] = {
    "Enter": 36, "Tab": 48, "Space": 49, "Backspace": 51, "Escape": 53, "Delete": 117, "Home": 115, "End": 119,
    "PageUp": 116, "PageDown": 121, "ArrowLeft": 123, "ArrowRight": 124, "ArrowDown": 125, "ArrowUp": 126, "F1": 122,
    "F2": 120, "F3": 99, "F4": 118, "F5": 96, "F6": 97, "F7": 98, "F8": 100, "F9": 101, "F10": 109, "F11": 103,
    "F12": 111, "a": 0, "s": 1, "d": 2, "f": 3, "h": 4, "g": 5, "z": 6, "x": 7, "c": 8, "v": 9, "b": 11, "q": 12,
    "w": 13, "e": 14, "r": 15, "y": 16, "t": 17, "o": 31, "u": 32, "i": 34, "p": 35, "l": 37, "j": 38, "k": 40,
    "n": 45, "m": 46,
}  # fmt: skip
_FLAGS: Mapping[str, int] = {
    "Shift": 1 << 17, "Control": 1 << 18, "Alt": 1 << 19, "Meta": 1 << 20, "ControlOrMeta": 1 << 20,
}  # fmt: skip
_DEEPEST = 40


class MacDesktop(DesktopPort):
    """The desktop of the user who is logged in."""

    way = "macOS's accessibility interface and Quartz"

    def __init__(self) -> None:
        self._quartz: Any = import_module("Quartz")
        self._services: Any = import_module("ApplicationServices")
        self._kit: Any = import_module("AppKit")
        self._at = Point(0, 0)

    async def start(self) -> None:
        if not self._services.AXIsProcessTrusted():
            raise ConfigError(
                "this program may not drive others",
                remedy="allow it under System Settings, Privacy & Security, Accessibility, and Screen Recording too",
            )

    async def stop(self) -> None:
        return None

    def news(self) -> Sequence[str]:
        return ()

    async def monitors(self) -> Sequence[Monitor]:
        return await asyncio.to_thread(list_monitors)

    async def windows(self) -> Sequence[DesktopWindow]:
        front = self._kit.NSWorkspace.sharedWorkspace().frontmostApplication()
        active = int(front.processIdentifier()) if front else 0
        options = self._quartz.kCGWindowListOptionOnScreenOnly | self._quartz.kCGWindowListExcludeDesktopElements
        listed: Any = self._quartz.CGWindowListCopyWindowInfo(options, self._quartz.kCGNullWindowID) or ()
        found: list[DesktopWindow] = []
        for facts in listed:
            bounds = facts["kCGWindowBounds"]
            process, layer = int(facts["kCGWindowOwnerPID"]), int(facts["kCGWindowLayer"])
            is_active = layer == 0 and process == active and not any(window.is_active for window in found)
            found.append(
                DesktopWindow(
                    int(facts["kCGWindowNumber"]),
                    str(facts.get("kCGWindowName") or ""),
                    str(facts.get("kCGWindowOwnerName") or "").lower(),
                    Box(bounds["X"], bounds["Y"], bounds["Width"], bounds["Height"]),
                    process,
                    is_active=is_active,
                    is_popup=layer != 0,
                )
            )
        return found

    async def elements(self, windows: Sequence[DesktopWindow]) -> Sequence[DesktopElement]:
        return await asyncio.to_thread(self._read, windows)

    def _read(self, windows: Sequence[DesktopWindow]) -> list[DesktopElement]:
        found: list[DesktopElement] = []
        for window in windows:
            if not window.is_popup and (element := self._element_of(window)) is not None:
                outer = DesktopElement("window", window.title, window.box, window.number, key=f"window {window.number}")
                outer.states = {"focused"} if window.is_active else set()
                found += [outer, *self._below(element, outer, window, f"{window.number}", 1)]
        return found

    def _below(
        self, element: Any, outer: DesktopElement, window: DesktopWindow, path: str, depth: int
    ) -> Iterator[DesktopElement]:
        if depth > _DEEPEST:
            return
        for number, child in enumerate(self._get(element, "AXChildren") or ()):
            key = f"{path}/{number}"
            made = self._describe(child, outer, window, key, depth)
            if made:
                yield made
            yield from self._below(child, made or outer, window, key, depth + 1)

    def _describe(
        self, element: Any, outer: DesktopElement, window: DesktopWindow, key: str, depth: int
    ) -> DesktopElement | None:
        facts = dict(zip(_NAMES, (self._get(element, name) for name in _NAMES), strict=True))
        role = _ROLES.get(str(facts["AXRole"]), "")
        box = self._box(facts["AXPosition"], facts["AXSize"])
        shown = box.intersection(window.box) if box else None
        if not role or shown is None:
            return None
        made = DesktopElement(role, "", shown, window.number, outer, depth, key=key)
        made.name = str(facts["AXTitle"] or facts["AXDescription"] or "")
        value = facts["AXValue"]
        made.actionable = role in _PRESSED or role in _FIELDS
        if role in _FIELDS:
            made.value = str(value or "")
        elif role == "text":
            made.name, made.text = "", str(value or made.name)
        elif role in {"checkbox", "radio"} and value == 1:
            made.states.add("checked")
        if made.actionable and facts["AXEnabled"] is not None and not facts["AXEnabled"]:
            made.states.add("disabled")
        made.states |= {"focused"} if facts["AXFocused"] else set()
        made.states |= {"selected"} if facts["AXSelected"] else set()
        return made if made.name or made.text or made.value or made.actionable else None

    def _get(self, element: Any, name: str) -> Any:
        error, value = self._services.AXUIElementCopyAttributeValue(element, name, None)
        return None if error else value

    def _box(self, position: Any, size: Any) -> Box | None:
        if position is None or size is None:
            return None
        _, at = self._services.AXValueGetValue(position, self._services.kAXValueCGPointType, None)
        _, extent = self._services.AXValueGetValue(size, self._services.kAXValueCGSizeType, None)
        return Box(at.x, at.y, extent.width, extent.height)

    def _element_of(self, window: DesktopWindow) -> Any:
        """The accessible window at the place of a window of the window server."""
        application = self._services.AXUIElementCreateApplication(window.process)
        listed = self._get(application, "AXWindows") or ()
        boxes = [self._box(self._get(each, "AXPosition"), self._get(each, "AXSize")) for each in listed]
        return next((each for each, box in zip(listed, boxes, strict=True) if box == window.box), None)

    async def pixels(self, box: Box) -> tuple[int, int, bytes]:
        return await asyncio.to_thread(grab_pixels, box)

    async def focused_text(self) -> str | None:
        system = self._services.AXUIElementCreateSystemWide()
        focused = self._get(system, "AXFocusedUIElement")
        value = self._get(focused, "AXValue") if focused is not None else None
        return value if isinstance(value, str) else None

    async def nudge(self, key: str, dx: float, dy: float) -> bool:
        return False

    # Mouse and keyboard

    async def move(self, at: Point) -> None:
        self._at = at
        self._mouse(self._quartz.kCGEventMouseMoved, self._quartz.kCGMouseButtonLeft)

    async def button(self, button: Button, *, down: bool) -> None:
        quartz = self._quartz
        kinds: Mapping[Button, tuple[Any, Any, Any]] = {
            "left": (quartz.kCGEventLeftMouseDown, quartz.kCGEventLeftMouseUp, quartz.kCGMouseButtonLeft),
            "right": (quartz.kCGEventRightMouseDown, quartz.kCGEventRightMouseUp, quartz.kCGMouseButtonRight),
            "middle": (quartz.kCGEventOtherMouseDown, quartz.kCGEventOtherMouseUp, quartz.kCGMouseButtonCenter),
        }
        pressed, released, number = kinds[button]
        self._mouse(pressed if down else released, number)

    def _mouse(self, kind: Any, button: Any) -> None:
        self._post(self._quartz.CGEventCreateMouseEvent(None, kind, (self._at.x, self._at.y), button))

    async def wheel(self, across: int, down: int) -> None:
        unit = self._quartz.kCGScrollEventUnitLine
        self._post(self._quartz.CGEventCreateScrollWheelEvent(None, unit, 2, -down, -across))

    def _post(self, event: Any) -> None:
        self._quartz.CGEventPost(self._quartz.kCGHIDEventTap, event)

    async def type(self, text: str, delay: float) -> None:
        for character in text:
            for down in (True, False):
                event = self._quartz.CGEventCreateKeyboardEvent(None, 0, down)
                units = len(character.encode("utf-16-le")) // 2
                self._quartz.CGEventKeyboardSetUnicodeString(event, units, character)
                self._post(event)
            await asyncio.sleep(delay or 0.002)

    async def press(self, keys: Sequence[str]) -> None:
        flags = 0
        for key in keys:
            flags |= _FLAGS.get(key, 0)
        for key in keys:
            if key in _FLAGS:
                continue
            code = _KEYS.get(key if len(key) > 1 else key.lower())
            if code is None:
                raise NotOperable(f"the key {key} is not known on macOS", remedy="type it as a text")
            for down in (True, False):
                event = self._quartz.CGEventCreateKeyboardEvent(None, code, down)
                self._quartz.CGEventSetFlags(event, flags)
                self._post(event)

    async def read_clipboard(self) -> str:
        board = self._kit.NSPasteboard.generalPasteboard()
        return str(board.stringForType_(self._kit.NSPasteboardTypeString) or "")

    async def write_clipboard(self, text: str) -> None:
        board = self._kit.NSPasteboard.generalPasteboard()
        board.clearContents()
        board.setString_forType_(text, self._kit.NSPasteboardTypeString)

    # Windows and applications

    async def activate(self, window: DesktopWindow) -> None:
        running = self._kit.NSRunningApplication.runningApplicationWithProcessIdentifier_(window.process)
        if running is None:
            raise NotOperable(f"the window {window.title!r} is gone", remedy="list the windows again")
        running.activateWithOptions_(self._kit.NSApplicationActivateIgnoringOtherApps)
        if (element := self._element_of(window)) is not None:
            self._services.AXUIElementPerformAction(element, "AXRaise")

    async def place(self, window: DesktopWindow, box: Box) -> None:
        element = self._found(window)
        services = self._services
        at = services.AXValueCreate(services.kAXValueCGPointType, self._quartz.CGPoint(box.left, box.top))
        size = services.AXValueCreate(services.kAXValueCGSizeType, self._quartz.CGSize(box.width, box.height))
        services.AXUIElementSetAttributeValue(element, "AXPosition", at)
        services.AXUIElementSetAttributeValue(element, "AXSize", size)

    async def close_window(self, window: DesktopWindow) -> None:
        button = self._get(self._found(window), "AXCloseButton")
        if button is None:
            raise NotOperable(f"the window {window.title!r} has no button that closes it", remedy="end its application")
        self._services.AXUIElementPerformAction(button, "AXPress")

    def _found(self, window: DesktopWindow) -> Any:
        element = self._element_of(window)
        if element is None:
            raise NotOperable(f"the window {window.title!r} is gone", remedy="list the windows again")
        return element

    async def launch(self, app: str, reach: Reach) -> int:
        if "/" in app and reach != "command":
            check_reach(app, [app], reach)
        process = await asyncio.create_subprocess_exec("open", "-a", app, stderr=asyncio.subprocess.PIPE)
        _, said = await process.communicate()
        if process.returncode:
            wrong = said.decode("utf-8", "replace").strip()
            raise NotOperable(f"{app!r} could not be started: {wrong}", remedy="name it as the Dock does")
        return process.pid

    async def windows_of(self, app: str, process: int) -> Sequence[DesktopWindow]:
        return [window for window in await self.windows() if window.application.lower() == app.lower()]

    async def terminate(self, app: str) -> None:
        running = self._kit.NSWorkspace.sharedWorkspace().runningApplications()
        own = [each for each in running if str(each.localizedName() or "").lower() == app.lower()]
        if not own:
            raise NotOperable(f"{app!r} is not running", remedy="name it as the Dock does")
        for each in own:
            each.terminate()
