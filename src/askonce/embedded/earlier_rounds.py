"""What the earlier replies of this model did.

An act shows earlier replies again, so they are read from there. A step of a program does not, so there the model keeps
its own account in what it remembers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from askonce.history import ActionOutcome, ActionStatus, PlannerQuestion, RoundEvent
from askonce.lazy import dataclass, regex

_ACTION = regex(
    r"<action-type>(?P<name>[^<]*)</action-type>\s*<action-param-json>(?P<params>[^<]*)</action-param-json>"
)
_STEPS = regex(r"Steps for part (?P<parts>\d+(?:, \d+)*)\.")
_ENDS = regex(r"Then done: part (?P<parts>\d+(?:, \d+)*)\.")
_ROUND = regex(r"(?P<kind>did|went) (?P<number>\d+): (?P<rest>.*)")
_NO_PARAMS: Mapping[str, Any] = MappingProxyType({})
_REMEMBERED = ("target", "direction")


@dataclass(frozen=True, slots=True)
class PastAction:
    """One action of an earlier reply, and what became of it."""

    part: int
    """The part of the instruction that it was for."""
    action: str
    params: Mapping[str, Any]
    status: ActionStatus
    detail: str = ""
    """What the action returned, or why it failed."""

    @property
    def is_done(self) -> bool:
        return self.status is ActionStatus.DONE

    @property
    def element(self) -> int | None:
        """The number of the element that was its target."""
        return self._target.get("element")

    @property
    def prompt(self) -> str:
        """The words for that element."""
        return str(self._target.get("prompt", ""))

    @property
    def _target(self) -> Mapping[str, Any]:
        return self.params.get("target") or _NO_PARAMS


@dataclass(frozen=True, slots=True)
class EarlierRound:
    """One reply with actions, and the parts of the instruction that were to end with them."""

    actions: tuple[PastAction, ...]
    ends: tuple[int, ...]

    @property
    def finished(self) -> frozenset[int]:
        """The parts that ended: all their actions were done."""
        return frozenset(self.ends) - {action.part for action in self.actions if not action.is_done}


def earlier_rounds(question: PlannerQuestion) -> tuple[EarlierRound, ...]:
    """All rounds of this act that are known, oldest first."""
    if question.step:
        return _remembered_rounds(question.memories, _outcomes(question.events))
    happened = [*(turn.events for turn in question.turns[1:]), question.events]
    return tuple(
        _replied_round(turn.reply, _outcomes(events)) for turn, events in zip(question.turns, happened, strict=False)
    )


def memory_lines(memories: Iterable[str]) -> list[str]:
    """What this model remembered, line by line: one reply may remember several things."""
    return [line for memory in memories for line in memory.splitlines()]


def write_thought(parts: Sequence[int], ends: Sequence[int]) -> str:
    """What is read again from a reply: which action was for which part, and which parts end with them."""
    sentences = [f"Steps for part {', '.join(map(str, parts))}."] if parts else []
    sentences += [f"Then done: part {', '.join(map(str, ends))}."] if ends else []
    return " ".join(sentences)


def write_memory(
    earlier: Sequence[EarlierRound], actions: Sequence[tuple[int, str, Mapping[str, Any]]], ends: Sequence[int]
) -> str:
    """The lines to remember in a step of a program: how the last round went, and what this reply does.

    `actions` are the part, the name and the parameters of each, of which those are kept that are asked for later.
    """
    lines: list[str] = []
    if earlier:
        lines.append(f"went {len(earlier)}: {json.dumps([past.status.value for past in earlier[-1].actions])}")
    if actions:
        planned = [
            [part, action, {name: params[name] for name in _REMEMBERED if params.get(name)}]
            for part, action, params in actions
        ]
        lines.append(f"did {len(earlier) + 1}: {json.dumps([planned, list(ends)], ensure_ascii=False)}")
    return "\n".join(lines).replace("<", "\\u003c")


def _outcomes(events: Iterable[RoundEvent]) -> list[ActionOutcome]:
    return [event for event in events if isinstance(event, ActionOutcome)]


def _past_actions(
    planned: Sequence[tuple[int, str, Mapping[str, Any]]], outcomes: Sequence[ActionOutcome]
) -> tuple[PastAction, ...]:
    """The actions of a reply, each with its outcome; one without an outcome did not run."""
    known = [(outcome.status, outcome.detail) for outcome in outcomes[: len(planned)]]
    known += [(ActionStatus.NOT_RUN, "")] * (len(planned) - len(known))
    return tuple(PastAction(*action, *outcome) for action, outcome in zip(planned, known, strict=True))


def _replied_round(reply: str, outcomes: Sequence[ActionOutcome]) -> EarlierRound:
    parts = _numbers(_STEPS.search(reply))
    # A long reply is kept only in part: then an action is known by its outcome alone.
    actions = [(found["name"], _read_params(found["params"])) for found in _ACTION.finditer(reply)][: len(parts)]
    actions += [("", _NO_PARAMS)] * (len(parts) - len(actions))
    planned = [(part, name, params) for part, (name, params) in zip(parts, actions, strict=True)]
    return EarlierRound(_past_actions(planned, outcomes), _numbers(_ENDS.search(reply)))


def _remembered_rounds(memories: Iterable[str], outcomes: Sequence[ActionOutcome]) -> tuple[EarlierRound, ...]:
    """The outcomes of the last round come with the events, those of earlier rounds from memory."""
    lines = [found for line in memory_lines(memories) if (found := _ROUND.fullmatch(line))]
    went = {int(line["number"]): _read_statuses(line["rest"]) for line in lines if line["kind"] == "went"}
    did = [line for line in lines if line["kind"] == "did"]
    rounds: list[EarlierRound] = []
    for line in did:
        known = outcomes if line is did[-1] and outcomes else went.get(int(line["number"]), ())
        planned, ends = _read_did(line["rest"])
        rounds.append(EarlierRound(_past_actions(planned, known), ends))
    return tuple(rounds)


def _read_did(text: str) -> tuple[Sequence[tuple[int, str, Mapping[str, Any]]], tuple[int, ...]]:
    """The actions and ended parts of a remembered round; nothing if it was not remembered whole."""
    try:
        planned, ends = json.loads(text)
        actions = [(int(part), str(action), MappingProxyType(dict(params))) for part, action, params in planned]
        return actions, tuple(int(end) for end in ends)
    except (ValueError, TypeError):
        return [], ()


def _read_statuses(text: str) -> tuple[ActionOutcome, ...]:
    try:
        return tuple(ActionOutcome("", ActionStatus(status)) for status in json.loads(text))
    except (ValueError, TypeError):
        return ()


def _read_params(text: str) -> Mapping[str, Any]:
    try:
        return MappingProxyType(json.loads(text))
    except (ValueError, TypeError):  # the reply of another model
        return _NO_PARAMS


def _numbers(found: re.Match[str] | None) -> tuple[int, ...]:
    return tuple(int(part) for part in found["parts"].split(", ")) if found else ()
