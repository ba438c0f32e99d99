"""What a phone does itself."""

from __future__ import annotations

import pytest
from skill_decisions import node, steps_of

from askonce.embedded.decision import Decision, decide
from askonce.embedded.planning_state import PlanningState
from askonce.geometry import Size
from askonce.history import PlannerQuestion
from askonce.screens import Node, Tree

HOME = "android://device/com.android.launcher3/.Launcher"
CONTACTS = "android://device/com.google.android.contacts/.PeopleActivity"


def decided_at(address: str, instruction: str, *nodes: Node) -> Decision:
    tree = Tree(nodes, Size(360, 800), address=address)
    return decide(PlanningState(PlannerQuestion(instruction, {}, tree=tree)))


@pytest.mark.parametrize(
    ("instruction", "steps"),
    [
        ("go home", ["Home"]),
        ("go to the home screen", ["Home"]),
        ("go back", ["Back"]),
        ("press the back button", ["Back"]),
        ("open the notifications", ["Notifications"]),
        ("show the recent apps", ["RecentApps"]),
        ("launch Markor", ["Launch Markor"]),
        ("open the app Simple Calendar Pro", ["Launch Simple Calendar Pro"]),
        ("start the Markor app", ["Launch Markor"]),
        ("open Markor", ["Launch Markor"]),
        ("close the Markor app", ["Terminate Markor"]),
        ("force stop Markor app", ["Terminate Markor"]),
        ("open Ann Lee", ["Tap 1"]),
    ],
)
def test_a_phone_does_what_is_said(instruction: str, steps: list[str]) -> None:
    assert steps_of(decided_at(CONTACTS, instruction, node(1, "button", "Ann Lee"))) == steps


def test_on_the_home_screen_an_icon_is_tapped_and_what_has_none_is_launched() -> None:
    assert steps_of(decided_at(HOME, "open Contacts", node(1, "button", "Contacts"))) == ["Tap 1"]
    assert steps_of(decided_at(HOME, "open Gmail", node(1, "button", "Contacts"))) == ["Launch Gmail"]


@pytest.mark.parametrize("instruction", ["go home", "open the notifications", "launch Markor", "close the Markor app"])
def test_on_a_page_the_same_words_are_no_business_of_a_phone(instruction: str) -> None:
    decision = decided_at("https://shop.example/", instruction, node(1, "button", "Save"))
    assert decision.declined
    assert not steps_of(decision)


def test_what_the_keyboard_covers_can_be_tapped() -> None:
    covered = node(
        1, "button", "Save", states=frozenset({"covered"}), attributes={"covered by": "the on-screen keyboard"}
    )
    assert steps_of(decided_at(CONTACTS, "tap Save", covered)) == ["Tap 1"]
