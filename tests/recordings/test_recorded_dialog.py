"""A dialog is answered again only if it asks what it asked before."""

from __future__ import annotations

from typing import Literal

import pytest

from askonce.recordings.recorded_dialog import dialog_deviation, dialog_text
from askonce.recordings.recording import RecordedStep
from askonce.screens.fake import FakeScreen
from askonce.screens.screen_protocol import Dialog
from askonce.values import Instruction, Secret

NOTHING = Instruction.of("do it")


def asking(message: str, default: str = "", kind: Literal["confirm", "prompt"] = "prompt") -> FakeScreen:
    screen = FakeScreen()
    screen.ask(Dialog(kind, message, default), lambda _: None)
    return screen


@pytest.mark.parametrize(
    ("default", "has_answer", "text"),
    [("", False, 'prompt "Who?"'), ("Bob", False, 'prompt "Who?" "Bob"'), ("Bob", True, 'prompt "Who?"')],
)
def test_what_a_prompt_suggests_belongs_to_it_unless_the_step_has_its_own_text(
    default: str, has_answer: bool, text: str
) -> None:
    assert dialog_text(asking("Who?", default), has_answer=has_answer) == text


def test_a_prompt_that_suggests_something_else_is_another_question() -> None:
    suggested = RecordedStep(action="AnswerDialog", params={"accept": True}, dialog='prompt "Who?" "Bob"')
    entered = RecordedStep(action="AnswerDialog", params={"accept": True, "text": "Cy"}, dialog='prompt "Who?"')
    assert dialog_deviation(suggested, asking("Who?", "Bob"), NOTHING) == ""
    assert dialog_deviation(suggested, asking("Who?", "Ann"), NOTHING) == (
        'a dialog is open: prompt "Who?" "Ann", not prompt "Who?" "Bob"'
    )
    assert dialog_deviation(entered, asking("Who?", "Ann"), NOTHING) == ""
    assert dialog_deviation(entered, FakeScreen(), NOTHING) == "no dialog is open"


def test_the_question_of_another_value_is_another_one_and_a_secret_is_compared_but_not_said() -> None:
    step = RecordedStep(action="AnswerDialog", params={"accept": True}, dialog='confirm "Delete {what}?"')
    delete = Instruction.of("delete {what}", {"what": Secret("the plan")})
    assert dialog_deviation(step, asking("Delete the plan?", kind="confirm"), delete) == ""
    deviation = dialog_deviation(step, asking("Delete all?", kind="confirm"), delete)
    assert deviation.startswith('a dialog is open: confirm "Delete all?", not ')
    assert "the plan" not in deviation
