"""The chain of finders: the first one that answers wins."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Sequence

from askonce.actions import Found, Target
from askonce.errors import NotFound, ScreenError, ScreenMoved
from askonce.locate.finder import Finder, Missing, NotAsked, Passed
from askonce.locate.local.matcher import Tied
from askonce.locate.similar_elements import Candidate, similar_elements, suggestion
from askonce.screens import UnseenElements, Watchable
from askonce.screens.eyes import Eyes
from askonce.trace import Located, Trace, Tried

DEAR = frozenset({"model", "deep"})
"""The finders that ask a model."""
_POLL = 0.25
_ASK_EVERY = 1.0
"""The least seconds between two questions to a model about one target."""


async def find(
    target: Target,
    finders: Sequence[Finder],
    eyes: Eyes,
    trace: Trace,
    *,
    patience: float = 0.0,
    stillness: float = math.inf,
) -> Found:
    """Where the target is, by the first finder that finds it; otherwise NotFound with the result of each.

    What is not there is looked for again whenever the screen changes, for `patience` seconds. Finders that ask a model
    look again only when the elements are others than those they saw. A screen of which only the picture is known may
    never tell what is looked for: it is not waited for longer than the picture stands still for `stillness` seconds.
    """
    started, waited = time.perf_counter(), 0.0
    search, picture = _Search(target, finders, eyes), _StillPicture(eyes)
    found = await search.look()
    while found is None and (left := started + patience - time.perf_counter()) > 0:
        if stillness < patience and await picture.stood() >= stillness:
            patience = stillness
            break
        began = time.perf_counter()
        await _change_within(left, eyes)
        waited += time.perf_counter() - began
        found = await search.look(is_last=time.perf_counter() >= started + patience)
    _emit(trace, target, search.tried, found, seconds=time.perf_counter() - started, waited=waited)
    if found:
        return found
    raise await search.failure(patience)


class _Search:
    """One target, looked for again and again."""

    def __init__(self, target: Target, finders: Sequence[Finder], eyes: Eyes) -> None:
        self._target, self._finders, self._eyes = target, finders, eyes
        self._asked = -math.inf
        self._seen: object = None
        self.tried: list[Tried] = []
        """The last result of each finder that was asked, up to the one that found it."""
        self._answers: dict[int, Passed] = {}
        """The last word of each finder that has found nothing, by its place."""

    async def look(self, *, is_last: bool = True) -> Found | None:
        may_ask = is_last or time.perf_counter() - self._asked >= _ASK_EVERY
        self.tried = []
        for place, finder in enumerate(self._finders):
            answer = self._answers.get(place)
            if answer is None or finder.name not in DEAR or (may_ask and await self._has_news()):
                answer = await finder.find(self._target, self._eyes)
            if isinstance(answer, Found):
                self.tried.append(Tried(finder=finder.name, said="found"))
                return answer
            self._answers[place] = answer
            if not isinstance(answer, NotAsked):
                self.tried.append(Tried(finder=finder.name, said=answer.reason))
            if isinstance(answer, Missing):
                break
        if may_ask:
            self._asked, self._seen = time.perf_counter(), await self._elements()
        return None

    async def failure(self, waited: float) -> NotFound:
        """The error that says what was tried, for how long, and what is there instead."""
        answers = self._answers.values()
        unasked = [answer for answer in answers if isinstance(answer, NotAsked) and answer.remedy]
        is_clear = not any(isinstance(answer, Tied | Missing) for answer in answers)
        return NotFound(
            str(self._target),
            tuple((attempt.finder, attempt.said) for attempt in self.tried),
            hint=suggestion(await self._similar_elements()) if is_clear else "",
            waited=waited,
            unasked=unasked[0].reason if unasked else "",
            remedy=unasked[0].remedy if unasked else "",
        )

    async def _similar_elements(self) -> tuple[str, ...]:
        eyes = self._eyes
        try:
            tree = await eyes.whole_tree() or await eyes.tree()
            unseen = await eyes.screen.unseen() if isinstance(eyes.screen, UnseenElements) else ()
        except ScreenError:  # what was looked for was not found, whatever the screen does now
            return ()
        elsewhere = [Candidate(each.role, eyes.mask(each.name), eyes.mask(each.trouble)) for each in unseen]
        return similar_elements(self._target.prompt, tree.masked(eyes.mask) if tree else None, elsewhere)

    async def _has_news(self) -> bool:
        return await self._elements() != self._seen

    async def _elements(self) -> object:
        tree = await self._eyes.tree()
        if tree is None:
            return (await self._eyes.local_shot()).image
        return [(node.role, node.name, node.text, node.value, node.states) for node in tree]


class _StillPicture:
    """For how long a picture has been the same, on a screen of which nothing else is known."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self._image, self._since = b"", time.perf_counter()

    async def stood(self) -> float:
        if await self._eyes.tree() is not None:
            return 0.0
        image = (await self._eyes.local_shot()).image
        if image != self._image:
            self._image, self._since = image, time.perf_counter()
        return time.perf_counter() - self._since


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


def _emit(
    trace: Trace, target: Target, tried: list[Tried], found: Found | None, *, seconds: float, waited: float
) -> None:
    trace.emit(
        Located(
            act=trace.act,
            round=trace.round,
            target=str(target),
            finder=tried[-1].finder if found else "",
            box=found.box.edges if found else None,
            area=found.area.edges if found and found.area else None,
            tried=tuple(tried),
            seconds=seconds,
            waited=waited,
        )
    )
