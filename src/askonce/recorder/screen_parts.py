"""Parts of a screen that hold elements and take no presses by themselves, and what can stand for them."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from askonce.geometry import Point
from askonce.recordings.element_attributes import needs_picture
from askonce.screens.tree_index import TreeIndex
from askonce.screens.ui_tree import Node, Tree

_HIDDEN = frozenset({"covered", "offscreen"})


def is_part(node: Node, tree: Tree) -> bool:
    return not node.actionable and any(inner.parent == node.number for inner in tree)


def nearest_elements(at: Point, part: Node | None, tree: Tree, most: int) -> Sequence[Node]:
    """The elements in view that hold no others: those in a part of the screen first, the nearest to a point first."""
    holding = {node.parent for node in tree}
    inside = {node.number for node in TreeIndex(tree).inside(part)} if part else ()
    single = [node for node in tree if node.number not in holding and not node.states & _HIDDEN]
    return sorted(single, key=lambda node: (node.number not in inside, _distance(node, at)))[:most]


def named_inside(part: Node | None, at: Point, tree: Tree | None) -> int | None:
    """The number of what has a name in a part that has none, nearest to a point: who points at that points at the part
    too."""
    if part is None or tree is None or not needs_picture(part) or not is_part(part, tree):
        return None
    inside = TreeIndex(tree).inside(part)
    named = [node for node in inside if not needs_picture(node) and not node.states & _HIDDEN]
    return min(named, key=lambda node: _distance(node, at)).number if named else None


def _distance(node: Node, at: Point) -> float:
    """From the edge of an element to a point."""
    box = node.box
    return hypot(max(box.left - at.x, at.x - box.right, 0.0), max(box.top - at.y, at.y - box.bottom, 0.0))
