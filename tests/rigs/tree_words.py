"""Short ways to speak of a tree in tests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from askonce.screens import Node, Tree

Read = Callable[[str], Awaitable[Tree]]


def only(tree: Tree, *, actionable: bool | None = None) -> Node:
    """The one node of a tree, or the one that can be acted on."""
    nodes = [node for node in tree if actionable is None or node.actionable is actionable]
    assert len(nodes) == 1, roles(tree)
    return nodes[0]


def roles(tree: Tree) -> list[str]:
    """Each node as its role and its words."""
    return [f"{node.role} {node.name or node.text}".strip() for node in tree]
