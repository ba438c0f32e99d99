"""Names that follow from the ids of tests."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askonce.plugin.node_ids import recordings_id, report_name
from askonce.recordings.stores import checked_id


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ("tests/test_shop.py::test_order", "tests/test_shop/test_order"),
        ("tests/test_shop.py::TestBasket::test_order", "tests/test_shop/TestBasket/test_order"),
        ("test_shop.py::test_bestellung_für_zwei", "test_shop/test_bestellung_für_zwei"),
        ("flows/checkout.yaml", "flows/checkout"),
    ],
)
def test_recordings_lie_where_the_test_does(test: str, expected: str) -> None:
    assert recordings_id(test) == expected


@given(st.text(min_size=1), st.text(min_size=1), st.text())
def test_whatever_a_test_is_called_its_recordings_can_be_kept(file: str, name: str, case: str) -> None:
    id = recordings_id(f"{file}.py::{name}[{case}]")

    assert checked_id(id) == id
    assert ".." not in id.split("/")


def test_ids_that_lose_characters_stay_apart() -> None:
    assert len({recordings_id(f"../{name}.py::test") for name in ("a b", "a.b", "a_b")}) == 3


def test_reports_have_names_of_their_own_for_each_test_case_and_run() -> None:
    names = {
        report_name(test, number)
        for test in ("a/b.py::test_x", "a-b.py::test_x", "a/b.py::test_x[1]", f"a.py::test_{'x' * 300}")
        for number in (1, 2)
    }

    assert len(names) == 8
    assert all(name.replace("-", "").isidentifier() and len(name) < 120 for name in names)
