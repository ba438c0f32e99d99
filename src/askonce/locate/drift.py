"""Where a place is now that was seen a moment ago: elements move while a model answers or actions run."""

from __future__ import annotations

from askonce.actions import Found
from askonce.geometry import Box, Point
from askonce.locate.finder import Passed
from askonce.screens import Node, Tree
from askonce.screens.eyes import Eyes


def node_at(tree: Tree, point: Point) -> Node | None:
    """The smallest visible element there; an actionable element is preferred."""
    nodes = [node for node in tree if node.box.contains(point) and "covered" not in node.states]
    return min(nodes, key=lambda node: (not node.actionable, node.box.area), default=None)


async def follow(place: Box, earlier: Node, eyes: Eyes, finder: str) -> Found | Passed:
    """The place, moved as far as the element there has moved since."""
    tree = await eyes.tree()
    node = tree.find(earlier.number) if tree else None
    if node is None:
        return Passed("the element at that place is gone")
    return Found(place.offset(node.box.left - earlier.box.left, node.box.top - earlier.box.top), finder, node)
