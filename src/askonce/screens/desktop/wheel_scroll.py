"""Scrolling with the wheel of a mouse. How far one notch goes, each application decides: it is measured, and kept."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

from askonce.geometry import Point
from askonce.screens.screen_protocol import Edge
from askonce.screens.ui_tree import Tree

if TYPE_CHECKING:
    from askonce.screens.desktop.desktop_port import DesktopPort
    from askonce.screens.desktop.desktop_screen import DesktopScreen

_USUAL = 50.0
"""Pixels of a notch where nobody can tell."""
_MOST = 400
_BURST = 15
"""Notches at a time on the way to an end."""


class WheelScroll:
    """Scrolls one desktop."""

    def __init__(self, screen: DesktopScreen, port: DesktopPort) -> None:
        self._screen = screen
        self._port = port
        self._notches: dict[str, float] = {}
        """Pixels of a notch, by application and direction."""

    async def scroll(self, dx: float, dy: float, at: Point | None) -> None:
        """Scroll by about this distance: by whole notches of the wheel."""
        tree = await self._screen.tree()
        at = at or _middle(tree)
        for is_down, distance in ((True, dy), (False, dx)):
            if distance:
                await self._turn(tree, distance, at, is_down=is_down)

    async def _turn(self, tree: Tree, distance: float, at: Point, *, is_down: bool) -> None:
        sign = 1 if distance > 0 else -1
        key = f"{tree.address} {is_down}"
        done = 0
        if key not in self._notches:
            await self._wheel(sign, at, is_down=is_down)
            await self._screen.settle()
            moved = _moved(tree, await self._screen.tree(), is_down=is_down)
            if moved:
                self._notches[key] = moved
            done = 1
        notch = self._notches.get(key, _USUAL)
        left = min(_MOST, round(abs(distance) / notch) - done)
        if left > 0:
            await self._wheel(sign * left, at, is_down=is_down)

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


def _middle(tree: Tree) -> Point:
    """Where to turn the wheel: over the largest part that scrolls, else the window in front."""
    parts = [node.box for node in tree if "scrolls" in node.states and "covered" not in node.states]
    fronts = [node.box for node in tree if node.role in {"window", "dialog"} and "focused" in node.states]
    texts = [node.box for node in tree if node.role == "textbox" and "focused" in node.states]
    boxes = parts or texts or fronts
    return max(boxes, key=lambda box: box.area).center if boxes else Point(tree.view.width / 2, tree.view.height / 2)


def _moved(before: Tree, after: Tree, *, is_down: bool) -> float:
    """How far what is in both has moved."""
    places = {node.number: node.box for node in before}
    moves = [
        abs(node.box.top - places[node.number].top) if is_down else abs(node.box.left - places[node.number].left)
        for node in after
        if node.number in places
        and node.box.width == places[node.number].width
        and node.box.height == places[node.number].height
    ]
    moved = [move for move in moves if move > 0]
    return statistics.mode(moved) if moved else 0.0
