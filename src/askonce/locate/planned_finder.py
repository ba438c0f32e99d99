"""What the planner's own reply says: a number from the element list, or a position in the picture."""

from __future__ import annotations

from askonce.actions import Found, Target
from askonce.locate.drift import follow
from askonce.locate.finder import Missing, NotAsked, Passed
from askonce.screens import Node, Tree
from askonce.screens.eyes import Eyes
from askonce.vision.seen_tree import find_seen


class PlannedFinder:
    """Costs nothing. A number is looked up anew, so that it holds although earlier actions moved things about."""

    name = "planned"

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
        if target.element is not None:
            return await _find_number(target.element, target.pinned, eyes, self.name)
        if target.deep:
            return NotAsked("a deeper look was asked for")
        if target.planned is not None and target.pinned is not None:
            return await follow(target.planned, target.pinned, eyes, self.name)
        if target.planned is not None:
            return Found(target.planned, self.name)
        return NotAsked("the plan names neither an element number nor a position")


class ChosenFinder:
    """The element that another finder has chosen already, where it is now."""

    def __init__(self, chosen: Node, name: str) -> None:
        self.chosen, self.name = chosen, name

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
        return await _find_number(self.chosen.number, self.chosen, eyes, self.name)


async def _find_number(number: int, known: Node | None, eyes: Eyes, finder: str) -> Found | Passed:
    """The element with this number, brought into view. Where it is `known`, it must still be what it was."""
    tree = await eyes.tree()
    node = (tree.find(number) if tree else None) or await eyes.reveal(number) or await find_seen(number, eyes)
    if known and (node is None or (node.role, node.name) != (known.role, known.name)):
        return Missing(f"element [{number}], which was there before, is gone")
    if node is None and (front := tree and _dialog_in(tree)):
        return Missing(f"element [{number}] is gone, or behind what is open: {front.role} {front.words.strip()!r}")
    if node is None:
        return Passed(f"element [{number}] is no longer in view")
    return Found(node.box, finder, node, node.point)


def _dialog_in(tree: Tree) -> Node | None:
    """What is open over everything else, where that is all that can be touched."""
    return next((node for node in tree.in_view if node.role in {"dialog", "alertdialog"}), None)
