"""What came up on a screen between two looks."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from urllib.parse import urlsplit

from askonce.language.commitments import committing_meanings
from askonce.language.verdicts import is_legend, is_small_print, says
from askonce.lazy import dataclass, regex
from askonce.screens import Node, Tree
from askonce.screens.expectation import Baseline, seen_nodes, unhidden_nodes
from askonce.screens.field_labels import is_for_searching
from askonce.screens.tree_index import TreeIndex
from askonce.screens.ui_tree import plain

FIELDS = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "checkbox", "radio", "switch", "listbox"})
_TYPED = frozenset({"textbox", "spinbutton"})
_LABELS = frozenset({"link", "button", "tab", "menuitem", "option", "columnheader", "radio", "checkbox", "switch"})
LONGEST_LABEL = 4
"""Words of a label."""
TOLD = frozenset({"alert", "alertdialog", "dialog", "status", "overlay", "log"})
"""Roles of what tells something."""
WAYS = frozenset({"navigation", "banner", "contentinfo", "complementary", "menu", "menubar", "tablist"})
"""Where rows lead to pages, this one perhaps, and are no contents of it."""
_LISTS = frozenset({"list", "table", "grid", "treegrid", "feed", "tree"})
ROWS = frozenset({"listitem", "row", "article", "treeitem"})
_FEWEST_ROWS = 4
SMALL_PAGE = 5
"""New texts that make a page that says one thing, and not many."""
WORD = regex(r"[^\W\d_]+")


@dataclass(frozen=True)
class ScreenNews:
    """Two looks compared: before the action that had to do it, and now."""

    since: Baseline
    now: Tree

    @cached_property
    def is_elsewhere(self) -> bool:
        return urlsplit(self.now.address)._replace(query="") != urlsplit(self.since.tree.address)._replace(query="")

    @cached_property
    def before(self) -> Counter[str]:
        return Counter(plain(text_of(node)) for node in seen_nodes(self.since.tree))

    @cached_property
    def new(self) -> tuple[Node, ...]:
        """What can be read now and could not before, without what fields hold and what only repeats the instruction."""
        found: list[Node] = []
        times: Counter[str] = Counter()
        for node in seen_nodes(self.now, self.since):
            text = plain(text_of(node))
            times[text] += 1
            if node.role not in FIELDS and "ticks" not in node.attributes and times[text] > self.before[text]:
                found.append(node)
        return tuple(found)

    @cached_property
    def legible(self) -> tuple[Node, ...]:
        """Those of them that surely can be read, where the screen knows that."""
        sight = self.now.sight
        if sight is None:
            return self.new
        return tuple(node for node in self.new if plain(text_of(node)) in plain(sight.words.get(node.number, "")))

    @cached_property
    def messages(self) -> tuple[Node, ...]:
        """New texts that are more than the label of a control."""
        found = (node for node in self.new if re.search(r"\w", text_of(node)) and not is_label(node))
        return tuple(node for node in found if not self.is_small_print(text_of(node)))

    def is_small_print(self, text: str) -> bool:
        """Whether a text is on a page whatever was done; which fields are required is told beside a form alone."""
        return is_small_print(text) or (self._has_fields and is_legend(text))

    @cached_property
    def _has_fields(self) -> bool:
        return any(node.role in FIELDS for node in seen_nodes(self.now))

    @cached_property
    def in_lists(self) -> frozenset[int]:
        """The numbers of all that stands in lists and tables that came whole; not in lists of errors: half of those or
        more says no."""
        known, found = {node.number for node in self.since.tree}, set[int]()
        for holder in self.now:
            inside = self.index.inside(holder) if holder.role in _LISTS and holder.number not in known else []
            rows = [[node, *self.index.inside(node)] for node in inside if node.role in ROWS]
            refused = [row for row in rows if any(says("rejected", text_of(node)) for node in row)]
            is_new = not any(node.number in known for node in inside)
            if is_new and len(rows) >= _FEWEST_ROWS and 2 * len(refused) < len(rows):
                found.update(node.number for node in inside)
        return frozenset(found)

    @cached_property
    def over_lists(self) -> frozenset[int]:
        """The numbers of what stands over the first list or table that is not there to lead somewhere."""
        found = set[int]()
        for node in self.now:
            if node.role in _LISTS and not any(each.role in WAYS for each in self.index.above(node)):
                break
            found.add(node.number)
        return frozenset(found)

    @cached_property
    def is_login(self) -> bool:
        """Whether a password was asked for, and now there is a way to log out instead."""
        is_let_in = self.had_password and not self.has_password
        return is_let_in and not self.offers_login and self.offers("log out")

    @cached_property
    def index(self) -> TreeIndex:
        return TreeIndex(self.now)

    @cached_property
    def offers_login(self) -> bool:
        return self.offers("log in")

    def offers(self, meaning: str) -> bool:
        """Whether there is a control for it."""
        return any(
            meaning in committing_meanings(text_of(node))
            for node in unhidden_nodes(self.now)
            if node.actionable and is_label(node)
        )

    def told_by(self, node: Node) -> str:
        """The role of what tells a text, such as an alert."""
        return next((each.role for each in (node, *self.index.above(node)) if each.role in TOLD), "")

    def teller(self, node: Node) -> int:
        """The number of what tells a text; 0 where it stands in the page."""
        return next((each.number for each in (node, *self.index.above(node)) if each.role in TOLD), 0)

    @cached_property
    def new_fields(self) -> tuple[Node, ...]:
        """The fields that came up and may have to be filled in. One to search by waits for nothing."""
        names = {plain(node.name) for node in self.since.tree if node.role in _TYPED}
        typed = [node for node in seen_nodes(self.now) if node.role in _TYPED]
        return tuple(node for node in typed if not is_for_searching(node) and plain(node.name) not in names)

    @property
    def new_field(self) -> Node | None:
        return next(iter(self.new_fields), None)

    @cached_property
    def had_password(self) -> bool:
        """Whether a password was asked for."""
        return any("password" in node.states for node in seen_nodes(self.since.tree))

    @cached_property
    def has_password(self) -> bool:
        return any("password" in node.states for node in seen_nodes(self.now))

    def was_beneath(self, node: Node) -> bool:
        """Whether it was there before, under something that was closed."""
        before = self.since.tree.find(node.number)
        return before is not None and text_of(before) == text_of(node)

    def is_counter(self, node: Node) -> bool:
        """Whether an element that was there before shows other figures, and no other words."""
        before = self.since.tree.find(node.number)
        return before is not None and {*WORD.findall(plain(text_of(node)))} <= {*WORD.findall(plain(text_of(before)))}


def is_label(node: Node) -> bool:
    return node.role in _LABELS and len(text_of(node).split()) <= LONGEST_LABEL


def is_control(node: Node) -> bool:
    """Whether an element is there to be pressed, and tells nothing: "Complete order" asks for what is to be done."""
    return node.actionable or node.role in _LABELS


def headings(tree: Tree) -> set[str]:
    return {plain(text_of(node)) for node in seen_nodes(tree) if node.role == "heading"}


def text_of(node: Node) -> str:
    return node.text or node.shown
