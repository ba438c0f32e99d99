"""What was done so far, where earlier replies are not shown again: as a step of a program is asked for, the model keeps
its own account in what it has remembered."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

_DID = "did "
_WENT = "went "
_ROUND = re.compile(r"(?P<kind>did|went) (?P<number>\d+): (?P<rest>.*)")


@dataclass(frozen=True, slots=True)
class Kept:
    """One round: for each step its part, action and fields, the parts that were to end, and how the steps went."""

    steps: tuple[tuple[int, str, Mapping[str, Any]], ...]
    ends: tuple[int, ...]
    outcomes: tuple[str, ...] = ()
    """Nothing where it is not known yet."""


def write_round(number: int, steps: Sequence[tuple[int, str, Any]], ends: Sequence[int]) -> str:
    """The line to remember of a reply that holds steps."""
    kept = [[part, action, {"target": dict(target)} if target else {}] for part, action, target in steps]
    return _safe(f"{_DID}{number}: {json.dumps([kept, list(ends)], ensure_ascii=False)}")


def write_outcomes(number: int, outcomes: Sequence[str]) -> str:
    """The line to remember of how it went; told once, in the round after."""
    return f"{_WENT}{number}: {json.dumps(list(outcomes))}"


def read_rounds(memories: Iterable[str]) -> list[Kept]:
    """The rounds that are remembered, the oldest first; one that was not remembered whole has no steps."""
    lines = [found for memory in memories if (found := _ROUND.fullmatch(memory))]
    outcomes = {int(line["number"]): _texts(line["rest"]) for line in lines if line["kind"] == "went"}
    return [_read_did(line["rest"], outcomes.get(int(line["number"]), ())) for line in lines if line["kind"] == "did"]


def _read_did(text: str, outcomes: tuple[str, ...]) -> Kept:
    try:
        steps, ends = json.loads(text)
        kept = tuple((int(part), str(action), _params(params)) for part, action, params in steps)
        return Kept(kept, tuple(int(end) for end in ends), outcomes)
    except (ValueError, TypeError):
        return Kept((), (), outcomes)


def _params(params: dict[str, Any]) -> Mapping[str, Any]:
    return MappingProxyType(params)


def _texts(text: str) -> tuple[str, ...]:
    try:
        return tuple(str(one) for one in json.loads(text))
    except (ValueError, TypeError):
        return ()


def _safe(text: str) -> str:
    return text.replace("<", "\\u003c")
