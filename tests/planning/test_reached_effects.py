"""Effects of a recorded step that are on the screen before it is done."""

from __future__ import annotations

from askonce.geometry import Box, Size
from askonce.planning.reached_effects import reached_state, shown_effects
from askonce.recordings.recording import RecordedStep
from askonce.screens import Node, Tree
from askonce.screens.expectation import Expectation
from askonce.values import Instruction

SEND = RecordedStep(action="Tap", expects=(Expectation("visible", "hello, {name}"),))
TO_ANN = Instruction.of("greet {name}", {"name": "Ann"})
FIELD = Node(1, "textbox", "Message", Box(0, 0, 90, 9), value="hello, Ann", actionable=True)
SENT = Node(2, "listitem", "", Box(0, 20, 90, 9), text="hello, Ann")


def test_what_is_only_typed_is_not_reached() -> None:
    assert shown_effects(SEND, Tree((FIELD,), Size(100, 100)), TO_ANN) == ()
    assert shown_effects(SEND, Tree((FIELD, SENT), Size(100, 100)), TO_ANN) == (Expectation("visible", "hello, Ann"),)


def test_a_tap_that_a_radio_button_does_not_mind_is_not_held_back_and_one_that_unticks_a_box_is() -> None:
    tap = RecordedStep(action="Tap", expects=(Expectation("field", "Others", "checked"),))
    box, radio = (
        Node(1, role, "Others", Box(0, 0, 9, 9), states=frozenset({"checked"})) for role in ("checkbox", "radio")
    )
    assert "is checked already" in reached_state(tap, box)
    assert reached_state(tap, radio) == ""
