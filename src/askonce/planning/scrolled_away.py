"""Whether what is not in view any more may only have been scrolled out of it."""

from __future__ import annotations

from askonce.geometry import Box
from askonce.screens import Node, Tree
from askonce.screens.tree_index import TreeIndex

_ROUNDED = 2.0
"""Less than this scrolled is rounding."""


def is_scrolled_away(node: Node, before: Tree, now: Tree) -> bool:
    """Whether an element of an earlier look would be out of view now, as far as the page and the regions around it
    were scrolled since."""
    box = node.box
    for region in TreeIndex(before).above(node):
        after = now.find(region.number)
        if after and (moved := _scrolled(region, after)):
            box = box.offset(0, -moved)
            if not box.intersection(after.box):
                return True
    moved = now.above - before.above
    is_out = abs(moved) > _ROUNDED and not box.offset(0, -moved).intersection(Box.of_size(now.view))
    return is_out or _has_passed_an_end(before, now)


def _scrolled(region: Node, after: Node) -> float:
    try:
        moved = float(after.attributes["above"]) - float(region.attributes["above"])
    except (KeyError, ValueError):
        return 0.0
    return moved if abs(moved) > _ROUNDED else 0.0


def _has_passed_an_end(before: Tree, now: Tree) -> bool:
    """The same for screens that only know whether there is more."""
    return (now.scrolls_up and not before.scrolls_up) or (now.scrolls_down and not before.scrolls_down)
