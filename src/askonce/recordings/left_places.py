"""The row or dialog that a step was done in, and whether it is still there: where Bob was deleted, his row is gone.

It is known by its texts and not by its element: lists reuse the elements of rows that are gone.
"""

from __future__ import annotations

from collections.abc import Iterable

from askonce.lazy import dataclass
from askonce.recordings.page_keys import path_of
from askonce.recordings.tree_outline import DIALOGS, Outline
from askonce.screens.expectation import unhidden_nodes
from askonce.screens.ui_tree import Node, Tree, plain

_ROWS = frozenset({"row", "listitem", "article", "treeitem", "group"})
"""Roles of what holds one thing of many. An entry of a menu goes with the menu, whatever comes of it."""
_WORDS = {"listitem": "entry", "treeitem": "entry", "article": "card", "group": "card"}


@dataclass(frozen=True, slots=True)
class LeftPlace:
    """A row, a card or a dialog."""

    page: str
    """The path of its address."""
    role: str
    texts: frozenset[str]
    """What it is known by: it says that and no other one of its kind does."""
    name: str

    def __str__(self) -> str:
        return f'the {_WORDS.get(self.role, self.role)} "{self.name}"'

    def is_of(self, address: str) -> bool:
        """Whether it belongs to the page of this address."""
        return path_of(address) == self.page

    def is_in(self, tree: Tree) -> bool:
        """Whether it still stands there, where a person may see it."""
        if not self.is_of(tree.address):
            return False
        outline = Outline(tree)
        alike = (node for node in unhidden_nodes(tree) if node.role == self.role)
        return any(self.texts <= _texts(node, outline) for node in alike)


def place_of(node: Node, tree: Tree, names: Iterable[str] = ()) -> LeftPlace | None:
    """The row or dialog around an element; None where there is none, or another one says the same.

    It is known by those of the `names` that only it has, else by all its texts: a state beside the name may change.
    """
    outline = Outline(tree)
    item = outline.item(node)
    around = (above for above in outline.above(node) if above.role in DIALOGS or above == item)
    place = next(around, None)
    if place is None or place.role not in DIALOGS | _ROWS:
        return None
    others = [other for other in tree if other.role == place.role and other.number != place.number]
    own = _texts(place, outline).difference(*(_texts(other, outline) for other in others))
    own = own.intersection(map(plain, names)) or own
    name = next((text for text in outline.texts(place) if plain(text) in own), "")
    return LeftPlace(path_of(tree.address), place.role, own, name) if own else None


def _texts(node: Node, outline: Outline) -> frozenset[str]:
    return frozenset(filter(None, map(plain, outline.texts(node))))
