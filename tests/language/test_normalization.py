"""The forms in which texts are compared."""

from __future__ import annotations

import pytest

from askonce.language.normalization import end_of_words, is_same_name, key, letters_of, loose_key


def test_a_key_is_the_words_alone() -> None:
    assert key("  Don’t\u00a0save! ") == key("don't save") == "don't save"
    assert key("C++") != key("C")
    assert key("+") == "+"


def test_weaker_forms_leave_out_more() -> None:
    assert loose_key(key("Log in")) == loose_key(key("Login"))
    assert loose_key(key("Öffnen")) == loose_key(key("offnen"))
    assert letters_of("Öffnen: *") == letters_of("offnen")
    assert is_same_name("Name: *", "name")
    assert not is_same_name("C++", "C")
    assert not is_same_name("*", ":")


@pytest.mark.parametrize("text", ["5.00", "1,5", "-5", "15", "5%", "5 000"])
def test_a_part_of_a_number_is_not_the_number(text: str) -> None:
    assert end_of_words(text, "5") == 0


def test_whole_words_are_found() -> None:
    assert end_of_words("Two mugs, please", "mugs") == 8
    assert end_of_words("Two mugshots", "mugs") == 0
    assert end_of_words("mugs. Plates", "mugs") == 4
    assert end_of_words("tea-mugs", "mugs") == 0
