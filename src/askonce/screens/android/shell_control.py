"""A phone driven by the commands that every phone has, where the device server cannot be started.

It is slower, knows the elements of the window in front alone, and types what is not ASCII only through a keyboard that
takes texts by broadcast (AdbKeyboard), where one is installed.
"""

from __future__ import annotations

import asyncio
import base64
import re
from collections.abc import Sequence

from askonce.errors import NotOperable, ScreenError, TypingInDoubt
from askonce.lazy import regex
from askonce.screens.android.adb_client import LIMIT, AdbDevice, ServiceRefused
from askonce.screens.android.phone_control import PhoneDisplay
from askonce.screens.android.typing_doubt import doubt_typing
from askonce.screens.phones.phone_glass import Pixel

_NUMBER = regex(r"\d+")
_ROTATION = regex(r"mCurrentRotation=(?:ROTATION_)?(\d+)|mRotation=(?:ROTATION_)?(\d)")
_FOCUSED = regex(r'<node(?=[^>]*focused="true")(?=[^>]*class="[^"]*(?:EditText|TextView)")[^>]*?text="([^"]*)"')
_KEYBOARD_FRAME = regex(r"touchable region=SkRegion\(\((\d+),(\d+),(\d+),(\d+)\)\)")
_MOVE_END, _DELETE, _ENTER = 123, 67, 66
_HELD = {0x1000: 113, 0x1: 59, 0x2: 57, 0x10000: 117}
"""The bits of modifiers, and the keys that stand for them."""
_DRAG = 1.0
_KEYBOARDS = {
    "com.android.adbkeyboard/.AdbIME": ("ADB_INPUT_B64", "msg"),
    "com.github.uiautomator/.AdbKeyboard": ("ADB_KEYBOARD_INPUT_TEXT", "text"),
}
"""Keyboards that take any text, and how it is handed to them."""
_TAKEN = 2.0
"""Seconds that an app may take to show what was typed."""
_POLL = 0.1
_NO_IDLE = "could not get idle state"


class ShellControl:
    """Drives a phone by `input`, `uiautomator dump` and `screencap`."""

    way = "commands of its shell"

    def __init__(self, device: AdbDevice) -> None:
        self._device = device
        self._usual_keyboard = ""

    async def start(self) -> None:
        """Nothing has to be started."""

    async def stop(self) -> None:
        if self._usual_keyboard:
            await self._device.shell("ime", "set", self._usual_keyboard)
            self._usual_keyboard = ""

    # Looking

    async def hierarchy(self) -> str:
        """The elements of the window in front, with the frame of the keyboard as a window of its own."""
        result = await self._device.shell("uiautomator", "dump", "/dev/tty")
        said = result.out.decode("utf-8", "replace")
        start, end = said.find("<?xml"), said.rfind("</hierarchy>")
        if start < 0 or end < 0:
            reason = " ".join((said + result.err.decode("utf-8", "replace")).split())[:200]
            if _NO_IDLE in reason:
                raise ScreenError(
                    "the phone tells its elements only when nothing moves, and something does",
                    remedy="use the device server, which needs no pause: pip install 'askonce[android]'",
                )
            raise ScreenError(f"the phone did not tell its elements: {reason}", remedy="unlock it and try again")
        frame = await self._keyboard_frame()
        return f"{said[start:end]}{frame}</hierarchy>"

    async def _keyboard_frame(self) -> str:
        shown = await self._device.read("dumpsys", "input_method")
        if "mInputShown=true" not in shown:
            return ""
        found = _KEYBOARD_FRAME.search(await self._device.read("dumpsys", "window", "InputMethod"))
        package = (await self._keyboard()).partition("/")[0]
        bounds = "[{},{}][{},{}]".format(*found.groups()) if found else "[0,0][0,0]"
        return f'<node index="0" class="android.widget.FrameLayout" package="{package}" bounds="{bounds}"/>'

    async def display(self) -> PhoneDisplay:
        size, windows, power = await asyncio.gather(
            self._device.read("wm", "size"),
            self._device.read("dumpsys", "window", "displays"),
            self._device.read("dumpsys", "power"),
        )
        numbers = _NUMBER.findall(size)
        if len(numbers) < 2:
            raise ScreenError(f"the phone answered wm size with {size.strip()!r}")
        found = _ROTATION.search(windows)
        turned = int(found[1] or found[2]) if found else 0
        rotation = turned // 90 if turned > 3 else turned
        width, height = sorted(map(int, numbers[-2:])) if rotation % 2 == 0 else sorted(map(int, numbers[-2:]))[::-1]
        return PhoneDisplay(width, height, rotation, "mWakefulness=Awake" in power)

    async def picture(self, quality: int) -> bytes:
        return (await self._device.shell("screencap", "-p")).out

    async def last_toast(self) -> str:
        """Only the device server hears of them."""
        return ""

    # Touching

    async def touch(self, at: Pixel, *, count: int = 1) -> None:
        await self._input(*([("tap", *at)] * count))

    async def hold(self, at: Pixel, seconds: float) -> None:
        await self._input(("swipe", *at, *at, round(seconds * 1000)), lasts=seconds)

    async def swipe(self, start: Pixel, end: Pixel, seconds: float) -> None:
        await self._input(("swipe", *start, *end, round(seconds * 1000)), lasts=seconds)

    async def drag(self, start: Pixel, end: Pixel) -> None:
        await self._input(("draganddrop", *start, *end, round(_DRAG * 1000)), lasts=_DRAG)

    async def slide(self, path: Sequence[Pixel], rest: float) -> None:
        """With few points on the way: each is a program of its own that the phone starts."""
        way = [path[0], path[1], path[len(path) // 2], path[-1]]
        steps = [("motionevent", "MOVE" if number else "DOWN", *at) for number, at in enumerate(way)]
        await self._input(*steps)
        await asyncio.sleep(rest)
        await self._input(("motionevent", "UP", *path[-1]))

    async def pinch(self, starts: tuple[Pixel, Pixel], ends: tuple[Pixel, Pixel]) -> None:
        raise NotOperable("two fingers need the device server", remedy="pip install 'askonce[android]', and see doctor")

    async def press(self, code: int, meta: int = 0) -> None:
        held = [key for bit, key in _HELD.items() if meta & bit]
        await self._input(("keycombination", *held, code) if held else ("keyevent", code))

    async def open_notifications(self) -> None:
        await self._device.read("cmd", "statusbar", "expand-notifications")

    async def turn(self, quarters: int) -> None:
        await self._device.read("settings", "put", "system", "accelerometer_rotation", "0")
        await self._device.read("settings", "put", "system", "user_rotation", str(quarters % 4))

    # Typing

    async def insert(self, text: str) -> None:
        if not text:
            return
        before = await self.hierarchy()
        plain = text.isascii() and text.replace("\n", "").isprintable()
        await (self._type_plain(text) if plain else self._broadcast(text))
        with doubt_typing("the phone does not tell whether it typed the text"):
            for _ in range(round(_TAKEN / _POLL)):
                if await self.hierarchy() != before:
                    return
                await asyncio.sleep(_POLL)
        if 'focused="true"' in before:
            raise TypingInDoubt("the field does not show the text that was typed")

    async def _type_plain(self, text: str) -> None:
        """`%s` stands for a space there, and cannot be written in one piece."""
        commands: list[tuple[str | int, ...]] = []
        for number, line in enumerate(text.split("\n")):
            commands += [("keyevent", _ENTER)] if number else []
            commands += [("text", part.replace(" ", "%s")) for part in re.split(r"(?<=%)(?=s)", line) if part]
        with doubt_typing("nobody knows how much of the text was typed", refusal=_NothingDone):
            await self._input(*commands)

    async def _broadcast(self, text: str) -> None:
        known = (await self._device.read("ime", "list", "-s", "-a")).split()
        keyboard = next((name for name in _KEYBOARDS if name in known), "")
        if not keyboard:
            sign = next(sign for sign in text if not (sign.isascii() and sign.isprintable()) and sign != "\n")
            raise NotOperable(
                f"{sign!r} cannot be typed by the commands of a phone",
                remedy="use the device server (askonce doctor --android any says why it does not start), or install "
                "AdbKeyboard on the phone",
            )
        chosen = await self._keyboard()
        if chosen != keyboard:
            self._usual_keyboard = self._usual_keyboard or chosen
            await self._device.read("ime", "enable", keyboard)
            await self._device.read("ime", "set", keyboard)
        action, extra = _KEYBOARDS[keyboard]
        encoded = base64.b64encode(text.encode()).decode()
        with doubt_typing("nobody knows whether the keyboard typed the text", refusal=ServiceRefused):
            await self._device.read("am", "broadcast", "-a", action, "--es", extra, encoded)

    async def _keyboard(self) -> str:
        return (await self._device.read("settings", "get", "secure", "default_input_method")).strip()

    async def clear(self) -> None:
        """Delete as many signs as the field shows, from its end."""
        found = _FOCUSED.search(await self.hierarchy())
        deletes = [_DELETE] * (len(found[1]) if found else 0)
        await self._input(("keyevent", _MOVE_END), *([("keyevent", *deletes)] if deletes else []))

    async def _input(self, *commands: tuple[str | int, ...], lasts: float = 0.0) -> None:
        """One `input` after the other, in one line: several connections would be too slow for a double tap."""
        try:
            result = await self._device.sequence(
                [("input", *map(str, command)) for command in commands], limit=LIMIT + lasts
            )
        except ServiceRefused as error:
            raise _NothingDone(error.message, remedy=error.remedy) from error
        said = (result.err or result.out).decode("utf-8", "replace").strip()
        if "INJECT_EVENTS" in said:
            raise _NothingDone(
                "the phone does not let this computer touch it",
                remedy="switch on USB debugging (Security settings) in its developer options",
            )
        if result.code or said.startswith(("Error", "Exception", "usage")):
            first = said.splitlines()[0] if said else f"it ended with {result.code}"
            refused = _NothingDone if len(commands) == 1 else ScreenError
            raise refused(f"input {commands[0][0]} failed on the phone: {first}", remedy="look at the phone")


class _NothingDone(ScreenError):
    """The phone refused a command, and none before it was carried out."""
