"""The commands of HarmonyOS's shell that drive a phone."""

from __future__ import annotations

import json
from typing import Any

from askonce.testing.phone.android_keys import press_together
from askonce.testing.phone.hdc.arkui_layout import arkui_layout, bundle_of
from askonce.testing.phone.shell import file_commands, system_commands
from askonce.testing.phone.shell.command import Command, PhoneContext, options, printed
from askonce.testing.phone.shell.shell_line import ShellOutput
from askonce.testing.phone.stroke_path import straight
from askonce.testing.phone.system_windows import LAUNCHER
from askonce.testing.phone.touch_screen import SCALE

_DONE, _INVALID = printed("No Error"), printed("Invalid parameters.")
_LONG = 0.8
_DRAG_HOLD = 0.6
_LAYOUT, _PICTURE = "/data/local/tmp/layout.json", "/data/local/tmp/snapshot.jpeg"
_ANDROID = {
    2012: 19, 2013: 20, 2014: 21, 2015: 22, 2045: 57, 2047: 59, 2049: 61, 2050: 62, 2054: 66, 2055: 67, 2068: 92,
    2069: 93, 2070: 111, 2071: 112, 2072: 113, 2081: 122, 2082: 123, 10011: 187,
    **{2000 + digit: 7 + digit for digit in range(10)},
    **{2017 + letter: 29 + letter for letter in range(26)},
}  # fmt: skip
"""Numbers of keys, and Android's for the same ones."""


async def _uitest(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    match words:
        case ["dumpLayout", *rest]:
            path = options(rest, "-p")[0].get("-p") or _LAYOUT
            size = context.phone.size
            xml = await context.screen.hierarchy()
            layout = arkui_layout(xml, context.phone, int(size.width) * SCALE, int(size.height) * SCALE)
            context.files.write(path, json.dumps(layout, ensure_ascii=False).encode())
            return printed(f"DumpLayout saved to:{path}")
        case ["uiInput", what, *rest]:
            return await _input(context, what, rest)
        case _:
            return _INVALID


async def _input(context: PhoneContext, what: str, rest: list[str]) -> ShellOutput:
    screen = context.screen
    match what, rest:
        case "click", [x, y]:
            await screen.tap(float(x), float(y))
        case "doubleClick", [x, y]:
            await screen.tap(float(x), float(y))
            await screen.tap(float(x), float(y))
        case "longClick", [x, y]:
            await screen.stroke([(float(x), float(y))], _LONG)
        case "swipe" | "fling" | "drag", [x1, y1, x2, y2, *speed] if len(speed) < 2:
            path = straight((float(x1), float(y1)), (float(x2), float(y2)))
            way = abs(float(x1) - float(x2)) + abs(float(y1) - float(y2))
            seconds = min(1.0, way / float(speed[0] if speed else 600))
            await screen.stroke(path, seconds, hold=_DRAG_HOLD if what == "drag" else 0.0)
        case "inputText", [x, y, text]:
            await screen.tap(float(x), float(y))
            await screen.press("Control+End")
            await screen.type(text)
        case "keyEvent", [("Back" | "Home" | "Power") as name]:
            phone = context.phone
            {"Back": phone.go_back, "Home": phone.go_home, "Power": phone.press_power}[name]()
            await screen.refresh()
        case "keyEvent", [_, *_] if len(rest) <= 3 and all(int(code) in _ANDROID for code in rest):
            await press_together(context.phone, screen, [_ANDROID[int(code)] for code in rest])
        case _:
            return _INVALID
    return _DONE


async def _snapshot(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    path = options(words, "-f")[0].get("-f") or _PICTURE
    context.files.write(path, await context.screen.picture("jpeg", 90))
    size = context.phone.size
    wide, high = int(size.width) * SCALE, int(size.height) * SCALE
    return printed(f"success: snapshot display 0 , write to {path} as jpeg, width {wide}, height {high}")


async def _dump(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    phone = context.phone
    service = options(words, "-s")[0].get("-s", "")
    if service == "RenderService":
        size = f"{int(phone.size.width) * SCALE}x{int(phone.size.height) * SCALE}"
        power = "POWER_STATUS_ON" if phone.awake else "POWER_STATUS_OFF"
        return printed(f"screen[0]: id=0, powerStatus={power}, screenType=EXTERNAL_TYPE, render resolution={size}")
    if service == "ScreenlockService":
        is_locked = phone.locked or not phone.awake
        return printed(f" * screenLocked  \t\t{str(is_locked).lower()}\t\tcurrent screen lock status")
    return printed(f"[HIDUMPER] no such service: {service}")


async def _power(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    if words == ["wakeup"]:
        context.phone.wake()
        await context.screen.refresh()
        return printed("WakeupDevice is called")
    return _INVALID


async def _ability(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    phone, asked = context.phone, options(words[1:], "-a", "-b", "-m", "-U")[0]
    match words[:1]:
        case ["start"] if "-U" in asked:
            app = phone.link_app(asked["-U"])
            if app is None:
                return printed("error: failed to start ability.\nerror: no application takes this uri")
            activity = app.links[asked["-U"].partition(":")[0].lower()](phone, asked["-U"])
            phone.open_activity(activity, app.package, alone=True)
        case ["start"]:
            if asked.get("-b") not in _installed(context) or asked.get("-a") != "EntryAbility":
                return printed("error: failed to start ability.\nerror: resolve ability failed.")
            phone.launch(_installed(context)[asked["-b"]])
        case ["force-stop"]:
            phone.stop(_installed(context).get(words[1], ""))
        case ["dump"]:
            return printed(f"bundle name [{bundle_of(phone.package)}]\n state #FOREGROUND")
        case _:
            return _INVALID
    await context.screen.refresh()
    return printed("force stop process successfully." if words[0] == "force-stop" else "start ability successfully.")


async def _bundles(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    match words:
        case ["dump", "-a"]:
            return printed("ID: 100:\n" + "\n".join(f"\t{bundle}" for bundle in _installed(context)))
        case ["dump", "-n", bundle] if bundle in _installed(context):
            ability = {"name": "EntryAbility", "skills": [{"entities": ["entity.system.home"]}]}
            module: dict[str, Any] = {"moduleName": "entry", "moduleType": 1, "mainElementName": "EntryAbility"}
            modules = [{**module, "abilityInfos": [ability]}]
            return printed(f"{bundle}:\n" + json.dumps({"entryModuleName": "entry", "hapModuleInfos": modules}))
        case _:
            return printed("error: failed to get information and the parameters may be wrong.")


def _installed(context: PhoneContext) -> dict[str, str]:
    """Packages by what they are called here."""
    return {bundle_of(package): package for package in context.phone.apps if package != LAUNCHER}


COMMANDS: dict[str, Command] = {
    **file_commands.COMMANDS,
    "date": system_commands.COMMANDS["date"],
    "uitest": _uitest, "snapshot_display": _snapshot, "hidumper": _dump, "power-shell": _power, "aa": _ability,
    "bm": _bundles,
}  # fmt: skip
