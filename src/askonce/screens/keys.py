"""Names of keys. One spelling inside (that of the web's `KeyboardEvent.key`), many accepted from outside."""

from __future__ import annotations

import re

from askonce.diagnostics.closest_name import closest_name

MODIFIERS = ("Control", "Alt", "Shift", "Meta", "ControlOrMeta")

NAMED = (
    *MODIFIERS, "Enter", "Escape", "Tab", "Backspace", "Delete", "Insert", "Space", "Home", "End", "PageUp", "PageDown",
    "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "CapsLock", "ContextMenu", "PrintScreen", "Pause",
    *(f"F{number}" for number in range(1, 25)),
)  # fmt: skip

_ALIASES = {
    "ctrl": "Control", "cmd": "Meta", "command": "Meta", "win": "Meta", "windows": "Meta", "super": "Meta",
    "option": "Alt", "opt": "Alt", "mod": "ControlOrMeta", "cmdorctrl": "ControlOrMeta",
    "esc": "Escape", "return": "Enter", "del": "Delete", "ins": "Insert", "spacebar": "Space", "back": "Backspace",
    "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight",
    "uparrow": "ArrowUp", "downarrow": "ArrowDown", "leftarrow": "ArrowLeft", "rightarrow": "ArrowRight",
    "pgup": "PageUp", "pgdn": "PageDown", "pgdown": "PageDown", "menu": "ContextMenu", "plus": "+",
}  # fmt: skip

_BY_LOWER = {name.lower(): name for name in NAMED} | _ALIASES


def read_keys(text: str) -> tuple[str, ...]:
    """The keys of a combination such as `ctrl+shift+a`, in our spelling. ValueError names an unknown key.

    A plus sign where a key is due is the key itself: `Control++`. Spaces may part keys too: `ctrl c`.
    """
    if text == " ":
        return ("Space",)
    parts = re.findall(r"(\+|[^+]+)(\+?)", re.sub(r"(?<!\s)\s*+\+\s*+", "+", text.strip()))
    if [joint for _, joint in parts] != ["+"] * (len(parts) - 1) + [""]:
        raise ValueError(f"{text!r} is not a key or a combination such as Control+A")
    return tuple(key for name, _ in parts for key in _read_names(name))


def _read_names(text: str) -> list[str]:
    """One key, or several that are parted by spaces. The name of one may have a space in it too: `ctrl page down`."""
    name = _name_of(text)
    if name:
        return [name]
    keys: list[str] = []
    words = text.split()
    while words:
        pair = _name_of(" ".join(words[:2])) if len(words) > 1 else None
        keys.append(pair or _read_key(words[0]))
        words = words[2 if pair else 1 :]
    return keys


def _read_key(text: str) -> str:
    name = _name_of(text)
    if name is None:
        close = closest_name(text, _BY_LOWER)
        hint = f"; did you mean {_BY_LOWER[close]}?" if close else ""
        raise ValueError(f"{text!r} is not the name of a key{hint}")
    return name


def _name_of(text: str) -> str | None:
    if len(text) == 1:
        return text if text.isprintable() else None
    return _BY_LOWER.get(re.sub(r"[\s_-]", "", text).lower())
