"""What is called otherwise on another day is known by the rest of its name."""

from __future__ import annotations

import pytest

from askonce.recordings.calendar_words import changes_with_calendar, without_calendar


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Monday", "Tuesday"),
        ("Wednesday, 18 November 2026", "Friday, 1 January 2027"),
        ("Mon 16 Nov", "Tue 1 Dec"),
        ("Report for May", "Report for December"),
        ("16. Mai", "1. Juni"),
        ("Good morning, Ann", "Good evening, Ann"),
        ("Guten Morgen", "Guten Abend"),
        ("Mercredi", "Jeudi"),
    ],
)
def test_names_of_two_days_are_the_same(one: str, other: str) -> None:
    assert without_calendar(one) == without_calendar(other)
    assert changes_with_calendar(one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Monday: holidays", "Monday: overtime"),
        ("Meeting with April", "Meeting with May"),
        ("You may order", "You can order"),
        ("Good morning, Ann", "Good morning, Bob"),
        ("Morning shift", "Evening shift"),
        ("Today", "Tomorrow"),
        ("Sun cream", "Sat nav"),
        ("Monday", "November"),
    ],
)
def test_other_names_are_told_apart(one: str, other: str) -> None:
    assert without_calendar(one) != without_calendar(other)


@pytest.mark.parametrize("text", ["Today", "You may order", "Sun cream", "March on", "Account"])
def test_a_name_that_stays_is_not_changed(text: str) -> None:
    assert not changes_with_calendar(text)
