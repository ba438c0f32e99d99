"""A screen in a few characters, so that a later run can tell whether it shows the same."""

from __future__ import annotations

import hashlib
import json

from askonce.screens.ui_tree import Node, Tree
from askonce.values import Instruction, Mask

_DRAWN = frozenset({"canvas", "video", "application"})
"""Roles of elements that show what no element says."""


def screen_digest(tree: Tree, instruction: Instruction, mask: Mask) -> str:
    """What the elements in view say, and what was asked of them; "" if a part of the screen is drawn.

    Places and sizes do not count, which fonts change, nor does text that changes by itself. Secrets count by their
    names.
    """
    if any(node.role in _DRAWN for node in tree):
        return ""
    elements = [_traits(node) for node in tree.masked(mask)]
    seen = [mask(str(instruction)), elements, tree.goes_on_above, tree.goes_on_below]
    return hashlib.sha256(json.dumps(seen).encode()).hexdigest()[:16]


def _traits(node: Node) -> tuple[object, ...]:
    words = () if "ticks" in node.attributes else (node.shown, node.text, node.value)
    return node.role, words, sorted(node.states), node.options, node.depth
