"""Counts beside a passed value, as in "2 results for {term}": with another value there are more or fewer.

In a recording `*` stands for such a count. What else a number may be, as in "Order 12 of {customer}", is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from askonce.language.denials import denied
from askonce.language.numerals import singular
from askonce.lazy import regex
from askonce.recordings.slots import slots_of
from askonce.screens.ui_tree import plain
from askonce.values import Instruction

_NUMBER = r"\d[\d,.]*\+?"
_COUNT = regex(
    rf"(?P<before>^|[(\[“\"'«–—:;,·|-]\s*|(?:^|\s)(?:showing|found|all|about|over)\s+)"
    rf"(?P<number>{_NUMBER}(?:\s+(?:of|von|sur|de|di|van)\s+{_NUMBER})?)\s+(?P<noun>[^\W\d_]+)",
    re.IGNORECASE,
)
_COUNTED = frozenset({
    "result", "hit", "match", "item", "entry", "product", "article", "record", "file", "message", "left", "available",
    "remaining", "free", "found", "ergebnis", "ergebnisse", "treffer", "artikel", "einträge", "produkte", "verfügbar",
    "résultat", "produit", "resultado", "producto", "risultato", "risultati", "prodotti", "resultaat", "resultaten",
    "resultat", "träffar", "wynik", "wyniki", "wyników",
})  # fmt: skip
"""Words of which there are so many; an English word in the plural is one too."""
_NONE = regex(r"(?P<none>[^\W\d_]+)\s+(?P<noun>[^\W\d_]+)")
_STAR = regex(r"\* (\w+)")
_MARKS = " \t\n.,:;!()[]–—-·|*"


def open_counts(text: str, instruction: Instruction) -> str:
    """A text with open slots, with `*` for each count in it that the instruction does not say."""
    if not slots_of(text):
        return text
    said = set(re.findall(r"\d+", str(instruction)))

    def opened(found: re.Match[str]) -> str:
        noun, numbers = found["noun"].casefold(), re.findall(r"\d+", found["number"])
        is_count = (singular(noun) != noun or noun in _COUNTED) and said.isdisjoint(numbers)
        return re.sub(_NUMBER, "*", found[0]) if is_count else found[0]

    return _COUNT.sub(opened, text)


def without_counts(text: str) -> str:
    """The longest part of a text with open slots that has one of them and no count: "for {term}"."""
    parts = re.split(r"\* \w+", text)
    named = [part.strip(_MARKS) for part in parts if slots_of(part)]
    return max(named, key=len, default=text) if len(parts) > 1 else text


def without_zero_counts(text: str) -> str:
    """A text without counts that say that there is none, such as "no results": a search may well find nothing."""

    def rest(found: re.Match[str]) -> str:
        noun = found["noun"].casefold()
        is_zero = (noun in _COUNTED or singular(noun) in _COUNTED) and denied(found["none"]) > 0
        return " " if is_zero else found[0]

    return _NONE.sub(rest, text)


def says_same(wanted: str, text: str) -> bool:
    """Whether a text says what was recorded, with any number in place of each `*`."""
    was, now = plain(wanted), plain(text)
    if was == now or not _STAR.search(was):
        return was == now
    pieces = _STAR.split(was)
    pattern = "".join(re.escape(piece) if place % 2 == 0 else rf"{_NUMBER} (\w+)" for place, piece in enumerate(pieces))
    found = re.fullmatch(pattern, now)
    return bool(found) and [*map(singular, found.groups())] == [*map(singular, pieces[1::2])]


def all_are_said(wanted: Iterable[str], texts: Iterable[str]) -> bool:
    """Whether all that was recorded is among some texts."""
    known = set(map(plain, texts))
    return all(
        plain(text) in known or ("*" in text and any(says_same(text, each) for each in known)) for text in wanted
    )
