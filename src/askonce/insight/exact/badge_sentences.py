"""Sentences about the number on something: "the basket counter shows 2", "how many things are in the basket"."""

from __future__ import annotations

from collections.abc import Iterator

from askonce.insight.exact.claims import Badge, BadgeClaim
from askonce.insight.exact.statement_words import statement_words
from askonce.language.terms import Terms, words_of
from askonce.language.vocabulary import Phrase, vocabulary

_BADGES = frozenset({"counter", "badge", "count", "indicator"})
_SHOWS = frozenset({"shows", "show", "is", "says", "reads", "displays"})
_HOLDS = frozenset({"has", "contains", "holds"})
_THINGS = frozenset({"thing", "things", "item", "items"})
_MOST_DIGITS = 6


def badge_claims(terms: Terms, holds: bool) -> Iterator[BadgeClaim]:
    """What a statement may claim of such a number."""
    words = words_of(terms)
    if (number := _number(words[-1])) is not None and words[-2] in _SHOWS and (badge := read_badge(words[:-2])):
        yield BadgeClaim(badge, number, holds)
    if words[-1] in _THINGS and words[-3:-2] and words[-3] in _HOLDS and (owner := _owner(words[:-3])):
        number = _number(words[-2])
        yield from [BadgeClaim(Badge(owner, of_things=True), number, holds)] if number is not None else []
    if words[:2] in {("there", "is"), ("there", "are")} and words[3:5] and words[3] in _THINGS and words[4] == "in":
        number, owner = _number(words[2]), _owner(words[5:])
        yield from [BadgeClaim(Badge(owner, of_things=True), number, holds)] if owner and number is not None else []


def read_badge(words: Phrase) -> Badge | None:
    """The basket counter; the number of things in the basket; how many things are in the basket."""
    if words[:2] == ("what", "does") and words[-1] == "show":
        words = words[2:-1]
    bare = words[1:] if words[:1] == ("the",) else words
    if bare[-1:] and bare[-1] in _BADGES and (owner := _owner(("the", *bare[:-1]))):
        return Badge(owner)
    for lead in (("number", "of"), ("how", "many")):
        if bare[:2] != lead or bare[2:3] == () or bare[2] not in _THINGS:
            continue
        rest = tuple(word for word in bare[3:] if word not in {"are", "there"})
        if rest[:1] == ("in",) and (owner := _owner(rest[1:])):
            return Badge(owner, of_things=True)
    return None


def _owner(words: Phrase) -> str:
    """What bears the number: something that holds others. Of other things it may be the name, as in "Room 2"."""
    is_definite = words[:1] and words[0] in {"the", "my"}
    return " ".join(words[1:]) if is_definite and words[1:] in statement_words().holders else ""


def _number(word: str) -> int | None:
    is_plain = word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS
    return int(word) if is_plain else vocabulary().numbers.get(word)
