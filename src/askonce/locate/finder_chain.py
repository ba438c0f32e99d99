"""The chain of finders: the first one that answers wins."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from askonce.actions import Found, Target
from askonce.errors import NotFound
from askonce.screens.eyes import Eyes
from askonce.trace import Located, Trace, Tried


@dataclass(frozen=True, slots=True)
class Passed:
    """A finder's word that it does not know, and why."""

    reason: str


class Finder(Protocol):
    """One way to find a target."""

    @property
    def name(self) -> str: ...

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed: ...


async def find(target: Target, finders: Sequence[Finder], eyes: Eyes, trace: Trace) -> Found:
    """Where the target is, by the first finder that finds it; otherwise NotFound with the result of each."""
    started = time.perf_counter()
    tried: list[Tried] = []
    for finder in finders:
        answer = await finder.find(target, eyes)
        match answer:
            case Found():
                tried.append(Tried(finder=finder.name, said="found"))
                _emit(trace, target, started, tried, answer)
                return answer
            case Passed(reason=reason):
                tried.append(Tried(finder=finder.name, said=reason))
    _emit(trace, target, started, tried)
    raise NotFound(str(target), tuple((attempt.finder, attempt.said) for attempt in tried))


def _emit(trace: Trace, target: Target, started: float, tried: list[Tried], found: Found | None = None) -> None:
    trace.emit(
        Located(
            act=trace.act,
            round=trace.round,
            target=str(target),
            finder=tried[-1].finder if found else "",
            box=found.box.edges if found else None,
            area=found.area.edges if found and found.area else None,
            tried=tuple(tried),
            seconds=time.perf_counter() - started,
        )
    )
