"""What the planner's own reply says: a number from the element list, or a position in the picture."""

from __future__ import annotations

from understudy.actions import Found, Target
from understudy.geometry import Box
from understudy.locate.chain import Passed
from understudy.screens import Node
from understudy.screens.eyes import Eyes


class PlannedFinder:
    """Costs nothing. A number is looked up anew, so that it holds although earlier actions moved things about."""

    name = "planned"

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
        if target.element is not None:
            tree = await eyes.tree()
            node = tree.find(target.element) if tree else None
            if node is None:
                return Passed(f"element [{target.element}] is no longer in view")
            return Found(node.box, self.name, node, node.point)
        if target.deep:
            return Passed("a deeper look was asked for")
        if target.planned is not None and target.pinned is not None:
            return await self._moved_along(target.planned, target.pinned, eyes)
        if target.planned is not None:
            return Found(target.planned, self.name)
        return Passed("the plan names neither an element number nor a position")

    async def _moved_along(self, planned: Box, pinned: Node, eyes: Eyes) -> Found | Passed:
        """The planned place, moved as far as the element that stood there has moved since."""
        tree = await eyes.tree()
        node = tree.find(pinned.number) if tree else None
        if node is None:
            return Passed("what stood at the planned place is gone")
        return Found(planned.offset(node.box.left - pinned.box.left, node.box.top - pinned.box.top), self.name, node)
