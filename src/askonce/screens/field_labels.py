"""The text beside a field without a name: what people take for its label."""

from __future__ import annotations

from collections.abc import Iterator

from askonce.geometry import Box
from askonce.screens.ui_tree import Node, Tree

FIELDS = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "slider", "listbox"})
TICKED = frozenset({"checkbox", "radio", "switch"})

_WORDS = frozenset({"text", "cell", "gridcell", "columnheader", "rowheader", "heading", "listitem"})
_REACH = 4
_BESIDE = 160.0
_ABOVE = 24.0
_LONGEST = 40


def texts_near(tree: Tree) -> dict[int, str]:
    """By the number of each field without a name, the nearest text: before it on its line, else right above it.

    The words of a box to tick stand after it as often as before it, so the nearer ones count.
    """
    found: dict[int, str] = {}
    paired = _paired(tree)
    for place, node in enumerate(tree.nodes):
        if node.actionable and not node.name and node.role in FIELDS | TICKED:
            text = paired.get(node.number) or _nearest(tree, place)
            if text:
                found[node.number] = text.text or text.name
    return found


def _paired(tree: Tree) -> dict[int, Node]:
    """The words of fields that stand right below them: the only text in a group that holds nothing else."""
    held: dict[int, list[Node]] = {}
    for node in tree.nodes:
        if node.parent is not None:
            held.setdefault(node.parent, []).append(node)
    pairs = [(pair[0], pair[1]) for pair in held.values() if len(pair) == 2]
    return {
        field.number: text
        for field, text in pairs
        if field.actionable and field.role in FIELDS and text.role in _WORDS and not text.actionable
        if 0 < len(text.words) <= _LONGEST and _is_above(field.box, text.box)
    }


def _nearest(tree: Tree, place: int) -> Node | None:
    node = tree.nodes[place]
    before = next(_texts(tree, range(place - 1, place - 1 - _REACH, -1)), None)
    left = _gap(before.box, node.box) if before else None
    if node.role in TICKED:
        after = next(_texts(tree, range(place + 1, place + 1 + _REACH)), None)
        right = _gap(node.box, after.box) if after else None
        if right is not None and (left is None or right <= left):
            return after
    if left is not None:
        return before
    return before if before and node.role in FIELDS and _is_above(before.box, node.box) else None


def _texts(tree: Tree, places: range) -> Iterator[Node]:
    """The texts at these places, up to the next thing to act on: what lies beyond belongs to that."""
    for place in places:
        if not 0 <= place < len(tree.nodes) or tree.nodes[place].actionable:
            return
        node = tree.nodes[place]
        if node.role in _WORDS and 0 < len(node.words) <= _LONGEST:
            yield node


def _gap(first: Box, second: Box) -> float | None:
    """How far `second` is behind `first` on the same line, whichever way it is written; None when it is not."""
    shared = min(first.bottom, second.bottom) - max(first.top, second.top)
    apart = max(second.left - first.right, first.left - second.right)
    return max(0.0, apart) if shared > 0.5 * min(first.height, second.height) and -4 <= apart <= _BESIDE else None


def _is_above(text: Box, field: Box) -> bool:
    is_over = text.left < field.right and field.left < text.right
    return is_over and -4 <= field.top - text.bottom <= _ABOVE
