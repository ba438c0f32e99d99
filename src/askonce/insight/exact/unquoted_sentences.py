"""Sentences that name things of the page without quotation marks: what they may mean is for the screen to tell.

"the price of the Milk jug", "The Teapot has a stock of 5", "The plan Free is selected", "How many items are left?"
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from askonce.insight.exact.badge_sentences import badge_claims, read_badge
from askonce.insight.exact.claims import AnyClaim, Cell, CellClaim, ChoiceClaim, Claim, CountingText, Demand, DoneClaim
from askonce.insight.exact.statement_words import statement_words
from askonce.insight.exact.subjects import without_article
from askonce.language.numerals import singular
from askonce.language.terms import Terms, words_of

_LONGEST_NAME = 8
_LONGEST_COLUMN = 4
_UNREAD = frozenset(
    [
        "and",
        "or",
        "not",
        "no",
        "never",
        "nor",
        "but",
        "if",
        "when",
        "while",
        "than",
        "more",
        "less",
        "least",
        "most",
        "any",
        "every",
        "each",
        "both",
        "either",
        "neither",
        ",",
        ";",
    ]
)
_BE = frozenset({"is", "are", "was", "were"})


def read_unquoted(terms: Terms) -> AnyClaim | None:
    """What a statement may claim."""
    terms, holds = _affirmed(terms)
    if not _is_plain(terms):
        return None
    readings = (*_cell_claims(terms, holds), *_relations(terms, holds), *_state_claims(terms, holds))
    readings = (*readings, *badge_claims(terms, holds))
    return AnyClaim(readings) if readings else None


def _affirmed(terms: Terms) -> tuple[Terms, bool]:
    words = words_of(terms)
    for place in range(1, len(words) - 1):
        if words[place] == "not" and words[place - 1] in _BE:
            return (*terms[:place], *terms[place + 1 :]), False
    return terms, True


def _is_plain(terms: Terms) -> bool:
    return 2 <= len(terms) <= 3 * _LONGEST_NAME and not _UNREAD & set(words_of(terms))


def _name(terms: Terms, most: int = _LONGEST_NAME) -> str:
    """A name as it was said, without its article; nothing where it hardly is one."""
    bare = without_article(terms)
    if not 0 < len(bare) <= most or statement_words().not_names & set(words_of(bare)):
        return ""
    return " ".join(term.text for term in bare)


def _cells(terms: Terms) -> Iterator[Cell]:
    """The price of the Milk jug; the Milk jug's price."""
    words = words_of(terms)
    for place, word in enumerate(words):
        if word == "of":
            column, owner = _name(terms[:place], _LONGEST_COLUMN), _name(terms[place + 1 :])
        elif word.endswith("'s") and len(word) > 2:
            owner = " ".join(filter(None, (_name(terms[:place]), word[:-2])))
            column = _name(terms[place + 1 :], _LONGEST_COLUMN)
        else:
            continue
        if column and owner:
            yield Cell(owner, (column,))


def _cell_claims(terms: Terms, holds: bool) -> Iterator[Claim]:
    """The price of the Milk jug is 11.30; the Teapot has a stock of 5."""
    words = words_of(terms)
    for place, word in enumerate(words):
        if word in _BE and (value := _name(terms[place + 1 :])):
            yield from (CellClaim(cell, value, holds) for cell in _cells(terms[:place]))
        if word == "has" and words[place + 1 : place + 2] in {("a",), ("an",)} and "of" in words[place:]:
            start = words.index("of", place)
            column, owner = _name(terms[place + 2 : start], _LONGEST_COLUMN), _name(terms[:place])
            value = _name(terms[start + 1 :])
            if column and owner and value:
                yield CellClaim(Cell(owner, (column,)), value, holds)


def _relations(terms: Terms, holds: bool) -> Iterator[Claim]:
    """Emma was written by Jane Austen."""
    words = words_of(terms)
    for relation, columns in statement_words().relations.items():
        for place in range(1, len(words) - len(relation)):
            if words[place : place + len(relation)] != relation:
                continue
            before = terms[: place - 1] if words[place - 1] in _BE else terms[:place]
            owner, value = _name(before), _name(terms[place + len(relation) :])
            if owner and value:
                yield CellClaim(Cell(owner, columns), value, holds)


def _state_claims(terms: Terms, holds: bool) -> Iterator[Claim]:
    """The room is Attic; the delivery is set to Post; the plan Free is selected; Pay the rent is done."""
    words, known = words_of(terms), statement_words()
    for place in range(1, len(words) - 1):
        if words[place] != "is":
            continue
        said, before = terms[place + 1 :], terms[:place]
        if len(said) == 1 and words[-1] in known.chosen:
            bare = without_article(before)
            for size in range(1, min(len(bare), _LONGEST_COLUMN + 1)):
                label, value = _name(bare[:size], _LONGEST_COLUMN), _name(bare[size:])
                if label and value:
                    yield ChoiceClaim(label, value, holds, chosen=True)
        elif len(said) == 1 and words[-1] in known.done:
            if name := _name(before):
                yield DoneClaim(name, holds)
        elif words[0] == "the" and (label := _name(before, _LONGEST_COLUMN)):
            is_set = words_of(said)[:2] == ("set", "to")
            if value := _name(said[2:] if is_set else said):
                yield ChoiceClaim(label, value, holds)


# ---- demands


def read_unquoted_demand(terms: Terms) -> Demand | None:
    """What may be asked for; `terms` without "what is"."""
    if not terms or _UNREAD & set(words_of(terms)):
        return None
    badge = read_badge(words_of(terms))
    if found := _other_demand(terms):
        return replace(found, badge=badge)
    return Demand("badge", badge=badge) if badge else None


def _other_demand(terms: Terms) -> Demand | None:
    return _counter(terms) or _which(terms) or _column(terms) or _cell_demand(tuple(_cells(terms)))


def _cell_demand(cells: tuple[Cell, ...]) -> Demand | None:
    return Demand("cell", cells=cells) if cells else None


def _which(terms: Terms) -> Demand | None:
    """Which city is selected; which year is The Leopard from; which price does the Teapot have."""
    words = words_of(terms)
    if words[0] not in {"which", "what"}:
        return None
    place = next((place for place, word in enumerate(words) if word in {*_BE, "does"} and place > 1), 0)
    column, rest = _name(terms[1:place], _LONGEST_COLUMN), terms[place + 1 :]
    if not place or not column or not rest:
        return None
    if words[place] == "is" and len(rest) == 1 and words[-1] in statement_words().chosen:
        return Demand("choice", label=column)
    is_over = words[-1] == "have" if words[place] == "does" else words[-1] in {"from", "in"}
    owner = _name(rest[:-1])
    return Demand("cell", cells=(Cell(owner, (column,)),)) if is_over and owner else None


def _column(terms: Terms) -> Demand | None:
    """The titles of all books."""
    bare = without_article(terms)
    words = words_of(bare)
    if words[1:3] != ("of", "all") or len(words) not in {4, 5} or "" in words:
        return None
    owner = _name(bare[3:])
    return Demand("column", cells=(Cell(owner, (words[0], singular(words[0]))),)) if owner else None


def _counter(terms: Terms) -> Demand | None:
    """How many items are left; how many rows does the table have; how many blenders were sold."""
    words = words_of(terms)
    if words[:2] != ("how", "many") or "" in words:
        return None
    if words[-4:] == ("does", "the", "table", "have"):
        return Demand("counter", counter=CountingText(words[2:-4], of_table=True)) if words[2:-4] else None
    place = next((place for place, word in enumerate(words) if word in _BE), 0)
    noun, rest = words[2:place], words[place + 1 :]
    if not noun or not rest:
        return None
    if rest in statement_words().listed:
        return Demand("counter", counter=CountingText(noun))
    owner = _name(terms[2:place])
    cells = (Cell(owner, (" ".join(rest),)),) if owner else ()
    return Demand("counter", counter=CountingText(noun, rest), cells=cells)
