"""Looking on another page of a list, and what it is not turned for."""

from __future__ import annotations

import pytest
from skill_decisions import decided, node, steps_of

from askonce.embedded.earlier_rounds import EarlierRound, PastAction
from askonce.history import ActionStatus, SubGoal
from askonce.screens import Node

PAGER = (node(20, "button", "Next page"), node(21, "button", "Delete selected"), node(22, "button", "Save"))
ANN = node(1, "checkbox", "Ann")
SALARY = node(2, "textbox", "Salary of Ann")
SEARCH = node(3, "searchbox", "Search")


def _later(*parts: str, touched: tuple[tuple[str, int, str], ...]) -> dict[str, object]:
    """What is known once all parts but the last were done, one action for each."""
    goals = tuple(SubGoal(index, part) for index, part in enumerate(parts, 1))
    past = [
        PastAction(index, action, {"target": {"prompt": words, "element": number}}, ActionStatus.DONE)
        for index, (action, number, words) in enumerate(touched, 1)
    ]
    return {"goals": goals, "rounds": tuple(EarlierRound((action,), (action.part,)) for action in past)}


@pytest.mark.parametrize(
    ("parts", "touched"),
    [
        (("tick Ann", "tick Dan", "click Delete selected"), (("Tap", 1, "Ann"),)),
        (("set Salary of Ann to 20", "set Salary of Dan to 30", "click Save"), (("Type", 2, "Salary of Ann"),)),
        (("choose Ann", "click Dan"), (("Tap", 1, "Ann"),)),
    ],
)
def test_no_page_is_turned_once_something_was_filled_in(
    parts: tuple[str, ...], touched: tuple[tuple[str, int, str], ...]
) -> None:
    known = _later(*parts, touched=touched)
    decision = decided(", ".join(parts), ANN, SALARY, *PAGER, **known)
    assert not decision.actions
    assert "may be lost" in decision.declined


@pytest.mark.parametrize("instruction", ["tick Ann, tick Dan, then click Delete selected", "tick Ann, then click Dan"])
def test_no_page_is_turned_in_the_reply_that_fills_in(instruction: str) -> None:
    assert "Tap 20" not in steps_of(decided(instruction, ANN, *PAGER))


@pytest.mark.parametrize(
    ("parts", "touched"),
    [
        (("tick Ann", "click Save", "click Dan"), (("Tap", 1, "Ann"), ("Tap", 22, "Save"))),
        (("type a into Search", "click Dan"), (("Type", 3, "Search"),)),
        (("click Ann", "click Dan"), (("Tap", 9, "Ann"),)),
    ],
)
def test_a_page_is_turned_where_nothing_is_lost(
    parts: tuple[str, ...], touched: tuple[tuple[str, int, str], ...]
) -> None:
    known = _later(*parts, touched=touched)
    decision = decided(", ".join(parts), ANN, SEARCH, *PAGER, **known)
    assert steps_of(decision) == ["Tap 20"]


@pytest.mark.parametrize(
    "instruction",
    [
        "go to the previous page",
        "click Previous",
        "go to the first page",
        "delete the first user",
        "delete the second user",
        "click Export",
        "click Export CSV",
        "click Archive",
    ],
)
def test_no_page_is_turned_for_what_is_no_item(instruction: str) -> None:
    rows: tuple[Node, ...] = (node(1, "link", "Ann"), node(2, "link", "Bob"))
    decision = decided(instruction, *rows, *PAGER)
    assert "Tap 20" not in steps_of(decision)
    assert decision.declined
