"""The dialog in front of everything else, in words: what somebody has to know who misses what lies behind it."""

from __future__ import annotations

from collections.abc import Container

from askonce.screens.tree_index import TreeIndex
from askonce.screens.ui_tree import Node, Tree

_DIALOGS = frozenset({"dialog", "alertdialog"})
_MOST_BUTTONS = 4


def open_dialog(tree: Tree, known: Container[int] = ()) -> str:
    """What it says and how it can be answered, such as `a dialog is open: 'Delete it?', with 'Yes', 'No'`.

    It is "" without one, and for one among the `known` numbers.
    """
    dialogs = [node for node in tree if node.role in _DIALOGS and "covered" not in node.states]
    if not dialogs or dialogs[-1].number in known:
        return ""
    buttons = [repr(item.name) for item in TreeIndex(tree).inside(dialogs[-1]) if item.role == "button" and item.name]
    ways = f", with {', '.join(buttons[:_MOST_BUTTONS])}" if buttons else ""
    return f"a dialog is open: {_title(dialogs[-1])!r}{ways}"


def _title(dialog: Node) -> str:
    return dialog.words.strip() or "without a title"
