"""The events of a text that is typed without waiting for each of its keys, as the browser is told them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from askonce.lazy import dataclass

Event = tuple[str, Mapping[str, Any]]
"""A method of the DevTools domain for input, and what it is told."""

SHORT = 3
"""Texts up to this length are typed key by key."""
_SIGNS = {
    "Backquote": (192, "`~"),
    "Minus": (189, "-_"),
    "Equal": (187, "=+"),
    "BracketLeft": (219, "[{"),
    "BracketRight": (221, "]}"),
    "Backslash": (220, "\\|"),
    "Semicolon": (186, ";:"),
    "Quote": (222, "'\""),
    "Comma": (188, ",<"),
    "Period": (190, ".>"),
    "Slash": (191, "/?"),
    "Space": (32, " "),
}
"""Keys of a US keyboard: the code of each by number, and its characters without and with Shift."""
_KEYS = {
    sign: (name, code)
    for name, (code, signs) in {
        **_SIGNS,
        **{f"Digit{digit}": (48 + digit, f"{digit}{sign}") for digit, sign in enumerate(")!@#$%^&*(")},
        **{f"Key{letter}": (ord(letter), letter.lower() + letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
    }.items()
    for sign in signs
}


@dataclass(frozen=True, slots=True)
class Keys:
    """A line of text: all but the last character at once and that one by its key, so that what listens to keys hears
    one; short ones key by key."""

    length: int
    events: Sequence[Event]

    @classmethod
    def of(cls, line: str) -> Keys:
        begin = 0 if len(line) <= SHORT else len(line) - 1
        put_in = [_put_in(line[:begin])] if begin else []
        return cls(len(line), [*put_in, *(event for character in line[begin:] for event in _key(character))])


def _put_in(text: str) -> Event:
    return "insertText", {"text": text}


def _key(character: str) -> Iterator[Event]:
    """A key that goes down and up; characters that are on no keyboard are put in."""
    if (known := _KEYS.get(character)) is None:
        yield _put_in(character)
        return
    name, code = known
    key = {"key": character, "code": name, "windowsVirtualKeyCode": code, "modifiers": 0, "location": 0}
    yield "dispatchKeyEvent", {"type": "keyDown", "text": character, "unmodifiedText": character, **key}
    yield "dispatchKeyEvent", {"type": "keyUp", **key}
