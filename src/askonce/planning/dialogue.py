"""What the planner is told, round after round, and what it has told us.

`Dialogue` is that of an act by itself: a chat that grows by one turn a round. `step_dialogue.StepDialogue` is that of a
step of a program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from askonce.companion import Jump
from askonce.history import (
    ActionOutcome,
    Conversation,
    ExpectationOutcome,
    PlannerQuestion,
    RecordingAbandoned,
    RecordingOffered,
    RoundEvent,
    StepToHeal,
)
from askonce.models import Image
from askonce.planning.plan import Plan, StepOutputs
from askonce.planning.planner import ActTask, ScreenSnapshot, planner_question
from askonce.screens.expectation import Expectation


class Dialogue:
    """The planner sees its earlier replies, and has nothing to produce but the end of the act."""

    def __init__(self) -> None:
        self.conversation = Conversation()
        self.results: dict[str, Any] = {}
        self.read: dict[str, Any] = {}
        """The results of the last reply, if they were read and not brought about: it has no actions."""
        self.jump: Jump = ""
        self.ran_code = False
        """Whether an action of the companion was done."""
        self.recorded = range(0)
        """The numbers of the recorded steps that the planner may go on with."""
        self._events: tuple[RoundEvent, ...] = ()
        """What the planner was told in this round."""
        self._standing: tuple[RoundEvent, ...] = ()
        """What the planner is told in every round until it is taken back. It is told once a question: now, and in no
        earlier turn."""

    def tell(self, event: RoundEvent) -> None:
        """Say something in the next round, once."""
        self.conversation.tell(event)

    def ask_to_heal(self, step: StepToHeal) -> None:
        """Ask for one recorded step alone, until `end_healing`."""
        self._standing = (step,)

    def end_healing(self) -> None:
        """Ask for the instruction again."""
        self._standing = ()

    def abandon_recording(self, event: RecordingAbandoned) -> None:
        """Ask for the rest of the instruction, after what was replayed and healed."""
        self.tell(event)

    def offer_recording(self, event: RecordingOffered | None) -> None:
        """Tell that there is a recording to go on with; or with None that there no longer is."""
        self.recorded = event.numbers if event else range(0)
        kept = tuple(standing for standing in self._standing if not isinstance(standing, RecordingOffered))
        self._standing = (*kept, event) if event else kept

    @property
    def outputs(self) -> StepOutputs | None:
        """What a reply may produce besides actions; None where a planner has no words for it."""
        return None

    @property
    def missing(self) -> tuple[str, ...]:
        """The results that the planner has still to give."""
        return ()

    def question(self, task: ActTask, snapshot: ScreenSnapshot) -> PlannerQuestion:
        """What the planner is asked in this round."""
        self._events = self.conversation.hear()
        return planner_question(task, self.conversation, (*self._standing, *self._events), snapshot)

    def take(self, plan: Plan) -> None:
        """Keep what a reply says besides its actions."""
        self.conversation.remember(plan.memory, plan.memory_line)
        self.conversation.update_goals(plan.sub_goals, plan.finished)

    def report(self, plan: Plan, outcomes: Sequence[ActionOutcome], met: Mapping[int, tuple[Expectation, ...]]) -> None:
        """Tell what became of the actions, and of what was expected between them (`PlanOutcome.met`)."""
        for place, outcome in enumerate(outcomes):
            for expected in met.get(place, ()):
                self.tell(ExpectationOutcome(expected, is_met=True))
            self.tell(outcome)

    def verified(self, expects: Sequence[Expectation], unmet: Sequence[Expectation]) -> None:
        """Learn which expectations were met."""

    def is_proof(self, plan: Plan) -> bool:
        """Whether the actions of a plan prove by themselves that everything is done."""
        return False

    def refuse_end(self, reason: str, remedy: str) -> None:
        """The planner said that this is the end, and that does not count."""
        self.tell(f"- your <complete> was not taken: {reason}{f'. {remedy}' if remedy else ''}")

    def close_round(
        self, plan: Plan, reply: str, short: str, picture: Image | None, lines: Sequence[str], *, is_refused: bool
    ) -> None:
        """Keep a round in which something was done. `is_refused` says that its end did not count.

        Later rounds are shown the reply in its `short` form.
        """
        self.conversation.close_turn(self._events, picture, reply, f"{plan.log} {'; '.join(lines)}".strip(), short)
