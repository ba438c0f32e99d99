"""The words of an instruction, to judge what on the screen is relevant to it."""

from __future__ import annotations

import re

_STOP = frozenset({
    "a", "an", "and", "as", "at", "are", "be", "by", "for", "from", "in", "into", "is", "it", "my", "of", "on", "or",
    "that", "the", "then", "this", "to", "with", "your",
})  # fmt: skip


class Hint:
    """What an instruction speaks of."""

    def __init__(self, text: str) -> None:
        words = [word for word in re.findall(r"\w+", text.casefold()) if word not in _STOP]
        self._words = {word for word in words if len(word) > 2 or word.isdigit() or not word.isascii()}
        # Scripts without spaces: compare by pairs of characters.
        self._words |= {word[i : i + 2] for word in words if _is_unspaced(word) for i in range(len(word) - 1)}

    def matches(self, text: str) -> int:
        """How many of the words stand in `text`, also with another ending."""
        if not self._words:
            return 0
        folded = text.casefold()
        there = set(re.findall(r"\w+", folded))
        return sum(
            word in there
            or (len(word) > 4 and any(other.startswith(word[:-1]) for other in there))
            or (_is_unspaced(word) and word in folded)
            for word in self._words
        )


def _is_unspaced(word: str) -> bool:
    return any("\u0e00" <= c <= "\u0eff" or "\u3040" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7af" for c in word)
