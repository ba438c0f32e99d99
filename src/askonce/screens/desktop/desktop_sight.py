"""What surely can be seen on a desktop: elements over which no other window lies, with words that fit into them."""

from __future__ import annotations

from askonce.geometry import Box
from askonce.screens.desktop.desktop_tree import DesktopLook
from askonce.screens.ui_tree import GAP, Node, Sight, Tree

_LETTER, _LINE = 5.5, 14.0
"""Pixels that a letter and a line take at least: a text that needs more room than there is may be cut."""
_LABELLED = frozenset(
    {
        "text", "menuitem", "menuitemcheckbox", "menuitemradio", "checkbox", "radio", "switch", "tab", "listitem",
        "cell", "columnheader", "rowheader", "treeitem", "link", "heading", "status", "option", "alert", "tooltip",
    }
)  # fmt: skip
"""What is called by the words on it."""
_FIELDS = frozenset({"textbox", "combobox", "spinbutton"})


def see(tree: Tree, look: DesktopLook, view: Box) -> Sight:
    """What surely can be read and used, out of where windows lie."""
    free = {node.number for node in tree if _is_free(node, look, view)}
    words = {node.number: _words_on(node) for node in tree if node.number in free}
    return Sight(
        words={number: said for number, said in words.items() if said},
        clear=frozenset(node.number for node in tree if node.actionable and node.number in free),
        anything=tuple(part for node in tree for part in (node.name, node.text, node.value or "") if part),
        is_complete=not look.surfaces,
        has_pictures=any(node.role == "img" for node in tree),
    )


def _is_free(node: Node, look: DesktopLook, view: Box) -> bool:
    """Whether no window lies over any part of it."""
    if "covered" in node.states or node.point is not None:
        return False
    box = node.box.offset(view.left, view.top)
    own = look.window_at(box.center)
    for window in look.showing:
        if own and window.number == own.number:
            return True
        if window.box.intersection(box):
            return False
    return True


def _words_on(node: Node) -> str:
    if "password" in node.states:
        return ""
    if node.role in _FIELDS:
        return _fitting(node.value or "", node.box)
    if node.role == "button":
        is_wide = node.box.width >= 1.5 * node.box.height and "icon" not in node.attributes
        return _fitting(node.name, node.box) if is_wide else ""
    return _fitting(node.text or node.name, node.box) if node.role in _LABELLED else ""


def _fitting(text: str, box: Box) -> str:
    """The text, if there is room for all of it; else that something is written there."""
    rows = max(1, int(box.height // _LINE))
    needed = sum(max(1, -(-int(len(line) * _LETTER) // max(1, int(box.width)))) for line in text.splitlines())
    return text if needed <= rows else GAP if text else ""
