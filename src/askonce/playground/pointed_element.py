"""The element that somebody points at: what it is, in words that lead back to it, and how others would name it."""

from __future__ import annotations

import json
from typing import Any

from askonce.locate.element_description import own_words
from askonce.recordings.anchor_builder import make_anchor
from askonce.recordings.exports.playwright_locators import Locators
from askonce.recordings.tree_outline import Outline
from askonce.screens import Node, Screen, SelectorWriter, Tree
from askonce.values import Instruction

MOST = 500
"""How many elements are listed for those who go through them one by one."""


def pointed(tree: Tree, node: Node) -> dict[str, Any]:
    """An element, with the words that `describe` would use without a model; empty where it has none."""
    return {**_fields(node), "words": own_words(node, tree)}


def named_elements(tree: Tree) -> list[dict[str, Any]]:
    """The elements that can be seen and have a name or can be used, in reading order."""
    seen = (node for node in tree.in_view if "covered" not in node.states and node.box.area > 0)
    return [_fields(node) for node in seen if node.actionable or node.name or node.text][:MOST]


async def pinned(tree: Tree, node: Node, screen: Screen) -> dict[str, Any]:
    """The same, with what can be copied: its Playwright locator, an item of a script, and its anchor."""
    fields = pointed(tree, node)
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


def _fields(node: Node) -> dict[str, Any]:
    box = node.box
    return {
        "number": node.number,
        "role": node.role,
        "name": node.name or node.text,
        "states": sorted(node.states),
        "box": [box.left, box.top, box.right, box.bottom],
    }
