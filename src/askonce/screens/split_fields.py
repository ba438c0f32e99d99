"""A text that was typed into one field and passed on to the next ones, as a code is that has a box for each digit."""

from __future__ import annotations

from askonce.screens.field_labels import FIELDS
from askonce.screens.ui_tree import Node, Tree

LONGEST_DOTS = 30
"""Of a password so many dots are told at most."""


def holds_together(tree: Tree, first: Node, text: str) -> bool:
    """Whether a field and those right after it hold a text together, each of them as much of it as it takes.

    Of passwords the lengths have to do. A field that is not full has passed nothing on: what the next one holds is
    its own."""
    fields = [node for node in tree if node.role in FIELDS]
    start = next((place for place, node in enumerate(fields) if node.number == first.number), len(fields))
    rest, count = text, 0
    for field in fields[start:]:
        held = field.value or ""
        if not rest or not held or not _is_full(field, held) or len(held) > len(rest):
            break
        is_hidden = "password" in field.states and len(held) < LONGEST_DOTS
        if not is_hidden and rest[: len(held)].casefold() != held.casefold():
            return False
        rest, count = rest[len(held) :], count + 1
    return not rest and count > 1


def _is_full(field: Node, held: str) -> bool:
    most = field.attributes.get("maxlength", "")
    return len(held) == (int(most) if most.isdecimal() else 1)
