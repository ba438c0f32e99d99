"""Number words."""

from __future__ import annotations

import pytest

from askonce.language.numerals import read_count, read_ordinal, singular, split_ordinal


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("first", 1), ("the tenth", 10), ("3rd", 3), ("the 22nd", 22), ("last", -1), ("second to last", -2),
        ("the penultimate", -2), ("0th", None), ("3", None), ("three", None), ("third row", None), ("", None),
    ],
)  # fmt: skip
def test_an_ordinal_counts_from_either_end(text: str, number: int | None) -> None:
    assert read_ordinal(text) == number


def test_an_ordinal_is_split_from_what_it_counts() -> None:
    assert split_ordinal("the 2nd text area") == (2, "text area")
    assert split_ordinal("second to last row") == (-2, "row")
    assert split_ordinal("the Save button") == (None, "save button")
    assert split_ordinal("first") == (None, "first")


@pytest.mark.parametrize(
    ("word", "number"), [("3", 3), ("zero", 0), ("twelve", 12), ("twice", 2), ("many", None), ("12345", None)]
)
def test_a_count_is_a_number_or_a_word_for_one(word: str, number: int | None) -> None:
    assert read_count(word) == number


@pytest.mark.parametrize(
    ("noun", "one"),
    [
        ("entries", "entry"),
        ("boxes", "box"),
        ("glasses", "glass"),
        ("watches", "watch"),
        ("dishes", "dish"),
        ("mugs", "mug"),
        ("glass", "glass"),
        ("status", "status"),
        ("gas", "gas"),
        ("ties", "tie"),
    ],
)
def test_the_singular_of_a_noun(noun: str, one: str) -> None:
    assert singular(noun) == one
