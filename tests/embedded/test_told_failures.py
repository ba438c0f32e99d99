"""What a page says after the last press."""

from __future__ import annotations

import pytest
from skill_decisions import decided, node

from askonce.embedded.decision import Decision
from askonce.embedded.earlier_rounds import EarlierRound, PastAction
from askonce.history import ActionStatus, SubGoal
from askonce.screens import Node

SAVE = node(1, "button", "Save")


def _after_press(*nodes: Node, instruction: str = "click Save", words: str = "Save", **more: object) -> Decision:
    pressed = PastAction(1, "Tap", {"target": {"prompt": words, "element": 1}}, ActionStatus.DONE)
    goals = (SubGoal(1, instruction),)
    return decided(instruction, *nodes, goals=goals, rounds=(EarlierRound((pressed,), (1,)),), **more)


@pytest.mark.parametrize(
    "told",
    [
        node(8, "alert", text="Could not save: the name is taken", actionable=False),
        node(8, "text", text="Could not save: the name is taken"),
        node(8, "alert", text="Invalid username or password.", actionable=False),
    ],
)
def test_an_act_after_which_the_page_tells_a_failure_is_not_done(told: Node) -> None:
    decision = _after_press(SAVE, told)
    assert not decision.done
    assert told.text in decision.declined


@pytest.mark.parametrize(
    "told",
    [
        node(8, "alert", text="Saved. It cannot be undone.", actionable=False),
        node(8, "alert", text="Saved", actionable=False),
        node(8, "text", text="Could it be that your payment was not accepted?"),
        node(8, "text", text="The name must be unique"),
        node(8, "link", "Payment failed"),
    ],
)
def test_other_texts_tell_no_failure(told: Node) -> None:
    assert _after_press(SAVE, told).done


def test_what_lists_hold_tells_no_failure() -> None:
    row = node(7, "row", actionable=False)
    assert _after_press(SAVE, row, node(8, "text", text="Export failed", parent=7)).done


def test_another_page_may_tell_of_other_failures() -> None:
    assert _after_press(node(2, "heading", "Home"), node(8, "text", text="The last backup failed")).done


def test_a_failure_that_is_wanted_is_none() -> None:
    told = node(8, "alert", text="Could not save: the name is taken", actionable=False)
    assert _after_press(SAVE, told, instruction="click Save so that it is rejected").done


def test_what_opens_something_has_not_failed() -> None:
    told = node(8, "text", text="The last backup failed")
    assert _after_press(node(1, "button", "Details"), told, instruction="click Details", words="Details").done


def test_what_was_told_before_is_noted() -> None:
    told = node(8, "text", text="The last backup failed")
    noted = decided("click Save", SAVE, told).memory
    assert _after_press(SAVE, told, memories=tuple(noted.splitlines())).done
    assert not _after_press(SAVE, told).done


FAILED = node(8, "alert", text="Could not save: the name is taken", actionable=False)
NAME = node(3, "textbox", "Name", value="Bob")


def _after_save(instruction: str, *rest: str) -> Decision:
    pressed = PastAction(1, "Tap", {"target": {"prompt": "Save", "element": 1}}, ActionStatus.DONE)
    goals = tuple(SubGoal(at, part) for at, part in enumerate(("click Save", *rest), 1))
    nodes = (SAVE, node(2, "button", "Close"), NAME, FAILED)
    return decided(instruction, *nodes, goals=goals, rounds=(EarlierRound((pressed,), (1,)),))


def test_nothing_more_is_done_after_a_failure() -> None:
    decision = _after_save("click Save, then click Close", "click Close")
    assert not decision.actions
    assert FAILED.text in decision.declined


def test_what_is_sent_once_more_may_set_the_failure_right() -> None:
    parts = ("type Ann into Name", "click Save")
    assert _after_save("click Save, type Ann into Name, click Save", *parts).actions


@pytest.mark.parametrize(
    "done",
    [
        (("Press", {"keys": "Enter", "target": {"prompt": "Name", "element": 3}}),),
        (("Type", {"text": "Bob", "target": {"prompt": "Name", "element": 3}}), ("Press", {"keys": "Enter"})),
        (("Tap", {"target": {"prompt": "Name", "element": 3}}), ("Press", {"keys": "Enter"})),
        (("Type", {"text": "Bob", "enter": True, "target": {"prompt": "Name", "element": 3}}),),
    ],
)
def test_a_failure_after_enter_is_told(done: tuple[tuple[str, dict[str, object]], ...]) -> None:
    actions = tuple(PastAction(1, name, params, ActionStatus.DONE) for name, params in done)
    goals, rounds = (SubGoal(1, "press Enter"),), (EarlierRound(actions, (1,)),)
    assert FAILED.text in decided("press Enter", NAME, FAILED, goals=goals, rounds=rounds).declined
    assert decided("press Enter", NAME, goals=goals, rounds=rounds).done


def test_a_failure_after_enter_in_the_field_with_the_focus_is_told() -> None:
    focused = node(3, "textbox", "Name", states=frozenset({"focused"}))
    pressed = PastAction(1, "Press", {"keys": "Enter"}, ActionStatus.DONE)
    goals, rounds = (SubGoal(1, "press Enter"),), (EarlierRound((pressed,), (1,)),)
    assert FAILED.text in decided("press Enter", focused, FAILED, goals=goals, rounds=rounds).declined


@pytest.mark.parametrize("text", ["New message from Eve: the export failed", "Reminder: your card was declined"])
def test_what_somebody_else_sent_meanwhile_is_no_failure_of_the_press(text: str) -> None:
    assert _after_press(SAVE, node(8, "alert", text=text, actionable=False)).done
