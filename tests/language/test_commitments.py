"""Words on controls that commit to something are allowed by what an instruction says, in whatever words."""

from __future__ import annotations

import pytest

from askonce.language.commitments import committing_word


@pytest.mark.parametrize(
    ("label", "instruction", "word"),
    [
        ("Add to basket", "put the red mug into the basket", ""),
        ("Add to basket", "place the red mug in the basket", ""),
        ("Add", "create a contact", ""),
        ("Save", "add a contact called Bob", ""),
        ("Add to basket", "open the red mug", "add"),
        ("Save", "put Bob into Name", "save"),
        ("Order now", "put the red mug into the basket", "order now"),
        ("Delete", "put the red mug into the basket", "delete"),
    ],
)
def test_a_control_is_pressed_only_for_what_is_said(label: str, instruction: str, word: str) -> None:
    assert committing_word(label, instruction) == word
