"""What is pressed, and what is not since it could be another."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from skill_decisions import decided, node, steps_of

from askonce.embedded.earlier_rounds import EarlierRound, PastAction
from askonce.history import ActionStatus, SubGoal
from askonce.screens import Node


@pytest.mark.parametrize(
    "nodes",
    [
        (node(1, "button", "Delete"), node(2, "button", "Delete")),
        (node(1, "button", "Delete"), node(2, "text", text="Bob"), node(3, "button", "Delete")),
        (node(1, "button", "Delete", attributes={"id": "a"}), node(2, "button", "Delete", attributes={"id": "b"})),
        (node(1, "button", "Delete", parent=101), node(2, "button", "Delete", parent=102)),
        (node(1, "button", "Delete"), node(2, "button", "Delete", states=frozenset({"disabled"}))),
    ],
)
def test_of_several_things_of_one_name_none_is_taken(nodes: Sequence[Node]) -> None:
    decision = decided("click Delete", *nodes)
    assert not decision.actions
    assert "any of several" in decision.declined


def test_a_lone_button_next_is_no_page_of_a_list() -> None:
    decision = decided("click Anna", node(1, "button", "Next"), node(2, "button", "Back"))
    assert not decision.actions
    assert "no element is called 'Anna'" in decision.declined


def test_a_tab_of_the_page_comes_before_one_of_the_browser() -> None:
    tabs = (node(1, "tab", "Tab 1"), node(2, "tab", "Tab 2"))
    assert steps_of(decided("switch to tab 2", *tabs)) == ["Tap 2"]


def test_a_section_is_known_by_the_title_at_the_end_of_its_name() -> None:
    shut = frozenset({"collapsed"})
    sell = node(1, "button", "DELETE /pets/{number} Sell a pet", states=shut)
    hours = node(2, "button", "GET /hours Opening hours", states=shut)
    assert steps_of(decided('Open "Sell a pet"', sell, hours)) == ["Tap 1"]
    assert steps_of(decided("click on Opening hours", sell, hours)) == ["Tap 2"]


def test_a_name_after_a_name_is_pressed_too_and_a_word_is_not() -> None:
    buttons = (node(1, "button", "Try it out"), node(2, "tab", "Order"), node(3, "button", "Order now"))
    done = tuple(PastAction(1, "Tap", {"target": {"prompt": "x", "element": 1}}, ActionStatus.DONE) for _ in "x")
    later = {"goals": (SubGoal(1, "press Try it out"), SubGoal(2, "press Execute"))}
    assert steps_of(decided("press Try it out, then Execute", *buttons)) == ["Tap 1"]
    again = decided("", node(4, "button", "Execute"), rounds=(EarlierRound(done, (1,)),), **later)
    assert steps_of(again) == ["Tap 4"]
    assert "it is not clear what to press" in decided("press Try it out, then order", *buttons).declined
