"""The dialogue about a step of a program, and what the act reports to the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from askonce.actions import Action
from askonce.companion import Companion
from askonce.history import (
    ActionOutcome,
    ActionStatus,
    PlannerQuestion,
    RecordingAbandoned,
    ResultsToRead,
    StepToHeal,
)
from askonce.history.round_events import told_steps
from askonce.models import Image
from askonce.planning.dialogue import Dialogue
from askonce.planning.plan import Plan, StepOutputs
from askonce.planning.planner import ActTask, ScreenSnapshot, planner_question, step_question
from askonce.screens.expectation import Expectation

LONGEST_ATTEMPT = 300


class StepDialogue(Dialogue):
    """Every round is told everything that counts in one message: there is no chat to look back at."""

    def __init__(self, companion: Companion, *, gives: bool) -> None:
        """`gives` says whether the planner can write results, belief and jumps."""
        super().__init__()
        self._companion = companion
        self._gives = gives
        self._wanted = companion.wants
        self._attempts: list[str] = []
        self._is_healing = False

    def ask_to_heal(self, step: StepToHeal) -> None:
        super().ask_to_heal(step)
        self._is_healing = True

    def end_healing(self) -> None:
        super().end_healing()
        self._is_healing = False

    def abandon_recording(self, event: RecordingAbandoned) -> None:
        self._standing = (event,)  # no round sees the ones before, so each must know what was done

    def ask_for_results(self, done: Sequence[str]) -> None:
        """Everything was done as recorded; only the results have still to be read."""
        self._standing = (ResultsToRead(tuple(done)),)

    @property
    def missing(self) -> tuple[str, ...]:
        if self._is_healing or not self._gives:
            return ()
        return tuple(name for name in self._companion.wants if name not in self.results)

    @property
    def outputs(self) -> StepOutputs | None:
        if not self._gives:
            return None
        if self._is_healing:
            return StepOutputs()
        # What an action has produced meanwhile, such as code, is no longer wanted, but the planner may still name it.
        given = frozenset(name for name in self._wanted if name not in self.missing)
        return StepOutputs(self._wanted, given, self._companion.jumps, self._makers)

    def question(self, task: ActTask, snapshot: ScreenSnapshot) -> PlannerQuestion:
        # The last attempt is told as an event.
        context = self._companion.around(self._attempts[:-1], told=told_steps(self._standing))
        step = step_question(self.outputs or StepOutputs(), self.results, context)
        events = (*self._standing, *self.conversation.hear())
        return planner_question(task, self.conversation, events, snapshot, step)

    def take(self, plan: Plan) -> None:
        super().take(plan)
        self._companion.believe(plan.belief, plan.expects)
        self.results |= plan.results
        self.read = {} if plan.actions else {**plan.results}
        self.jump = plan.jump

    def report(self, plan: Plan, outcomes: Sequence[ActionOutcome], met: Mapping[int, tuple[Expectation, ...]]) -> None:
        if plan.log:
            self.tell(f"You wanted to: {plan.log}")
        super().report(plan, outcomes, met)
        done = (
            action
            for action, outcome in zip(plan.actions, outcomes, strict=True)
            if outcome.status is ActionStatus.DONE
        )
        self.ran_code = self.ran_code or any(map(self._is_own, done))

    def verified(self, expects: Sequence[Expectation], unmet: Sequence[Expectation]) -> None:
        if expects:
            self._companion.verified([expected for expected in expects if expected not in unmet], unmet)

    def is_proof(self, plan: Plan) -> bool:
        """The companion's own actions produced all results: that proves it, with no look at the screen."""
        return bool(self._wanted) and not self.missing and all(map(self._is_own, plan.actions))

    def close_round(
        self, plan: Plan, reply: str, short: str, picture: Image | None, lines: Sequence[str], *, is_refused: bool
    ) -> None:
        """Keep the round as one line. Results that came with an end that was refused are forgotten."""
        if is_refused and not plan.doubtful:
            for name in plan.results:
                self.results.pop(name, None)
            self.jump = ""
        line = " ".join(f"{plan.log} → {'; '.join(lines)}".split())
        self._attempts.append(line if len(line) <= LONGEST_ATTEMPT else line[:LONGEST_ATTEMPT] + "…")

    @property
    def _makers(self) -> frozenset[str]:
        return frozenset(action.title() for action in self._companion.extra)

    def _is_own(self, action: Action[Any]) -> bool:
        """Whether an action is the companion's own."""
        return action.title() in self._makers
