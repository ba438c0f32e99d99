"""From a description to what it may mean: every way to read it, the plainest first.

"Terms of use" may be one name or something called Terms that belongs to something called use. Nothing is decided here:
a reading counts when the screen bears it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from askonce.locate.local.description_words import Token, key, read_tokens
from askonce.locate.local.vocabulary import Kind, vocabulary
from askonce.screens.ui_tree import State

_LONGEST_PHRASE = 5
_MOST_JOINTS = 5

Tokens = tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Head:
    """One way to read a description's own words: a name, a kind of element, or both, and which of several."""

    name: str = ""
    quoted: bool = False
    kind: Kind | None = None
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
    tokens = _in_order(read_tokens(prompt))
    plain = _heads(_without_marks(tokens))
    whole = Head(key(prompt), quoted=any(token.quoted for token in tokens))
    readings = [Description((whole, *plain) if whole.name else plain)]
    readings += _related(tokens, frozenset())
    bare, places = _without_places(tokens)
    if places and bare:
        readings.append(Description(_heads(_without_marks(bare)), (), places))
        readings += _related(bare, places)
    return tuple(reading for reading in readings if reading.heads)


def negation_in(prompt: str) -> str:
    """The word by which `prompt` says what it does not mean, outside quotations."""
    words = [token.text for token in read_tokens(prompt) if not token.quoted]
    for phrase in vocabulary().negations:
        for start in range(len(words)):
            if tuple(words[start : start + len(phrase)]) == phrase:
                return " ".join(phrase)
    return ""


# ---- relations


def _in_order(tokens: Tokens) -> Tokens:
    """ "In the dialog, the close button" as "the close button in the dialog"."""
    comma = next((place for place, token in enumerate(tokens) if token.is_mark and token.text == ","), 0)
    if comma and _relation_at(tokens, 0) and comma < len(tokens) - 1:
        return (*tokens[comma + 1 :], *tokens[:comma])
    return tokens


def _related(tokens: Tokens, places: frozenset[str]) -> list[Description]:
    joints = list(_joints(tokens))
    if not joints:
        whole = _described(_without_marks(tokens))
        return [replace(one, places=places) for one in whole if one.relations]
    if len(joints) > _MOST_JOINTS:
        return []
    found: list[Description] = []
    for count in range(1, len(joints) + 1):
        for chosen in combinations(joints, count):
            found += [replace(one, places=places) for one in _split(tokens, chosen)]
    return found + [replace(one, places=places) for one in _described(_without_marks(tokens)) if one.relations]


Joint = tuple[int, int, str]


def _joints(tokens: Tokens) -> Iterator[Joint]:
    """Where words or marks may join a description to another: start, end, kind of relation."""
    place = 1
    while place < len(tokens) - 1:
        token = tokens[place]
        if token.is_mark and token.text != ")":
            following = _relation_at(tokens, place + 1)
            end, kind = following if following else (place + 1, "within")
            yield place, end, kind
            place = end
        elif found := _relation_at(tokens, place):
            yield place, *found
            place = found[0]
        else:
            place += 1


def _relation_at(tokens: Tokens, start: int) -> tuple[int, str] | None:
    relations = vocabulary().relations
    for length in range(_LONGEST_PHRASE, 0, -1):
        kind = relations.get(_words(tokens[start : start + length]))
        if kind and start + length <= len(tokens):
            return start + length, kind
    return None


def _split(tokens: Tokens, joints: Sequence[Joint]) -> list[Description]:
    starts = [0, *(end for _, end, _ in joints)]
    ends = [*(start for start, _, _ in joints), len(tokens)]
    parts = [_described(_without_marks(tokens[start:end])) for start, end in zip(starts, ends, strict=True)]
    if not all(parts):
        return []
    kinds = [kind for _, _, kind in joints]
    first, *others = parts
    chained = others[-1]
    for part, kind in zip(reversed(others[:-1]), reversed(kinds[1:]), strict=True):
        chained = [_with(one, Relation(kind, to)) for one in part for to in chained]
    found = [_with(one, Relation(kinds[0], to)) for one in first for to in chained]
    if len(others) > 1:
        flat = [Relation(kind, part[0]) for kind, part in zip(kinds, others, strict=True)]
        found += [_with(one, *flat) for one in first]
    return found


def _with(one: Description, *relations: Relation) -> Description:
    return replace(one, relations=(*one.relations, *relations))


def _described(tokens: Tokens) -> list[Description]:
    """A part without joints; "the last row's Edit link" holds two descriptions all the same."""
    found = [Description(heads)] if (heads := _heads(tokens)) else []
    for place, token in enumerate(tokens[:-1]):
        if not token.quoted and token.text.endswith("'s"):
            owner = _heads((*tokens[:place], Token(token.text.removesuffix("'s"))))
            owned = _heads(tokens[place + 1 :])
            if owner and owned:
                found.append(Description(owned, (Relation("within", Description(owner)),)))
    return found


# ---- the words of one description


def _heads(tokens: Tokens) -> tuple[Head, ...]:
    found: dict[Head, None] = {}
    described = _without_articles(tokens)
    for numbered, ordinal in _ordinals(described):
        for bare, state in _states(numbered):
            for named, kind in _kinds(bare):
                name = " ".join(token.text for token in named if token.quoted or token.text != "#")
                is_number = bool(named) and not named[0].quoted and named[0].text == "#"
                if (name or kind) and not is_number:
                    quoted = bool(named) and all(token.quoted for token in named)
                    is_first = bool(named) and named[-1] is bare[-1]
                    firm = quoted or is_first or described != tokens
                    cut = bool(named) and named[-1].cut
                    found[Head(name, quoted, kind, ordinal, state, firm, cut)] = None
    return tuple(found)


def _ordinals(tokens: Tokens) -> Iterator[tuple[Tokens, int | None]]:
    yield tokens, None
    words, known = vocabulary().ordinals, _words(tokens)
    for length in range(3, 0, -1):
        if (number := words.get(known[:length])) and len(tokens) > length:
            yield tokens[length:], number
            break
    first = known[0] if known else ""
    if first.rstrip("sthndr").isdigit() and first[-2:] in {"st", "nd", "rd", "th"} and len(tokens) > 1:
        yield tokens[1:], int(first[:-2])
    if len(tokens) < 2 or tokens[-1].quoted or not tokens[-1].text.isdigit():
        return
    number, before = int(tokens[-1].text), known[-2]
    if number and before in {"#", "number", "no"} and len(tokens) > 2:
        yield tokens[:-2], number
    elif number and " ".join(known[:-1]) in vocabulary().counted:
        yield tokens[:-1], number


def _states(tokens: Tokens) -> Iterator[tuple[Tokens, State | None]]:
    yield tokens, None
    if len(tokens) > 1 and not tokens[0].quoted and (state := vocabulary().states.get(tokens[0].text)):
        yield tokens[1:], state


def _kinds(tokens: Tokens) -> Iterator[tuple[Tokens, Kind | None]]:
    """The name that is left when a word for the kind is taken from either end, and that kind."""
    yield tokens, None
    kinds = vocabulary().kinds
    for length in range(min(3, len(tokens)), 0, -1):
        for kind in kinds.get(_words(tokens[-length:]), ()):
            yield _without_calling(tokens[:-length]), kind
        if length < len(tokens):
            for kind in kinds.get(_words(tokens[:length]), ()):
                yield _without_calling(tokens[length:]), kind


def _without_calling(tokens: Tokens) -> Tokens:
    """ "labelled Email" as "Email"."""
    known = _words(tokens)
    for length in range(min(4, len(tokens) - 1), 0, -1):
        if known[:length] in vocabulary().callings:
            return _without_articles(tokens[length:])
    return tokens


def _without_articles(tokens: Tokens) -> Tokens:
    if len(tokens) > 1 and not tokens[0].quoted and tokens[0].text in vocabulary().articles:
        return tokens[1:]
    return tokens


def _without_marks(tokens: Tokens) -> Tokens:
    return tuple(token for token in tokens if not token.is_mark)


def _words(tokens: Tokens) -> tuple[str, ...]:
    """The words for looking up phrases: a quotation is never part of one."""
    return tuple("" if token.quoted else token.text for token in tokens)


# ---- places


def _without_places(tokens: Tokens) -> tuple[Tokens, frozenset[str]]:
    """ "Save (top right)", "Terms at the bottom" and "the top Save button" without their places."""
    known = vocabulary()
    start = len(tokens)
    while start > 0 and _is_of_place(tokens[start - 1]):
        start -= 1
    while start < len(tokens) and tokens[start].text not in {"at", "in", "on", "("}:
        start += 1
    if found := _places_in(tokens[start:]):
        return tokens[:start], found
    bare = _without_articles(tokens)
    end = 0
    while end < len(bare) and not bare[end].quoted and bare[end].text in known.places:
        end += 1
    following = bare[end].text if end < len(bare) else "of"
    return (bare[end:], _places_in(bare[:end])) if end and following != "of" else (tokens, frozenset())


def _is_of_place(token: Token) -> bool:
    known = vocabulary()
    is_word = token.text in known.places or token.text in known.place_joints
    return not token.quoted and (is_word or token.is_mark)


def _places_in(tokens: Tokens) -> frozenset[str]:
    places = vocabulary().places
    return frozenset(places[token.text] for token in tokens if not token.quoted and token.text in places)
