"""What the caller's own selector names: an XPath, a CSS selector or a locator of the screen's kind."""

from __future__ import annotations

from askonce.actions import Found, Target
from askonce.geometry import Box
from askonce.locate.finder import Missing, NotAsked, Passed
from askonce.screens import Node, Screen, Selectable, UnseenElements
from askonce.screens.eyes import Eyes


class SelectorFinder:
    """Exact: the one visible match. Where there is none, or several, nothing else stands in for it."""

    name = "selector"

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
        if not target.selector:
            return NotAsked("no selector was given")
        if not isinstance(self._screen, Selectable):
            return Missing(f"a {self._screen.kind} screen knows no selectors")
        boxes = await self._screen.select(target.selector)
        eyes.blink()
        if len(boxes) == 1:
            return Found(boxes[0], self.name, await _node_at(boxes[0], eyes))
        page = f" on {where}" if (where := await eyes.address()) else ""
        if boxes:
            return Missing(f"{len(boxes)} visible elements match {target.selector!r}{page}, and it has to be one")
        hidden = await self._screen.count_hidden(target.selector) if isinstance(self._screen, UnseenElements) else 0
        also = f"; {hidden} that match are hidden" if hidden else ""
        return Missing(f"no visible element matches {target.selector!r}{page}{also}")


async def _node_at(box: Box, eyes: Eyes) -> Node | None:
    """The element of the tree that has this box, so that it is known whether something covers it."""
    tree = await eyes.tree()
    nodes = [node for node in tree or () if _is_same(node.box, box)]
    return next((node for node in nodes if node.actionable), nodes[0] if nodes else None)


def _is_same(one: Box, other: Box) -> bool:
    sides = ("left", "top", "width", "height")
    return all(abs(getattr(one, side) - getattr(other, side)) < 1 for side in sides)
