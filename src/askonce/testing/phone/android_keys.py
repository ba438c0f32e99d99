"""The keys of Android: their names, their numbers, and what a browser calls them."""

from __future__ import annotations

from collections.abc import Callable

from askonce.testing.phone.handset import Handset
from askonce.testing.phone.touch_screen import TouchScreen

_NAMES = {
    "HOME": 3, "BACK": 4, "STAR": 17, "POUND": 18, "DPAD_UP": 19, "DPAD_DOWN": 20, "DPAD_LEFT": 21, "DPAD_RIGHT": 22,
    "DPAD_CENTER": 23, "VOLUME_UP": 24, "VOLUME_DOWN": 25, "POWER": 26, "COMMA": 55, "PERIOD": 56, "ALT_LEFT": 57,
    "ALT_RIGHT": 58, "SHIFT_LEFT": 59, "SHIFT_RIGHT": 60, "TAB": 61, "SPACE": 62, "ENTER": 66, "DEL": 67, "GRAVE": 68,
    "MINUS": 69, "EQUALS": 70, "LEFT_BRACKET": 71, "RIGHT_BRACKET": 72, "BACKSLASH": 73, "SEMICOLON": 74,
    "APOSTROPHE": 75, "SLASH": 76, "AT": 77, "PLUS": 81, "MENU": 82, "NOTIFICATION": 83, "SEARCH": 84, "PAGE_UP": 92,
    "PAGE_DOWN": 93, "ESCAPE": 111, "FORWARD_DEL": 112, "CTRL_LEFT": 113, "CTRL_RIGHT": 114, "MOVE_HOME": 122,
    "MOVE_END": 123, "NUMPAD_ENTER": 160, "APP_SWITCH": 187, "SLEEP": 223, "WAKEUP": 224, "CUT": 277, "COPY": 278,
    "PASTE": 279,
    **{str(digit): 7 + digit for digit in range(10)},
    **{chr(65 + letter): 29 + letter for letter in range(26)},
}  # fmt: skip
_BROWSER = {
    17: "*", 18: "#", 19: "ArrowUp", 20: "ArrowDown", 21: "ArrowLeft", 22: "ArrowRight", 23: "Enter", 55: ",", 56: ".",
    61: "Tab", 62: "Space", 66: "Enter", 67: "Backspace", 68: "`", 69: "-", 70: "=", 71: "[", 72: "]", 73: "\\",
    74: ";", 75: "'", 76: "/", 77: "@", 81: "+", 92: "PageUp", 93: "PageDown", 112: "Delete", 122: "Home", 123: "End",
    160: "Enter",
    **{7 + digit: str(digit) for digit in range(10)},
    **{29 + letter: chr(97 + letter) for letter in range(26)},
}  # fmt: skip
_SHIFT, _ALT, _CTRL = (59, 60), (57, 58), (113, 114)
_META_SHIFT, _META_CTRL = 0x1, 0x1000
_POWER, _SLEEP, _WAKEUP = 26, 223, 224
_RPC_NAMES = {
    "center": 23, "delete": 67, "recent": 187, "search": 84, "enter": 66, "menu": 82, "back": 4, "home": 3, "up": 19,
    "down": 20, "left": 21, "right": 22, "volume_up": 24, "volume_down": 25, "power": 26,
}  # fmt: skip


def key_code(name: str) -> int | None:
    """The number of a key by its name: `66`, `ENTER`, `KEYCODE_ENTER`, or as the device server names it."""
    if name.isdigit():
        return int(name)
    return _NAMES.get(name.upper().removeprefix("KEYCODE_"), _RPC_NAMES.get(name.lower()))


async def press_key(phone: Handset, screen: TouchScreen, code: int, meta: int = 0) -> bool:
    """Press a key; False if this phone has no use for it."""
    if not phone.awake and code not in (_POWER, _WAKEUP):
        return True
    if system := _system_key(phone, code):
        system()
        await screen.refresh()
        return True
    if meta & _META_CTRL and (edit := {"c": "copy", "x": "cut", "v": "paste"}.get(_BROWSER.get(code, ""))):
        await screen.edit(edit)
    elif code in (277, 278, 279):
        await screen.edit({277: "cut", 278: "copy", 279: "paste"}[code])
    elif key := _BROWSER.get(code):
        if meta & _META_SHIFT and len(key) == 1:
            key = key.upper()
        elif meta & _META_SHIFT:
            key = f"Shift+{key}"
        await screen.press(f"Control+{key}" if meta & _META_CTRL else key)
    else:
        return code in _NAMES.values()
    return True


async def press_together(phone: Handset, screen: TouchScreen, codes: list[int]) -> None:
    """Press the last key while the others are down."""
    meta = (_META_CTRL if set(codes) & {*_CTRL} else 0) | (_META_SHIFT if set(codes) & {*_SHIFT} else 0)
    held = {*_CTRL, *_SHIFT, *_ALT}
    for code in codes:
        if code not in held:
            await press_key(phone, screen, code, meta)


def _system_key(phone: Handset, code: int) -> Callable[[], None] | None:
    keys = {
        3: phone.go_home, 4: phone.go_back, 111: phone.go_back, 187: phone.show_recents, 83: phone.show_shade,
        _POWER: phone.press_power, _SLEEP: phone.sleep, _WAKEUP: phone.wake,
    }  # fmt: skip
    return keys.get(code)
