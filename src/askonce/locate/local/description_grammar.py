"""From a description to what it may mean: every way to read it, the plainest first.

"Terms of use" may be one name or something called Terms that belongs to something called use. Nothing is decided here:
a reading counts when the screen bears it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from askonce.language.normalization import key
from askonce.language.numerals import leading_ordinal
from askonce.language.terms import LONGEST_PHRASE, Term, Terms, words_of
from askonce.language.vocabulary import ElementKind, vocabulary
from askonce.lazy import dataclass
from askonce.locate.local.description_terms import is_mark, read_terms
from askonce.screens.ui_tree import State

_MOST_JOINTS = 5


@dataclass(frozen=True, slots=True)
class Head:
    """One way to read a description's own words: a name, a kind of element, or both, and which of several."""

    name: str = ""
    quoted: bool = False
    kind: ElementKind | None = None
    ordinal: int | None = None
    state: State | None = None
    firm: bool = False
    """Whether the word for the kind can be nothing else: after an article, beside a quotation, before the name."""
    cut: bool = False

    @property
    def is_plain(self) -> bool:
        return self.ordinal is None and self.state is None


@dataclass(frozen=True, slots=True)
class Relation:
    """How the described element lies to another one: beside, left, right, above, below or within."""

    kind: str
    to: Description


@dataclass(frozen=True, slots=True)
class Description:
    """Alternative heads, and what the element must relate to."""

    heads: tuple[Head, ...]
    relations: tuple[Relation, ...] = ()
    places: frozenset[str] = frozenset()

    @property
    def is_plain(self) -> bool:
        return not self.relations and not self.places


def read_prompt(prompt: str) -> tuple[Description, ...]:
    """All readings of `prompt`. The first takes it as a plain name, with or without a word for its kind."""
    terms = _in_order(read_terms(prompt))
    plain = _heads(_without_marks(terms))
    whole = Head(key(prompt), quoted=any(term.quoted for term in terms))
    readings = [Description((whole, *plain) if whole.name else plain)]
    readings += _related(terms, frozenset())
    bare, places = _without_places(terms)
    if places and bare:
        readings.append(Description(_heads(_without_marks(bare)), (), places))
        readings += _related(bare, places)
    return tuple(reading for reading in readings if reading.heads)


def negation_in(prompt: str) -> str:
    """The word by which `prompt` says what it does not mean, outside quotations."""
    words = [term.text for term in read_terms(prompt) if not term.quoted]
    for phrase in vocabulary().negations:
        for start in range(len(words)):
            if tuple(words[start : start + len(phrase)]) == phrase:
                return " ".join(phrase)
    return ""


# ---- relations


def _in_order(terms: Terms) -> Terms:
    """ "In the dialog, the close button" as "the close button in the dialog"."""
    comma = next((place for place, term in enumerate(terms) if is_mark(term) and term.text == ","), 0)
    if comma and _relation_at(terms, 0) and comma < len(terms) - 1:
        return (*terms[comma + 1 :], *terms[:comma])
    return terms


def _related(terms: Terms, places: frozenset[str]) -> list[Description]:
    joints = list(_joints(terms))
    if not joints:
        whole = _described(_without_marks(terms))
        return [replace(reading, places=places) for reading in whole if reading.relations]
    if len(joints) > _MOST_JOINTS:
        return []
    found: list[Description] = []
    for count in range(1, len(joints) + 1):
        for chosen in combinations(joints, count):
            found += [replace(description, places=places) for description in _split(terms, chosen)]
    return found + [
        replace(description, places=places)
        for description in _described(_without_marks(terms))
        if description.relations
    ]


Joint = tuple[int, int, str]


def _joints(terms: Terms) -> Iterator[Joint]:
    """Where words or marks may join a description to another: start, end, kind of relation."""
    place = 1
    while place < len(terms) - 1:
        term = terms[place]
        if is_mark(term) and term.text != ")":
            following = _relation_at(terms, place + 1)
            end, kind = following if following else (place + 1, "within")
            yield place, end, kind
            place = end
        elif found := _relation_at(terms, place):
            yield place, *found
            place = found[0]
        else:
            place += 1


def _relation_at(terms: Terms, start: int) -> tuple[int, str] | None:
    relations = vocabulary().relations
    for length in range(LONGEST_PHRASE, 0, -1):
        kind = relations.get(words_of(terms[start : start + length]))
        if kind and start + length <= len(terms):
            return start + length, kind
    return None


def _split(terms: Terms, joints: Sequence[Joint]) -> list[Description]:
    starts = [0, *(end for _, end, _ in joints)]
    ends = [*(start for start, _, _ in joints), len(terms)]
    parts = [_described(_without_marks(terms[start:end])) for start, end in zip(starts, ends, strict=True)]
    if not all(parts):
        return []
    kinds = [kind for _, _, kind in joints]
    first, *others = parts
    chained = others[-1]
    for part, kind in zip(reversed(others[:-1]), reversed(kinds[1:]), strict=True):
        chained = [_with(description, Relation(kind, to)) for description in part for to in chained]
    found = [_with(description, Relation(kinds[0], to)) for description in first for to in chained]
    if len(others) > 1:
        flat = [Relation(kind, part[0]) for kind, part in zip(kinds, others, strict=True)]
        found += [_with(description, *flat) for description in first]
    return found


def _with(description: Description, *relations: Relation) -> Description:
    return replace(description, relations=(*description.relations, *relations))


def _described(terms: Terms) -> list[Description]:
    """A part without joints; "the last row's Edit link" holds two descriptions all the same."""
    found = [Description(heads)] if (heads := _heads(terms)) else []
    for place, term in enumerate(terms[:-1]):
        if not term.quoted and term.text.endswith("'s"):
            owner = _heads((*terms[:place], Term(term.text.removesuffix("'s"))))
            owned = _heads(terms[place + 1 :])
            if owner and owned:
                found.append(Description(owned, (Relation("within", Description(owner)),)))
    return found


# ---- the words of one description


def _heads(terms: Terms) -> tuple[Head, ...]:
    found: dict[Head, None] = {}
    described = _without_articles(terms)
    for numbered, ordinal in _ordinals(described):
        for bare, state in _states(numbered):
            for named, kind in _kinds(bare):
                name = " ".join(term.text for term in named if term.quoted or term.text != "#")
                is_number = bool(named) and not named[0].quoted and named[0].text == "#"
                if (name or kind) and not is_number:
                    quoted = bool(named) and all(term.quoted for term in named)
                    is_first = bool(named) and named[-1] is bare[-1]
                    firm = quoted or is_first or described != terms
                    cut = bool(named) and named[-1].cut
                    found[Head(name, quoted, kind, ordinal, state, firm, cut)] = None
    return tuple(found)


def _ordinals(terms: Terms) -> Iterator[tuple[Terms, int | None]]:
    yield terms, None
    known = words_of(terms)
    number, length = leading_ordinal(known)
    if number is not None:
        yield terms[length:], number
    if len(terms) < 2 or terms[-1].quoted or not terms[-1].text.isdigit():
        return
    number, before = int(terms[-1].text), known[-2]
    if number and before in {"#", "number", "no"} and len(terms) > 2:
        yield terms[:-2], number
    elif number and " ".join(known[:-1]) in vocabulary().counted:
        yield terms[:-1], number


def _states(terms: Terms) -> Iterator[tuple[Terms, State | None]]:
    yield terms, None
    if len(terms) > 1 and not terms[0].quoted and (state := vocabulary().states.get(terms[0].text)):
        yield terms[1:], state


def _kinds(terms: Terms) -> Iterator[tuple[Terms, ElementKind | None]]:
    """The name that is left when a word for the kind is taken from either end, and that kind."""
    yield terms, None
    kinds = vocabulary().kinds
    for length in range(min(3, len(terms)), 0, -1):
        for kind in kinds.get(words_of(terms[-length:]), ()):
            yield _without_calling(terms[:-length]), kind
        if length < len(terms):
            for kind in kinds.get(words_of(terms[:length]), ()):
                yield _without_calling(terms[length:]), kind


def _without_calling(terms: Terms) -> Terms:
    """ "labelled Email" as "Email"."""
    known = words_of(terms)
    for length in range(min(4, len(terms) - 1), 0, -1):
        if known[:length] in vocabulary().callings or known[:length] in vocabulary().loose_callings:
            return _without_articles(terms[length:])
    return terms


def _without_articles(terms: Terms) -> Terms:
    if len(terms) > 1 and not terms[0].quoted and terms[0].text in vocabulary().articles:
        return terms[1:]
    return terms


def _without_marks(terms: Terms) -> Terms:
    return tuple(term for term in terms if not is_mark(term))


# ---- places


def _without_places(terms: Terms) -> tuple[Terms, frozenset[str]]:
    """ "Save (top right)", "Terms at the bottom" and "the top Save button" without their places."""
    known = vocabulary()
    start = len(terms)
    while start > 0 and _is_of_place(terms[start - 1]):
        start -= 1
    while start < len(terms) and terms[start].text not in {"at", "in", "on", "("}:
        start += 1
    if found := _places_in(terms[start:]):
        return terms[:start], found
    bare = _without_articles(terms)
    end = 0
    while end < len(bare) and not bare[end].quoted and bare[end].text in known.places:
        end += 1
    following = bare[end].text if end < len(bare) else "of"
    return (bare[end:], _places_in(bare[:end])) if end and following != "of" else (terms, frozenset())


def _is_of_place(term: Term) -> bool:
    known = vocabulary()
    is_word = term.text in known.places or term.text in known.place_joints
    return not term.quoted and (is_word or is_mark(term))


def _places_in(terms: Terms) -> frozenset[str]:
    places = vocabulary().places
    return frozenset(places[term.text] for term in terms if not term.quoted and term.text in places)
