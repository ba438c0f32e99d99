"""What the browser does itself: addresses, tabs, dialogs."""

from __future__ import annotations

import pytest
from skill_decisions import decided, node, steps_of

from askonce.embedded.decision import decide
from askonce.embedded.planning_state import PlanningState
from askonce.history import PlannerQuestion, SubGoal


@pytest.mark.parametrize(
    ("instruction", "steps"),
    [
        ("go back", ["Back"]),
        ("reload the page", ["Reload"]),
        ("refresh", ["Reload"]),
        ("go forward", ["Forward"]),
        ("navigate to https://example.org/a", ["Navigate https://example.org/a"]),
        ("Open URL http://127.0.0.1:8000/", ["Navigate http://127.0.0.1:8000/"]),
        ('Open URL "https://example.org/a?b=c"', ["Navigate https://example.org/a?b=c"]),
        ("go to the website www.example.org", ["Navigate www.example.org"]),
        ("open www.example.org", ["Navigate www.example.org"]),
        ("switch to browser tab 2", ["SwitchTab 2"]),
        ("switch to the second browser tab", ["SwitchTab 2"]),
        ("close the current tab", ["CloseTab"]),
        ("wait 3 seconds", ["Wait 3"]),
        ("hover over Save", ["Hover 1"]),
        ("move the mouse over the Save button", ["Hover 1"]),
    ],
)
def test_the_browser_itself_does_what_is_said(instruction: str, steps: list[str]) -> None:
    assert steps_of(decided(instruction, node(1, "button", "Save"))) == steps


def test_a_dialog_that_blocks_the_page_is_answered_only_as_told() -> None:
    blocked = PlannerQuestion("accept the alert, click Save", {}, dialog='confirm "Sure?"')
    asked = PlanningState(blocked, (SubGoal(1, "accept the alert"), SubGoal(2, "click Save")))
    assert steps_of(decide(asked)) == ["AnswerDialog True"]
    later = PlanningState(blocked, (SubGoal(1, "accept the alert", finished=True), SubGoal(2, "click Save")))
    assert "a browser dialog is open" in decide(later).declined
