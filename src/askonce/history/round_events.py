"""What happened since the planner's last reply, as values. `str` gives the words that the prompt uses for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Any

from askonce.prompts import prompt


class ActionStatus(Enum):
    """What became of one action of a reply."""

    DONE = "done"
    FAILED = "failed"
    NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    """One action of the last reply, and what became of it."""

    action: str
    """In words, as in `Tap(the button Save)`."""
    status: ActionStatus
    detail: str = ""
    """What the action returned, or why it failed or was not run."""

    def __str__(self) -> str:
        return f"- {self.line}"

    @property
    def line(self) -> str:
        match self.status:
            case ActionStatus.DONE:
                return f"{self.action}: done" + (f" ({self.detail})" if self.detail else "")
            case ActionStatus.FAILED:
                return f"{self.action}: FAILED: {self.detail}"
            case ActionStatus.NOT_RUN:
                return f"{self.action}: not run, {self.detail}"


def _no_params() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class StepToHeal:
    """One recorded step that does not work as recorded: until it is done, the planner is asked for it alone."""

    words: str
    """The step in words, with plain values filled in."""
    action: str
    params: Mapping[str, Any] = field(default_factory=_no_params)
    """As recorded, with slots open."""
    targets: frozenset[str] = frozenset()
    """The names of those parameters that are targets."""
    intent: str = ""
    """What the step was for, as the planner wrote when it was recorded."""
    reason: str = ""
    was_done: bool = False
    """Whether the step was carried out and only its effect is missing."""
    before: tuple[str, ...] = ()
    """The recorded steps that are done, in words."""
    after: tuple[str, ...] = ()

    @property
    def done(self) -> tuple[str, ...]:
        """All recorded steps that were carried out, in words."""
        return (*self.before, self.words) if self.was_done else self.before

    def __str__(self) -> str:
        return prompt(
            "heal",
            done=_listed(self.before) or "- nothing yet",
            step=self.words,
            state="was done, but" if self.was_done else "could not be done:",
            reason=self.reason,
            after=_listed(self.after) or "- nothing: it is the last one",
        )


@dataclass(frozen=True, slots=True)
class RecordingAbandoned:
    """The recording no longer applies. The planner is asked for what is left of the instruction."""

    done: tuple[str, ...] = ()
    """The recorded steps that were carried out before, in words."""

    def __str__(self) -> str:
        return "- The recording is of no more use. Carry out what is left of the instruction."


@dataclass(frozen=True, slots=True)
class ResultsToRead:
    """All recorded actions of a program step were carried out again. Only its results are missing."""

    done: tuple[str, ...]

    def __str__(self) -> str:
        return prompt("plan_results", done=_listed(self.done))


RoundEvent = str | ActionOutcome | StepToHeal | RecordingAbandoned | ResultsToRead


def event_text(events: Iterable[RoundEvent]) -> str:
    """Events as the prompt words them."""
    return "\n".join(map(str, events))


def _listed(lines: tuple[str, ...]) -> str:
    return "\n".join(f"- {line}" for line in lines)
