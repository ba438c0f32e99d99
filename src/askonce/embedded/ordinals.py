"""Numbers of places: the 3rd, the last, the second to last."""

from __future__ import annotations

import re

from askonce.locate.local.description_words import split_words
from askonce.locate.local.vocabulary import vocabulary

_NUMBERED = re.compile(r"(\d{1,4})(?:st|nd|rd|th)")


def read_ordinal(words: str) -> int | None:
    """The place that `words` name, counted from 1, or from -1 backwards; None when they name none."""
    said = tuple(word for word in split_words(words) if word != "the")
    if len(said) == 1 and (found := _NUMBERED.fullmatch(said[0])):
        return int(found[1]) or None
    return vocabulary().ordinals.get(said)


def split_ordinal(words: str) -> tuple[int | None, str]:
    """ "the 2nd text area" as 2 and "text area"; without a number the words alone."""
    said = [word for word in split_words(words) if word != "the"]
    for length in (3, 2, 1):
        if len(said) > length and (number := read_ordinal(" ".join(said[:length]))) is not None:
            return number, " ".join(said[length:])
    return None, " ".join(said)
