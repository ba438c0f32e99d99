"""What the caller's own selector names: an XPath, a CSS selector or a locator of the screen's kind."""

from __future__ import annotations

from askonce.actions import Found, Target
from askonce.locate.finder_chain import Passed
from askonce.screens import Screen, Selectable
from askonce.screens.eyes import Eyes


class SelectorFinder:
    """Exact: one visible match, or it passes."""

    name = "selector"

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
        if not target.selector:
            return Passed("no selector was given")
        if not isinstance(self._screen, Selectable):
            return Passed(f"a {self._screen.kind} screen knows no selectors")
        boxes = await self._screen.select(target.selector)
        eyes.blink()
        if len(boxes) != 1:
            return Passed(f"{len(boxes) or 'no'} visible elements match {target.selector}")
        return Found(boxes[0], self.name)
