"""Numbers of keys on HarmonyOS."""

from __future__ import annotations

import pytest

from askonce.errors import NotOperable
from askonce.screens.harmony.harmony_keys import key_codes
from askonce.screens.keys import read_keys


@pytest.mark.parametrize(
    ("keys", "codes"),
    [
        ("Enter", ["2054"]),
        ("a", ["2017"]),
        ("A", ["2047", "2017"]),
        ("7", ["2007"]),
        ("ctrl+shift+z", ["2072", "2047", "2042"]),
    ],
)
def test_a_key_has_its_number_behind_those_of_its_modifiers(keys: str, codes: list[str]) -> None:
    assert key_codes(read_keys(keys)) == codes


@pytest.mark.parametrize(
    ("keys", "says"),
    [("PrintScreen", "no key PrintScreen"), ("a+b", "a is not a modifier"), ("ctrl+alt+shift+a", "too many keys")],
)
def test_what_cannot_be_pressed_is_refused(keys: str, says: str) -> None:
    with pytest.raises(NotOperable, match=says):
        key_codes(read_keys(keys))
