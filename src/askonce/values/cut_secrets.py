"""What is left of a secret where a text leaves some of it out: beside an ellipsis, or beside asterisks, dots and
crosses that stand for its characters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from askonce.lazy import regex
from askonce.values.secret import SHORTEST
from askonce.values.secret_forms import BOUNDARY, DISTINCT, comparable, is_word, lowered

_SHORTEST_CUTS = ("…", "...", "xxx", "XXX", *(2 * dot for dot in "*•·●∙⋅◦○×"))
_SIGNS = "|".join(f"{re.escape(sign)}+" for sign in _SHORTEST_CUTS)
_CUT = regex(rf"(?:{_SIGNS})(?:[ /-]?(?:{_SIGNS}))*")
"""What stands for the rest of a text; for that of a card, in groups."""
_NEAR = 80
"""So many characters beside a cut may be left of a secret."""
_GAP = 3
"""The most separators between two letters of it."""


class CutSecrets:
    """Codes of which a text may show the beginning or the end, with separators in it."""

    def __init__(self, names: Mapping[str, str]) -> None:
        codes = [(text, name) for text, name in names.items() if any(map(str.isdecimal, text)) or not is_word(text)]
        letters = (("".join(filter(str.isalnum, comparable(text))), is_word(text), name) for text, name in codes)
        self._letters = list(dict.fromkeys(letters))
        shown = {lowered(word) for word, _, _ in self._letters}
        self._pieces = {word[at : at + SHORTEST] for word in shown for at in range(len(word) - SHORTEST + 1)}
        """What may stand right beside a cut: of most cuts is told quickly that it does not."""

    def find(self, text: str, lower: str) -> Iterator[tuple[int, int, str]]:
        """Where a text, which is given in lower case too, shows what is left of which secret."""
        for cut in find_cuts(text) if self._letters else ():
            to_left = range(cut.start() - 1, max(-1, cut.start() - _NEAR), -1)
            to_right = range(cut.end(), min(len(text), cut.end() + _NEAR))
            nearest = [_letter_places(text, to_left, SHORTEST)[::-1], _letter_places(text, to_right, SHORTEST)]
            if self._pieces.isdisjoint("".join(lower[at] for at in places) for places in nearest):
                continue
            before, after = _letter_places(text, to_left), _letter_places(text, to_right)
            for letters, is_exact, name in self._letters:
                shown = text if is_exact else lower
                first = _shared("".join(shown[at] for at in before[::-1]), letters)
                last = _shared("".join(shown[at] for at in after)[::-1], letters[::-1])
                are_both = min(first, last) >= SHORTEST
                if are_both or _is_distinct("".join(text[at] for at in before[:first])):
                    end = before[0] + 1
                    yield before[first - 1], cut.start() if BOUNDARY in text[end : cut.start()] else end, name
                if are_both or _is_distinct("".join(text[at] for at in after[:last])):
                    start = after[0]
                    yield cut.end() if BOUNDARY in text[cut.end() : start] else start, after[last - 1] + 1, name


def find_cuts(text: str) -> Iterator[re.Match[str]]:
    """The signs in a text that stand for what it leaves out."""
    if any(sign in text for sign in _SHORTEST_CUTS):  # most texts have none, which is told quickly
        yield from _CUT.finditer(text)


def _letter_places(text: str, places: range, most: int = _NEAR) -> list[int]:
    """Where the first letters and digits are, from a cut until there are too many separators."""
    found: list[int] = []
    gap = 0
    for at in places:
        gap = 0 if text[at].isalnum() else gap + 1
        if gap > _GAP or len(found) == most:
            break
        if not gap:
            found.append(at)
    return found


def _shared(shown: str, letters: str) -> int:
    """How many letters of a secret, but not all of them, a text ends with that begin it."""
    longest = min(len(shown), len(letters) - 1)
    return next((count for count in range(longest, 0, -1) if shown.endswith(letters[:count])), 0)


def _is_distinct(rest: str) -> bool:
    """Whether what is left tells of a secret: the last four digits of a card may be shown, and a word before dots is a
    label."""
    return len(rest) >= DISTINCT and not (rest.isalpha() and (is_word(rest) or is_word(rest[::-1])))
