"""Android's numbers for keys, by our names for them."""

from __future__ import annotations

import string

from askonce.errors import NotOperable

BACK, HOME, RECENTS, WAKE, ESCAPE = 4, 3, 187, 224, 111

_CODES = {
    "Enter": 66, "Backspace": 67, "Delete": 112, "Insert": 124, "Tab": 61, "Escape": 111, "Space": 62, "Home": 122,
    "End": 123, "PageUp": 92, "PageDown": 93, "ArrowUp": 19, "ArrowDown": 20, "ArrowLeft": 21, "ArrowRight": 22,
    "CapsLock": 115, "PrintScreen": 120, "Pause": 121, "ContextMenu": 82,
    **{f"F{number}": 130 + number for number in range(1, 13)},
    **{digit: 7 + number for number, digit in enumerate(string.digits)},
    **{letter: 29 + number for number, letter in enumerate(string.ascii_lowercase)},
    ",": 55, ".": 56, "`": 68, "-": 69, "=": 70, "[": 71, "]": 72, "\\": 73, ";": 74, "'": 75, "/": 76, "@": 77,
    "*": 17, "#": 18, "+": 81,
}  # fmt: skip

_META = {"Shift": 0x41, "Alt": 0x12, "Control": 0x3000, "ControlOrMeta": 0x3000, "Meta": 0x30000}
"""The bits that a modifier adds, left one and any."""


def key_event(keys: tuple[str, ...]) -> tuple[int, int]:
    """The code of the last key of a combination, and the bits of the modifiers before it."""
    *modifiers, key = keys
    meta = 0
    for modifier in modifiers:
        if modifier not in _META:
            raise NotOperable(f"{modifier} is not a modifier: {'+'.join(keys)}", remedy="press one key after another")
        meta |= _META[modifier]
    if not modifiers and len(key) == 1 and key.isascii() and key.isupper():
        meta |= _META["Shift"]
    code = _CODES.get(key if len(key) > 1 else key.lower())
    if code is None:
        raise NotOperable(f"phones have no key {key}", remedy="type the text instead, or use another key")
    return code, meta
