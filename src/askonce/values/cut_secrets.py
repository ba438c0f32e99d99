"""What is left of a secret where a text leaves some of it out: beside an ellipsis, beside asterisks, dots and crosses
that stand for its characters, and where a line begins or ends in the midst of it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence

from askonce.lazy import dataclass, regex
from askonce.values.secret import SHORTEST
from askonce.values.secret_forms import BOUNDARY, DISTINCT, comparable, counts_up, is_word, lowered

_SHORTEST_CUTS = ("…", "...", "xxx", "XXX", *(2 * dot for dot in "*•·●∙⋅◦○×"))
_SIGNS = "|".join(f"{re.escape(sign)}+" for sign in _SHORTEST_CUTS)
_CUT = regex(rf"(?:{_SIGNS})(?:[ /-]?(?:{_SIGNS}))*")
"""What stands for the rest of a text; for that of a card, in groups."""
_LINE_ENDS = (BOUNDARY, "\n")
"""Where a text may be cut without a sign, and what follows may begin in the midst of something."""
_NEAR = 80
"""So many characters beside a cut may be left of a secret."""
_GAP = 3
"""The most separators between two letters of it."""

_Place = tuple[int, int, str]
"""Where what is left of a secret starts and ends, and the name of the secret."""


class CutSecrets:
    """Secrets of which a text may show no more than the beginning or the end."""

    def __init__(self, names: Mapping[str, str]) -> None:
        written = [_Part(text, lowered(text), True, name) for text, name in names.items()]
        codes = [(text, name) for text, name in names.items() if any(map(str.isdecimal, text)) or not is_word(text)]
        letters = [
            _Part("".join(filter(str.isalnum, comparable(text))), lowered(text), is_word(text), name)
            for text, name in codes
        ]
        self._readings = (_AsWritten(written), _LettersAlone(letters))

    def find(self, text: str, lower: str) -> Iterator[_Place]:
        """Where a text, which is given in lower case too, shows what is left of which secret."""
        cuts = list(find_cuts(text))
        for reading in self._readings:
            for cut in cuts:
                yield from reading.beside(text, lower, cut)
            yield from reading.at_line_ends(text, lower)


def find_cuts(text: str) -> Iterator[re.Match[str]]:
    """The signs in a text that stand for what it leaves out."""
    if any(sign in text for sign in _SHORTEST_CUTS):  # most texts have none, which is told quickly
        yield from _CUT.finditer(text)


@dataclass(frozen=True, slots=True)
class _Part:
    """What of a secret is compared, and whether the case of its letters counts."""

    shown: str
    whole: str
    """All of the secret in lower case."""
    is_exact: bool
    name: str

    @property
    def half(self) -> int:
        """So many characters tell of it where no sign says that something was left out."""
        return max(DISTINCT, -(len(self.shown) // -2))

    def may_be_cut_to(self, rest: str) -> bool:
        """Whether a line may show this without a sign: what has no separators is written in groups, and words that
        stand side by side are not what has others."""
        return self.whole.isalnum() or lowered(rest) in self.whole


class _Reading(ABC):
    """One way to compare texts with what may be left of secrets."""

    def __init__(self, secrets: Sequence[_Part]) -> None:
        self._secrets = secrets
        shown = {lowered(part.shown) for part in secrets}
        self._pieces = {word[at : at + SHORTEST] for word in shown for at in range(len(word) - SHORTEST + 1)}
        """What may stand right beside a cut: of most cuts is told quickly that it does not."""
        halves = [(part, slice(part.half), slice(-part.half, None)) for part in secrets if part.half < len(part.shown)]
        self._halves = [
            (part, re.compile(self.pattern(part, first)), re.compile(self.pattern(part, last)))
            for part, first, last in halves
        ]

    @abstractmethod
    def places(self, text: str, near: range, most: int = _NEAR) -> list[int]:
        """Where the characters are that count, from a cut on."""

    @abstractmethod
    def pattern(self, part: _Part, piece: slice) -> str:
        """What a line has to show that has this piece of a secret: of most texts is told quickly that they do not."""

    @abstractmethod
    def tells(self, rest: str, *, signed: bool) -> bool:
        """Whether what is left tells of a secret; `signed` says that it stands beside signs for the others."""

    def beside(self, text: str, lower: str, cut: re.Match[str]) -> Iterator[_Place]:
        """What is left beside signs for the rest."""
        to_left, to_right = _to_left(cut.start()), _to_right(cut.end(), len(text))
        nearest = (self.places(text, to_left, SHORTEST)[::-1], self.places(text, to_right, SHORTEST))
        if self._pieces.isdisjoint(_at(lower, places) for places in nearest):
            return
        before, after = self.places(text, to_left), self.places(text, to_right)
        for part in self._secrets:
            shown = text if part.is_exact else lower
            first = _shared(_at(shown, before[::-1]), part.shown)
            last = _shared(_at(shown, after)[::-1], part.shown[::-1])
            are_both = min(first, last) >= SHORTEST and part.shown.isalnum()
            if first and (are_both or self.tells(text[before[first - 1] : before[0] + 1], signed=True)):
                end = before[0] + 1
                yield before[first - 1], cut.start() if BOUNDARY in text[end : cut.start()] else end, part.name
            if last and (are_both or self.tells(text[after[0] : after[last - 1] + 1], signed=True)):
                start = after[0]
                yield cut.end() if BOUNDARY in text[cut.end() : start] else start, after[last - 1] + 1, part.name

    def at_line_ends(self, text: str, lower: str) -> Iterator[_Place]:
        """Half of a secret, or more, that a line ends or begins with."""
        for part, beginning, ending in self._halves:
            shown = text if part.is_exact else lower
            found: list[list[int]] = []
            for start, end in _lines_with(beginning, shown):
                before = self.places(text, _to_left(end, start))
                found.append(before[: _shared(_at(shown, before[::-1]), part.shown)][::-1])
            for start, end in _lines_with(ending, shown):
                after = self.places(text, _to_right(start, end))
                found.append(after[: _shared(_at(shown, after)[::-1], part.shown[::-1])])
            for places in found:
                if len(places) >= part.half:
                    start, end = places[0], places[-1] + 1
                    rest = text[start:end]
                    if part.may_be_cut_to(rest) and self.tells(rest, signed=False):
                        yield start, end, part.name


class _AsWritten(_Reading):
    """Each character as it is, which tells of words too."""

    def places(self, text: str, near: range, most: int = _NEAR) -> list[int]:
        return list(near[:most])

    def pattern(self, part: _Part, piece: slice) -> str:
        return re.escape(part.shown[piece])

    def tells(self, rest: str, *, signed: bool) -> bool:
        return len(rest) >= DISTINCT and (signed or not _is_label(rest))


class _LettersAlone(_Reading):
    """Codes without their separators, and with others in them."""

    def places(self, text: str, near: range, most: int = _NEAR) -> list[int]:
        """Where the first letters and digits are, until there are too many separators."""
        found: list[int] = []
        gap = 0
        for at in near:
            gap = 0 if text[at].isalnum() else gap + 1
            if gap > _GAP or len(found) == most:
                break
            if not gap:
                found.append(at)
        return found

    def pattern(self, part: _Part, piece: slice) -> str:
        if part.whole.isalnum():
            return rf"[\W_]{{0,{_GAP}}}".join(part.shown[piece])
        letters = [at for at, character in enumerate(part.whole) if character.isalnum()]
        return re.escape(part.whole[letters[0] : letters[-1] + 1][piece])

    def tells(self, rest: str, *, signed: bool) -> bool:
        """The last four digits of a card may be shown, a word before dots is a label, and pages are counted."""
        letters = "".join(filter(str.isalnum, rest))
        return len(letters) >= DISTINCT and not (_is_label(letters) or counts_up(rest))


def _lines_with(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    """Where the lines start and end that show what a pattern finds."""
    at = 0
    while found := pattern.search(text, at):
        start = max(text.rfind(sign, 0, found.start()) for sign in _LINE_ENDS) + 1
        ends = (text.find(sign, found.start()) for sign in _LINE_ENDS)
        end = min((end for end in ends if end >= 0), default=len(text))
        yield start, end
        at = end + 1


def _to_left(end: int, start: int = 0) -> range:
    return range(end - 1, max(start, end - _NEAR) - 1, -1)


def _to_right(start: int, end: int) -> range:
    return range(start, min(end, start + _NEAR))


def _at(text: str, places: Sequence[int]) -> str:
    return "".join(text[at] for at in places)


def _shared(shown: str, secret: str) -> int:
    """How many characters of a secret, but not all of them, a text ends with that begin it."""
    longest = min(len(shown), len(secret) - 1)
    return next((count for count in range(longest, 0, -1) if shown.endswith(secret[:count])), 0)


def _is_label(rest: str) -> bool:
    return rest.isalpha() and is_word(rest)
