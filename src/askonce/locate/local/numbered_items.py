"""Things that come in numbers: the first product, the third result."""

from __future__ import annotations

from collections import defaultdict

from askonce.language.normalization import split_words
from askonce.language.vocabulary import vocabulary
from askonce.locate.local.element_layout import Layout
from askonce.screens.ui_tree import Node, Tree

_WRITTEN = frozenset({"heading", "text", "status"})


def items_called(noun: str, tree: Tree, layout: Layout) -> list[Node]:
    """What to use of each `noun` on the screen, in order; nothing when it is not certain what is one.

    The screen must speak of such things itself, and show only one set of alike items. An item that cannot be used
    stands for the one link in it.
    """
    if noun not in vocabulary().contents or not _is_spoken_of(noun, tree):
        return []
    sets: defaultdict[tuple[int | None, str], list[Node]] = defaultdict(list)
    for node in tree:
        if node.role in vocabulary().separate or (node.role == "group" and not node.name):
            target = _usable(node, layout)
            if target:
                sets[node.parent, node.role].append(target)
    alike = [nodes for nodes in sets.values() if len(nodes) > 1]
    return alike[0] if len(alike) == 1 else []


def _is_spoken_of(noun: str, tree: Tree) -> bool:
    texts = [node.words for node in tree if node.role in _WRITTEN and not node.actionable]
    forms = {noun, f"{noun}s", noun.removesuffix("y") + "ies"}
    return any(not forms.isdisjoint(split_words(text)) for text in (tree.title, *texts))


def _usable(item: Node, layout: Layout) -> Node | None:
    if item.actionable:
        return item
    links = [node for node in layout.inside(item) if node.role == "link"]
    return links[0] if len(links) == 1 else None
