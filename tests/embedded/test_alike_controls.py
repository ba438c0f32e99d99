"""Of several that may be called alike on a screen that is only seen, none is pressed for its frame."""

from __future__ import annotations

import pytest

from askonce.embedded.decision import Decision, decide
from askonce.embedded.planning_state import PlanningState
from askonce.geometry import Box, Size
from askonce.history import PlannerQuestion
from askonce.screens import Node, Tree

MARKS = {"seen": "99%"}


def text(number: int, words: str, left: float, top: float) -> Node:
    return Node(number, "text", "", Box(left, top, 60, 20), text=words, attributes=MARKS)


DELETE = Node(6, "button", "Delete", Box(100, 100, 70, 30), actionable=True, attributes=MARKS)
ROWS = (
    text(1, "Ann", 20, 25),
    text(2, "Delete", 105, 25),
    text(3, "Bob", 20, 65),
    text(4, "Delete", 105, 65),
    text(5, "Cid", 20, 105),
    DELETE,
)


def decided(instruction: str, *nodes: Node) -> Decision:
    tree = Tree(nodes, Size(480, 320), seen=True, look="first")
    return decide(PlanningState(PlannerQuestion(instruction, {}, tree=tree)))


def pressed(decision: Decision) -> list[int]:
    return [action.params["target"]["element"] for _, action in decision.actions if action.action == "Tap"]


@pytest.mark.parametrize("instruction", ["click Delete", "Delete", "click the Delete button"])
def test_the_one_with_a_frame_is_not_pressed_where_the_same_words_stand_elsewhere(instruction: str) -> None:
    decision = decided(instruction, *ROWS)
    assert pressed(decision) == []
    assert "there may be another button" in decision.declined


def test_a_row_that_was_said_chooses_one_of_them() -> None:
    assert pressed(decided("click Delete in the row of Cid", *ROWS)) == [DELETE.number]
    assert pressed(decided("click Delete in the row of Bob", *ROWS)) == []


@pytest.mark.parametrize("instruction", ["click the first Delete", "click the last Delete", "delete the second row"])
def test_what_may_have_been_missed_is_not_counted(instruction: str) -> None:
    assert pressed(decided(instruction, *ROWS)) == []


def test_the_only_one_is_pressed() -> None:
    assert pressed(decided("click Delete", *ROWS[:1], *ROWS[2:3], *ROWS[4:])) == [DELETE.number]


@pytest.mark.parametrize(("instruction", "is_pressed"), [("click Rome", False), ("click the field Rome", True)])
def test_a_field_is_not_pressed_for_words_that_it_may_hold(instruction: str, is_pressed: bool) -> None:
    field = Node(1, "textbox", "Rome", Box(20, 20, 200, 24), text="Rome", actionable=True, attributes=MARKS)
    decision = decided(instruction, field, text(2, "Some words", 20, 80))
    assert bool(pressed(decision)) is is_pressed
    assert is_pressed or "may be what a field holds" in decision.declined


def icon(number: int, name: str, top: float) -> Node:
    marks = {"icon": "seen 99%"} if name else {}
    return Node(number, "button", name, Box(200, top, 24, 24), actionable=True, attributes=marks)


def on_known_screen(instruction: str, *nodes: Node) -> Decision:
    return decide(PlanningState(PlannerQuestion(instruction, {}, tree=Tree(nodes, Size(480, 320)))))


GEARS = (icon(1, "settings", 20), icon(2, "", 60), icon(3, "settings", 100))


def test_icons_that_are_only_guessed_are_not_counted_beside_one_that_may_be_the_same() -> None:
    decision = on_known_screen("click the second gear", *GEARS)
    assert pressed(decision) == []
    assert "others may be the same" in decision.declined
    assert pressed(on_known_screen("click the first gear", *GEARS)) == [1]
    assert pressed(on_known_screen("click the second gear", GEARS[0], icon(2, "search", 60), GEARS[2])) == [3]


def test_the_only_icon_that_was_told_is_not_pressed_beside_one_that_may_be_the_same() -> None:
    assert pressed(on_known_screen("click the gear icon", *GEARS[:2])) == []
    assert pressed(on_known_screen("click the gear icon", GEARS[0])) == [1]
