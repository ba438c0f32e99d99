"""Boxes that are brought into a state."""

from __future__ import annotations

import pytest
from skill_decisions import decided, node, steps_of

from askonce.embedded.decision import decide
from askonce.embedded.planning_state import PlanningState
from askonce.geometry import Size
from askonce.history import PlannerQuestion
from askonce.screens import Tree


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
