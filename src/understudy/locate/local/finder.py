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
            return answer
        return Found(answer.node.box, self.name, answer.node, answer.node.point)
