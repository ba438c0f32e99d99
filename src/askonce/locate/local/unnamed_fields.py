"""The text that stands beside a field without a name, and is its label to everybody who sees it."""

from __future__ import annotations

from collections import Counter

from askonce.geometry import Box
from askonce.screens.ui_tree import Node, Tree

_FIELDS = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "slider", "listbox"})
_TICKED = frozenset({"checkbox", "radio", "switch"})
_TEXTS = frozenset({"text", "cell", "rowheader", "heading"})
_NEAR = 60.0
_CLOSE_ABOVE = 16.0
_LONGEST = 80


def labels_beside(tree: Tree) -> dict[int, str]:
    """Labels by the number of their field: only where one text belongs to one field beyond doubt."""
    found: dict[int, Node] = {}
    for place, node in enumerate(tree.nodes):
        if node.role in _FIELDS | _TICKED and not node.name and not node.text:
            label = _label(tree, place)
            if label:
                found[node.number] = label
    owners = Counter(label.number for label in found.values())
    return {number: label.text or label.name for number, label in found.items() if owners[label.number] == 1}


def _label(tree: Tree, place: int) -> Node | None:
    node = tree.nodes[place]
    before = _text_at(tree, place - 1, node)
    after = _text_at(tree, place + 1, node)
    left = _gap(before.box, node.box) if before and _beside(before.box, node.box) else None
    right = _gap(node.box, after.box) if after and _beside(node.box, after.box) else None
    if left is not None and right is not None:
        if right * 2 < left and node.role in _TICKED:
            return after
        return before if left * 2 < right else None
    if left is not None:
        return before
    if right is not None and node.role in _TICKED:
        return after
    return before if before and node.role in _FIELDS and _above(before.box, node.box) else None


def _text_at(tree: Tree, place: int, node: Node) -> Node | None:
    if not 0 <= place < len(tree.nodes):
        return None
    text = tree.nodes[place]
    is_label = text.role in _TEXTS and text.parent == node.parent and 0 < len(text.words) <= _LONGEST
    return text if is_label and not text.actionable else None


def _beside(first: Box, second: Box) -> bool:
    """Whether `second` follows `first` on the same line, near it."""
    overlap = min(first.bottom, second.bottom) - max(first.top, second.top)
    return overlap > 0.5 * min(first.height, second.height) and -4 <= second.left - first.right <= _NEAR


def _gap(first: Box, second: Box) -> float:
    return max(0.0, second.left - first.right)


def _above(label: Box, field: Box) -> bool:
    return -4 <= field.top - label.bottom <= _CLOSE_ABOVE and abs(field.left - label.left) <= 24
