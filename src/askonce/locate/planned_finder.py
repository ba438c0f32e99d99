"""What the planner's own reply says: a number from the element list, or a position in the picture."""

from __future__ import annotations

from askonce.actions import Found, Target
from askonce.locate.drift import follow
from askonce.locate.finder import NotAsked, Passed
from askonce.screens.eyes import Eyes


class PlannedFinder:
    """Costs nothing. A number is looked up anew, so that it holds although earlier actions moved things about."""

    name = "planned"

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
        if target.element is not None:
            tree = await eyes.tree()
            node = (tree.find(target.element) if tree else None) or await eyes.reveal(target.element)
            if node is None:
                return Passed(f"element [{target.element}] is no longer in view")
            return Found(node.box, self.name, node, node.point)
        if target.deep:
            return NotAsked("a deeper look was asked for")
        if target.planned is not None and target.pinned is not None:
            return await follow(target.planned, target.pinned, eyes, self.name)
        if target.planned is not None:
            return Found(target.planned, self.name)
        return NotAsked("the plan names neither an element number nor a position")
