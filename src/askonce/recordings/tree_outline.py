"""The structure of a tree for anchors: what is around an element, and which row or card it belongs to."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from itertools import islice

from askonce.geometry import Box
from askonce.recordings.text_counts import all_are_said, says_same
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
DIALOGS = frozenset({"dialog", "alertdialog"})
_CHOSEN = {"tab": {"selected"}, "button": {"pressed"}, "radio": {"checked"}, "menuitemradio": {"checked"}}
"""By role, the state in which an element says what the rest of the screen is about."""
_OPENER_REACH = 40
_CAPTION_REACH = 12
"""How many elements may stand between a caption and what it belongs to."""


class Outline(TreeIndex):
    """The neighbours of elements in one tree. Results are cached, since there may be thousands of rows."""

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._texts: dict[int, tuple[str, ...]] = {}
        self._plain_texts: dict[int, frozenset[str]] = {}
        self._items: dict[int | None, Node | None] = {}
        self._headers: dict[int, list[Node]] = {}
        self._titles: dict[int, tuple[str, ...]] = {}
        self._before_texts: dict[int, list[tuple[str, bool]]] = {}
        self._called: dict[int, str] = {}

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

        These are the headings over it, the header of its column, the question of its dialog, the items around its
        own one, what was opened before it, what is chosen on the screen, and a text after it on its line.
        """
        if node.number not in self._titles:
            self._titles[node.number] = self._read_titles(node)
        return self._titles[node.number]

    def _read_titles(self, node: Node) -> tuple[str, ...]:
        headings = [heading.name for heading in self.headings(node)]
        chosen = [text for other, text in self._chosen if other.number != node.number]
        places = [*headings, self.column(node), *self._outer_items(node), self.opener(node), self._text_after(node)]
        titles = [text for text in (*places, *chosen) if text and len(text) <= _LONGEST_TITLE]
        return tuple(dict.fromkeys([*titles, *filter(None, [self.question(node)])]))

    def question(self, node: Node) -> str:
        """The first text of the dialog that it is in, besides the dialog's name."""
        dialog = next((other for other in self.above(node) if other.role in DIALOGS), None)
        if dialog is None:
            return ""
        texts = (read(inner) for inner in self.inside(dialog) if not inner.actionable)
        return next((text for text in texts if text and text != dialog.name and len(text) <= _LONGEST), "")

    def _outer_items(self, node: Node) -> list[str]:
        """The titles of the items around its own one: the folder of a file, in a tree or a nested list."""
        items = [other for other in (node, *self.above(node)) if other.role in ITEMS]
        around = [item.name or self._first_text(item) for item in items[1:]]
        return [*around, *(folder.name for folder in self._folders(items[0]))] if items else []

    def _folders(self, item: Node) -> Iterator[Node]:
        """The items over one in a tree that is written as a flat list, the nearest first."""
        level = heading_level(item)
        for other in self.before(item) if item.role == "treeitem" and "level" in item.attributes else ():
            if other.role == "treeitem" and other.parent == item.parent and heading_level(other) < level:
                level = heading_level(other)
                yield other

    def _first_text(self, item: Node) -> str:
        return next((read(inner) for inner in self.inside(item) if inner.parent == item.number and read(inner)), "")

    def opener(self, node: Node) -> str:
        """The control before it that is open: what it shows reaches up to the next one."""
        around = {other.number for other in self.above(node)} | {None}
        before = (other for other in islice(self.before(node), _OPENER_REACH) if "expanded" in other.states)
        leaves = (other for other in before if other.number not in around and not any(self.inside(other)))
        return next((other.name for other in leaves if other.parent in around), "")

    def _text_after(self, node: Node) -> str:
        """The text right after it, on its line or in its figure, where none stands before it."""
        place = self._places[node.number] + 1
        other = self.tree.nodes[place] if place < len(self.tree.nodes) else node
        if other.role != "text" or other.parent != node.parent or self.captions(node):
            return ""
        shared = min(node.box.bottom, other.box.bottom) - max(node.box.top, other.box.top)
        is_in_figure = any(above.role == "figure" for above in self.above(node))
        return other.text if is_in_figure or shared > min(node.box.height, other.box.height) / 2 else ""

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

        Elements to act on that stand side by side share their captions. What the page reports is not a caption.
        """
        return tuple(text for text, is_report in self._texts_before(node) if not is_report)

    def reports(self, node: Node) -> tuple[str, ...]:
        """The messages of the page that stand where captions would."""
        return tuple(text for text, is_report in self._texts_before(node) if is_report)

    def _texts_before(self, node: Node) -> list[tuple[str, bool]]:
        """The texts before it, each with whether the page reports it. The fields of its form stand between them."""
        if node.number in self._before_texts:
            return self._before_texts[node.number]
        around = {other.number for other in self.above(node)}
        found: list[tuple[str, bool]] = []
        for other in islice(self.before(node), _CAPTION_REACH):
            is_field = other.role in FIELDS
            is_end = is_field if node.role in FIELDS else other.actionable and not is_field and bool(found)
            if is_end or other.role == "heading" or (other.number in around and other.role != "iframe"):
                break
            text = "" if other.actionable or is_field or other.number in around else read(other)
            is_report = other.role in _REPORTS or any(above.role in _REPORTS for above in self.above(other))
            if text and not is_report and other.parent is not None and other.parent not in around:
                break
            found += [(text, is_report)] if text else []
        self._before_texts[node.number] = found
        return found

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
    def _chosen(self) -> tuple[tuple[Node, str], ...]:
        """What is chosen: tabs, links to the page that is shown, pressed buttons, radio buttons, options of lists."""
        found: list[tuple[Node, str]] = []
        for node in self.tree:
            is_on = not node.states.isdisjoint(_CHOSEN.get(node.role, ())) or "current" in node.attributes
            is_crumb = node.role == "text" and any(other.role == "navigation" for other in self.above(node))
            if is_on or is_crumb:
                found.append((node, node.name or node.text))
            elif node.options and node.value:
                found.append((node, node.value))
        return tuple(found)

    def places_in(self, item: Node, text: str) -> frozenset[str]:
        """Where an item has a text: the header of the column, `heading`, else the position among its texts, from 1."""
        wanted, found, position = plain(text), set[str](), 0
        for node in (item, *self.inside(item)):
            words = item.name if node.number == item.number else read(node)
            if not re.search(r"\w", words):
                continue
            position += 1
            if plain(words) == wanted or ("*" in text and says_same(text, words)):
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
        if node.number not in self._called:
            self._called[node.number] = plain(self.name(node) or self.label(node))
        return self._called[node.number]

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
        return plain(text) in self.plain_texts(item) or ("*" in text and all_are_said([text], self.plain_texts(item)))

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
    return int(level) if re.fullmatch(r"\d{1,3}", level, re.ASCII) else 2


def _overlap(first: Box, second: Box) -> float:
    """How far two boxes overlap from left to right."""
    return min(first.right, second.right) - max(first.left, second.left)


def read(node: Node) -> str:
    """The visible text of one element."""
    return node.text or node.shown or (node.value or "")
