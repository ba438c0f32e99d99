"""A sentence as tokens, and texts in the forms in which they are compared."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from askonce.insight.exact.statement_words import phrases
from askonce.screens.ui_tree import plain

_LONGEST = 2_000
_MOST_TOKENS = 80

# Each alternative ends at the next sign of its own, so that every character is looked at a few times at most. A single
# quote inside of a word is an apostrophe.
_TOKEN = re.compile(
    r"""\s*+(?:
        "(?P<double>[^"\\]++)"(?!\w) | “(?P<set>[^“”]++)” | «(?P<angle>[^«»]++)» | `(?P<tick>[^`]++)`
      | '(?P<single>(?:[^'\\]|'(?=\w))++)'(?!\w) | ‘(?P<curly>(?:[^‘’\\]|’(?=\w))++)’(?!\w)
      | (?P<mark>[,;]) | (?P<word>[^\s,;"“”«»`'‘][^\s,;"“”«»`‘]*+)
    )""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word in lower case, or a quotation as it is written."""

    text: str
    quoted: bool = False


Tokens = tuple[Token, ...]


def read_tokens(sentence: str) -> Tokens | None:
    """The tokens of one sentence; None when it holds anything else, such as a quotation that never ends."""
    sentence = sentence.strip().rstrip(".!? \t\n")
    if not sentence or len(sentence) > _LONGEST:
        return None
    found: list[Token] = []
    end = 0
    while end < len(sentence):
        token = _TOKEN.match(sentence, end)
        if token is None or len(found) > _MOST_TOKENS:
            return None
        end = token.end()
        word = token["word"] or token["mark"]
        if word and len(word) > 1 and word.startswith(("/", "http://", "https://")):
            found.append(Token(word, quoted=True))  # addresses are plain without quotes
            continue
        if word is not None:
            found += [Token(part) for part in _words(word)]
            continue
        quoted = next(text for text in token.group("double", "set", "angle", "tick", "single", "curly") if text)
        if not quoted.strip():
            return None
        found.append(Token(spelt(quoted), quoted=True))
    return tuple(found)


def _words(word: str) -> list[str]:
    word = word.lower().replace("’", "'")
    return phrases().contractions.get(word, word).split()


def said(tokens: Tokens) -> tuple[str, ...]:
    """The words for looking up phrases: a quotation is never part of one."""
    return tuple("" if token.quoted else token.text for token in tokens)


def spelt(text: str) -> str:
    """`text` letter by letter; only spacing does not count."""
    return " ".join(text.split())


@lru_cache(8192)  # the same texts are compared for every clause and at every look
def squashed(text: str) -> str:
    """`text` without all that people leave out or write differently: case, accents, spaces and signs."""
    parts = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in parts if letter.isalnum()) or spelt(parts)


def same_name(one: str, other: str) -> bool:
    """Whether it is one name: only case and the marks that follow a label may differ, as in `Name: *`."""
    return _label(one) == _label(other) != ""


def _label(name: str) -> str:
    return plain(name).rstrip("*:… ")


def holds_words(text: str, wanted: str) -> int:
    """Where `wanted` ends in `text`, when it stands there as whole words and whole numbers; 0 when it does not."""
    text, start = spelt(text), -1
    while (start := text.find(wanted, start + 1)) >= 0:
        end = start + len(wanted)
        if not (_goes_on(text[:start][::-1], wanted[0]) or _goes_on(text[end:], wanted[-1])):
            return end
    return 0


def _goes_on(beyond: str, edge: str) -> bool:
    """Whether a word or a number does not stop here: `5` goes on in `5.00`, `1,5` and `-5`."""
    if not beyond or not edge.isalnum():
        return bool(beyond) and edge in ".,-+" and beyond[0].isdigit()
    if beyond[0].isalnum() or beyond[0] == "_":
        return True
    if beyond[0].isspace():
        return edge.isdigit() and beyond[1:2].isdigit()
    is_sign = beyond[0] in ".,'’-–/:+%°$€£¥@" and (edge.isdigit() or beyond[0] in "-'’@")
    return is_sign and (beyond[1:2].isalnum() or beyond[0] in "%°$€£¥-–+")
