"""Joining the parts of a list, by the rows that they share and by where those lay."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from askonce.geometry import Box
from askonce.insight.merge_rows import Row, Seam, find_seam, make_rows
from askonce.screens import Node


def placed(texts: str, first: int = 0) -> list[Row]:
    """One row a letter, each 30 units high, the first at place `first` of the list."""
    return [Row(text, text, 30.0 * n, 30.0 * n + 30) for n, text in enumerate(texts, first)]


def unplaced(texts: str) -> list[Row]:
    return [Row(text, text) for text in texts]


@pytest.mark.parametrize(
    ("known", "new", "seam"),
    [
        ("abcd", "cdef", Seam(0, 2)),
        ("abcd", "abcd", Seam(0, 4)),
        ("abcd", "wxyz", None),
        ("", "abc", None),
        ("abc", "", None),
        ("abxx", "xxyz", Seam(0, 2)),
        ("abcC", "bcde", Seam(1, 2)),
        ("abcd", "Bcde", Seam(0, 3)),
    ],
)
def test_rows_without_places_are_joined_by_the_longest_run(known: str, new: str, seam: Seam | None) -> None:
    assert find_seam(unplaced(known), unplaced(new)) == seam


def test_rows_that_look_alike_are_told_apart_by_their_places() -> None:
    assert find_seam(placed("aaaa"), placed("aaaa", 3)) == Seam(0, 1)
    assert find_seam(placed("abab"), placed("abab", 2)) == Seam(0, 2)


def test_places_that_moved_are_not_believed_against_the_rows() -> None:
    assert find_seam(placed("abcd"), placed("cdef", 7)) == Seam(0, 2)


def test_a_row_read_differently_is_known_by_its_place_and_a_text() -> None:
    known = Row({"name": "Tea", "price": None}, 1, 90, 120)
    new = Row({"name": "Tea", "price": "2.50"}, 2, 90, 130)
    other = Row({"name": "Milk", "price": "1.10"}, 3, 90, 120)
    assert find_seam([known], [new]) == Seam(1, 0)
    assert find_seam([known], [other]) is None


@given(st.text("ab", min_size=1, max_size=40), st.integers(3, 8), st.data())
def test_parts_of_any_list_make_the_list_again(texts: str, view: int, data: st.DataObject) -> None:
    rows = placed(texts)
    known, start = rows[:view], 0
    while start + view < len(rows):
        start += data.draw(st.integers(1, view - 1))
        new = rows[start : start + view]
        seam = find_seam(known, new)
        assert seam
        known = [*known[: len(known) - seam.drop], *new[seam.start :]]
    assert known == rows


class Item(BaseModel):
    name: str
    price: float | None = None


@dataclass
class Line:
    name: str
    count: int


@pytest.mark.parametrize(
    ("value", "same", "other"),
    [
        ("Green  Tea", "green tea", "Black Tea"),
        (Item(name="Tea", price=2), Item(name="TEA", price=2), Item(name="Tea", price=3)),
        ({"name": "Tea", "tags": ["hot"]}, {"tags": ["Hot"], "name": "tea"}, {"name": "Tea", "tags": ["cold"]}),
        (["Tea", 1], ("tea", 1), ["Tea", 2]),
        (Line("Tea", 1), Line("Tea", 1), Line("Tea", 2)),
        (4, 4, 5),
    ],
)
def test_rows_of_any_shape_are_compared_by_what_they_say(value: object, same: object, other: object) -> None:
    one, two, three = make_rows([value, same, other], (), 0)
    assert (one.key == two.key, one.key == three.key) == (True, False)


def test_places_are_found_in_the_order_of_the_rows() -> None:
    nodes = [Node(n, "text", name, Box(0, 30 * n, 90, 30)) for n, name in enumerate(["Tea 1", "Head", "Tea 1", "Milk"])]
    rows = make_rows([Item(name="Tea 1"), Item(name="Tea 1"), Item(name="Rum"), Line("Milk", 2)], nodes, 100)
    assert [row.top for row in rows] == [100, 160, None, 190]
