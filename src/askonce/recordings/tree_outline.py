"""The structure of a tree for anchors: what is around an element, and which row or card it belongs to."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from itertools import islice

from askonce.geometry import Box
from askonce.screens.field_labels import FIELDS, TICKED, field_labels
from askonce.screens.tree_index import TreeIndex
from askonce.screens.ui_tree import Node, Tree, plain

ITEMS = frozenset({"row", "listitem", "article", "option", "menuitem", "treeitem"})
"""Roles of repeated containers that hold one thing each."""
_MARKED = ITEMS | {
    "dialog", "alertdialog", "overlay", "navigation", "search", "menu", "menubar", "listbox", "tablist", "toolbar",
    "radiogroup", "tree", "table", "grid", "form", "banner", "contentinfo", "complementary", "tabpanel",
}  # fmt: skip
"""Roles with a meaning; groups and regions come and go with wrappers in the page."""
_ADVERTISED = frozenset({
    "ad", "ads", "advert", "advertisement", "sponsored", "promoted", "anzeige", "werbung", "gesponsert", "publicité",
    "sponsorisé", "anuncio", "patrocinado", "annuncio", "sponsorizzato", "advertentie", "annons", "reklama", "реклама",
    "広告", "广告", "광고", "إعلان",
})  # fmt: skip
"""Texts that mark an advertisement among results."""
_TABLES = frozenset({"table", "grid", "treegrid"})
_TITLES = frozenset({"heading", "rowheader"})
_LONGEST = 300
_LONGEST_TITLE = 80
_REPORTS = frozenset({"alert", "log", "status", "timer"})
"""Roles of messages about what happened, which come and go."""
_CAPTION_REACH = 6
"""How many elements may stand between a caption and what it belongs to."""


class Outline(TreeIndex):
    """The neighbours of elements in one tree. Results are cached, since there may be thousands of rows."""

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._texts: dict[int, tuple[str, ...]] = {}
        self._plain_texts: dict[int, frozenset[str]] = {}
        self._items: dict[int | None, Node | None] = {}
        self._headers: dict[int, list[Node]] = {}

    def around(self, node: Node) -> tuple[str, ...]:
        return tuple(other.role for other in self.above(node) if other.role in _MARKED)

    def containers(self, node: Node) -> tuple[str, ...]:
        """The named containers around it that are not rows, nearest first, as `role "name"`."""
        named = (other for other in self.above(node) if other.name and other.role not in ITEMS)
        return tuple(f'{other.role} "{other.name}"' for other in named)

    def item(self, node: Node) -> Node | None:
        """The row or card that it belongs to. A group counts if a similar group is beside it."""
        if node.parent not in self._items:
            found = (other for other in self.above(node) if other.role in ITEMS or other.number in self._cards)
            self._items[node.parent] = next(found, None)
        return self._items[node.parent]

    @cached_property
    def _cards(self) -> frozenset[int]:
        """The groups that have a sibling with similar content, unlike the columns of a page."""
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
        """The texts of an item, its own name first."""
        if item.number not in self._texts:
            pieces = (item.name, *(read(node) for node in self.inside(item)))
            self._texts[item.number] = tuple(words for words in pieces if words)
        return self._texts[item.number]

    # ---- titles

    def titles(self, node: Node) -> tuple[str, ...]:
        """What a person reads as the title of the place where it is, the nearest first.

        These are the headings over it, the header of its column, and the selected tabs.
        """
        headings = [heading.name for heading in self.headings(node)]
        found = [*headings, self.column(node), *self._selected_tabs]
        return tuple(dict.fromkeys(text for text in found if text and len(text) <= _LONGEST_TITLE))

    def headings(self, node: Node) -> tuple[Node, ...]:
        """The headings over it, the nearest first: one of each level, in each of the containers around it."""
        return self._headings.get(node.number, ())

    @cached_property
    def _headings(self) -> dict[int, tuple[Node, ...]]:
        over: dict[int | None, tuple[Node, ...]] = {None: ()}
        open_headings: dict[int | None, tuple[Node, ...]] = {}
        for node in self.tree:
            parent = node.parent if node.parent in over else None
            held = open_headings.get(parent, ())
            over[node.number] = (*held, *over[parent])
            if node.role == "heading" and node.name:
                higher = tuple(heading for heading in held if heading_level(heading) < heading_level(node))
                open_headings[parent] = (node, *higher)
        return {number: headings for number, headings in over.items() if number is not None}

    def captions(self, node: Node) -> tuple[str, ...]:
        """The texts before it in the same container, the nearest first, up to a heading or another element to act on.

        Elements to act on that stand side by side share their captions. What the page reports is no caption.
        """
        around = {other.number for other in self.above(node)} | {None}
        found: list[str] = []
        for other in islice(self.before(node), _CAPTION_REACH):
            is_end = other.role == "heading" or other.role in FIELDS or (other.actionable and found)
            if is_end or other.number in around:
                break
            if other.role in _REPORTS or any(above.role in _REPORTS for above in self.above(other)):
                continue
            if not other.actionable and (text := read(other)):
                if other.parent not in around:
                    break
                found.append(text)
        return tuple(found)

    def text_beside(self, node: Node) -> str:
        """The text on the line of a field, right before it; of a box to tick, right after it."""
        place = self._places[node.number] + (1 if node.role in TICKED else -1)
        other = self.tree.nodes[place] if 0 <= place < len(self.tree.nodes) else node
        shared = min(node.box.bottom, other.box.bottom) - max(node.box.top, other.box.top)
        is_beside = other.role == "text" and shared > min(node.box.height, other.box.height) / 2
        return other.text if is_beside and other.parent == node.parent and re.search(r"[^\W\d]", other.text) else ""

    def column(self, node: Node) -> str:
        """The header of its column, in a table that has headers."""
        table = next((other for other in self.above(node) if other.role in _TABLES), None)
        if table is None or node.role == "columnheader":
            return ""
        if table.number not in self._headers:
            self._headers[table.number] = [
                inner for inner in self.inside(table) if inner.role == "columnheader" and read(inner)
            ]
        widths = [(_overlap(header.box, node.box), header) for header in self._headers[table.number]]
        width, header = max(widths, key=lambda pair: pair[0], default=(0.0, node))
        return read(header) if width > 0 else ""

    @cached_property
    def _selected_tabs(self) -> tuple[str, ...]:
        return tuple(node.name for node in self.tree if node.role == "tab" and "selected" in node.states)

    def places_in(self, item: Node, text: str) -> frozenset[str]:
        """Where an item has a text: the header of the column, `heading`, else the position among its texts, from 1."""
        wanted, found, position = plain(text), set[str](), 0
        for node in (item, *self.inside(item)):
            words = item.name if node.number == item.number else read(node)
            if not re.search(r"\w", words):
                continue
            position += 1
            if plain(words) == wanted:
                found.add("heading" if node.role in _TITLES else self.column(node) or str(position))
        return frozenset(found)

    @cached_property
    def _labels(self) -> dict[int, str]:
        return field_labels(self.tree)

    def name(self, node: Node) -> str:
        """Its name, else the beginning of its own text."""
        words = "" if node.role in FIELDS else node.text
        return node.name or (words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…")

    def called(self, node: Node) -> str:
        """The same in normalized form; for a field without a name, the text beside it."""
        return plain(self.name(node) or self.label(node))

    def label(self, node: Node) -> str:
        """The text beside a field without a name, unless its row or its column identifies it: these are more stable
        than neighbours."""
        text = self._labels.get(node.number, "")
        return "" if text and (self.row_label(node) or self.column(node)) else text

    def row_label(self, node: Node) -> str:
        """The same, if it is a text of a row in which there is no other such field."""
        text, item = self._labels.get(node.number, ""), self.item(node)
        if not text or item is None or not self.has_text(text, item):
            return ""
        inner = (other for other in self.inside(item) if other.role == node.role and not other.name)
        return "" if any(other.number != node.number for other in inner) else text

    def before(self, node: Node) -> Iterator[Node]:
        """The elements before it, the nearest first."""
        nodes = self.tree.nodes
        return (nodes[place] for place in range(self._places[node.number] - 1, -1, -1))

    @cached_property
    def _places(self) -> dict[int, int]:
        return {node.number: place for place, node in enumerate(self.tree)}

    def has_text(self, text: str, item: Node) -> bool:
        """Whether `text` is one of the texts of an item: a row of Bobby is not a row of Bob."""
        return plain(text) in self.plain_texts(item)

    def plain_texts(self, item: Node) -> frozenset[str]:
        """All texts of an item in normalized form."""
        if item.number not in self._plain_texts:
            self._plain_texts[item.number] = frozenset(map(plain, self.texts(item)))
        return self._plain_texts[item.number]

    def is_extra(self, item: Node) -> bool:
        """Whether a person would not count it: a table head or an advertisement."""
        roles = {node.role for node in self.inside(item)}
        is_head = item.role == "row" and "columnheader" in roles and roles.isdisjoint({"cell", "gridcell"})
        return is_head or not self.plain_texts(item).isdisjoint(_ADVERTISED)


def heading_level(heading: Node) -> int:
    level = heading.attributes.get("level", "")
    return int(level) if level.isdecimal() else 2


def _overlap(first: Box, second: Box) -> float:
    """How far two boxes overlap from left to right."""
    return min(first.right, second.right) - max(first.left, second.left)


def read(node: Node) -> str:
    """The visible text of one element."""
    return node.text or node.shown or (node.value or "")
