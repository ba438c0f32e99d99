"""What happened since the planner's last reply, as values. `str` gives the text for the prompt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from enum import Enum
from types import MappingProxyType
from typing import Any

from askonce.lazy import dataclass
from askonce.prompts import prompt
from askonce.screens.expectation import Expectation

_BRIEF = 900
_MOST_STEPS = 15
_STEP = 100
"""How many recorded steps are told, and how many characters of each."""


class ActionStatus(Enum):
    """The outcome of one action of a reply."""

    DONE = "done"
    FAILED = "failed"
    NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    """One action of the last reply, and its outcome."""

    action: str
    """In words, as in `Tap(the button Save)`."""
    status: ActionStatus
    detail: str = ""
    """What the action returned, or why it failed or was not run."""
    effect: str = ""
    """What was hit and what that is now, as in `hit checkbox "News", now checked`."""

    def __str__(self) -> str:
        return f"- {self.line}"

    @property
    def line(self) -> str:
        match self.status:
            case ActionStatus.DONE:
                done = f"{self.action}: done" + (f", {self.effect}" if self.effect else "")
                if "\n" in self.detail or "\t" in self.detail:
                    return "\n".join([f"{done}, with this text:", *map(_data_line, self.detail.split("\n"))])
                return done + (f" ({self.detail})" if self.detail else "")
            case ActionStatus.FAILED:
                return f"{self.action}: FAILED: {self.detail}"
            case ActionStatus.NOT_RUN:
                return f"{self.action}: not run, {self.detail}"


@dataclass(frozen=True, slots=True)
class ExpectationOutcome:
    """What the last reply expected of the screen, and whether that came."""

    expected: Expectation
    is_met: bool
    detail: str = ""
    """Why it is not met, where more than its absence is known."""

    def __str__(self) -> str:
        detail = f" ({self.detail})" if self.detail else ""
        return f"- expected {self.expected}: {'met' if self.is_met else 'not met'}{detail}"


def _no_params() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class StepToHeal:
    """A recorded step that does not work as recorded. The planner is asked for this step alone until it is done."""

    words: str
    """The step in words, with plain values filled in."""
    action: str
    params: Mapping[str, Any] = field(default_factory=_no_params)
    """As recorded, with slots open."""
    targets: frozenset[str] = frozenset()
    """The names of those parameters that are targets."""
    intent: str = ""
    """What the step was for, as the planner wrote it during recording."""
    reason: str = ""
    was_done: bool = False
    """Whether the step was performed and only its effect is missing."""
    is_elsewhere: bool = False
    """Whether the only element of the recorded name stands in another section or region than the recorded one."""
    before: tuple[str, ...] = ()
    """The recorded steps that are done, in words."""
    after: tuple[str, ...] = ()

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
    """The recording no longer applies. The planner is asked for the rest of the instruction."""

    done: tuple[str, ...] = ()
    """The actions of this act that were performed before, in words."""
    step: StepToHeal | None = None
    """The recorded step that could not be done, where that is the reason."""

    def __str__(self) -> str:
        left = "- The recording no longer applies. Carry out what is left of the instruction."
        return f"{left} These actions were performed; do not repeat them:\n{_listed(self.done)}" if self.done else left


@dataclass(frozen=True, slots=True)
class ResultsToRead:
    """All recorded actions of a program step were replayed. Only its results are missing."""

    done: tuple[str, ...]

    def __str__(self) -> str:
        return prompt("plan_results", done=_listed(self.done))


@dataclass(frozen=True, slots=True)
class RecordingOffered:
    """There is a recording of the instruction that was not replayed, or was left. The planner may go on with it."""

    steps: tuple[str, ...]
    """In words."""
    first: int = 1
    """The number of the first of them: those before it were repeated already."""

    @property
    def numbers(self) -> range:
        return range(self.first, self.first + len(self.steps))

    def __str__(self) -> str:
        shown = self.steps[:_MOST_STEPS]
        lines = [
            f"{number}. {step if len(step) <= _STEP else step[:_STEP] + '…'}"
            for number, step in zip(self.numbers, shown, strict=False)
        ]
        lines += [f"… up to {self.numbers[-1]}."] if len(shown) < len(self.steps) else []
        return prompt("recorded", steps="\n".join(lines))


RoundEvent = (
    str | ActionOutcome | ExpectationOutcome | StepToHeal | RecordingAbandoned | ResultsToRead | RecordingOffered
)


def told_steps(events: Iterable[RoundEvent]) -> tuple[str, ...]:
    """The steps and actions in words that are told in events."""
    found: list[str] = []
    for event in events:
        match event:
            case StepToHeal():
                found += (*event.before, event.words, *event.after)
            case RecordingAbandoned() | ResultsToRead():
                found += event.done
            case RecordingOffered():
                found += event.steps
            case _:
                pass
    return tuple(found)


def event_text(events: Iterable[RoundEvent], *, brief: bool = False) -> str:
    """The events as text for the prompt, recorded steps apart from what happened. `brief` cuts what was only of use
    then."""
    recorded: list[str] = []
    happened: list[str] = []
    for event in events:
        text = _cut(str(event)) if brief and isinstance(event, ActionOutcome) else str(event)
        (recorded if isinstance(event, StepToHeal | RecordingOffered) else happened).append(text)
    parts = (("# Recorded steps", recorded), ("# What happened", happened))
    return "\n".join(line for title, lines in parts if lines for line in (title, *lines))


def _cut(text: str) -> str:
    return text if len(text) <= _BRIEF else f"{text[:_BRIEF]}… (the rest was shown then)"


def _data_line(line: str) -> str:
    """A line of a page, which must look neither like one of ours nor like a tag of a reply."""
    return "| " + line.replace("<", "\\u003c")


def _listed(lines: tuple[str, ...]) -> str:
    return "\n".join(f"- {line}" for line in lines)
