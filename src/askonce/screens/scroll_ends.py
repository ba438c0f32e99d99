"""How far what is known of a page, or of a region that scrolls, reaches to its ends: lists that are long make their
rows while they scroll."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from askonce.geometry import Box
from askonce.screens.tree_index import TreeIndex
from askonce.screens.ui_tree import Node

Known = Literal["", "all", "in part"]
"""How much is known of what scrolls; empty where nobody can tell."""

_GOES_ON = 2.0
"""Less than this out of view is rounding."""
_NEAR, _NEAR_PART = 40.0, 0.1
"""So much may be empty at an end of what is known whole, in screen units or as a part of what is in view: padding."""
_FAR_PART = 0.5
"""So much is empty where something surely comes while it scrolls, or a picture is there that says nothing."""


def known_part(index: TreeIndex, region: Node | None) -> Known:
    """How much of a region, or of the page, is in a tree that has what is out of view too."""
    ends = _ends(index, region)
    if ends is None:
        return ""
    top, bottom, height = ends
    reached, gaps = top, list[float]()
    for upper, lower in sorted(_held(index, region)):
        gaps.append(upper - reached)
        reached = max(reached, lower)
    if not gaps:
        return ""
    gaps.append(bottom - reached)
    at_ends = max(gaps[0], gaps[-1])
    if max(gaps) > max(_NEAR, height * _FAR_PART):
        return "in part"
    return "all" if at_ends <= max(_NEAR, height * _NEAR_PART) else ""


def _ends(index: TreeIndex, region: Node | None) -> tuple[float, float, float] | None:
    """Where it begins and ends, in the units of the view, and the height of what is in view; nothing where it does not
    go on, or nobody knows how far."""
    tree = index.tree
    if region is None:
        above, below, box = tree.above, tree.below, Box(0, 0, tree.view.width, tree.view.height)
    else:
        above, below = (float(region.attributes.get(word, "0") or 0) for word in ("above", "below"))
        box = region.box
    is_known = above + below > _GOES_ON and not (region is None and (tree.scrolls_up or tree.scrolls_down))
    return (box.top - above, box.bottom + below, box.height) if is_known else None


def _held(index: TreeIndex, region: Node | None) -> Iterator[tuple[float, float]]:
    """The tops and bottoms of what scrolls with it. What holds others says nothing: it may be as long as all rows that
    there will be."""
    ahead = list(index.children(region) if region else index.roots)
    seen = set[int]()
    while ahead:
        node = ahead.pop()
        if node.number in seen:
            continue
        seen.add(node.number)
        inner = [] if "scrolls" in node.states else index.children(node)
        if not inner:
            yield node.box.top, node.box.bottom
        ahead += inner
