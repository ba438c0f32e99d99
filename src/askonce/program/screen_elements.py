"""The elements on the screen of a program's hands, read without a model."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from askonce.errors import ScreenError
from askonce.program.hands import Hands
from askonce.prompts.element_list import list_elements
from askonce.screens import Inspectable, OffscreenTree, Screen, Tree

_ROOM = 600


@runtime_checkable
class HasScreen(Protocol):
    """Hands whose screen can be read directly, which saves a question."""

    screen: Screen


async def read_tree(hands: Hands, *, whole: bool = False) -> Tree | None:
    """The elements in view, or of the whole page; None if they cannot be read."""
    if not isinstance(hands, HasScreen) or not isinstance(hands.screen, Inspectable):
        return None
    try:
        if whole and isinstance(hands.screen, OffscreenTree):
            return await hands.screen.whole_tree()
        return await hands.screen.tree()
    except ScreenError:
        return None


async def list_screen(hands: Hands) -> str:
    """The elements as text for a model, with secrets masked; empty if they cannot be read."""
    tree = await read_tree(hands)
    mask = hands.trace.mask
    return mask(list_elements(tree.masked(mask), budget=_ROOM)) if tree else ""
