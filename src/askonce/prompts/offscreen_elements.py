"""What is out of view and worth telling a model, so that it need not scroll to know it.

All of a list or page of which not much more is out of view; of a longer one, what the instruction speaks of. A list
of which only some rows are made is not short: what is out of view says nothing about the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from types import MappingProxyType

from askonce.prompts.instruction_hints import Hint
from askonce.prompts.screen_changes import counted
from askonce.screens.scroll_ends import known_part
from askonce.screens.tree_index import TreeIndex
from askonce.screens.ui_tree import Node, Tree

_MOST_TEXT, _MOST_NODES = 2000, 120
"""What may be out of view of a list that is listed whole: characters, and elements."""
_MOST_OF_PAGE = 3
"""How many times less that is for a page, of which the rest is seldom needed."""
_MOST_RELEVANT = 6
"""Controls that are listed of what is longer."""
_MOST_BESIDE = 12
_ITEMS = frozenset({"row", "listitem", "article", "group"})


def with_offscreen(view: Tree, whole: Tree | None, hint: str) -> tuple[Tree, str]:
    """The elements in view with what is to be listed of the rest of the page; and how much of the page that is.

    Regions have the attribute `listed`: `all` where all is there, `in part` where the rest is made while they scroll,
    otherwise how much is not listed, in words.
    """
    if whole is None or whole.more or not {node.number for node in view} <= {node.number for node in whole}:
        return view, ""
    shown, index = {node.number: node for node in view}, TreeIndex(whole)
    held = defaultdict[int | None, list[Node]](list)
    for node in whole:
        if node.number not in shown and "offscreen" in node.states:
            region = next((outer for outer in index.above(node) if "scrolls" in outer.states), None)
            held[region.number if region else None].append(node)
    chosen, complete = set[int](), set[int | None]()
    for region, nodes in held.items():
        if _is_short(nodes, 1 if region else _MOST_OF_PAGE):
            complete.add(region)
            chosen |= {node.number for node in nodes}
        else:
            chosen |= _relevant(nodes, index, Hint(hint))
    regions = (None, *(node for node in whole if "scrolls" in node.states))
    listed: dict[int | None, str] = {node.number if node else None: known_part(index, node) for node in regions}
    is_more = bool(chosen)
    chosen |= shown.keys()
    chosen |= {outer.number for node in whole if node.number in chosen for outer in index.above(node)}
    for number in {number for number, part in listed.items() if part != "in part"} - complete:
        listed[number] = _unlisted(held[number], chosen, index)
    if not is_more:
        return replace(view, nodes=tuple(_marked(node, listed) for node in view)), listed.get(None, "")
    nodes = (_placed(shown.get(node.number), node) for node in whole if node.number in chosen)
    return replace(view, nodes=tuple(_marked(node, listed) for node in nodes)), listed.get(None, "")


def _unlisted(nodes: Sequence[Node], chosen: Set[int], index: TreeIndex) -> str:
    """How many rows, and controls outside of rows, are not listed, and how to see them; empty where there are none."""
    left = [node for node in nodes if node.number not in chosen]
    items = {node.number for node in left if node.role in _ITEMS}
    counts = counted(
        node.role
        for node in left
        if (node.actionable or node.number in items) and not any(outer.number in items for outer in index.above(node))
    )
    return f"{', '.join(counts)} not listed: scroll or Read" if counts else ""


def _is_short(nodes: Sequence[Node], part: int) -> bool:
    is_few = part * len(nodes) <= _MOST_NODES
    return is_few and part * sum(len(node.words) for node in nodes) <= _MOST_TEXT


def _relevant(nodes: Sequence[Node], index: TreeIndex, hint: Hint) -> set[int]:
    """The controls that the instruction speaks of most, each with its row or card."""
    cards = {node.number: _card(node, index) for node in nodes if node.actionable}
    fits = {number: hint.matches(" ".join(node.words for node in card)) for number, card in cards.items()}
    best = sorted((number for number, fit in fits.items() if fit), key=lambda number: -fits[number])
    return {node.number for number in best[:_MOST_RELEVANT] for node in cards[number]}


def _card(node: Node, index: TreeIndex) -> list[Node]:
    """A control with what stands in its row or card, where that is out of view as well and not much."""
    item = next((outer for outer in index.above(node) if outer.role in _ITEMS), None)
    beside = index.inside(item) if item and "offscreen" in item.states else []
    return beside if 0 < len(beside) <= _MOST_BESIDE else [node]


def _placed(seen: Node | None, node: Node) -> Node:
    """The element as it is seen, at its place in the whole page: what is in view may leave out what holds it."""
    return replace(seen, parent=node.parent, depth=node.depth) if seen else node


def _marked(node: Node, listed: Mapping[int | None, str]) -> Node:
    part = listed.get(node.number)
    return replace(node, attributes=MappingProxyType({**node.attributes, "listed": part})) if part else node
