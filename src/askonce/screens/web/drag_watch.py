"""Whether a page does anything while something on it is dragged."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from playwright.async_api import Error, Frame, Page

from askonce.screens.web.page_scripts import script

_WITHIN = 0.5
"""The most seconds beyond what is asked for in which a frame answers."""


class Reaction(NamedTuple):
    """What the frames of a page have done since something was pressed and moved."""

    is_heard: bool = False
    """Whether any of them has heard the press; where none has, nobody can tell the rest."""
    has_stirred: bool = False
    is_cut: bool = False
    """Whether the browser took the finger for a scroll, and nothing has happened since."""
    is_scrolled: bool = False
    has_selected: bool = False
    """Whether a text was selected."""
    is_draggable: bool = False
    """Whether the browser's own drag and drop takes it."""

    @property
    def is_idle(self) -> bool:
        return self.is_heard and (self.is_cut or not self.has_stirred)


class DragWatch:
    """Watches a page from before a press until `end`."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._frames: Sequence[Frame] = ()

    async def begin(self, *, again: bool) -> None:
        """Watch from now on; `again`, if nothing was dragged in an attempt before."""
        frames = list(self._page.frames)
        answers = await _ask(frames, "begin", again)
        self._frames = [frame for frame, answer in zip(frames, answers, strict=True) if answer]

    async def look(self, seconds: float = 0.0) -> Reaction:
        """What it did until now, for which it is waited a few frames, or so long, unless it has done something."""
        answers = await _ask(self._frames, "look", seconds)
        return Reaction(*(any(told) for told in zip(*(answer for answer in answers if answer), strict=True)))

    async def hold(self, seconds: float) -> bool:
        """Wait so long, or until something happens to what is held: then True."""
        return any(await _ask(self._frames, "hold", seconds))

    async def let_go(self) -> None:
        """From now on counts only what comes of letting go."""
        await _ask(self._frames, "letGo")

    async def restore(self) -> None:
        """Scroll back what was scrolled."""
        await _ask(self._frames, "restore")

    async def end(self) -> None:
        frames, self._frames = self._frames, ()
        await _ask(frames, "end")


async def _ask(
    frames: Sequence[Frame], command: Literal["begin", "look", "hold", "letGo", "restore", "end"], seconds: float = 0.0
) -> list[Any]:
    """What each frame answers; None for those that do not, as they left or are stuck."""
    question = script("dragWatch", "pending_work", "drag_watch")
    asked = [asyncio.ensure_future(frame.evaluate(question, [command, seconds * 1000])) for frame in frames]
    if not asked:
        return []
    try:
        first = asyncio.FIRST_COMPLETED if command == "hold" else asyncio.ALL_COMPLETED
        await asyncio.wait(asked, timeout=seconds + _WITHIN, return_when=first)
        return [_answer(each) for each in asked]
    finally:
        for each in asked:
            each.cancel()


def _answer(asked: asyncio.Future[Any]) -> Any:
    if not asked.done():
        return None
    error = asked.exception()
    if error and not isinstance(error, Error):
        raise error
    return None if error else asked.result()
