"""The element that somebody points at: what it is, in words that lead back to it, and how others would name it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from askonce.geometry import Point
from askonce.locate.drift import node_at
from askonce.locate.element_description import own_words
from askonce.recordings.anchor_builder import make_anchor
from askonce.recordings.exports.playwright_locators import Locators
from askonce.recordings.tree_outline import Outline
from askonce.screens import Node, Screen, SelectorWriter, Tree
from askonce.values import Instruction


def pointed(tree: Tree, point: Point) -> dict[str, Any] | None:
    """The element at a point, with the words that `describe` would use without a model; empty where it has none."""
    node = node_at(tree, point)
    return None if node is None else _fields(node, tree)


async def pinned(tree: Tree, point: Point, screen: Screen) -> dict[str, Any] | None:
    """The same, with what can be copied: its Playwright locator, an item of a script, and its anchor."""
    node = node_at(tree, point)
    if node is None:
        return None
    fields = _fields(node, tree)
    anchor = make_anchor(node, Outline(tree), Instruction(fields["words"]), prompt=fields["words"])
    if isinstance(screen, SelectorWriter):
        anchor = anchor.model_copy(update={"paths": tuple(await screen.write_selectors(node.number))})
    locator = Locators({}).locate(anchor) if isinstance(screen, SelectorWriter) else None
    words = fields["words"] or anchor.name
    return fields | {
        "locator": str(locator) if locator else "",
        "yaml": f"- aiTap: {json.dumps(words, ensure_ascii=False)}" if words else "",
        "anchor": anchor.model_dump(mode="json", exclude_defaults=True),
    }


def _fields(node: Node, tree: Tree) -> dict[str, Any]:
    box = node.box
    about: Mapping[str, Any] = {
        "role": node.role,
        "name": node.name or node.text,
        "states": sorted(node.states),
        "words": own_words(node, tree),
        "box": [box.left, box.top, box.right, box.bottom],
    }
    return dict(about)
