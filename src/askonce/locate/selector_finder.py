"""What the caller's own selector names: an XPath, a CSS selector or a locator of the screen's kind."""

from __future__ import annotations

from askonce.actions import Found, Target
from askonce.locate.finder import Missing, NotAsked, Passed
from askonce.screens import Navigator, Screen, Selectable, UnseenElements
from askonce.screens.eyes import Eyes


class SelectorFinder:
    """Exact: the one visible match. Where there is none, or several, nothing else stands in for it."""

    name = "selector"

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
        if not target.selector:
            return NotAsked("no selector was given")
        if not isinstance(self._screen, Selectable):
            return Missing(f"a {self._screen.kind} screen knows no selectors")
        boxes = await self._screen.select(target.selector)
        eyes.blink()
        if len(boxes) == 1:
            return Found(boxes[0], self.name)
        page = f" on {self._screen.address}" if isinstance(self._screen, Navigator) else ""
        if boxes:
            return Missing(f"{len(boxes)} visible elements match {target.selector!r}{page}, and it has to be one")
        hidden = await self._screen.count_hidden(target.selector) if isinstance(self._screen, UnseenElements) else 0
        also = f"; {hidden} that match are hidden" if hidden else ""
        return Missing(f"no visible element matches {target.selector!r}{page}{also}")
