"""A description as terms: its words as they are compared, its quotations, and the marks that part it."""

from __future__ import annotations

from dataclasses import replace

from askonce.language.normalization import PIECE, SILENT, key
from askonce.language.terms import Term, Terms
from askonce.language.tokens import split_quotations
from askonce.screens.ui_tree import plain

_MARKS = frozenset("(),;")
_ELLIPSES = ("…", "...")


def read_terms(description: str) -> Terms:
    terms: list[Term] = []
    for part, is_quotation in split_quotations(description):
        if not is_quotation:
            terms += _unquoted_terms(part)
        elif words := key(part[1:-1]):
            terms.append(Term(words, quoted=True, cut=part[1:-1].rstrip().endswith(_ELLIPSES)))
    return tuple(terms)


def _unquoted_terms(text: str) -> list[Term]:
    terms: list[Term] = []
    for piece in PIECE.findall(plain(text).replace("...", "…").replace("’", "'")):
        if piece == "…" and terms:
            terms[-1] = replace(terms[-1], cut=True)
        elif piece not in SILENT or piece in _MARKS or piece == "#":
            terms.append(Term(piece))
    return terms


def is_mark(term: Term) -> bool:
    return not term.quoted and term.text in _MARKS
