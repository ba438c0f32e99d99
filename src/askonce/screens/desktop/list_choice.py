"""Choosing in a list that drops down: it is opened, and the entry is clicked, as a person does it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from askonce.errors import NotOperable
from askonce.geometry import Point
from askonce.screens.ui_tree import Node, Tree, plain

if TYPE_CHECKING:
    from askonce.screens.desktop.desktop_screen import DesktopScreen

_ENTRIES = frozenset({"menuitem", "menuitemradio", "option", "listitem", "cell", "treeitem"})


async def choose_in_list(screen: DesktopScreen, at: Point, options: Sequence[str]) -> None:
    """Choose an entry by its label in the list at a place."""
    if len(options) != 1:
        raise NotOperable("one entry can be chosen in a list that drops down", remedy="choose them one by one")
    tree = await screen.tree()
    chosen = next((node for node in tree if node.role == "combobox" and node.box.contains(at)), None)
    if chosen is None:
        raise NotOperable("no list drops down there", remedy="tap the entry itself, or name the list")
    if plain(chosen.value or "") == plain(options[0]):
        return
    before = {node.number for node in tree}
    await screen.tap(at)
    await screen.settle()
    entries = _entries(await screen.tree(), before)
    found = next((node for node in entries if plain(node.name or node.text) == plain(options[0])), None)
    if found is None:
        await screen.press("Escape")
        await screen.settle()
        there = ", ".join(node.name or node.text for node in entries) or "none"
        raise NotOperable(f"{chosen.name or 'the list'} has no entry {options[0]!r}", remedy=f"there are {there}")
    await screen.tap(found.point or found.box.center)


def _entries(tree: Tree, before: set[int]) -> list[Node]:
    """What came up that can be chosen."""
    return [node for node in tree if node.role in _ENTRIES and node.number not in before and (node.name or node.text)]
