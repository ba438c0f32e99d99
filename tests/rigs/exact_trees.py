"""Trees of a page that is written down node by node, and verdicts about them."""

from __future__ import annotations

from askonce.geometry import Box, Size
from askonce.insight.exact import judge
from askonce.screens import Node, Tree
from askonce.screens.ui_tree import State

VIEW = Size(800, 600)
_ACTIONABLE = frozenset({"button", "link", "textbox", "combobox", "checkbox", "switch", "radio", "tab", "clickable"})


def node(number: int, role: str, name: str = "", top: float = 10, **more: object) -> Node:
    """An element of 300 by 20 units, unless it has a box."""
    states = frozenset[State](more.pop("states", ()))  # type: ignore[arg-type]
    box = more.pop("box", Box(10, top, 300, 20))
    return Node(number, role, name, box, states=states, **{"actionable": role in _ACTIONABLE, **more})  # type: ignore[arg-type]


def tree(*nodes: Node, **more: object) -> Tree:
    return Tree(nodes, VIEW, **more)  # type: ignore[arg-type]


def verdict(statement: str, *nodes: Node, **more: object) -> bool | None:
    judged = judge(statement, tree(*nodes, **more))
    return judged and judged.holds
