"""The chain of finders: the first one that answers wins."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from askonce.actions import Found, Target
from askonce.errors import NotFound, ScreenMoved
from askonce.screens import Watchable
from askonce.screens.eyes import Eyes
from askonce.trace import Located, Trace, Tried

DEAR = frozenset({"model", "deep"})
"""The finders that ask a model."""
_POLL = 0.25
_ASK_EVERY = 1.0
"""The least seconds between two questions to a model about one target."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A finder's word that it does not know, and why."""

    reason: str


class Finder(Protocol):
    """One way to find a target."""

    @property
    def name(self) -> str: ...

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed: ...


async def find(target: Target, finders: Sequence[Finder], eyes: Eyes, trace: Trace, *, patience: float = 0.0) -> Found:
    """Where the target is, by the first finder that finds it; otherwise NotFound with the result of each.

    What is not there is looked for again whenever the screen changes, for `patience` seconds. Finders that ask a model
    look again only when the elements are others than those they saw.
    """
    started = time.perf_counter()
    search = _Search(target, finders, eyes)
    found = await search.look()
    while found is None and (left := started + patience - time.perf_counter()) > 0:
        await _change_within(left, eyes)
        found = await search.look(is_last=time.perf_counter() >= started + patience)
    tried = search.tried
    _emit(trace, target, started, tried, found)
    if found:
        return found
    raise NotFound(str(target), tuple((attempt.finder, attempt.said) for attempt in tried))


class _Search:
    """One target, looked for again and again."""

    def __init__(self, target: Target, finders: Sequence[Finder], eyes: Eyes) -> None:
        self._target, self._finders, self._eyes = target, finders, eyes
        self._asked = -math.inf
        self._seen: object = None
        self.tried: list[Tried] = []
        """The last result of each finder, up to the one that found it."""

    async def look(self, *, is_last: bool = True) -> Found | None:
        before, self.tried = self.tried, []
        may_ask = is_last or time.perf_counter() - self._asked >= _ASK_EVERY
        for place, finder in enumerate(self._finders):
            if before and finder.name in DEAR and not (may_ask and await self._has_news()):
                self.tried.append(before[place])
                continue
            answer = await finder.find(self._target, self._eyes)
            is_found = isinstance(answer, Found)
            self.tried.append(Tried(finder=finder.name, said="found" if is_found else answer.reason))
            if is_found:
                return answer
        if may_ask:
            self._asked, self._seen = time.perf_counter(), await self._elements()
        return None

    async def _has_news(self) -> bool:
        return await self._elements() != self._seen

    async def _elements(self) -> object:
        tree = await self._eyes.tree()
        if tree is None:
            return (await self._eyes.shot()).image
        return [(node.role, node.name, node.text, node.value, node.states) for node in tree]


async def _change_within(seconds: float, eyes: Eyes) -> None:
    screen = eyes.screen
    try:
        if isinstance(screen, Watchable):
            await screen.wait_for_change(min(seconds, _POLL))
        else:
            await asyncio.sleep(min(seconds, _POLL))
    except ScreenMoved:
        await screen.settle()
    eyes.blink()


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
