"""Reading lists that are longer than the screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from askonce.errors import ScreenMoved
from askonce.geometry import Box
from askonce.insight.answers import Answer
from askonce.insight.evidence import Evidence
from askonce.insight.merge_rows import Row, find_seam, leaves, make_rows
from askonce.insight.scroller import PageScroll, scroller_around, scroller_within, steadily
from askonce.screens import Scroller
from askonce.screens.eyes import Eyes
from askonce.trace import Usage

MOST_ROWS = 500
_MOST_BEFORE = 30
"""How many screenfuls are looked at before the first row appears; after that, how many without any row, and how many
without a new one, are taken for the end."""
_MOST_EMPTY = 2
_MOST_KNOWN = 3
_BRIDGE = 0.4
"""The part of a screenful to go back when two parts have nothing in common, and how often."""
_BRIDGES = 3
_NEAR = 2.0


async def read_long(
    read: Callable[[Evidence], Awaitable[Answer[list[Any]]]],
    look: Callable[[], Awaitable[Evidence]],
    eyes: Eyes,
    *,
    within: Box | None = None,
    limit: int = MOST_ROWS,
    progress: Callable[[int], None] = lambda rows: None,
) -> Answer[list[Any]]:
    """All rows of a list, also of one that loads more as it is scrolled; then back to where the view stood.

    `look` takes in the view and `read` reads the rows in it. What scrolls is the box that holds the rows just read, or
    the page. Each part is joined to what is known by the rows that they share; rows that really are there twice stay.
    Parts that cannot be joined because the list changed meanwhile are an error. `progress` hears how many rows are
    known after each part; past `limit` rows the reading ends, and `more` says so.
    """
    eyes.refuse_while_frozen("scrolling through a list")
    return await _Reading(read, look, eyes, within, limit, progress).run()


class _Reading:
    def __init__(
        self,
        read: Callable[[Evidence], Awaitable[Answer[list[Any]]]],
        look: Callable[[], Awaitable[Evidence]],
        eyes: Eyes,
        within: Box | None,
        limit: int,
        progress: Callable[[int], None],
    ) -> None:
        self._read, self._look, self._eyes = read, look, eyes
        self._within, self._limit, self._progress = within, limit, progress
        self._rows: list[Row] = []
        self._empty = self._known = 0
        """How many of the last parts had no row at all, and how many had no new one."""
        self._usage = Usage()
        self._parts = 0
        self._answer: Answer[list[Any]] | None = None

    async def run(self) -> Answer[list[Any]]:
        self._eyes.blink()
        first = await self._part(None)
        scroll = await self._scroll(first)
        if scroll is None:
            return self._all(first, self._answer.more if self._answer else "")
        start = await scroll.position()
        if start and start.above > _NEAR:
            await scroll.to_top()
            first = await self._part(scroll)
        elif start:
            first = make_rows([row.value for row in first], start.nodes, start.above)
        self._rows, self._empty = first, 0 if first else 1
        self._progress(len(self._rows))
        try:
            ended = await self._go_on(scroll)
        finally:
            if start:
                await scroll.back_to(start.above)
        return self._all(self._rows, ended)

    async def _go_on(self, scroll: PageScroll) -> str:
        """Read part after part. Why it ended, where that was not the end of the list."""
        while len(self._rows) <= self._limit:
            if self._is_over() or not await scroll.on():
                return ""
            await self._join(scroll)
            self._progress(len(self._rows))
        return f"stopped at the limit of {self._limit} rows, there is more"

    def _is_over(self) -> bool:
        if not self._rows:
            return self._empty > _MOST_BEFORE
        return self._empty >= _MOST_EMPTY or self._known >= _MOST_KNOWN

    async def _join(self, scroll: PageScroll) -> None:
        """Add what is new in the part in view.

        Parts without a row in common have moved apart while they were read: then what lies between is read too. After a
        part without any rows there need be none in common.
        """
        new = await self._part(scroll)
        seam = find_seam(self._rows, new)
        for _ in range(_BRIDGES if new and not self._empty else 0):
            if seam is None:
                await scroll.back_by(_BRIDGE)
                new = await self._part(scroll)
                seam = find_seam(self._rows, new)
        if seam is None and new and not self._empty:
            raise ScreenMoved(
                f"the list changed while it was read: after {len(self._rows)} rows, the next part has none in common "
                "with them",
                remedy="read it when it has come to rest, or in parts",
            )
        kept = self._rows[: len(self._rows) - seam.drop] if seam else self._rows
        rows = [*kept, *(new[seam.start :] if seam else new)]
        self._empty = 0 if new else self._empty + 1
        self._known = 0 if len(rows) > len(self._rows) else self._known + 1
        self._rows = rows

    async def _part(self, scroll: PageScroll | None) -> list[Row]:
        evidence = await steadily(self._eyes, self._look)
        answer = await self._read(evidence)
        self._parts += 1
        self._usage += answer.usage
        if self._answer is None or answer.source == "model":
            self._answer = answer
        position = await scroll.position() if scroll else None
        return make_rows(answer.value, position.nodes if position else (), position.above if position else 0.0)

    async def _scroll(self, rows: list[Row]) -> PageScroll | None:
        screen = self._eyes.screen
        if not isinstance(screen, Scroller):
            return None
        tree = await steadily(self._eyes, self._eyes.tree)
        if tree is None:
            return PageScroll(self._eyes, screen)
        if self._within:
            box = scroller_within(tree, self._within)
            return PageScroll(self._eyes, screen, box.number) if box else None
        box = scroller_around(tree, (text for row in rows for text in leaves(row.value)))
        return PageScroll(self._eyes, screen, box.number if box else None)

    def _all(self, rows: list[Row], ended: str) -> Answer[list[Any]]:
        assert self._answer is not None
        values = [row.value for row in rows[: self._limit]]
        reason = f"{len(values)} rows read in {self._parts} part{'s' * (self._parts != 1)}"
        return replace(self._answer, value=values, reason=reason, more=ended, usage=self._usage)
