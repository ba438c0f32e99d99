"""Counts beside a passed value: with another value there are more or fewer."""

from __future__ import annotations

import pytest

from askonce.recordings.text_counts import all_are_said, open_counts, says_same, without_counts
from askonce.values import Instruction

SEARCH = Instruction.of("search for {term}", {"term": "drill"})


@pytest.mark.parametrize(
    ("text", "opened"),
    [
        ("2 results for “{term}”", "* results for “{term}”"),
        ("1,204 results for {term}", "* results for {term}"),
        ("1 result for {term}", "* result for {term}"),
        ("Showing 12 of 140 products for {term}", "Showing * of * products for {term}"),
        ("{term} (3 left)", "{term} (* left)"),
        ("{term} – 40+ tools", "{term} – * tools"),
        ("3 Treffer für {term}", "* Treffer für {term}"),
    ],
)
def test_a_count_is_any_number(text: str, opened: str) -> None:
    assert open_counts(text, SEARCH) == opened


@pytest.mark.parametrize(
    "text",
    [
        "Order 12 of {term}",
        "Order 12 items of {term}",
        "12 Main Street, {term}",
        "{term} (2)",
        "Chapter 2: {term}",
        "{term} 5 mm",
        "2 results",
    ],
)
def test_any_other_number_is_kept(text: str) -> None:
    assert open_counts(text, SEARCH) == text


def test_a_number_that_the_instruction_says_is_kept() -> None:
    said = Instruction.of("open the one with 2 results for {term}", {"term": "drill"})
    assert open_counts("2 results for {term}", said) == "2 results for {term}"


def test_any_number_of_the_same_things_is_the_same() -> None:
    wanted = "* results for “drill”"
    assert says_same(wanted, "12 results for “drill”")
    assert says_same(wanted, "1 result for “Drill”")
    for other in ("12 results for “saw”", "results for “drill”", "12 guides for “drill”", "no results for “drill”"):
        assert not says_same(wanted, other)
    assert not says_same("2 results for “drill”", "3 results for “drill”")
    assert all_are_said([wanted, "Help"], ["Help", "3 results for “drill”"])
    assert not all_are_said([wanted, "Shop"], ["Help", "3 results for “drill”"])


def test_the_part_without_the_count_has_the_value() -> None:
    assert without_counts("* results for “{term}”") == "for “{term}”"
    assert without_counts("{term} (* left)") == "{term}"
    assert without_counts("Results for {term}") == "Results for {term}"
