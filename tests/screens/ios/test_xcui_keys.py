"""Keys of iPhones."""

from __future__ import annotations

import pytest

from askonce.errors import NotOperable
from askonce.screens.ios.xcui_keys import KeyStroke, key_stroke
from askonce.screens.keys import read_keys


@pytest.mark.parametrize(
    ("keys", "stroke"),
    [
        ("Enter", KeyStroke("XCUIKeyboardKeyReturn", 0, "\n")),
        ("x", KeyStroke("x", 0, "x")),
        ("ArrowLeft", KeyStroke("XCUIKeyboardKeyLeftArrow")),
        ("cmd+a", KeyStroke("a", 1 << 4)),
        ("shift+Enter", KeyStroke("XCUIKeyboardKeyReturn", 1 << 1)),
    ],
)
def test_a_key_is_typed_where_that_is_enough_and_named_otherwise(keys: str, stroke: KeyStroke) -> None:
    assert key_stroke(read_keys(keys)) == stroke


@pytest.mark.parametrize(("keys", "says"), [("PrintScreen", "no key PrintScreen"), ("a+b", "a is not a modifier")])
def test_what_cannot_be_pressed_is_refused(keys: str, says: str) -> None:
    with pytest.raises(NotOperable, match=says):
        key_stroke(read_keys(keys))
