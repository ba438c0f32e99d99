"""The fields of a screen that is only seen, and what each holds: noted before a press, told from what it does.

A press elsewhere takes the caret and the ring of a field away, which is no effect of it. What was typed may be a
secret: it is kept as a digest.
"""

from __future__ import annotations

from collections.abc import Iterable

from askonce.embedded.press_note import NotedField, digest
from askonce.geometry import Box
from askonce.language.normalization import key
from askonce.screens import Node, Tree

CARETS = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
_CARET = "|Il1"
"""What a caret behind the words of a field is read as."""
_RING = 0.3
"""How far the ring of a field goes around it at most, in its heights."""
NOTHING = digest("")


def noted_fields(tree: Tree) -> list[NotedField]:
    """All fields, with the ring around each."""
    fields = (node for node in tree if node.role in CARETS)
    return [NotedField(grown(node.box, _RING * node.box.height), _held(node)) for node in fields]


def quiet_places(before: Iterable[NotedField], after: Iterable[NotedField]) -> list[Box]:
    """The places of fields, but for those that hold something else than before."""
    old, new = list(before), list(after)
    filled = [
        one.box.union(other.box)
        for one in old
        for other in new
        if one.held != other.held and (one.box.contains(other.box.center) or other.box.contains(one.box.center))
    ]
    return [field.box for field in (*old, *new) if not any(box.contains(field.box.center) for box in filled)]


def emptied_places(before: Iterable[NotedField], tree: Tree) -> list[Box]:
    """The places of fields that held something and hold nothing now."""
    return [field.box for field in before if field.held != NOTHING and _is_empty_at(field.box, tree)]


def _is_empty_at(place: Box, tree: Tree) -> bool:
    fields = [node for node in tree if node.role in CARETS and place.contains(node.box.center)]
    return bool(fields) and all(_held(field) == NOTHING for field in fields)


def _held(field: Node) -> str:
    """What a field holds, as a digest that is the same with a caret behind it."""
    return digest(key((field.value or "").rstrip(_CARET + " ")))


def grown(box: Box, margin: float) -> Box:
    """A box with as much around it."""
    return Box.of_edges(box.left - margin, box.top - margin, box.right + margin, box.bottom + margin)


def meets(tile: Box, places: Iterable[Box]) -> bool:
    return any(tile.intersection(place) for place in places)
