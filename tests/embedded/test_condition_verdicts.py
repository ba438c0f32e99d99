"""What is so, or not, before something is done."""

from __future__ import annotations

import pytest
from skill_decisions import decided, node, steps_of

SAVE = node(9, "button", "Save")
ON = node(1, "checkbox", "Newsletter", states=frozenset({"checked"}))
OFF = node(1, "checkbox", "Newsletter")


@pytest.mark.parametrize(
    "instruction",
    [
        "if Newsletter is ticked, click Save",
        "if Newsletter is not unchecked, click Save",
        "click Save if Newsletter is on",
        "verify that Newsletter is checked, then click Save",
    ],
)
def test_a_box_tells_whether_it_is_ticked(instruction: str) -> None:
    assert steps_of(decided(instruction, ON, SAVE)) == ["Tap 9"]
    assert not decided(instruction, OFF, SAVE).actions


def test_what_is_ticked_is_unticked() -> None:
    assert steps_of(decided("if Newsletter is ticked, untick it", ON)) == ["Tap 1"]
    assert decided("if Newsletter is ticked, untick it", OFF).done


def test_what_is_not_so_as_verified_stops_the_act() -> None:
    decision = decided("verify that Newsletter is off, then click Save", ON, SAVE)
    assert not decision.done
    assert "it is not so that Newsletter is off" in decision.declined
    assert steps_of(decided('verify that "Save" is visible and click Save', SAVE)) == ["Tap 9"]


@pytest.mark.parametrize(
    "instruction",
    ["click Save, then verify that all looks nice", "if Newsletter and Terms are ticked, click Save"],
)
def test_what_no_screen_tells_is_declined_before_anything_is_done(instruction: str) -> None:
    assert not decided(instruction, ON, SAVE).actions
    assert "cannot tell" in decided(instruction, ON, SAVE).declined


def test_two_boxes_of_one_name_tell_nothing() -> None:
    other = node(2, "checkbox", "Newsletter", states=frozenset({"checked"}))
    assert not decided("if Newsletter is ticked, click Save", OFF, other, SAVE).actions
