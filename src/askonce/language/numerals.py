"""Number words: how many (3, three, twice), and which one (the 3rd, the last, the second to last)."""

from __future__ import annotations

import re

from askonce.language.normalization import split_words
from askonce.language.vocabulary import Phrase, vocabulary
from askonce.lazy import regex

_NUMBERED = regex(r"(\d{1,4})(?:st|nd|rd|th)", re.ASCII)
_LONGEST_ORDINAL = 3


def ordinal_of(words: Phrase) -> int | None:
    """The position that these words name, counted from 1, or from -1 backwards; None when they name none."""
    if len(words) == 1 and (found := _NUMBERED.fullmatch(words[0])):
        return int(found[1]) or None
    return vocabulary().ordinals.get(words)


def leading_ordinal(words: Phrase) -> tuple[int | None, int]:
    """The ordinal with which these words begin, and how many of them it is; other words must follow."""
    for length in range(min(_LONGEST_ORDINAL, len(words) - 1), 0, -1):
        if (number := ordinal_of(words[:length])) is not None:
            return number, length
    return None, 0


def read_ordinal(text: str) -> int | None:
    """The position that `text` names: 3 for "the 3rd", -1 for "last"."""
    return ordinal_of(_words(text))


def split_ordinal(text: str) -> tuple[int | None, str]:
    """ "the 2nd text area" as 2 and "text area"; without an ordinal the words alone."""
    words = _words(text)
    number, length = leading_ordinal(words)
    return number, " ".join(words[length:])


def _words(text: str) -> Phrase:
    return tuple(word for word in split_words(text) if word != "the")


def read_count(word: str) -> int | None:
    """The number that a word says: "3", "three", "twice"."""
    if word.isdecimal() and len(word) < 5:
        return int(word)
    return vocabulary().numbers.get(word, vocabulary().multiples.get(word))


def singular(noun: str) -> str:
    """ "boxes" as "box", "entries" as "entry"; other words stay."""
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if noun.endswith(("boxes", "sses", "ches", "shes")):
        return noun[:-2]
    return noun[:-1] if noun.endswith("s") and not noun.endswith(("ss", "us", "'s")) and len(noun) > 3 else noun
