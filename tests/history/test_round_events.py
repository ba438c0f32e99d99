"""What happened in a round, as values: models in this process read these, others the text that is made of them."""

from __future__ import annotations

import pytest

from askonce.history import (
    ActionOutcome,
    ActionStatus,
    ExpectationOutcome,
    PlannerQuestion,
    RecordingOffered,
    StepToHeal,
)
from askonce.history.round_events import event_text
from askonce.screens.expectation import Expectation
from askonce.values import Mask, Secret

CODE = Expectation("field", "[5]", "hunter2-x")


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (ExpectationOutcome(CODE, True), '- expected field "[5]" is "hunter2-x": met'),
        (ExpectationOutcome(CODE, False), '- expected field "[5]" is "hunter2-x": not met'),
        (
            ExpectationOutcome(CODE, False, "it is covered"),
            '- expected field "[5]" is "hunter2-x": not met (it is covered)',
        ),
    ],
    ids=["met", "not met", "with a reason"],
)
def test_a_planner_reads_whether_what_it_expected_is_met(outcome: ExpectationOutcome, text: str) -> None:
    assert str(outcome) == text


def test_a_secret_in_what_was_expected_is_masked_in_values_too() -> None:
    mask = Mask()
    mask.learn({"password": Secret("hunter2-x")})
    question = PlannerQuestion("log in", {}, events=(ExpectationOutcome(CODE, False),)).masked(mask)

    assert question.events == (ExpectationOutcome(Expectation("field", "[5]", "{password}"), False),)


def test_a_planner_is_offered_the_first_steps_of_a_long_recording() -> None:
    offer = str(RecordingOffered((*(f"Tap({place})" for place in range(1, 19)), "x" * 300)))
    assert [line for line in offer.splitlines() if line[:1].isdigit()][-1] == "15. Tap(15)"
    assert "… up to 19." in offer
    assert '<go-on step="N"/>' in offer


def test_recorded_steps_keep_their_numbers_where_the_first_are_not_on_offer() -> None:
    offer = RecordingOffered(("Type(Name)", "Tap(Save)"), first=3)
    assert [line for line in str(offer).splitlines() if line[:1].isdigit()] == ["3. Type(Name)", "4. Tap(Save)"]
    assert offer.numbers == range(3, 5)


def test_recorded_steps_do_not_stand_under_what_happened() -> None:
    offer, heal = RecordingOffered(("Tap(Save)",)), StepToHeal("Tap(Save)", "Tap", reason="it is gone")
    done = ActionOutcome("Tap(Edit)", ActionStatus.DONE)
    for recorded in (offer, heal):
        text = event_text((recorded, done))
        assert text == f"# Recorded steps\n{recorded}\n# What happened\n- Tap(Edit): done"
    assert event_text((done,)) == "# What happened\n- Tap(Edit): done"
    assert event_text(()) == ""
