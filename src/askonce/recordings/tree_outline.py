"""The structure of a tree as anchors see it: what stands around an element, and which row or card it is a part of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

from askonce.screens.field_labels import FIELDS, field_labels
from askonce.screens.tree_index import TreeIndex
from askonce.screens.ui_tree import Node, Tree, plain

ITEMS = frozenset({"row", "listitem", "article", "option", "menuitem", "treeitem"})
"""What comes in numbers and holds one thing each."""
_MARKED = ITEMS | {
    "dialog", "alertdialog", "overlay", "navigation", "search", "menu", "menubar", "listbox", "tablist", "toolbar",
    "radiogroup", "tree", "table", "grid", "form", "banner", "contentinfo", "complementary", "tabpanel",
}  # fmt: skip
"""Roles that a page has for a reason; groups and regions come and go with its wrappers."""
_ADVERTISED = frozenset({
    "ad", "ads", "advert", "advertisement", "sponsored", "promoted", "anzeige", "werbung", "gesponsert", "publicité",
    "sponsorisé", "anuncio", "patrocinado", "annuncio", "sponsorizzato", "advertentie", "annons", "reklama", "реклама",
    "広告", "广告", "광고", "إعلان",
})  # fmt: skip
"""What must be written over an advertisement that stands among results."""
_LONGEST = 300


class Outline(TreeIndex):
    """One tree, asked for neighbours. What was worked out once is kept: there may be thousands of rows."""

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._texts: dict[int, tuple[str, ...]] = {}
        self._said: dict[int, frozenset[str]] = {}
        self._items: dict[int | None, Node | None] = {}

    def around(self, node: Node) -> tuple[str, ...]:
        return tuple(one.role for one in self.above(node) if one.role in _MARKED)

    def containers(self, node: Node) -> tuple[str, ...]:
        """The named things around it that are no rows, nearest first, as `role "name"`."""
        named = (one for one in self.above(node) if one.name and one.role not in ITEMS)
        return tuple(f'{one.role} "{one.name}"' for one in named)

    def item(self, node: Node) -> Node | None:
        """The row or card that it is a part of. A group counts where one that is made alike stands beside it."""
        if node.parent not in self._items:
            found = (one for one in self.above(node) if one.role in ITEMS or one.number in self._cards)
            self._items[node.parent] = next(found, None)
        return self._items[node.parent]

    @cached_property
    def _cards(self) -> frozenset[int]:
        """The groups that have a sibling which holds much the same: columns of a page do not."""
        beside: defaultdict[int | None, list[Node]] = defaultdict(list)
        for node in self.tree:
            if node.role == "group":
                beside[node.parent].append(node)
        cards: set[int] = set()
        for groups in beside.values():
            shapes = defaultdict[frozenset[str], list[int]](list)
            for group in groups:
                shapes[frozenset(node.role for node in self.inside(group))].append(group.number)
            for shape, numbers in shapes.items():
                alike = (2 * len(shape & other) >= len(shape | other) for other in shapes if other is not shape)
                if len(numbers) > 1 or any(alike):
                    cards.update(numbers)
        return frozenset(cards)

    def texts(self, item: Node) -> tuple[str, ...]:
        """What can be read in an item, piece by piece, its own name first."""
        if item.number not in self._texts:
            pieces = (item.name, *(read(node) for node in self.inside(item)))
            self._texts[item.number] = tuple(words for words in pieces if words)
        return self._texts[item.number]

    @cached_property
    def _labels(self) -> dict[int, str]:
        return field_labels(self.tree)

    def name(self, node: Node) -> str:
        """By what it goes: its name, else its own words, of which the beginning will do."""
        words = "" if node.role in FIELDS else node.text
        return node.name or (words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…")

    def called(self, node: Node) -> str:
        """The same as it is compared; of a field that has no name, the text beside it."""
        return plain(self.name(node) or self.label(node))

    def label(self, node: Node) -> str:
        """The text beside a field without a name, unless the row tells as much: texts come between, rows stay."""
        text = self._labels.get(node.number, "")
        return "" if text and self.row_label(node) else text

    def row_label(self, node: Node) -> str:
        """The same where it is a text of a row in which there is no other such field."""
        text, item = self._labels.get(node.number, ""), self.item(node)
        if not text or item is None or not self.is_said(text, item):
            return ""
        inner = (one for one in self.inside(item) if one.role == node.role and not one.name)
        return "" if any(one.number != node.number for one in inner) else text

    def before(self, node: Node) -> Iterator[Node]:
        """What is read before it, the nearest first."""
        nodes = self.tree.nodes
        return (nodes[place] for place in range(self._places[node.number] - 1, -1, -1))

    @cached_property
    def _places(self) -> dict[int, int]:
        return {node.number: place for place, node in enumerate(self.tree)}

    def is_said(self, text: str, item: Node) -> bool:
        """Whether an item shows `text` as one of its pieces: a row of Bobby is no row of Bob."""
        return plain(text) in self.said(item)

    def said(self, item: Node) -> frozenset[str]:
        """All pieces of an item as they are compared."""
        if item.number not in self._said:
            self._said[item.number] = frozenset(map(plain, self.texts(item)))
        return self._said[item.number]

    def is_extra(self, item: Node) -> bool:
        """Whether it is none of those that a person counts: a table's head, or an advertisement."""
        roles = {node.role for node in self.inside(item)}
        is_head = item.role == "row" and "columnheader" in roles and roles.isdisjoint({"cell", "gridcell"})
        return is_head or not self.said(item).isdisjoint(_ADVERTISED)


def read(node: Node) -> str:
    """What a person reads in one element."""
    return node.text or node.shown or (node.value or "")
