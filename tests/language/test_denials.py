"""Which verdicts say that something is not there."""

from __future__ import annotations

import pytest

from askonce.language.denials import claims_absence, is_denied


@pytest.mark.parametrize(
    "statement",
    [
        "no error is shown",
        "The dialog isn’t there",
        "the list is shown without prices",
        "nothing is missing",
        "Only two rows are marked",
        "all rows are ticked",
        "es ist kein Fehler zu sehen",
        "aucune erreur n'est affichée",
        "没有错误",
    ],
)
def test_what_denies_or_speaks_of_all_claims_absence_where_it_is_true(statement: str) -> None:
    assert claims_absence(statement, holds=True)


@pytest.mark.parametrize(
    "statement", ["the page shows an error", "there are errors", "an error occurred", "nothing is missing"]
)
def test_what_says_that_something_is_there_claims_absence_where_it_is_false(statement: str) -> None:
    assert claims_absence(statement, holds=False)


@pytest.mark.parametrize(
    ("statement", "holds"),
    [
        ("the page shows an error", True),
        ("no error is shown", False),
        ("the notice is called 'Not now'", True),
        ("the notepad is open in the hall", True),
        ("the basket is full", False),
    ],
)
def test_a_verdict_on_what_is_seen_claims_no_absence(statement: str, holds: bool) -> None:
    assert not claims_absence(statement, holds=holds)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Nothing saved yet", "saved"),
        ("Not done yet", "done"),
        ("It isn't done", "done"),
        ("None of your changes were saved", "saved"),
        ("The order has yet to be paid", "paid"),
        ("Welcome. Your order could not be Saved!", "saved"),
        ("Noch nicht gespeichert", "gespeichert"),
    ],
)
def test_a_word_that_others_before_it_deny_is_denied(text: str, wanted: str) -> None:
    assert is_denied(text, wanted)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Saved", "saved"),
        ("Not done yet", "not done"),
        ("No errors, saved", "saved"),
        ("No errors. 3 files saved", "saved"),
        ("Nothing was lost and all is saved", "saved"),
        ("Not saved: 2. Saved: 5", "saved"),
        ("Saved, and not to be undone", "saved"),
        ("Ready", "saved"),
    ],
)
def test_a_word_that_stands_by_itself_once_is_not_denied(text: str, wanted: str) -> None:
    assert not is_denied(text, wanted)
