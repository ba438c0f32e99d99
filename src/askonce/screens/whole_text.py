"""What stands in an element or on a page, as text: rows as lines, with tabs between their parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from askonce.geometry import Point
from askonce.screens.scroll_ends import known_part
from askonce.screens.tree_index import TreeIndex
from askonce.screens.ui_tree import Node, Tree, plain

_ROWS = frozenset({"row", "listitem", "article", "option", "treeitem"})


def whole_text(tree: Tree, inside: Node | None = None, *, numbers: bool = False) -> str:
    """All that can be read in `inside`, or on the whole page, in reading order.

    With `numbers`, elements that can be used have theirs.
    """
    index = TreeIndex(tree)
    nodes = [*([inside] if inside and inside.actionable else []), *index.inside(inside)] if inside else tree.nodes
    lines: list[list[str]] = []
    last: int | None = None
    for node in _without_repeats(nodes, index):
        row = next((holder.number for holder in (node, *index.above(node)) if holder.role in _ROWS), None)
        if row is None or row != last or not lines:
            lines.append([])
        lines[-1].append(_written(node, numbers))
        last = row
    more = [f"… {tree.more} more elements were not read"] if tree.more else []
    more += _later_rows(index, [inside, *(node for node in nodes if node is not inside)])
    return "\n".join(["\t".join(line) for line in lines] + more)


def holder_at(tree: Tree, point: Point) -> Node | None:
    """What can be scrolled at a place, or else what holds several things there: the smallest."""
    index = TreeIndex(tree)
    around = [node for node in tree if node.box.contains(point) and "offscreen" not in node.states]
    scrolled = [node for node in around if "scrolls" in node.states]
    holders = scrolled or [node for node in around if len(index.children(node)) > 1]
    return min(holders, key=lambda node: node.box.area, default=None)


def _without_repeats(nodes: Iterable[Node], index: TreeIndex) -> Iterator[Node]:
    """Those with words of their own, that what holds them does not say as well."""
    for node in nodes:
        words = plain(node.text or node.shown)
        is_said = not node.actionable and any(
            words in plain(holder.name) if holder.actionable else words == plain(holder.name)
            for holder in index.above(node)
        )
        if (words or node.value) and not is_said:
            yield node


def _later_rows(index: TreeIndex, holders: Iterable[Node | None]) -> Iterator[str]:
    """What is to be said of those, the first of them read itself, that make their rows while they scroll."""
    for place, holder in enumerate(holders):
        if (holder is None or "scrolls" in holder.states) and known_part(index, holder) == "in part":
            whose = f" of [{holder.number}] {holder.role}" if holder and place else ""
            yield f"… the rest{whose} comes as it scrolls"


def _written(node: Node, is_numbered: bool) -> str:
    words = " ".join((node.text or node.shown).split())
    if not node.actionable:
        return words
    ticked = ", checked" if "checked" in node.states else ", selected" if "selected" in node.states else ""
    value = f" = {' '.join(node.value.split())}" if node.value else ""
    number = f"[{node.number}] " if is_numbered else ""
    return f"{number}{words} ({node.role}{ticked}){value}".strip()
