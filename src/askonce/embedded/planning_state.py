"""The state of an act: the planner's question, and what the earlier replies of this model did."""

from __future__ import annotations

import html
from dataclasses import replace

from askonce.embedded.earlier_rounds import EarlierRound, PastAction, earlier_rounds, memory_lines
from askonce.history import PlannerQuestion, RecordingAbandoned, ResultsToRead, StepToHeal, SubGoal
from askonce.lazy import dataclass, regex

_SLOT = regex(r"\{([\w.]+)\}")


@dataclass(frozen=True, slots=True)
class PlanningState:
    """One question, with what follows from it."""

    question: PlannerQuestion
    goals: tuple[SubGoal, ...] = ()
    """The parts of the instruction, as the first reply noted them down."""
    rounds: tuple[EarlierRound, ...] = ()
    memories: tuple[str, ...] = ()
    recording: StepToHeal | RecordingAbandoned | ResultsToRead | None = None
    """What is asked for instead of the instruction, or why the recording no longer applies."""

    @property
    def past_actions(self) -> tuple[PastAction, ...]:
        """What was done so far, oldest first."""
        return tuple(action for one_round in self.rounds for action in one_round.actions)

    @property
    def finished(self) -> frozenset[int]:
        """The parts that are done, by number."""
        noted = frozenset(goal.index for goal in self.goals if goal.finished)
        return noted.union(*(one_round.finished for one_round in self.rounds))

    @property
    def missing(self) -> tuple[str, ...]:
        """The results that a step of a program has still to give."""
        return self.question.step.missing if self.question.step else ()

    def fill(self, text: str) -> str:
        """`text` with plain values in place of their names; secrets stay names."""
        return _SLOT.sub(lambda slot: self.question.values.get(slot[1]) or slot[0], text)

    def has_secret(self, text: str) -> bool:
        """Whether a secret stands in a text by its name, and nothing else that is not known here."""
        names = _SLOT.findall(self.fill(text))
        return bool(names) and all(self.question.values.get(name, "") is None for name in names)


def planning_state(question: PlannerQuestion) -> PlanningState:
    events = (*(event for turn in question.turns for event in turn.events), *question.events)
    recordings = [event for event in events if isinstance(event, StepToHeal | RecordingAbandoned | ResultsToRead)]
    return PlanningState(
        question,
        tuple(replace(goal, text=html.unescape(goal.text)) for goal in question.sub_goals),
        earlier_rounds(question),
        tuple(memory_lines(question.memories)),
        recordings[-1] if recordings else None,
    )


def escape(text: str) -> str:
    """A part of the instruction as it is noted down: on one line, and with nothing in it that looks like a tag."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\n", "&#10;")
