"""Which elements of a tree hold which."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

from askonce.screens.ui_tree import Node, Tree


class TreeIndex:
    """One tree, asked for what is around an element and inside of it. A page may claim to hold itself."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._by_number = {node.number: node for node in tree}

    def above(self, node: Node) -> Iterator[Node]:
        """The elements that hold `node`, from the inside out."""
        seen = {node.number}
        parent = node.parent
        while parent is not None and parent not in seen and parent in self._by_number:
            seen.add(parent)
            yield self._by_number[parent]
            parent = self._by_number[parent].parent

    def children(self, node: Node) -> list[Node]:
        return self._children.get(node.number, [])

    @property
    def roots(self) -> list[Node]:
        """The elements that nothing in the tree holds."""
        return [node for node in self.tree if node.parent is None or node.parent not in self._by_number]

    def inside(self, node: Node) -> list[Node]:
        """All that `node` holds, in reading order."""
        held: list[Node] = []
        seen = {node.number}
        ahead = self.children(node)[::-1]
        while ahead:
            inner = ahead.pop()
            if inner.number not in seen:
                seen.add(inner.number)
                held.append(inner)
                ahead += self.children(inner)[::-1]
        return held

    @cached_property
    def _children(self) -> dict[int | None, list[Node]]:
        children: defaultdict[int | None, list[Node]] = defaultdict(list)
        for node in self.tree:
            children[node.parent].append(node)
        return children
