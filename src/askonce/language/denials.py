"""Whether who answers says that something is not there. The words are data: `denials.json`.

Nobody sees that in a picture of which a part is hidden.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Literal

from askonce.language.tokens import split_quotations
from askonce.lazy import regex
from askonce.screens.ui_tree import plain

_Kind = Literal["denying", "universal", "showing", "joining", "counting"]

_CLAUSE_END = regex(r"[.!?;:,()\[\]–—|•]+(?:\s|$)|\s(?:and|but|or)\s")
_REACH = 5
"""How many words before something may deny it: "None of your changes were saved"."""
_YET = regex(r"\b(?:yet|still) to\b|\bunable to\b|\bfailed to\b")


def claims_absence(statement: str, *, holds: bool) -> bool:
    """Whether a verdict on a statement may say that something is not there; what is quoted says nothing of that.

    True of "no error is shown" and of "all rows are ticked", false of "the page shows an error" and of "nothing is
    missing".
    """
    denials = denied(statement)
    if holds:
        return denials > 0 or _count("universal", statement) > 0
    if denials % 2 == 0 and denials:
        return any(_denies_twice(clause) for clause in _clauses(statement))
    if denials:
        return False
    return _count("showing", statement) > 0 or _count("universal", statement) > 0


def denied(words: str) -> int:
    """How many of the words deny something."""
    return _count("denying", words)


def is_denied(text: str, wanted: str) -> bool:
    """Whether a text has these words only where others right before them deny them, as "Nothing saved yet" does: who
    reads "saved" there reads the opposite."""
    said, sought = plain(text).replace("’", "'"), plain(wanted).replace("’", "'")
    places = [found.start() for found in re.finditer(re.escape(sought), said)] if sought else []
    return bool(places) and all(_ends_in_denial(said[:place]) for place in places)


def _ends_in_denial(before: str) -> bool:
    words = " ".join(_CLAUSE_END.split(before)[-1].split()[-_REACH:])
    return denied(words) > 0 or _YET.search(words) is not None


def counts_things(demand: str) -> bool:
    """Whether a demand asks how many of something there are."""
    return _count("counting", demand) > 0


def _clauses(statement: str) -> list[str]:
    """The parts that words such as "and" join: each denies by itself, as in "no error and no warning"."""
    said = _said(statement)
    starts = [0, *(found.start() for found in _words("joining").finditer(said)), len(said)]
    return [said[start:end] for start, end in pairwise(starts)]


def _denies_twice(clause: str) -> bool:
    """Whether it would be seen as absence that this part of a sentence with denials is false."""
    denials = denied(clause)
    return denials % 2 == 0 and (denials > 0 or _count("showing", clause) > 0)


def _count(kind: _Kind, sentence: str) -> int:
    return len(_words(kind).findall(_said(sentence)))


def _said(sentence: str) -> str:
    said = " ".join("…" if is_quoted else part for part, is_quoted in split_quotations(sentence))
    return plain(said).replace("’", "'")


@cache
def _words(kind: _Kind) -> re.Pattern[str]:
    known = json.loads((files("askonce.language") / "denials.json").read_text("utf-8"))[kind]
    unspaced = [re.escape(plain(word)) for word in known.pop("unspaced")]
    spaced = sorted({plain(word) for words in known.values() for word in words}, key=len, reverse=True)
    endings = r"|\w+n't(?!\w)" if kind == "denying" else ""
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, spaced))})(?!\w){endings}|{'|'.join(unspaced)}")
