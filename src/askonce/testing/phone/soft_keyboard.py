"""The keyboard on the screen. It types what is tapped; the accessibility service is told of its frame alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from askonce.geometry import Size
from askonce.testing.phone.views import View

if TYPE_CHECKING:
    from askonce.testing.phone.handset import Handset

PACKAGE = "com.android.inputmethod.latin"

_LAYERS = {
    "letters": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "capitals": ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"),
    "signs": ("1234567890", "@#$%&-+()", "*\"':;!?"),
}


def height(screen: Size) -> float:
    """How much of the screen it takes."""
    return 236.0 if screen.height > screen.width else 220.0


def keyboard(phone: Handset) -> View:
    rows = [[_key(phone, sign) for sign in signs] for signs in _LAYERS[phone.keyboard_layer]]
    shift = "letters" if phone.keyboard_layer == "capitals" else "capitals"
    other = "signs" if phone.keyboard_layer != "signs" else "letters"
    rows[2] = [_switch(phone, "Shift", shift), *rows[2], _key(phone, "Delete", "Backspace", "wide")]
    rows.append(
        [
            _switch(phone, "?123" if other == "signs" else "ABC", other),
            _key(phone, ","),
            _key(phone, " ", "Space", "space"),
            _key(phone, "."),
            _key(phone, "Enter", "Enter", "wide"),
        ]
    )
    keys = tuple(View(style="keys", hidden=True, children=tuple(row)) for row in rows)
    return View("View", id="keyboard_view", children=keys)


def _key(phone: Handset, sign: str, press: str = "", style: str = "") -> View:
    def type_sign() -> None:
        phone.typed.append((press, "" if press else sign))
        if phone.keyboard_layer == "capitals":
            phone.keyboard_layer = "letters"

    return View("TextView", sign, style=f"key {style}", hidden=True, on={"tap": type_sign})


def _switch(phone: Handset, name: str, layer: str) -> View:
    def switch() -> None:
        phone.keyboard_layer = layer

    return View("TextView", name, style="key wide", hidden=True, on={"tap": switch})
