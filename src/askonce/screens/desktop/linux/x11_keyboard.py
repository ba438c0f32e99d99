"""The keyboard of an X display. A character that no key has is put on a spare key first, so that any can be typed, and
none of them is ever written on a command line."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from askonce.errors import NotOperable
from askonce.lazy import dataclass
from askonce.screens.desktop.linux.x11_connection import XK, X, X11Connection, xtest

_NAMES = {
    "Enter": "Return", "Backspace": "BackSpace", "Control": "Control_L", "ControlOrMeta": "Control_L",
    "Shift": "Shift_L", "Alt": "Alt_L", "Meta": "Super_L", "ArrowUp": "Up", "ArrowDown": "Down", "ArrowLeft": "Left",
    "ArrowRight": "Right", "Space": "space", "PageUp": "Prior", "PageDown": "Next", "CapsLock": "Caps_Lock",
    "ContextMenu": "Menu", "PrintScreen": "Print",
}  # fmt: skip
"""Keys that X calls otherwise."""
_CONTROLS = {"\n": "Return", "\r": "Return", "\t": "Tab"}
_UNICODE = 0x1000000
"""Added to a character, it is the symbol of a key that writes it."""
_HEARD = 0.12
"""Seconds until applications have heard of a new key."""
_BREATH = 40
"""Characters that are typed before applications get a moment: some lose keys of long texts."""


@dataclass(frozen=True, slots=True)
class Key:
    code: int
    is_shifted: bool = False


class X11Keyboard:
    """Types and presses keys by XTEST."""

    def __init__(self, connection: X11Connection) -> None:
        self._x = connection
        self._keys: dict[int, Key] = {}
        self._spare: list[int] = []
        self._borrowed: dict[int, int] = {}
        """Spare keys by the symbols that were put on them, the oldest first."""

    def start(self) -> None:
        info = self._x.display.display.info
        first, last = int(info.min_keycode), int(info.max_keycode)
        mapping = self._x.display.get_keyboard_mapping(first, last - first + 1)
        for code, symbols in enumerate(mapping, first):
            if not any(symbols):
                self._spare.append(code)
            for level, symbol in enumerate(symbols[:2]):
                if symbol:
                    self._keys.setdefault(int(symbol), Key(code, level == 1))

    def stop(self) -> None:
        for code in self._borrowed.values():
            self._x.display.change_keyboard_mapping(code, [(0, 0)])
        self._borrowed.clear()
        self._x.display.sync()

    async def type(self, text: str, delay: float) -> None:
        """Type a text. What is on no key is put on spare ones, as much at a time as there are."""
        self._release_capslock()
        for part in self._parts(text):
            if self._borrow(part):
                await asyncio.sleep(_HEARD)
            for place, symbol in enumerate(part, 1):
                self._strike(self._key(symbol))
                if delay:
                    await asyncio.sleep(delay)
                elif place % _BREATH == 0:
                    await asyncio.sleep(0.01)
        self._x.display.sync()

    async def press(self, names: Sequence[str]) -> None:
        symbols = [_symbol_of_name(name, is_alone=len(names) == 1) for name in names]
        if self._borrow(symbols):
            await asyncio.sleep(_HEARD)
        keys = [self._key(symbol) for symbol in symbols]
        shift = self._shift() if any(key.is_shifted for key in keys) else []
        codes = [*shift, *(key.code for key in keys)]
        for code in codes:
            xtest.fake_input(self._x.display, X.KeyPress, code)
        for code in reversed(codes):
            xtest.fake_input(self._x.display, X.KeyRelease, code)
        self._x.display.sync()

    def _parts(self, text: str) -> list[list[int]]:
        """The symbols of a text, in parts for which there are enough spare keys."""
        parts: list[list[int]] = [[]]
        unknown: set[int] = set()
        for character in text.replace("\r\n", "\n"):
            symbol = _symbol_of(character)
            if symbol not in self._keys and symbol not in unknown:
                if not self._spare:
                    raise NotOperable(
                        f"the keyboard of {self._x.name} has no key for {character!r}, and none to spare",
                        remedy="put the text on the clipboard and paste it",
                    )
                if len(unknown) == len(self._spare):
                    parts.append([])
                    unknown = set()
                unknown.add(symbol)
            parts[-1].append(symbol)
        return parts

    def _borrow(self, symbols: Sequence[int]) -> bool:
        """Put symbols on spare keys that are on none. Whether there were any."""
        missing = [each for each in dict.fromkeys(symbols) if each not in self._keys and each not in self._borrowed]
        for symbol in missing:
            free = next((code for code in self._spare if code not in self._borrowed.values()), None)
            if free is None:
                oldest = next(each for each in self._borrowed if each not in symbols)
                free = self._borrowed.pop(oldest)
            self._borrowed[symbol] = free
            self._x.display.change_keyboard_mapping(free, [(symbol, symbol)])
        self._x.display.sync()
        return bool(missing)

    def _key(self, symbol: int) -> Key:
        return self._keys.get(symbol) or Key(self._borrowed[symbol])

    def _strike(self, key: Key) -> None:
        codes = [*(self._shift() if key.is_shifted else []), key.code]
        for code in codes:
            xtest.fake_input(self._x.display, X.KeyPress, code)
        for code in reversed(codes):
            xtest.fake_input(self._x.display, X.KeyRelease, code)
        self._x.display.flush()

    def _shift(self) -> list[int]:
        return [self._keys[XK.XK_Shift_L].code]

    def _release_capslock(self) -> None:
        if self._x.root.query_pointer().mask & X.LockMask and XK.XK_Caps_Lock in self._keys:
            self._strike(self._keys[XK.XK_Caps_Lock])


def _symbol_of(character: str) -> int:
    if character in _CONTROLS:
        return int(XK.string_to_keysym(_CONTROLS[character]))
    number = ord(character)
    if number < 0x20 or number == 0x7F:
        raise NotOperable(f"the character {character!r} cannot be typed", remedy="leave it out, or press a key instead")
    return number if number < 0x100 else _UNICODE + number


def _symbol_of_name(name: str, *, is_alone: bool) -> int:
    """The symbol of a key. In a combination a letter means its key: Control+A has no Shift."""
    if len(name) == 1:
        return _symbol_of(name if is_alone else name.lower())
    symbol = int(XK.string_to_keysym(_NAMES.get(name, name)))
    if not symbol:
        raise NotOperable(f"the keyboard has no key {name}", remedy="press another one")
    return symbol
