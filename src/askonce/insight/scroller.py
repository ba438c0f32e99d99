"""Moving through what is longer than the view: the page, or a box in it that scrolls."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

from askonce.errors import ScreenMoved
from askonce.geometry import Box, Point
from askonce.insight.image_diff import change, reduced
from askonce.lazy import dataclass
from askonce.screens import Node, Scroller, Shot, Tree, Watchable
from askonce.screens.eyes import Eyes
from askonce.screens.ui_tree import plain

T = TypeVar("T")

_MOST_MOVES = 5
"""How often something is done again because the page navigated away under it."""
_FIRST_STEP = 0.5
"""The part of a screenful that the first step scrolls: it is not known yet how much is pinned over the rest."""
_STEP = 0.75
_MOST_PINNED = 0.45
"""Nothing pinned to an edge takes more of the height than this."""
_LITTLE = 2.0
"""Screen units that make no difference."""
_LATE = 1.0
"""Seconds to wait for more at the end, beyond settling: at first, after more has come before, and while something says
that it is loading."""
_LATE_AGAIN = 2.0
_LOADING = 10.0
_LOADING_WORDS = frozenset({"loading", "loading…", "loading...", "please wait", "please wait…", "please wait..."})


@dataclass(frozen=True, slots=True)
class ScrollPosition:
    """The position of something that scrolls: how much lies above and below what it shows, and where it shows that."""

    above: float
    below: float
    box: Box
    nodes: tuple[Node, ...]


class PageScroll:
    """The page, or one box in it. Where the screen does not know its elements, pictures tell whether it moved."""

    def __init__(self, eyes: Eyes, screen: Scroller, number: int | None = None) -> None:
        self._eyes = eyes
        self._screen = screen
        self._number = number
        """The box that scrolls; None for the page, or for the largest box of a page that does not scroll itself."""
        self._travelled = 0.0
        """How far it was scrolled, for screens that do not know how much lies above."""
        self._pinned = 0.0
        self._is_begun = self._has_grown = False

    async def position(self) -> ScrollPosition | None:
        """None when the screen does not tell, or when the box is gone."""
        tree = await steadily(self._eyes, self._eyes.tree)
        if tree is None:
            return None
        node = tree.find(self._number) if self._number is not None else None if _is_long(tree) else _largest(tree)
        if node is not None:
            return ScrollPosition(*_reach(node), node.box, tree.nodes)
        if self._number is not None:
            return None
        above = self._travelled if tree.scrolls_up else tree.above
        below = math.inf if tree.scrolls_down else tree.below
        return ScrollPosition(above, below, Box.of_size(tree.view), tree.nodes)

    async def to_top(self) -> None:
        at = await self._at()
        self._travelled = 0.0
        await steadily(self._eyes, lambda: self._screen.scroll_to("top", at=at))
        await self._rest()

    async def on(self) -> bool:
        """Scroll on by a little less than a screenful. False at the end, after waiting for more to load."""
        if await self._step():
            return True
        began = asyncio.get_running_loop().time()
        while await self._more_comes(began):
            if await self._step():
                return True
        return False

    async def back_by(self, part: float) -> None:
        """Scroll back by a part of a screenful."""
        if position := await self.position():
            await self._scroll(-min(position.box.height * part, position.above))

    async def back_to(self, above: float) -> None:
        """Scroll back to where it was."""
        position = await self.position()
        if position and abs(position.above - above) > _LITTLE:
            await self._scroll(above - position.above)

    async def _step(self) -> bool:
        before = await self.position()
        if (before is None and self._number is not None) or (before and before.below <= _LITTLE):
            return False  # a box at its end would hand the scroll on to the page
        shot = None if before else await self._eyes.local_shot()
        height = before.box.height if before else (await self._eyes.screen.size()).height
        step = (height - self._pinned) * (_STEP if self._is_begun else _FIRST_STEP)
        is_unmeasured = before is not None and math.isinf(before.below)
        await self._scroll(min(step, before.below) if before else step)
        after = await self.position()
        if before is None or after is None:
            return shot is not None and _differ(shot, await self._eyes.local_shot())
        has_moved = after.nodes != before.nodes if is_unmeasured else after.above - before.above > _LITTLE
        if has_moved:
            self._is_begun = True
            self._has_grown = self._has_grown or after.above + after.below > before.above + before.below + _LITTLE
            self._pinned = _pinned_height(before, after)
        return has_moved

    async def _more_comes(self, began: float) -> bool:
        """Whether anything changes while more may still load."""
        screen, position = self._eyes.screen, await self.position()
        is_loading = position is not None and _is_loading(position.nodes)
        if not isinstance(screen, Watchable) or not (self._is_begun or is_loading):
            return False  # what fits into the view has no more to load
        patience = _LOADING if is_loading else _LATE_AGAIN if self._has_grown else _LATE
        left = began + patience - asyncio.get_running_loop().time()
        changed = left > 0 and await steadily(self._eyes, lambda: screen.wait_for_change(left))
        self._eyes.blink()
        return changed

    async def _scroll(self, distance: float) -> None:
        at = await self._at()
        self._travelled = max(0.0, self._travelled + distance)
        await steadily(self._eyes, lambda: self._screen.scroll(0, distance, at=at))
        await self._rest()

    async def _at(self) -> Point | None:
        if self._number is None:
            return None
        position = await self.position()
        return position.box.center if position else None

    async def _rest(self) -> None:
        await self._eyes.screen.settle()
        self._eyes.blink()


async def steadily(eyes: Eyes, work: Callable[[], Awaitable[T]]) -> T:
    """The result of `work`, done again when the page navigated away under it."""
    for _ in range(_MOST_MOVES):
        try:
            return await work()
        except ScreenMoved:
            await eyes.screen.settle()
            eyes.blink()
    return await work()


def scroller_within(tree: Tree, within: Box) -> Node | None:
    """The box that scrolls a region: one that takes up at least half of it."""
    found = [(node, node.box.intersection(within)) for node in tree if _is_scroller(node)]
    fitting = [(node, shared.area) for node, shared in found if shared and shared.area * 2 >= within.area]
    return max(fitting, key=lambda pair: pair[1])[0] if fitting else None


def scroller_around(tree: Tree, words: Iterable[str]) -> Node | None:
    """The box that scrolls most of the elements with these words; None when that is the page."""
    wanted = {plain(word) for word in words} - {""}
    by_number = {node.number: node for node in tree}
    holders: list[int | None] = []
    for node in tree:
        shown = plain(node.words)
        if shown and any(word in shown for word in wanted):
            up = by_number.get(node.parent or 0)
            while up and not _is_scroller(up):
                up = by_number.get(up.parent or 0)
            holders.append(up.number if up else None)
    most = max(set(holders), key=holders.count, default=None)
    return by_number[most] if most is not None else None


def _is_scroller(node: Node) -> bool:
    return "scrolls" in node.states and sum(_reach(node)) > _LITTLE


def _reach(node: Node) -> tuple[float, float]:
    above, below = (float(node.attributes.get(word) or 0) for word in ("above", "below"))
    return above, below


def _is_long(tree: Tree) -> bool:
    return tree.scrolls_up or tree.scrolls_down or tree.above + tree.below > _LITTLE


def _largest(tree: Tree) -> Node | None:
    return max(filter(_is_scroller, tree), key=lambda node: node.box.area, default=None)


def _pinned_height(before: ScrollPosition, after: ScrollPosition) -> float:
    """How much of the height is taken by what stayed where it was while the rest moved: headers, bars."""
    stayed = {(node.number, node.box, node.words) for node in before.nodes}
    height, middle = after.box.height, after.box.center.y
    top = bottom = 0.0
    for node in after.nodes:
        if (node.number, node.box, node.words) not in stayed or node.box.intersection(after.box) is None:
            continue
        if node.box.center.y < middle:
            top = max(top, node.box.bottom - after.box.top)
        else:
            bottom = max(bottom, after.box.bottom - node.box.top)
    return sum(size for size in (top, bottom) if size <= height * _MOST_PINNED)


def _is_loading(nodes: Iterable[Node]) -> bool:
    return any(node.role == "progressbar" or plain(node.words) in _LOADING_WORDS for node in nodes)


def _differ(before: Shot, after: Shot) -> bool:
    return change(reduced(before), reduced(after)) > 0
