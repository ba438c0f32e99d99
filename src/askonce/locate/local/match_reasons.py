"""Why the local finder passed, in words that name the candidates."""

from __future__ import annotations

from collections.abc import Sequence

from askonce.locate.local.element_layout import Layout
from askonce.screens.ui_tree import Node

_MOST = 4
_LONGEST = 40


def describe_tie(nodes: Sequence[Node], layout: Layout) -> str:
    """ "3 elements fit: button 'Delete' in row 'Ada Smith', …"."""
    described = "; ".join(_describe(node, layout) for node in nodes[:_MOST])
    more = f"; and {len(nodes) - _MOST} more" if len(nodes) > _MOST else ""
    return f"{len(nodes)} elements fit: {described}{more}"


def _describe(node: Node, layout: Layout) -> str:
    name = node.name or node.text
    words = f"{node.role} {_short(name)!r}" if name else f"{node.role} without a name"
    item = layout.item_of(node)
    around = item and (item.name or " ".join(layout.texts_in(item)))
    where = f" in {item.role} {_short(around)!r}" if item and around else ""
    return words + where + (", covered" if "covered" in node.states else "")


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"
