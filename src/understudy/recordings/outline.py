"""The structure of a tree as anchors see it: what stands around an element, and which row or card it is a part of."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice, takewhile

from understudy.screens.nearby import texts_near
from understudy.screens.tree import Node, Tree, plain

ITEMS = frozenset({"row", "listitem", "article", "option", "menuitem", "treeitem"})
"""What comes in numbers and holds one thing each."""
_MARKED = ITEMS | {
    "dialog", "alertdialog", "overlay", "navigation", "search", "menu", "menubar", "listbox", "tablist", "toolbar",
    "radiogroup", "tree", "table", "grid", "form", "banner", "contentinfo", "complementary", "tabpanel",
}  # fmt: skip
"""Roles that a page has for a reason; groups and regions come and go with its wrappers."""


class Outline:
    """One tree, asked for neighbours."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._by_number = {node.number: node for node in tree}
        self._place = {node.number: place for place, node in enumerate(tree)}

    def above(self, node: Node) -> Iterator[Node]:
        """What holds `node`, from the inside out."""
        seen = {node.number}
        parent = node.parent
        while parent is not None and parent not in seen and parent in self._by_number:
            seen.add(parent)
            yield self._by_number[parent]
            parent = self._by_number[parent].parent

    def around(self, node: Node) -> tuple[str, ...]:
        return tuple(one.role for one in self.above(node) if one.role in _MARKED)

    def containers(self, node: Node) -> tuple[str, ...]:
        """The named things around it that are no rows, nearest first, as `role "name"`."""
        named = (one for one in self.above(node) if one.name and one.role not in ITEMS and one.role != "row")
        return tuple(f'{one.role} "{one.name}"' for one in named)

    def item(self, node: Node) -> Node | None:
        """The row or card that it is a part of. A group counts where others like it stand beside it."""
        for one in self.above(node):
            if one.role in ITEMS or (one.role == "group" and self._siblings(one) > 1):
                return one
        return None

    def _siblings(self, node: Node) -> int:
        return self._alike.get((node.parent, node.role), 0)

    @cached_property
    def _alike(self) -> dict[tuple[int | None, str], int]:
        counted: dict[tuple[int | None, str], int] = {}
        for node in self.tree:
            key = (node.parent, node.role)
            counted[key] = counted.get(key, 0) + 1
        return counted

    def inside(self, item: Node) -> list[Node]:
        """All that an item holds, in order: what comes after it and lies deeper."""
        after = islice(self.tree.nodes, self._place[item.number] + 1, None)
        return list(takewhile(lambda node: node.depth > item.depth, after))

    def texts(self, item: Node) -> tuple[str, ...]:
        """What can be read in an item, piece by piece, its own name first."""
        return tuple(words for words in (item.name, *(_read(node) for node in self.inside(item))) if words)

    @cached_property
    def labels(self) -> dict[int, str]:
        return texts_near(self.tree)

    def is_said(self, text: str, item: Node) -> bool:
        """Whether an item shows `text`."""
        wanted = plain(text)
        return any(wanted == plain(said) for said in self.texts(item)) or (
            len(wanted) >= 3 and wanted in plain(" ".join(self.texts(item)))
        )


def _read(node: Node) -> str:
    return node.text or node.shown or (node.value or "")
