"""A sentence as terms: words in the form in which phrases are looked up, and quotations."""

from __future__ import annotations

from collections.abc import Collection

from askonce.language.vocabulary import Phrase, vocabulary
from askonce.lazy import dataclass

LONGEST_PHRASE = 5


@dataclass(frozen=True, slots=True)
class Term:
    """One word, one quotation without its marks, or a mark that parts a sentence."""

    text: str
    quoted: bool = False
    cut: bool = False
    """Whether an ellipsis follows, as in names that a list cut short."""
    capital: bool = False
    """Whether a word was written with a capital letter, as names are."""


Terms = tuple[Term, ...]


def words_of(terms: Terms) -> Phrase:
    """The words for looking up phrases: a quotation is never part of one."""
    return tuple("" if term.quoted else term.text for term in terms)


def phrase_at_start(terms: Terms, known: Collection[Phrase]) -> int:
    """How many words at the start are one of the `known` phrases; the longest counts."""
    words = words_of(terms)
    return next((size for size in range(min(LONGEST_PHRASE, len(words)), 0, -1) if words[:size] in known), 0)


def phrase_at_end(terms: Terms, known: Collection[Phrase]) -> int:
    words = words_of(terms)
    return next((size for size in range(min(LONGEST_PHRASE, len(words)), 0, -1) if words[-size:] in known), 0)


def without_article(terms: Terms, articles: Collection[str] | None = None) -> Terms:
    known = vocabulary().articles if articles is None else articles
    return terms[1:] if terms and not terms[0].quoted and terms[0].text in known else terms
