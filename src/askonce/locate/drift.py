"""Where a place is now that was seen a moment ago: a model takes its time, and earlier actions move things about."""

from __future__ import annotations

from askonce.actions import Found
from askonce.geometry import Box, Point
from askonce.locate.finder_chain import Passed
from askonce.screens import Node, Tree
from askonce.screens.eyes import Eyes


def node_at(tree: Tree, point: Point) -> Node | None:
    """The smallest element that is seen there, one that can be acted on if possible."""
    there = [node for node in tree if node.box.contains(point) and "covered" not in node.states]
    return min(there, key=lambda node: (not node.actionable, node.box.area), default=None)


async def follow(place: Box, stood: Node, eyes: Eyes, finder: str) -> Found | Passed:
    """The place, moved as far as the element that stood there has moved since."""
    tree = await eyes.tree()
    node = tree.find(stood.number) if tree else None
    if node is None:
        return Passed("what stood at that place is gone")
    return Found(place.offset(node.box.left - stood.box.left, node.box.top - stood.box.top), finder, node)
