"""The finder `local`: what the screen itself knows, and no model."""

from __future__ import annotations

from understudy.actions import Found, Target
from understudy.locate.chain import Passed
from understudy.locate.local.matching import match
from understudy.screens.eyes import Eyes


class LocalFinder:
    """Costs a look at the elements. It answers only when one of them is clearly meant, and passes on otherwise."""

    name = "local"

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
        if not target.prompt:
            return Passed("the target has no description")
        tree = await eyes.tree()
        if tree is None:
            return Passed("this kind of screen does not know its elements")
        answer = match(target.prompt, tree)
        if isinstance(answer, Passed):
            return await self._find_out_of_view(target, eyes) or answer
        return Found(answer.node.box, self.name, answer.node, answer.node.point)

    async def _find_out_of_view(self, target: Target, eyes: Eyes) -> Found | None:
        """What can be found on the whole page is brought into view."""
        whole = await eyes.whole_tree()
        answer = match(target.prompt, whole) if whole and not whole.more else None
        if answer is None or isinstance(answer, Passed):
            return None
        node = await eyes.reveal(answer.node.number)
        return Found(node.box, self.name, node, node.point) if node else None
