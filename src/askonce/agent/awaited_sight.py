"""A statement that an act waits for where no model can be asked: judged by what is seen, also in pictures of a page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from askonce.embedded.sight_statements import SightStatement
from askonce.insight.exact import ExactVerdict
from askonce.language.normalization import letters_of
from askonce.lazy import regex
from askonce.screens import Node, Tree
from askonce.screens.eyes import Eyes
from askonce.values.misread_text import may_be_misread
from askonce.vision.seen_tree import seen_tree, surfaces
from askonce.vision.unread_ink import has_unread_ink

_PRESENCE = regex(r"(?<!not)\s+visible\.?\s*\Z", re.IGNORECASE)
_WORDED = frozenset({"text", "link", "button", "tab", "heading"})
_SURE = 90
"""With how much certainty a text in a picture was read that is all there is in its place, in percent."""
_UNREAD = (
    "a picture on the page shows something that cannot be read, which may be it; "
    'say what comes instead: wait until the text "…" is visible'
)
_QUOTED = regex(r"[\"“'‘](.+?)[\"”'’]")


class AwaitedSight:
    """One statement, judged look after look. What is drawn on a canvas has no elements: it is gone only if it is not
    seen in the picture either, and if it would have been: it was seen before, or all that is drawn there was read."""

    def __init__(self, statement: str, eyes: Eyes) -> None:
        self._statement, self._eyes = statement, eyes
        self._sight = SightStatement(statement)
        self._is_unread = False

    @property
    def is_open(self) -> bool:
        """Whether it says that something is gone that has never been seen, and may be there all the time."""
        return self._sight.is_open or self._is_unread

    async def judge(self) -> ExactVerdict | None:
        """Whether it is true as far as anybody sees; None where the screen knows no elements."""
        self._is_unread = False
        known = await self._eyes.tree()
        if known is None or not surfaces(known):
            return self._sight.judge(known) if known else None
        seen = await seen_tree(self._eyes) or known
        judged = self._sight.judge(seen)
        doubt = await self._doubt(seen) if judged.holds and not _PRESENCE.search(self._statement) else ""
        return ExactVerdict(False, doubt) if doubt else judged

    async def _doubt(self, seen: Tree) -> str:
        """Why something may still be there although no element shows it."""
        if not seen.seen:
            return "a part of the page is only a picture, which cannot be read here and may show it"
        quotations = _QUOTED.findall(self._statement)
        drawn = [node for node in seen if "seen" in node.attributes]
        if any(may_be_misread(node.words, quoted) for quoted in quotations for node in drawn):
            return "something that looks like it is seen in a picture on the page"
        if any(letters_of(quoted) in line for quoted in quotations for line in _lines(drawn)):
            return "its letters are seen one by one in a picture on the page"
        self._is_unread = not self._sight.was_seen and await self._has_unread(seen)
        return _UNREAD if self._is_unread else ""

    async def _has_unread(self, seen: Tree) -> bool:
        """Whether more is drawn on a canvas than what was read there."""
        shot = await self._eyes.local_shot()
        read = [node.box for node in seen if node.words.strip() and _is_read(node)]
        return any(has_unread_ink(shot, surface.box, read) for surface in surfaces(seen))


def _is_read(node: Node) -> bool:
    """Whether the words of an element are surely all that stands where it is."""
    sure = node.attributes.get("seen")
    return node.role in _WORDED and (sure is None or int(sure.removesuffix("%")) >= _SURE)


def _lines(drawn: Sequence[Node]) -> list[str]:
    """The letters of each line in which something is drawn, whatever is between them."""
    found: list[tuple[Node, str]] = []
    for node in sorted(drawn, key=lambda node: node.box.left):
        at = next(
            (at for at, (first, _) in enumerate(found) if first.box.top < node.box.center.y < first.box.bottom), -1
        )
        if at < 0:
            found.append((node, letters_of(node.words)))
        else:
            found[at] = (found[at][0], found[at][1] + letters_of(node.words))
    return [letters for _, letters in found]
