"""Boxes that are brought into a state."""

from __future__ import annotations

import pytest
from skill_decisions import decided, node, steps_of

from askonce.embedded.decision import decide
from askonce.embedded.earlier_rounds import EarlierRound, PastAction
from askonce.embedded.planning_state import PlanningState
from askonce.geometry import Size
from askonce.history import ActionStatus, PlannerQuestion, SubGoal
from askonce.screens import Node, Tree


@pytest.mark.parametrize("instruction", ["make sure News is unchecked", "ensure that News is off", "uncheck News"])
def test_a_box_is_brought_into_the_state_that_is_asked_for(instruction: str) -> None:
    on = node(1, "checkbox", "News", states=frozenset({"checked"}))
    assert steps_of(decided(instruction, on)) == ["Tap 1"]
    assert decided(instruction, node(1, "checkbox", "News")).done


def test_a_box_that_is_accepted_may_be_further_down() -> None:
    question = PlannerQuestion(
        "accept the terms", {}, tree=Tree((node(1, "button", "Buy"),), Size(800, 600), below=300)
    )
    assert steps_of(decide(PlanningState(question))) == ["Scroll down"]


@pytest.mark.parametrize(
    "instruction",
    [
        "make sure Active is checked and Staff is not",
        "make sure Active is checked and Staff is not checked",
        "ensure that Staff is off but Active is on",
    ],
)
def test_two_boxes_are_brought_into_their_states_together(instruction: str) -> None:
    active, staff = node(1, "checkbox", "Active"), node(2, "checkbox", "Staff", states=frozenset({"checked"}))
    assert sorted(steps_of(decided(instruction, active, staff))) == ["Tap 1", "Tap 2"]
    assert not decided(instruction, active).actions


def _bold(*states: str) -> Node:
    return node(1, "button", "Bold", states=frozenset(states), attributes={"acts": "toggles"})


def test_a_button_that_stays_pressed_is_turned_on_and_looked_at() -> None:
    first = decided("turn on Bold", _bold())
    assert steps_of(first) == ["Tap 1"]
    assert not first.done
    pressed = PastAction(1, "Tap", {"target": {"prompt": "Bold", "element": 1}}, ActionStatus.DONE)
    later = {"goals": (SubGoal(1, "turn on Bold"),), "rounds": (EarlierRound((pressed,), ()),)}
    assert decided("turn on Bold", _bold("pressed"), **later).done
    assert "is as before" in decided("turn on Bold", _bold(), **later).declined


def test_a_button_that_is_as_wanted_or_tells_nothing_is_left_alone() -> None:
    assert decided("turn on Bold", _bold("pressed")).done
    assert steps_of(decided("turn off Bold", _bold("pressed"))) == ["Tap 1"]
    assert not decided("turn on Bold", node(1, "button", "Bold")).actions
