"""What is left of a secret where a text leaves some of it out: beside an ellipsis, beside asterisks, dots and crosses
that stand for its characters, where a line begins or ends in the midst of it, and most of it beside any other sign."""

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
_ANY_SIGN = regex(rf" ?([^\w\s]|_)\1+|[^\w\s]|_|(?P<end>[\n{BOUNDARY}]|\Z)")
"""What may stand for the rest of a text too, and mostly does not; if it is there twice (group 1), it rather does. The
end of a line is one as well: lists put quotes around the same text."""
_GROUP = regex(r"[^\W_]+")
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
            yield from reading.ends_of_secrets(text, lower)


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

    @property
    def most(self) -> int:
        """So many tell of it beside any sign."""
        return max(DISTINCT + 1, -(3 * len(self.shown) // -4))

    @property
    def least(self) -> int:
        """Where most of it is left around a sign, one end of it has so many characters."""
        return min(self.half, max(SHORTEST, -(self.most // -2)))

    def is_label(self, rest: str) -> bool:
        """Whether what is left is an ordinary word, or some: not if it is in groups as codes are, nor if it is most of
        a secret that consists of letters and is no word."""
        letters = "".join(filter(str.isalnum, rest))
        if not _is_label(letters) or _is_in_groups(rest):
            return False
        is_most = len(rest) >= self.most and self.shown.isalpha() and not is_word(self.shown)
        return not (rest.isalpha() and is_most)

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
        self._ends = [
            (
                part,
                re.compile(self.pattern(part, slice(part.least))),
                re.compile(self.pattern(part, slice(-part.least, None))),
            )
            for part in secrets
            if part.half < len(part.shown)
        ]

    @abstractmethod
    def places(self, text: str, near: range, most: int = _NEAR) -> list[int]:
        """Where the characters are that count, from a cut on."""

    @abstractmethod
    def pattern(self, part: _Part, piece: slice) -> str:
        """What a line has to show that has this piece of a secret: of most texts is told quickly that they do not."""

    @abstractmethod
    def tells(self, part: _Part, rest: str, *, signed: bool) -> bool:
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
            if first and (are_both or self.tells(part, text[before[first - 1] : before[0] + 1], signed=True)):
                end = before[0] + 1
                yield before[first - 1], cut.start() if BOUNDARY in text[end : cut.start()] else end, part.name
            if last and (are_both or self.tells(part, text[after[0] : after[last - 1] + 1], signed=True)):
                start = after[0]
                yield cut.end() if BOUNDARY in text[cut.end() : start] else start, after[last - 1] + 1, part.name

    def ends_of_secrets(self, text: str, lower: str) -> Iterator[_Place]:
        """What is left of secrets at the ends of lines, and beside signs that may be anything."""
        for part, beginning, ending in self._ends:
            shown = text if part.is_exact else lower
            if first := beginning.search(shown):
                begins = list(_all_from(first, shown))
                yield from self._at_line_ends(text, shown, part, begins)
                starts = [found.start() for found in begins]
                for start, end in self._beside_any_sign(text, shown, part, part.shown, starts):
                    yield start, end, part.name
            if first := ending.search(shown):
                ends = list(_all_from(first, shown))
                yield from self._at_line_starts(text, shown, part, ends)
                starts = [len(text) - found.end() for found in ends]
                for start, end in self._beside_any_sign(text[::-1], shown[::-1], part, part.shown[::-1], starts):
                    yield len(text) - end, len(text) - start, part.name

    def _at_line_ends(self, text: str, shown: str, part: _Part, begins: Sequence[re.Match[str]]) -> Iterator[_Place]:
        """Half of a secret, or more, that a line ends with."""
        for start, end in _lines_of(begins, text):
            before = self.places(text, _to_left(end, start), len(part.shown))
            yield from self._half(text, part, before[: _shared(_at(shown, before[::-1]), part.shown)][::-1])

    def _at_line_starts(self, text: str, shown: str, part: _Part, ends: Sequence[re.Match[str]]) -> Iterator[_Place]:
        """The same that a line begins with."""
        for start, end in _lines_of(ends, text):
            after = self.places(text, _to_right(start, end), len(part.shown))
            yield from self._half(text, part, after[: _shared(_at(shown, after)[::-1], part.shown[::-1])])

    def _half(self, text: str, part: _Part, places: Sequence[int]) -> Iterator[_Place]:
        if len(places) >= part.half:
            start, end = places[0], places[-1] + 1
            if part.may_be_cut_to(text[start:end]) and self.tells(part, text[start:end], signed=False):
                yield start, end, part.name

    def _beside_any_sign(
        self, text: str, shown: str, part: _Part, secret: str, starts: Sequence[int]
    ) -> Iterator[tuple[int, int]]:
        """Where most of a secret is that begins at one of these places, before a sign that may be any, or around it;
        half of it before signs that are repeated. For its end, text and secret are given backwards."""
        for start in starts:
            if not _ANY_SIGN.search(text, start + part.least, start + 2 * len(secret)):
                continue  # with a separator after each character, which is the most
            after = self.places(text, _to_right(start, len(text)), len(secret))
            alike = _alike(_at(shown, after), secret)
            if alike == len(secret):
                continue
            run = _without_wide_gaps(after[:alike])
            for count in range(len(run), part.least - 1, -1):
                first = run[:count]
                if not (sign := _ANY_SIGN.match(text, first[-1] + 1)):
                    continue
                last = () if sign["end"] is not None else self._right_after(text, shown, sign.end(), secret[count:])
                needed = part.half if sign[1] else part.most
                if last and count + len(last) >= needed:
                    yield first[0], first[-1] + 1
                    yield last[0], last[-1] + 1
                    break
                if count >= needed and self._tells_beside(text[first[0] : first[-1] + 1], sign, part, secret):
                    yield first[0], first[-1] + 1
                    break

    def _right_after(self, text: str, shown: str, at: int, secret: str) -> Sequence[int]:
        """Where the end of a secret is that a text has from here on, as a word of its own or the end of one."""
        after = self.places(text, _to_right(at, len(text)), len(secret))
        last = after[: _shared(_at(shown, after)[::-1], secret[::-1])]
        return last if last and last[0] == at and not text[last[-1] + 1 : last[-1] + 2].isalnum() else ()

    def _tells_beside(self, rest: str, sign: re.Match[str], part: _Part, secret: str) -> bool:
        """Whether this is no usual text: others have the end of an address, and words before a full stop."""
        is_usual = all(map(part.is_label, _GROUP.findall(rest))) and (not sign[1] or secret != part.shown)
        return not is_usual and self.tells(part, rest, signed=False)


class _AsWritten(_Reading):
    """Each character as it is, which tells of words too."""

    def places(self, text: str, near: range, most: int = _NEAR) -> list[int]:
        return list(near[:most])

    def pattern(self, part: _Part, piece: slice) -> str:
        return re.escape(part.shown[piece])

    def tells(self, part: _Part, rest: str, *, signed: bool) -> bool:
        return len(rest) >= DISTINCT and (signed or not (rest.isalpha() and part.is_label(rest)))


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

    def tells(self, part: _Part, rest: str, *, signed: bool) -> bool:
        """The last four digits of a card may be shown, a word before dots is a label, and pages are counted."""
        letters = "".join(filter(str.isalnum, rest))
        return len(letters) >= DISTINCT and not (part.is_label(rest) or counts_up(rest))


def _all_from(first: re.Match[str], text: str) -> Iterator[re.Match[str]]:
    """What a pattern finds in a text from the first place on, also where that overlaps."""
    found: re.Match[str] | None = first
    while found:
        yield found
        found = first.re.search(text, found.start() + 1)


def _lines_of(found: Sequence[re.Match[str]], text: str) -> Iterator[tuple[int, int]]:
    """Where the lines start and end in which something was found."""
    end = -1
    for match in found:
        if match.start() > end:
            start = max(text.rfind(sign, 0, match.start()) for sign in _LINE_ENDS) + 1
            ends = (text.find(sign, match.start()) for sign in _LINE_ENDS)
            end = min((end for end in ends if end >= 0), default=len(text))
            yield start, end


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


def _alike(shown: str, secret: str) -> int:
    """How many characters a text and a secret begin with alike."""
    longest = min(len(shown), len(secret))
    return next((at for at in range(longest) if shown[at] != secret[at]), longest)


def _without_wide_gaps(places: Sequence[int]) -> Sequence[int]:
    """The first of these places, up to where more than one character stands between two of them."""
    wide = (at for at in range(1, len(places)) if places[at] - places[at - 1] > 2)
    return places[: next(wide, len(places))]


def _is_in_groups(rest: str) -> bool:
    """Whether there are three groups of letters or more, of one length save for one at an end, which may be cut."""
    lengths = [len(group) for group in _GROUP.findall(rest)]
    return any(len(set(whole)) == 1 < len(whole) and cut <= whole[0] for *whole, cut in (lengths, lengths[::-1]))


def _is_label(rest: str) -> bool:
    return rest.isalpha() and is_word(rest)
