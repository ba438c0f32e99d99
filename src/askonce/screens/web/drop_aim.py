"""What is dragged to an element is dropped there, or put back: a page may move its places as the drag begins, begin it
only once it was held for a moment, or not at all."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import Literal

from playwright.async_api import Frame, Page

from askonce.errors import NotOperable, TargetMoved
from askonce.geometry import Point
from askonce.screens.web.drag_watch import DragWatch, Reaction
from askonce.screens.web.frame_points import spots_at
from askonce.screens.web.page_scripts import call
from askonce.screens.web.page_tree import ask_in_frame
from askonce.screens.web.pointer import Hand
from askonce.screens.web.touch_aim import end_clicks, press_aimed

_Way = Literal["plainly", "soon", "blindly", "held", "held again"]
_WAYS: tuple[_Way, ...] = ("soon", "held", "held again", "blindly")
"""The last one lets go at the goal whatever was seen. Nobody knows when something comes of that: nothing follows it."""
DRAG_ATTEMPTS = len(_WAYS) + 1
"""How often something is taken at most."""
_MOST_MOVES = 4
"""How often it is looked whether something lies where it is to be dropped."""
_HELD = 1.0
"""The most seconds for which something is held until a drag of it begins."""
_ANSWERED = 0.1
"""The seconds within which a page answers to a drop that it gave no sign of before."""


async def drag_aimed(
    page: Page, hand: Hand, start: Point, end: Point, *, written: Callable[[], int], of_browser: Hand | None = None
) -> None:
    """Drag from the element that is meant at the start to the one at the end, wherever that goes meanwhile. Where it
    is not to be reached, or nothing is dragged, NotOperable. `of_browser` does what the browser drags by itself, where
    that is another hand.

    Where nothing happens as a drag begins, it is put back. The page may compare where a press begins and ends, or begin
    a drag only after a hold, as lists do in which a finger scrolls. So it is let go at the goal once at most where
    nothing has happened until then. It is not tried again where the page has sent
    something, as `written` counts it. A bare point is where a hand dragged, which may only have selected a text.
    """
    drag = _Drag(page, start, end, written)
    try:
        if start.element is None:
            await drag.repeat(hand, of_browser)
            return
        for way in _WAYS:
            if await drag.attempt(hand, way):
                return
            is_of_browser = way == "soon" and drag.reaction.is_draggable
            if of_browser and is_of_browser and await drag.attempt(of_browser, "soon"):
                return
    except TargetMoved as error:
        if drag.idle is None:
            raise
        raise _nothing_dragged(drag.idle) from error  # it came there by what was tried
    finally:
        await drag.watch.end()
    raise _nothing_dragged(drag.reaction)


def _nothing_dragged(reaction: Reaction) -> NotOperable:
    if reaction.is_cut:
        return NotOperable(
            "the browser took the drag for a scroll", remedy="look what came of it; swipe, or drag it by its handle"
        )
    if reaction.has_selected:
        return NotOperable(
            "nothing was dragged: only a text was selected",
            remedy="if that was meant, go on; else drag it by its handle",
        )
    return NotOperable(
        "nothing on the page moved as it was dragged there and let go, also after it was held for a moment",
        remedy="look what has come of it before it is dragged again, and by which part it can be dragged",
    )


class _Drag:
    """A drag that is tried in one way after the other."""

    def __init__(self, page: Page, start: Point, end: Point, written: Callable[[], int]) -> None:
        self._page, self._start, self._end, self._written = page, start, end, written
        self._drop: Frame | None = None
        self._is_dropped = True
        self._was_early = False
        self.watch = DragWatch(page)
        self.reaction = Reaction()
        self.idle: Reaction | None = None
        """What the last attempt came to, where nothing was dragged by it."""

    async def repeat(self, hand: Hand, of_browser: Hand | None) -> None:
        """As a hand did it, whatever comes of that."""
        if of_browser and await self.attempt(hand, "soon"):
            return
        await self.attempt(of_browser if of_browser and self.reaction.is_draggable else hand, "plainly")

    async def attempt(self, hand: Hand, way: _Way) -> bool:
        """Whether something was dragged; NotOperable where it could not be dropped."""
        start, written = self._start, self._written()
        self._is_dropped = True

        async def approach() -> None:
            _, self._drop, _ = await asyncio.gather(
                hand.approach(start), _watch_drop(self._page, self._end), self.watch.begin(again=self.idle is not None)
            )

        async def drag() -> None:
            await hand.take(start)
            try:
                is_over = await self._carry(hand, way)
                if not is_over:
                    await hand.back()
            except BaseException:
                await hand.let_go()
                raise
            if way == "blindly":
                await asyncio.gather(end_clicks(self._page), self.watch.let_go())
                await hand.let_go()
                self.reaction = await self.watch.look(_ANSWERED)
            elif is_over:
                await hand.let_go()
            else:
                await hand.put_back(is_carried=await end_clicks(self._page))
            if self.reaction.is_idle and way != "plainly":
                await self.watch.restore()

        await press_aimed(self._page, start, drag, approach(), gesture="drag")
        if not self._is_dropped:
            raise NotOperable(
                "what it was dragged to went away meanwhile, so nothing was dropped",
                remedy="look where that is now",
            )
        self.idle = self.reaction if self.reaction.is_idle else None
        if self.idle and self._written() != written:
            raise NotOperable(
                "nothing on the page moved as it was dragged, but something was sent",
                remedy="look what has come of it before it is dragged again",
            )
        return self.idle is None

    async def _carry(self, hand: Hand, way: _Way) -> bool:
        """Whether it is where to drop. The page moves its places as the drag begins, or as the pointer comes."""
        if way in {"held", "held again"}:
            await self._hold(way)
        if way == "held" and hand.is_finger and not self._was_early:
            return False  # some hold on to a touch that became a scroll until the next one ends
        start, end = self._start, self._end
        part = min(0.5, hand.begins / (math.hypot(end.x - start.x, end.y - start.y) or 1))
        await hand.move(Point(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part), steps=2)
        if way == "blindly":
            return await self._come_to(hand, end, None)
        if way != "plainly":
            self.reaction = await self._look()
        if way == "soon" and self.reaction.is_heard and not self.reaction.has_stirred:
            return False
        self._is_dropped = await self._come_to(hand, end, self._drop)
        if way != "plainly" and (hand.is_finger or self.reaction.is_idle):
            self.reaction = await self._look()
            self._is_dropped |= self.reaction.is_idle  # what scrolled under the finger was not dragged anywhere
        return self._is_dropped and (way == "plainly" or not self.reaction.is_idle)

    async def _look(self) -> Reaction:
        """What the page has done. Within one element, or to a bare place, to select a text is what a drag does."""
        reaction = await self.watch.look()
        is_inside = self._end.element in {None, self._start.element}
        return reaction._replace(has_stirred=True) if reaction.has_selected and is_inside else reaction

    async def _hold(self, way: _Way) -> None:
        """Until something happens to what is held, or, where that was no drag, as long as any page wants it."""
        if way == "held again" and self._was_early:
            await asyncio.sleep(_HELD)
        else:
            self._was_early = await self.watch.hold(_HELD)

    async def _come_to(self, hand: Hand, at: Point, drop: Frame | None) -> bool:
        if drop:
            way = await _distance(self._page, drop, at, has_come=False)
            if way is None:
                return False
            at = at.offset(*way)
        await hand.move(at)
        for _ in range(_MOST_MOVES if drop else 0):
            way = await _distance(self._page, drop, at, has_come=True) if drop else None
            if way is None or not any(way):
                return way is not None
            at = at.offset(*way)
            await hand.move(at)
        return drop is None


async def _watch_drop(page: Page, end: Point) -> Frame | None:
    """The frame that says from now on how far away the place to drop at is."""
    watched = await ask_in_frame(page, end.element, "aim", {"drop": True}) if end.element is not None else None
    return watched[2] if watched and watched[0] == "" else None


async def _distance(page: Page, frame: Frame, at: Point, *, has_come: bool) -> tuple[float, float] | None:
    """How far the place to drop at has gone from a point; None where it is not to be reached."""
    spot = next((spot for spot in await spots_at(page, at) if spot.frame is frame), None)
    way = spot and await call(frame, "distanceToDrop", [spot.argument, has_come])
    return (way[0], way[1]) if way else None
