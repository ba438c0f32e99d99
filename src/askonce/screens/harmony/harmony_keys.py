"""HarmonyOS's numbers for keys, by our names for them."""

from __future__ import annotations

import string

from askonce.errors import NotOperable

BACK, HOME, RECENTS, ESCAPE, BACKSPACE = "Back", "Home", "10011", "2070", "2055"
SELECT_ALL = ("2072", "2017")
_MOST = 3
"""How many keys can be pressed at once."""

_CODES = {
    "Enter": 2054, "Backspace": 2055, "Delete": 2071, "Insert": 2083, "Tab": 2049, "Escape": 2070, "Space": 2050,
    "Home": 2081, "End": 2082, "PageUp": 2068, "PageDown": 2069, "ArrowUp": 2012, "ArrowDown": 2013, "ArrowLeft": 2014,
    "ArrowRight": 2015, "CapsLock": 2074, "ContextMenu": 2067,
    **{f"F{number}": 2089 + number for number in range(1, 13)},
    **{digit: 2000 + number for number, digit in enumerate(string.digits)},
    **{letter: 2017 + number for number, letter in enumerate(string.ascii_lowercase)},
    ",": 2043, ".": 2044, "`": 2056, "-": 2057, "=": 2058, "[": 2059, "]": 2060, "\\": 2061, ";": 2062, "'": 2063,
    "/": 2064, "@": 2065, "+": 2066, "*": 2010, "#": 2011,
}  # fmt: skip
_MODIFIERS = {"Alt": 2045, "Shift": 2047, "Control": 2072, "ControlOrMeta": 2072, "Meta": 2076}


def key_codes(keys: tuple[str, ...]) -> list[str]:
    """The numbers of a combination, the modifiers first."""
    *modifiers, key = keys
    for modifier in modifiers:
        if modifier not in _MODIFIERS:
            raise NotOperable(f"{modifier} is not a modifier: {'+'.join(keys)}", remedy="press one key after another")
    if not modifiers and len(key) == 1 and key.isascii() and key.isupper():
        modifiers = ["Shift"]
    code = _CODES.get(key if len(key) > 1 else key.lower())
    if code is None:
        raise NotOperable(f"phones have no key {key}", remedy="type the text instead, or use another key")
    if len(modifiers) >= _MOST:
        raise NotOperable(f"{'+'.join(keys)} has too many keys", remedy=f"press {_MOST} at once at most")
    return [*(str(_MODIFIERS[modifier]) for modifier in modifiers), str(code)]
