"""Commands that look at the screen and touch it."""

from __future__ import annotations

import asyncio

from askonce.testing.phone.android_keys import key_code, press_key, press_together
from askonce.testing.phone.shell.command import Command, PhoneContext, failed, options, printed
from askonce.testing.phone.shell.shell_line import ShellOutput
from askonce.testing.phone.stroke_path import straight
from askonce.testing.phone.touch_screen import SCALE

_SOURCES = {"touchscreen", "keyboard", "mouse", "touchpad", "stylus", "dpad", "trackball", "gamepad"}


async def _input(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    _, words = words, [word for word in words if word not in _SOURCES]
    if words[:1] == ["-d"]:
        words = words[2:]
    screen = context.screen
    try:
        match words:
            case ["tap", x, y]:
                await screen.tap(float(x), float(y))
            case ["swipe", *numbers] if len(numbers) in (4, 5):
                await _swipe(context, numbers, hold=0.0)
            case ["draganddrop", *numbers] if len(numbers) in (4, 5):
                await _swipe(context, numbers, hold=0.6)
            case ["motionevent", how, x, y] if how in ("DOWN", "MOVE", "UP"):
                finger = {"DOWN": screen.down, "MOVE": screen.move, "UP": screen.up}[how]
                await finger(float(x), float(y))
            case ["text", text]:
                if not text.isascii():
                    return failed("Exception occurred while executing 'text':\njava.lang.NullPointerException", 255)
                await screen.type(text.replace("%s", " "))
            case ["keyevent", *names]:
                return await _keys(context, [name for name in names if not name.startswith("--")])
            case ["keycombination", *names]:
                _, rest = options(names, "-t")
                codes = [key_code(name) for name in rest]
                await press_together(context.phone, screen, [code for code in codes if code is not None])
            case _:
                return failed(f"Error: Unknown command: {' '.join(words)}", 255)
    except ValueError as error:
        return failed(f"Error: Invalid arguments for command: {words[0]}: {error}", 255)
    return ShellOutput()


async def _swipe(context: PhoneContext, numbers: list[str], *, hold: float) -> None:
    x1, y1, x2, y2, *rest = map(float, numbers)
    seconds = (rest[0] if rest else 300.0) / 1000
    await context.screen.stroke(straight((x1, y1), (x2, y2)), seconds, hold=hold)


async def _keys(context: PhoneContext, names: list[str]) -> ShellOutput:
    for name in names:
        code = key_code(name)
        if code is None:
            return failed(f"Error: Unknown keycode: {name}", 255)
        await press_key(context.phone, context.screen, code)
    return ShellOutput()


async def _screencap(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    _, rest = options(words, "-d")
    picture = await context.screen.picture()
    if not rest:
        return ShellOutput(picture)
    refusal = context.files.write(rest[0], picture)
    return failed(refusal) if refusal else ShellOutput()


async def _uiautomator(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    if words[:1] != ["dump"]:
        return failed("Usage: uiautomator dump [--compressed] [file]")
    path = next((word for word in words[1:] if word.startswith("/")), "/sdcard/window_dump.xml")
    xml = await context.screen.hierarchy(active_only=True)
    if "<node" not in xml:
        return printed("ERROR: null root node returned by UiTestAutomationBridge.", 1)
    if path == "/dev/tty":
        return ShellOutput(f"{xml}UI hierchary dumped to: {path}\n".encode())
    refusal = context.files.write(path, xml.encode())
    return failed(refusal) if refusal else printed(f"UI hierchary dumped to: {path}")


async def _wm(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    match words:
        case ["size"]:
            return printed("Physical size: 720x1600")
        case ["density"]:
            return printed(f"Physical density: {160 * SCALE}")
        case ["user-rotation" | "set-user-rotation", "lock", quarters] if quarters in ("0", "1", "2", "3"):
            context.phone.rotation = int(quarters)
            return ShellOutput()
        case ["dismiss-keyguard"]:
            if not context.phone.secured:
                context.phone.unlock()
                await context.screen.refresh()
            return ShellOutput()
        case ["user-rotation"]:
            return printed("lock" if context.phone.settings["system", "accelerometer_rotation"] == "0" else "free")
        case _:
            return failed(f"Error: this phone does not know wm {' '.join(words)}", 255)


async def _service(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    match words:
        case ["power", "stayon", *_] | ["wifi" | "data" | "bluetooth", *_]:
            return ShellOutput()
        case _:
            return failed(f"Available commands: power, data, wifi; not {' '.join(words)}", 255)


async def _app_process(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    """The device server of `uiautomator2`, as long as its client stays."""
    if not context.phone.automation_allowed:
        return failed("java.lang.SecurityException: You do not have permission to register UiAutomation")
    if "com.wetest.uia2.Main" not in words:
        return failed(f"Error: could not find class {words[-1] if words else ''}")
    if context.files.read("/data/local/tmp/u2.jar") is None:
        return failed("Error: Could not find or load main class com.wetest.uia2.Main")
    port = words[words.index("-p") + 1] if "-p" in words[:-1] else "9008"
    await context.serve(int(port))
    return ShellOutput()


async def _sleep(_: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    await asyncio.sleep(float(words[0]) if words else 0)
    return ShellOutput()


COMMANDS: dict[str, Command] = {
    "input": _input, "screencap": _screencap, "uiautomator": _uiautomator, "wm": _wm, "svc": _service,
    "app_process": _app_process, "sleep": _sleep,
}  # fmt: skip
