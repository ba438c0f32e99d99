"""Sliders that are moved to a number."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from skill_decisions import decided, node, steps_of

from askonce.screens import Node


def test_several_sliders_take_their_numbers_in_order() -> None:
    sliders = tuple(node(number, "slider", value=str(number), attributes={"type": "range"}) for number in (1, 2, 3))
    decision = decided("Set the sliders to 1, 7 and 9", *sliders)
    assert steps_of(decision) == ["Type 2 7"]
    assert not decided("Set the sliders to 1 and 7", *sliders).actions


ONE_SETTING = (
    node(
        1, "spinbutton", "number input for Quality", value="5", attributes={"type": "number", "min": "0", "max": "10"}
    ),
    node(2, "slider", "range slider for Quality", value="5", attributes={"type": "range", "min": "0", "max": "10"}),
)


IN_A_GROUP = (
    node(1, "group", parent=None),
    node(2, "text", text="Year", parent=1),
    node(3, "spinbutton", value="2020", parent=1),
    node(4, "text", text="2015", parent=1),
    node(5, "slider", value="2020", parent=1),
)


@pytest.mark.parametrize(
    ("instruction", "nodes", "steps"),
    [
        ("Drag the quality slider to 8", ONE_SETTING, ["Type 2 8"]),
        ("Set quality to 3", ONE_SETTING, ["Type 2 3"]),
        ("Set the year to 2018", IN_A_GROUP, ["Press 5 ArrowLeft 2"]),
        ("Drag the year slider to 2024", IN_A_GROUP, ["Press 5 ArrowRight 4"]),
        ("Move the year slider to 2021 points", IN_A_GROUP, ["Press 5 ArrowRight 1"]),
        ("Drag the year slider to 2018", (*IN_A_GROUP, node(6, "slider", value="1", parent=1)), []),
        ("Set the weight to 2018", IN_A_GROUP, []),
        ("Move the year slider to 2021 dollars", IN_A_GROUP, []),
    ],
)
def test_a_slider_is_known_by_the_name_of_its_setting(
    instruction: str, nodes: Sequence[Node], steps: list[str]
) -> None:
    assert steps_of(decided(instruction, *nodes)) == steps
