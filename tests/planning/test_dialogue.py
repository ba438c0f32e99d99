"""What a planner was told, and what it may answer with."""

from __future__ import annotations

from askonce.actions import Tap, Target
from askonce.history import ActionOutcome, ActionStatus, RecordingAbandoned, RecordingOffered, StepToHeal
from askonce.models.families import family_named
from askonce.planning.dialogue import Dialogue
from askonce.planning.plan import Plan
from askonce.planning.planner import ActTask, ScreenSnapshot, planning_request
from askonce.values import Instruction

TASK = ActTask(Instruction("add one"), "elements")
OFFER = RecordingOffered(("Tap(Add)", "Tap(Save)"))
TAPPED = Plan(log="Open the list", actions=(Tap(target=Target.of("List")),))


def prompt(dialogue: Dialogue) -> str:
    """All that a planner reads in a round besides the rules."""
    question = dialogue.question(TASK, ScreenSnapshot("Page"))
    request = planning_request(TASK, family_named("generic"), "the rules", question)
    return "\n".join(message.text for message in request.messages)


def act(dialogue: Dialogue) -> None:
    """A round in which something is done."""
    dialogue.report(TAPPED, [ActionOutcome("Tap(List)", ActionStatus.DONE)], {})
    dialogue.close_round(TAPPED, "the reply", "the reply", None, ["Tap(List): done"], is_refused=False)


def test_a_planner_can_go_on_with_a_recording_only_while_it_is_offered() -> None:
    dialogue = Dialogue()
    assert not dialogue.recorded
    dialogue.offer_recording(OFFER)
    assert dialogue.recorded == range(1, 3)
    dialogue.offer_recording(None)
    assert not dialogue.recorded


def test_recorded_steps_that_are_on_offer_are_listed_once_in_each_round_and_no_longer_when_they_are_not() -> None:
    dialogue = Dialogue()
    dialogue.offer_recording(OFFER)
    for _ in range(3):
        assert prompt(dialogue).count("Tap(Save)") == 1
        act(dialogue)
    dialogue.offer_recording(None)
    assert "Tap(Save)" not in prompt(dialogue)
    dialogue.abandon_recording(RecordingAbandoned(("Tap(Add)",)))
    dialogue.offer_recording(RecordingOffered(("Tap(Save)",), 2))
    told = prompt(dialogue)
    assert (told.count("Tap(Add)"), told.count("2. Tap(Save)")) == (1, 1)
    assert dialogue.recorded == range(2, 3)


def test_a_step_that_was_healed_is_not_told_beside_the_steps_on_offer() -> None:
    dialogue = Dialogue()
    dialogue.ask_to_heal(StepToHeal("Tap(Add)", "Tap", after=("Tap(Save)",)))
    for _ in range(2):
        assert prompt(dialogue).count("Handle only this one recorded step") == 1
        act(dialogue)
    dialogue.end_healing()
    dialogue.offer_recording(OFFER)
    told = prompt(dialogue)
    assert "Handle only this one" not in told
    assert (told.count("Tap(Add)"), told.count("Tap(Save)")) == (1, 1)
