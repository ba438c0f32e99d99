"""A run as a tree: acts, their rounds, the questions asked and the steps taken in each.

A plain function of the trace's entries. A run that was killed has no last events; what they would have said is
worked out from the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from understudy.trace import (
    Acted,
    ActEnded,
    ActStarted,
    Answered,
    Asked,
    Entry,
    Event,
    Located,
    Looked,
    Noted,
    OfProgram,
    Planned,
    RunEnded,
    RunStarted,
    Usage,
)

Outcome = Literal["done", "failed", "stopped", "unfinished"]


@dataclass(frozen=True, slots=True)
class AskView:
    """One question to a model with its answer, if it came."""

    asked: Asked
    answered: Answered | None = None


@dataclass(frozen=True, slots=True)
class StepView:
    """One action with the targets that were found for it; `acted` is absent when it never ran."""

    located: tuple[Located, ...] = ()
    acted: Acted | None = None

    @property
    def failed(self) -> bool:
        return self.acted is None or bool(self.acted.error)


@dataclass(frozen=True, slots=True)
class RoundView:
    number: int
    looked: Looked | None = None
    asks: tuple[AskView, ...] = ()
    planned: Planned | None = None
    steps: tuple[StepView, ...] = ()
    notes: tuple[str, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class ActView:
    """One act. Number 0 stands for actions that were asked for one by one, outside any act."""

    number: int
    instruction: str
    outcome: Outcome
    message: str
    error: str
    model: str
    sees: str
    rounds: tuple[RoundView, ...]
    usage: Usage
    seconds: float
    model_seconds: float
    how: str = ""
    """Whether a model was asked, a recording replayed, or one healed; and why that was so."""
    why: str = ""

    @property
    def actions(self) -> int:
        return sum(step.acted is not None for one in self.rounds for step in one.steps)


@dataclass(frozen=True, slots=True)
class RunView:
    version: str
    screen: str
    title: str
    started: float
    seconds: float
    finished: bool
    """Whether the run came to its own end; False for one that was killed or is still going on."""
    acts: tuple[ActView, ...]

    @property
    def usage(self) -> Usage:
        return sum((act.usage for act in self.acts), Usage())

    @property
    def outcome(self) -> Outcome:
        """The worst that happened."""
        worst_last: tuple[Outcome, ...] = ("done", "stopped", "unfinished", "failed")
        outcomes: list[Outcome] = ["done", *(act.outcome for act in self.acts)]
        return max(outcomes, key=worst_last.index)


def view(entries: Iterable[Entry]) -> RunView:
    """The run that the entries tell of."""
    kept = tuple(entries)
    events = [entry.event for entry in kept]
    start = next((event for event in events if isinstance(event, RunStarted)), None)
    return RunView(
        version=start.version if start else "",
        screen=start.screen if start else "",
        title=start.title if start else "",
        started=kept[0].at if kept else 0.0,
        seconds=kept[-1].at - kept[0].at if kept else 0.0,
        finished=any(isinstance(event, RunEnded) for event in events),
        acts=tuple(map(_act, _groups(kept))),
    )


def _groups(entries: Iterable[Entry]) -> list[list[Entry]]:
    """The entries of each act, and of each stretch of single actions between acts: one agent does one at a time."""
    groups: list[list[Entry]] = []
    for entry in entries:
        if isinstance(entry.event, RunStarted | RunEnded | OfProgram):
            continue
        if not groups or isinstance(entry.event, ActStarted) or isinstance(groups[-1][-1].event, ActEnded):
            groups.append([])
        groups[-1].append(entry)
    return groups


def _act(entries: Sequence[Entry]) -> ActView:
    events = [entry.event for entry in entries]
    started = next((event for event in events if isinstance(event, ActStarted)), None)
    ended = next((event for event in events if isinstance(event, ActEnded)), None)
    answers = [event for event in events if isinstance(event, Answered)]
    in_rounds = [entry for entry in entries if not isinstance(entry.event, ActStarted | ActEnded)]
    rounds = [
        _round(round_number, tuple(group)) for round_number, group in groupby(in_rounds, lambda entry: _round_of(entry))
    ]
    return ActView(
        number=started.act if started else 0,
        instruction=started.instruction if started else "",
        outcome=ended.outcome if ended else "unfinished" if started else _outcome_of(rounds),
        message=ended.message if ended else "",
        error=ended.error if ended else "",
        model=started.model if started else "",
        sees=started.sees if started else "",
        rounds=tuple(rounds),
        usage=sum(map(_usage, answers), Usage()),
        seconds=ended.seconds if ended else entries[-1].at - entries[0].at,
        model_seconds=sum(answer.seconds for answer in answers),
        how=ended.how if ended else "",
        why=ended.why if ended else "",
    )


def _outcome_of(rounds: Sequence[RoundView]) -> Outcome:
    return "failed" if any(step.failed for one in rounds for step in one.steps) else "done"


def _round_of(entry: Entry) -> int:
    event = entry.event
    return 0 if isinstance(event, RunStarted | RunEnded | ActStarted | ActEnded | OfProgram) else event.round


def _usage(answer: Answered) -> Usage:
    # A call that failed before the model answered was no paid call.
    calls = 0 if answer.error and not answer.text else 1
    return Usage(calls, answer.prompt_tokens, answer.cached_tokens, answer.completion_tokens, answer.cost)


@dataclass(slots=True)
class _Reading:
    """A round as it is put together, event by event."""

    looked: Looked | None = None
    planned: Planned | None = None
    asks: list[AskView] = field(default_factory=list[AskView])
    located: list[Located] = field(default_factory=list[Located])
    steps: list[StepView] = field(default_factory=list[StepView])
    notes: list[str] = field(default_factory=list[str])

    def read(self, event: Event) -> None:
        match event:
            case Looked():
                self.looked = self.looked or event
            case Asked():
                self.asks.append(AskView(event))
            case Answered() if self.asks:
                self.asks[-1] = AskView(self.asks[-1].asked, event)
            case Planned():
                self.planned = event
            case Located(box=None):
                self.steps.append(StepView((*self.located, event)))
                self.located.clear()
            case Located():
                self.located.append(event)
            case Acted():
                self.steps.append(StepView(tuple(self.located), event))
                self.located.clear()
            case Noted():
                self.notes.append(event.text)
            case _:
                pass


def _round(number: int, entries: Sequence[Entry]) -> RoundView:
    reading = _Reading()
    for entry in entries:
        reading.read(entry.event)
    if reading.located:
        reading.steps.append(StepView(tuple(reading.located)))
    return RoundView(
        number=number,
        looked=reading.looked,
        asks=tuple(reading.asks),
        planned=reading.planned,
        steps=tuple(reading.steps),
        notes=tuple(reading.notes),
        seconds=entries[-1].at - entries[0].at,
    )
