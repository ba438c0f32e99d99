"""What counts as equal: numbers by their value, texts letter by letter, and nothing by accident."""

from __future__ import annotations

import math
from typing import Any

import pytest

from askonce.program.comparison import is_empty, is_equal
from askonce.program.data_types import Table


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (5, "5"),
        (5, " 5.0 "),
        (5, 5.0),
        ("", None),
        (True, "yes"),
        ([1, "2"], ["1", 2]),
        ({"a": 1}, {"a": "1"}),
        (Table(["a"], [{"a": 1}]), [{"a": "1"}]),
    ],
)
def test_equal_values_are_equal_from_both_sides(left: Any, right: Any) -> None:
    assert is_equal(left, right)
    assert is_equal(right, left)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (5, "five"),
        (0, ""),
        (0, None),
        (0, "x"),
        (math.nan, "x"),
        (math.inf, "x"),
        ("a", "A"),
        ("x", None),
        (True, 1),
        (True, ""),
        (True, "perhaps"),
        (False, ""),
        (False, "perhaps"),
        (False, None),
        ([1], [1, 2]),
        ([], None),
        ({"a": 1}, {"b": 1}),
        ({"a": 1}, {"a": 1, "b": 2}),
        (Table(["a"], [{"a": 1}]), []),
    ],
)
def test_other_values_are_not(left: Any, right: Any) -> None:
    assert not is_equal(left, right)
    assert not is_equal(right, left)


def test_nothing_and_what_holds_nothing_are_empty_and_zero_is_not() -> None:
    assert all(map(is_empty, (None, "", " \n", [], {}, Table(["a"], []))))
    assert not any(map(is_empty, (0, False, "0", [None], {"a": None}, Table(["a"], [{"a": 1}]))))
