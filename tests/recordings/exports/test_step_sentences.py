"""Steps and expectations in plain words."""

from __future__ import annotations

import pytest

from askonce.recordings.exports.step_sentences import expectation_in, sentence_of
from askonce.screens.expectation import Expectation


@pytest.mark.parametrize(
    "expected",
    [
        Expectation("visible", "Forest honey"),
        Expectation("gone", "Loading {what}"),
        Expectation("address", "/basket"),
        Expectation("field", "Name", "Ann"),
    ],
)
def test_an_expectation_is_read_back_from_its_sentence(expected: Expectation) -> None:
    assert expectation_in(sentence_of(expected)) == expected


@pytest.mark.parametrize(
    "statement",
    ["the basket is empty", 'the text "a" is visible and "b" is not', 'the text "a" is not red', "the text is visible"],
)
def test_no_other_sentence_is_taken_for_an_expectation(statement: str) -> None:
    assert expectation_in(statement) is None
