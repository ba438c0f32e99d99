"""The texts that a sentence names, without which it cannot be true."""

from __future__ import annotations

import pytest

from askonce.program.sandbox.named_texts import named_texts


@pytest.mark.parametrize(
    ("sentence", "named"),
    [
        ('the text "Groceries" is visible', ("Groceries",)),
        ('the row of "Ann" shows “paid”', ("Ann", "paid")),
        ("Gas Bill", ("Gas Bill",)),
        ("Gas Bill is in view.", ("Gas Bill",)),
        ("a red button is visible", ()),
        ("Red button is visible", ()),
        ("Save Button", ()),
        ("the end", ()),
        ('"Groceries" is gone', ()),
        ('"Groceries" or "Food" is visible', ()),
        ('the text "Groceries" is not visible', ()),
        ("Ann's and Bob's rows are visible", ()),
    ],
)
def test_a_name_is_what_stands_in_quotes_or_is_all_that_is_said(sentence: str, named: tuple[str, ...]) -> None:
    assert named_texts(sentence) == named
