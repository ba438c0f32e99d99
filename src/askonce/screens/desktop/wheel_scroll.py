"""Scrolling with the wheel of a mouse. How far one notch goes, each application decides: it is measured, and kept."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

from askonce.geometry import Point
from askonce.lazy import dataclass
from askonce.screens.desktop.desktop_tree import DesktopLook
from askonce.screens.screen_protocol import Edge
from askonce.screens.ui_tree import Tree

if TYPE_CHECKING:
    from askonce.screens.desktop.desktop_screen import DesktopScreen

_USUAL = 50.0
"""Pixels of a notch where nobody can tell."""
_MOST = 400
_BURST = 15
"""Notches at a time on the way to an end."""
_EXACT = 1.0


@dataclass(frozen=True, slots=True)
class _Move:
    """How far what is seen has moved, and an element that did."""

    distance: float = 0.0
    key: str = ""


class WheelScroll:
    """Scrolls one desktop."""

    def __init__(self, screen: DesktopScreen) -> None:
        self._screen = screen
        self._notches: dict[str, float] = {}
        """Pixels of a notch, by application and direction."""

    async def scroll(self, dx: float, dy: float, at: Point | None) -> None:
        """Scroll by this distance: by whole notches, and the rest where the application can be asked for it."""
        at = at or _middle(await self._screen.tree())
        for is_down, distance in ((True, dy), (False, dx)):
            if distance:
                await self._turn(distance, at, is_down=is_down)

    async def _turn(self, distance: float, at: Point, *, is_down: bool) -> None:
        before = await self._screen.look()
        sign = 1 if distance > 0 else -1
        key = f"{before.address} {is_down}"
        moved = _Move()
        done = 0
        if key not in self._notches:
            done = 1
            await self._wheel(sign, at, is_down=is_down)
            moved = await self._moved(before, is_down=is_down)
            if moved.distance:
                self._notches[key] = abs(moved.distance)
        left = min(_MOST, round(abs(distance) / self._notches.get(key, _USUAL)) - done)
        if left > 0:
            await self._wheel(sign * left, at, is_down=is_down)
            moved = await self._moved(before, is_down=is_down)
        rest = -distance - moved.distance
        if moved.key and abs(rest) > _EXACT and abs(rest) <= self._notches.get(key, _USUAL):
            await self._screen.nudge(moved.key, 0 if is_down else rest, rest if is_down else 0)

    async def scroll_to(self, edge: Edge, at: Point | None) -> None:
        tree = await self._screen.tree()
        at = at or _middle(tree)
        is_down, sign = edge in {"top", "bottom"}, 1 if edge in {"bottom", "right"} else -1
        for _ in range(_MOST // _BURST):
            await self._wheel(sign * _BURST, at, is_down=is_down)
            await self._screen.settle()
            now = await self._screen.tree()
            if now.nodes == tree.nodes:
                return
            tree = now

    async def _wheel(self, notches: int, at: Point, *, is_down: bool) -> None:
        await self._screen.turn_wheel(0 if is_down else notches, notches if is_down else 0, at)

    async def _moved(self, before: DesktopLook, *, is_down: bool) -> _Move:
        await self._screen.settle()
        return _moved(before, await self._screen.look(), is_down=is_down)


def _middle(tree: Tree) -> Point:
    """Where to turn the wheel: over the largest part that scrolls, else the window in front."""
    parts = [node.box for node in tree if "scrolls" in node.states and "covered" not in node.states]
    fronts = [node.box for node in tree if node.role in {"window", "dialog"} and "focused" in node.states]
    texts = [node.box for node in tree if node.role == "textbox" and "focused" in node.states]
    boxes = parts or texts or fronts
    return max(boxes, key=lambda box: box.area).center if boxes else Point(tree.view.width / 2, tree.view.height / 2)


def _moved(before: DesktopLook, after: DesktopLook, *, is_down: bool) -> _Move:
    """How far what is in both looks has moved; most of what moved went the same way."""
    places = {element.key: element.box for element in before.elements}
    moves: dict[str, float] = {}
    for element in after.elements:
        was = places.get(element.key)
        if was and (was.width, was.height) == (element.box.width, element.box.height):
            way = element.box.top - was.top if is_down else element.box.left - was.left
            if way:
                moves[element.key] = way
    if not moves:
        return _Move()
    distance = statistics.mode(moves.values())
    return _Move(distance, next(key for key, way in moves.items() if way == distance))
