"""Several fields that are filled in at once."""

from __future__ import annotations

import pytest
from skill_decisions import decided, node, steps_of

ADDRESSES = (
    node(1, "group", "Billing address", actionable=False),
    node(2, "textbox", "Street", parent=1),
    node(3, "textbox", "City", parent=1),
    node(4, "group", "Shipping address", actionable=False),
    node(5, "textbox", "Street", parent=4),
    node(6, "textbox", "City", parent=4),
)


@pytest.mark.parametrize(
    ("instruction", "steps"),
    [
        ("In Shipping address set City to Bern", ["Type 6 Bern"]),
        ("In Billing address, set City to Bern", ["Type 3 Bern"]),
        (
            "In the Shipping address section, fill in Street with Main 5 and City with Bern",
            ["Type 5 Main 5", "Type 6 Bern"],
        ),
    ],
)
def test_fields_are_those_of_the_part_that_is_named(instruction: str, steps: list[str]) -> None:
    assert steps_of(decided(instruction, *ADDRESSES)) == steps


@pytest.mark.parametrize(
    "instruction", ["In Shipping address set Country to Peru", "In Company set City to Bern", "Set City to Bern"]
)
def test_nothing_is_filled_in_where_that_part_has_no_such_field(instruction: str) -> None:
    assert not decided(instruction, *ADDRESSES, node(7, "textbox", "Country")).actions


def test_the_words_for_a_field_are_not_typed_into_another_one() -> None:
    assert not decided("In Notes set City to Bern", node(1, "textbox", "Notes"), node(2, "textbox", "City")).actions
