"""Dates and times as people write them."""

from __future__ import annotations

from datetime import date, time

import pytest

from askonce.language.date_words import read_date, read_moment, read_month, read_time


@pytest.mark.parametrize(
    "text",
    [
        "2024-12-31", "12/31/2024", "31/12/2024", "31.12.2024", "December 31, 2024", "Dec 31 2024", "31 December 2024",
        "31st of December 2024", "Tuesday, December 31st, 2024", "2024/12/31", "31 Dec. 2024",
    ],
)  # fmt: skip
def test_one_day_is_written_in_many_ways(text: str) -> None:
    assert read_date(text) == date(2024, 12, 31)


def test_between_slashes_the_month_comes_first_unless_the_field_says_otherwise() -> None:
    assert read_date("05/06/2024") == date(2024, 5, 6)
    assert read_date("05/06/2024", day_first=True) == date(2024, 6, 5)
    assert read_date("05.06.2024") == date(2024, 6, 5)


@pytest.mark.parametrize(
    "text", ["31/31/2024", "12/31/24", "tomorrow", "2024", "Maybe 3, 2024", "30 February 2024", ""]
)
def test_what_is_no_certain_day_is_none(text: str) -> None:
    assert read_date(text) is None


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("9:37 PM", time(21, 37)), ("21:37", time(21, 37)), ("9 am", time(9)), ("12:05 am", time(0, 5)),
        ("noon", time(12)), ("12 p.m.", time(12)), ("7.30 pm", time(19, 30)),
    ],
)  # fmt: skip
def test_times_of_day_are_read(text: str, meant: time) -> None:
    assert read_time(text) == meant


@pytest.mark.parametrize("text", ["25:00", "13 pm", "9", "9:75", "later"])
def test_what_is_no_time_is_none(text: str) -> None:
    assert read_time(text) is None


def test_months_are_known_by_name_and_by_its_start() -> None:
    assert [read_month(word) for word in ("May", "sept", "Dec.", "mayor")] == [5, 9, 12, 0]


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-11-18", (date(2026, 11, 18), None)),
        ("11/18/ 2026", (date(2026, 11, 18), None)),
        ("18.11.2026|", (date(2026, 11, 18), None)),
        ("Nov 18, 2026", (date(2026, 11, 18), None)),
        ("Tue 17 Nov 2026", (date(2026, 11, 17), None)),
        ("5/5/2026", (date(2026, 5, 5), None)),
        ("08: :15 PM", (None, time(20, 15))),
        ("8:30", (None, time(8, 30))),
        ("2026-11-18T08:30", (date(2026, 11, 18), time(8, 30))),
        ("11/18/2026, 08:30 AM", (date(2026, 11, 18), time(8, 30))),
        ("11/12/2026", None),
        ("12.50", None),
        ("10/2026", None),
        ("Room 18", None),
        ("", None),
    ],
)
def test_a_moment_is_read_in_any_format_in_which_it_can_be_no_other(
    text: str, moment: tuple[date | None, time | None] | None
) -> None:
    assert read_moment(text) == moment
