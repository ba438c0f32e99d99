"""Keys of a keyboard, as XCTest knows them, by our names for them."""

from __future__ import annotations

from askonce.errors import NotOperable
from askonce.lazy import dataclass

_TYPED = {"Enter": "\n", "Backspace": "\b", "Tab": "\t", "Space": " "}
"""Keys that are typed like letters."""
_NAMED = {
    "Escape": "Escape", "ArrowUp": "UpArrow", "ArrowDown": "DownArrow", "ArrowLeft": "LeftArrow",
    "ArrowRight": "RightArrow", "Delete": "ForwardDelete", "Home": "Home", "End": "End", "PageUp": "PageUp",
    "PageDown": "PageDown", "CapsLock": "CapsLock", "Enter": "Return", "Backspace": "Delete", "Tab": "Tab",
    "Space": "Space", **{f"F{number}": f"F{number}" for number in range(1, 20)},
}  # fmt: skip
_MODIFIERS = {"Shift": 1 << 1, "Control": 1 << 2, "Alt": 1 << 3, "Meta": 1 << 4, "ControlOrMeta": 1 << 4}


@dataclass(frozen=True, slots=True)
class KeyStroke:
    """A key with its modifiers; `typed` is what it types, where nothing is held with it."""

    key: str
    flags: int = 0
    typed: str = ""


def key_stroke(keys: tuple[str, ...]) -> KeyStroke:
    """The last key of a combination, with the modifiers before it."""
    *modifiers, key = keys
    flags = 0
    for modifier in modifiers:
        if modifier not in _MODIFIERS:
            raise NotOperable(f"{modifier} is not a modifier: {'+'.join(keys)}", remedy="press one key after another")
        flags |= _MODIFIERS[modifier]
    if len(key) == 1:
        return KeyStroke(key, flags, "" if flags else key)
    if key not in _NAMED:
        raise NotOperable(f"iPhones have no key {key}", remedy="type the text instead, or use another key")
    return KeyStroke(f"XCUIKeyboardKey{_NAMED[key]}", flags, "" if flags else _TYPED.get(key, ""))
