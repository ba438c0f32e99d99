"""Which of several: counting in reading order, and places on the screen. Whatever cannot be counted safely is not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from askonce.geometry import Box, Size
from askonce.locate.local.element_layout import Layout
from askonce.screens.field_labels import FIELDS
from askonce.screens.ui_tree import Node, Tree


def choose_by_number(nodes: Sequence[Node], number: int, tree: Tree, layout: Layout) -> Node | str:
    """The one of `nodes` that `number` counts, from the end when negative; or why that is not certain."""
    side = "above" if number > 0 else "below"
    if not 1 <= abs(number) <= len(nodes):
        return f"there are only {len(nodes)} of them in view"
    if _goes_on(nodes, tree, layout, side):
        return f"more of them may lie {side} the view, so they cannot be counted"
    if doubt := _seen_doubt(nodes, tree):
        return doubt
    if len({node.role for node in nodes}) > 1:
        return "they are of different kinds, so they cannot be counted"
    if len({"covered" in node.states for node in nodes}) > 1:
        return "some of them are covered, so they cannot be counted"
    if not _reads_in_order(_places(nodes, layout)):
        return "their order on the screen is not clear"
    return nodes[number - 1 if number > 0 else number]


def _seen_doubt(nodes: Sequence[Node], tree: Tree) -> str:
    """Why what is only seen in a picture cannot be counted: only fields can that are drawn with an edge all around, and
    only where nothing else may be one of them."""
    if not any("seen" in node.attributes for node in nodes):
        return ""
    numbers = {node.number for node in nodes}
    others = [node for node in tree if node.number not in numbers]
    heights = [node.box.height for node in nodes]
    is_counted = all(node.role in FIELDS and "drawn" in node.attributes for node in nodes)
    may_be_more = any(
        node.role in FIELDS or ("doubtful" in node.attributes and _is_as_high(node, heights)) for node in others
    )
    if not is_counted or may_be_more:
        return "they are only seen in a picture, where some may be missed, so they cannot be counted"
    return ""


def _is_as_high(node: Node, heights: Sequence[float]) -> bool:
    return any(0.5 * height < node.box.height < 2 * height for height in heights)


def _goes_on(nodes: Sequence[Node], tree: Tree, layout: Layout, side: str) -> bool:
    if tree.goes_on_above if side == "above" else tree.goes_on_below:
        return True
    scrollers = {
        ancestor.number: ancestor for node in nodes for ancestor in layout.above(node) if "scrolls" in ancestor.states
    }
    return any(_is_more(scroller.attributes.get(side, "")) for scroller in scrollers.values())


def _is_more(length: str) -> bool:
    """Whether a scrolled area has more to show; one that does not say may."""
    try:
        return float(length) > 2
    except ValueError:
        return True


def _places(nodes: Sequence[Node], layout: Layout) -> list[Box]:
    """Where the nodes lie; parts of cards, which may be of different heights, lie where their cards do."""
    items = [layout.item_of(node) for node in nodes]
    if len({item.number for item in items if item}) == len(nodes):
        return [item.box for item in items if item]
    return [node.box for node in nodes]


def _reads_in_order(boxes: Sequence[Box]) -> bool:
    """Whether the order in which these are known is that in which a person reads them: line by line, one way."""
    ways: set[bool] = set()
    for first, other in pairwise(boxes):
        if other.center.y > first.bottom and other.top > first.center.y:
            continue
        if first.center.y > other.bottom or other.center.y < first.top:
            return False
        ways.add(other.center.x > first.center.x)
    return len(ways) < 2


def choose_by_place(nodes: Sequence[Node], places: frozenset[str], view: Size) -> list[Node]:
    """Those in that part of the view. Of several, only one that stands apart from all the others."""
    near = [node for node in nodes if all(_share(node, place, view) < 0.5 for place in places)]
    if len(nodes) <= 1 or len(near) != 1:
        return near
    return near if all(_share(near[0], place, view) < 0.34 for place in places) else list(nodes)


def _share(node: Node, place: str, view: Size) -> float:
    """How far a node lies from a side of the view: 0 at it, 1 at the other."""
    across, down = node.box.center.x / max(1, view.width), node.box.center.y / max(1, view.height)
    return {"left": across, "right": 1 - across, "top": down, "bottom": 1 - down}[place]
