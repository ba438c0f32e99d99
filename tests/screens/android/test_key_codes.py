"""Android's numbers for keys."""

from __future__ import annotations

import pytest

from askonce.errors import NotOperable
from askonce.screens.android.key_codes import key_event
from askonce.screens.keys import read_keys


@pytest.mark.parametrize(
    ("keys", "event"),
    [
        ("Enter", (66, 0)),
        ("a", (29, 0)),
        ("A", (29, 0x41)),
        ("Control+A", (29, 0x3000)),
        ("ctrl+shift+z", (54, 0x3041)),
        ("7", (14, 0)),
    ],
)
def test_a_key_has_its_code_and_its_modifiers(keys: str, event: tuple[int, int]) -> None:
    assert key_event(read_keys(keys)) == event


@pytest.mark.parametrize("keys", ["é", "Enter+A"])
def test_a_key_that_phones_do_not_have_is_told(keys: str) -> None:
    with pytest.raises(NotOperable):
        key_event(read_keys(keys))
