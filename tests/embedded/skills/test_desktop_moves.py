"""What a desktop does itself."""

from __future__ import annotations

import pytest
from skill_decisions import node, steps_of

from askonce.embedded.decision import Decision, decide
from askonce.embedded.planning_state import PlanningState
from askonce.geometry import Size
from askonce.history import PlannerQuestion
from askonce.screens import Node, Tree

EDITOR = "desktop://device/mousepad/Mousepad"


def decided(instruction: str, *nodes: Node, address: str = EDITOR) -> Decision:
    tree = Tree(nodes or (node(1, "button", "Save"),), Size(1280, 800), address=address)
    return decide(PlanningState(PlannerQuestion(instruction, {}, tree=tree)))


@pytest.mark.parametrize(
    ("instruction", "action", "params"),
    [
        ("switch to the Mousepad window", "SwitchWindow", {"window": "Mousepad"}),
        ("go to the window Mousepad", "SwitchWindow", {"window": "Mousepad"}),
        ("bring the Mousepad window to the front", "SwitchWindow", {"window": "Mousepad"}),
        ("close the Find and Replace window", "CloseWindow", {"window": "Find and Replace"}),
        ('copy "Hello world" to the clipboard', "SetClipboard", {"text": "Hello world"}),
        ("open the app galculator", "Launch", {"app": "galculator"}),
        ("close the galculator app", "Terminate", {"app": "galculator"}),
    ],
)
def test_a_desktop_does_what_is_said(instruction: str, action: str, params: dict[str, str]) -> None:
    ((_, planned),) = decided(instruction).actions
    assert planned.action == action
    assert params.items() <= dict(planned.params).items()


@pytest.mark.parametrize("instruction", ["go home", "go back", "show the recent apps", "reload the page"])
def test_what_only_phones_and_browsers_have_is_declined(instruction: str) -> None:
    decision = decided(instruction)
    assert decision.declined
    assert not steps_of(decision)


@pytest.mark.parametrize("instruction", ["switch to the Mousepad window", 'copy "a" to the clipboard'])
def test_on_a_page_the_same_words_are_no_business_of_a_desktop(instruction: str) -> None:
    assert decided(instruction, address="https://shop.example/").declined


def test_a_menu_is_opened_by_its_name() -> None:
    assert steps_of(decided("open the File menu", node(1, "menuitem", "File"))) == ["Tap 1"]
