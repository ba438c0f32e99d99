"""A statement that an act waits for where no model can be asked: judged by what is seen, also in pictures of a page."""

from __future__ import annotations

import re

from askonce.embedded.sight_statements import SightStatement
from askonce.insight.exact import ExactVerdict
from askonce.lazy import regex
from askonce.screens import Tree
from askonce.screens.eyes import Eyes
from askonce.values.misread_text import may_be_misread
from askonce.vision.seen_tree import seen_tree, surfaces

_PRESENCE = regex(r"(?<!not)\s+visible\.?\s*\Z", re.IGNORECASE)
_QUOTED = regex(r"[\"“'‘](.+?)[\"”'’]")


class AwaitedSight:
    """One statement, judged look after look. What is drawn on a canvas has no elements: it is gone only if it is not
    seen in the picture either."""

    def __init__(self, statement: str, eyes: Eyes) -> None:
        self._statement, self._eyes = statement, eyes
        self._sight = SightStatement(statement)

    @property
    def is_open(self) -> bool:
        """Whether it says that something is gone that has never been seen."""
        return self._sight.is_open

    async def judge(self) -> ExactVerdict | None:
        """Whether it is true as far as anybody sees; None where the screen knows no elements."""
        known = await self._eyes.tree()
        if known is None or not surfaces(known):
            return self._sight.judge(known) if known else None
        seen = await seen_tree(self._eyes) or known
        judged = self._sight.judge(seen)
        doubt = self._doubt(seen) if judged.holds and not _PRESENCE.search(self._statement) else ""
        return ExactVerdict(False, doubt) if doubt else judged

    def _doubt(self, seen: Tree) -> str:
        """Why something may still be there although no element shows it."""
        if not seen.seen:
            return "a part of the page is only a picture, which cannot be read here and may show it"
        words = [node.words for node in seen if "seen" in node.attributes]
        if any(may_be_misread(text, quoted) for quoted in _QUOTED.findall(self._statement) for text in words):
            return "something that looks like it is seen in a picture on the page"
        return ""
