"""A statement as terms, strictly: every character of it is understood, or none."""

from __future__ import annotations

from askonce.insight.exact.statement_words import statement_words
from askonce.language.normalization import single_spaced
from askonce.language.terms import Term, Terms
from askonce.language.tokens import split_quotations
from askonce.lazy import regex

_LONGEST = 2_000
_MOST_TERMS = 80
_PIECE = regex(r"[,;]|[^\s,;]+")
_ADDRESS = ("/", "http://", "https://")
_STRAY_QUOTE = regex("^'|[\"“”«»„`‘「」『』]")
_NESTED_QUOTE = {"“": "“", "«": "«", "‘": "‘\\", '"': "\\", "'": "\\"}
"""What a quotation must not hold, by the mark that opens it: it would end somewhere else for other readers."""


def read_terms(statement: str) -> Terms | None:
    """The terms of one sentence; None when it holds anything else, such as a quotation that never ends."""
    sentence = statement.strip().rstrip(".!? \t\n")
    if not sentence or len(sentence) > _LONGEST:
        return None
    found: list[Term] = []
    after_quotation = False
    for part, is_quotation in split_quotations(sentence):
        terms = _quotation(part) if is_quotation else _words(part)
        if terms is None or (after_quotation and part[:1].isalnum()):
            return None
        found += terms
        after_quotation = is_quotation
    return tuple(found) if len(found) <= _MOST_TERMS else None


def _quotation(part: str) -> list[Term] | None:
    inner = single_spaced(part[1:-1])
    is_clear = inner and not any(sign in inner for sign in _NESTED_QUOTE.get(part[0], ""))
    return [Term(inner, quoted=True)] if is_clear else None


def _words(part: str) -> list[Term] | None:
    terms: list[Term] = []
    for piece in _PIECE.findall(part):
        if _STRAY_QUOTE.search(piece):
            return None
        if len(piece) > 1 and piece.startswith(_ADDRESS):
            terms.append(Term(piece, quoted=True))  # addresses need no quotation marks
            continue
        word: str = piece.lower().replace("’", "'")
        words = statement_words().contractions.get(word, word).split()
        terms += [Term(word, capital=piece[0].isupper() and len(words) == 1) for word in words]
    return terms
