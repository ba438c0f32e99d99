"""Sentence forms: how `patterns.txt` is read, and which words of a part fill which slot."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import dropwhile, takewhile
from types import MappingProxyType

from askonce.embedded.grammar.entry_phrases import read_amount
from askonce.embedded.grammar.lexicon import lexicon, longest_first
from askonce.embedded.measures import read_order, read_superlative
from askonce.language.numerals import read_count, read_ordinal
from askonce.language.tokens import Token, read_tokens
from askonce.language.vocabulary import Phrase
from askonce.lazy import dataclass, regex
from askonce.screens.keys import NAMED, read_keys

_PREPOSITIONS = frozenset(
    {"in", "into", "inside", "from", "out", "of", "on", "for", "as", "with", "at", "under", "using", "use"}
)

_JOINTS = frozenset({"and", "then", "&", "but", "or"})
_ASSIGNED = frozenset({"with", "to", "as", "=", ":", "is"})
"""Between a field and what goes into it."""
_CONNECTIVES = _PREPOSITIONS | _ASSIGNED

_VALUES = frozenset({"VALUE", "FIXED", "BARE"})
_KEPT_AS = MappingProxyType({**dict.fromkeys([*_VALUES, "NUMBER"], "value"), "MOMENT": "target"})
_LONGEST_SOURCE = 16

ADDRESS = regex(r"(?:https?|file|about|data):\S+|www\.\S+|localhost\S*", re.IGNORECASE)
"""What is an address beyond doubt."""

Span = tuple[int, int]
Filled = dict[str, Span]


@dataclass(frozen=True, slots=True)
class Words:
    """One of several phrases, which may be left out if `optional`."""

    phrases: tuple[Phrase, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """One or more words of the person's own."""

    name: str


@dataclass(frozen=True, slots=True)
class Pattern:
    verb: str
    elements: tuple[Words | Slot, ...]

    def fits(self, tokens: Sequence[Token]) -> Iterator[Filled]:
        """Every way in which all of `tokens` follow this form, the shortest first slot first."""
        argument = {token.plain for token in tokens if not token.is_fixed}
        needed = (item.phrases for item in self.elements if isinstance(item, Words) and not item.optional)
        if all(any(argument.issuperset(phrase) for phrase in known) for known in needed):
            yield from _fits(self.elements, tokens, 0)


@cache
def patterns(file: str = "patterns.txt") -> tuple[Pattern, ...]:
    text = (files("askonce.embedded.grammar") / file).read_text("utf-8")
    lines = (line.strip() for line in text.splitlines())
    return tuple(_read_pattern(line) for line in lines if line and not line.startswith("#"))


@cache
def verb_phrases() -> tuple[Phrase, ...]:
    """The words that a command begins with, longest first."""
    first = {
        phrase
        for pattern in patterns()
        if isinstance(pattern.elements[0], Words)
        for phrase in pattern.elements[0].phrases
        if phrase[0] not in _PREPOSITIONS
    }
    return tuple(sorted(first, key=len, reverse=True))


def starts_with(tokens: Sequence[Token], start: int, phrase: Phrase) -> bool:
    """Whether the words at `start` are that phrase; a quotation is never part of one."""
    if start + len(phrase) > len(tokens):
        return False
    return all(
        not token.is_fixed and token.plain == word
        for token, word in zip(tokens[start : start + len(phrase)], phrase, strict=True)
    )


def _read_pattern(line: str) -> Pattern:
    verb, _, form = line.partition(":")
    return Pattern(verb.strip(), tuple(_read_element(piece) for piece in form.split()))


def _read_element(piece: str) -> Words | Slot:
    if piece.isupper():
        return Slot(piece)
    optional = piece.endswith("?") and len(piece) > 1
    found: list[Phrase] = []
    for name in piece.removesuffix("?").split("/"):
        found += lexicon().classes[name[1:]] if name.startswith("@") else longest_first([name.replace("_", " ")])
    return Words(tuple(sorted(found, key=len, reverse=True)), optional)


def _fits(elements: Sequence[Words | Slot], tokens: Sequence[Token], start: int) -> Iterator[Filled]:
    if not elements:
        if start == len(tokens):
            yield {}
        return
    first, rest = elements[0], elements[1:]
    match first:
        case Words(phrases=known, optional=optional):
            for phrase in known:
                if starts_with(tokens, start, phrase):
                    yield from _fits(rest, tokens, start + len(phrase))
            if optional:
                yield from _fits(rest, tokens, start)
        case Slot(name=name):
            least = sum(isinstance(item, Slot) or not item.optional for item in rest)
            ends = range(start + 1, len(tokens) - least + 1) if rest else (len(tokens),)
            for end in ends:
                is_open = name in _VALUES and end == len(tokens)
                if _may_fill(name, tokens[start:end]) and not (is_open and _holds_joint(tokens[start:end])):
                    key = _KEPT_AS.get(name, name.lower())
                    yield from ({key: (start, end), **others} for others in _fits(rest, tokens, end))


def _may_fill(name: str, tokens: Sequence[Token]) -> bool:
    if not tokens or tokens[0].kind == "mark" or tokens[-1].kind == "mark":
        return False
    fills = _SLOTS.get(name)
    return fills is None or fills(tokens)


def split_pairs(tokens: Sequence[Token]) -> list[tuple[Sequence[Token], Sequence[Token]]]:
    """ ""A" into X, "B" into Y and C into Z" as texts with the words for their fields; else nothing.

    A text that is not quoted must have one word such as "into" behind it: of two, one may be part of it.
    """
    intos = [phrase[0] for phrase in lexicon().classes["into"] if len(phrase) == 1]
    runs: list[list[Token]] = [[]]
    for place, token in enumerate(tokens):
        is_joint = not token.is_fixed and token.plain in {",", "and"}
        if is_joint and _begins_pair(tokens[place:], intos):
            runs.append([])
        elif not is_joint or runs[-1]:
            runs[-1].append(token)
    pairs = [_pair(run, intos) for run in runs]
    return [] if None in pairs else [pair for pair in pairs if pair]


def split_assignments(tokens: Sequence[Token]) -> list[tuple[Sequence[Token], Sequence[Token]]]:
    """ "Name with Bob and City with Rome" as the words for each field with its text; else nothing."""
    runs: list[list[Token]] = [[]]
    for place, token in enumerate(tokens):
        is_joint = not token.is_fixed and token.plain in {",", "and", ";"}
        after = takewhile(lambda other: other.is_fixed or other.plain not in {",", "and", ";"}, tokens[place + 1 :])
        if is_joint and any(not other.is_fixed and other.plain in _ASSIGNED for other in after):
            runs.append([])
        elif not is_joint or (place + 1 < len(tokens) and runs[-1] and tokens[place + 1].plain != "and"):
            runs[-1].append(token)
    found = [_assignment(run) for run in runs if run]
    return [] if None in found else [item for item in found if item]


def _assignment(run: Sequence[Token]) -> tuple[Sequence[Token], Sequence[Token]] | None:
    """One field and its text. Where the text is not quoted, two ways to part them are one too many."""
    places = [at for at, token in enumerate(run) if not token.is_fixed and token.plain in _ASSIGNED and at > 0]
    value = run[places[0] + 1 :] if places else ()
    is_clear = len(value) == 1 or (len(places) == 1 and not any(token.is_fixed for token in value))
    if not value or not is_clear or any(token.is_fixed for token in run[: places[0]]) or _holds_joint(value):
        return None
    return run[: places[0]], value


def _begins_pair(tokens: Sequence[Token], intos: Sequence[str]) -> bool:
    """Whether a text and its field come after these joints, and no other joint before the field."""
    rest = [*dropwhile(lambda token: not token.is_fixed and token.plain in {",", "and"}, tokens)]
    if rest and rest[0].is_fixed:
        return len(rest) > 2 and rest[1].plain in intos
    words = [token.plain for token in takewhile(lambda token: token.plain not in {",", "and"}, rest)]
    return sum(word in intos for word in words[1:]) == 1


def _pair(run: Sequence[Token], intos: Sequence[str]) -> tuple[Sequence[Token], Sequence[Token]] | None:
    if len(run) > 2 and run[0].is_fixed and run[1].plain in intos:
        return (run[:1], run[2:]) if not any(token.is_fixed for token in run[2:-1]) else None
    linked = [at for at, token in enumerate(run) if at and not token.is_fixed and token.plain in intos]
    places = [at for at in linked if run[at].plain == "into"] or linked
    is_plain = len(places) == 1 and 0 < places[0] < len(run) - 1 and not any(item.is_fixed for item in run[: places[0]])
    return (run[: places[0]], run[places[0] + 1 :]) if is_plain else None


def _speaks_of_entries(text: str) -> bool:
    forms = {text, read_amount(text)[1]}
    return any(True for form in forms for pattern in patterns("entries.txt") for _ in pattern.fits(read_tokens(form)))


@lru_cache(1024)  # the same words are tried in many forms, and a source may hold another one
def _is_source(tokens: tuple[Token, ...]) -> bool:
    return any(True for pattern in patterns("sources.txt") for _ in pattern.fits(tokens))


def _are_keys(tokens: Sequence[Token]) -> bool:
    """Whether the words name keys beyond doubt: a single letter is rather the name of a button."""
    try:
        keys = read_keys(" ".join(token.inner for token in tokens))
    except ValueError:
        return False
    return any(key in NAMED for key in keys)


def _is_value(tokens: Sequence[Token]) -> bool:
    """A quotation, or plain words that are surely one text: "Bob as Name and Rome" are two."""
    if len(tokens) == 1:
        return True
    if any(token.kind == "quote" or token.plain == "into" for token in tokens):
        return False
    return not (_holds_joint(tokens) and any(token.plain in _CONNECTIVES for token in tokens))


def _holds_joint(tokens: Sequence[Token]) -> bool:
    """Whether a text at the end of a sentence may end before its last word, with another request behind it."""
    joints = [at for at, token in enumerate(tokens) if not token.is_fixed and token.plain in _JOINTS]
    commas = [at for at, token in enumerate(tokens) if token.kind == "mark" and token.text == ","]
    follows = any(token.plain in _CONNECTIVES for at in commas[:1] for token in tokens[at:])
    return len(tokens) > 1 and (bool(joints) or follows)


def _is_bare_value(tokens: Sequence[Token]) -> bool:
    return _is_value(tokens) and not any(not token.is_fixed and token.plain in _CONNECTIVES for token in tokens)


def _is_phrase(tokens: Sequence[Token]) -> bool:
    """Whether the words may be a field and its text with nothing between them."""
    plain = [token.plain for token in tokens if not token.is_fixed]
    return len(tokens) > 1 and (_CONNECTIVES | _JOINTS | {","}).isdisjoint(plain)


def _is_address(tokens: Sequence[Token]) -> bool:
    return len(tokens) == 1 and (tokens[0].kind == "slot" or bool(ADDRESS.fullmatch(tokens[0].inner)))


def _is_owner(tokens: Sequence[Token]) -> bool:
    return len(tokens) <= 3 and tokens[-1].plain.replace("’", "'").endswith(("'s", "s'"))


def _text(tokens: Sequence[Token]) -> str:
    return " ".join(token.text for token in tokens)


def _one_of_class(name: str) -> Callable[[Sequence[Token]], bool]:
    """Whether the words are one phrase of a class in `words.json`."""
    return lambda tokens: any(
        starts_with(tokens, 0, phrase) and len(phrase) == len(tokens) for phrase in lexicon().classes[name]
    )


_SLOTS: Mapping[str, Callable[[Sequence[Token]], bool]] = MappingProxyType(
    {
        "NUMBER": lambda tokens: len(tokens) == 1 and tokens[0].plain.isdecimal(),
        "PHRASE": _is_phrase,
        "COUNT": lambda tokens: len(tokens) == 1 and read_count(tokens[0].plain) is not None,
        "FIXED": lambda tokens: len(tokens) == 1 and tokens[0].is_fixed,
        "VALUE": _is_value,
        "BARE": _is_bare_value,
        "TARGET": lambda tokens: all(token.is_fixed or token.plain != "into" for token in tokens[:-1]),
        "KEYS": _are_keys,
        "SOURCE": lambda tokens: len(tokens) <= _LONGEST_SOURCE and _is_source(tuple(tokens)),
        "FIELD": lambda tokens: not any(token.is_fixed for token in tokens),
        "MOMENT": lambda tokens: len(tokens) == 1 and tokens[0].plain in {"date", "day", "time"},
        "DETAILS": lambda tokens: len(tokens) > 1 or tokens[0].is_fixed,
        "ALL": lambda tokens: read_amount(_text(tokens))[0].which == "all" or _text(tokens).casefold() == "everything",
        "ASSIGNMENTS": lambda tokens: len(split_assignments(tokens)) > 1,
        "ASSIGNMENT": lambda tokens: len(split_assignments(tokens)) == 1,
        "PAIRS": lambda tokens: len(split_pairs(tokens)) > 1,
        "ENTRY": lambda tokens: len(tokens) <= _LONGEST_SOURCE and _speaks_of_entries(_text(tokens)),
        "OWNER": _is_owner,
        "NTH": lambda tokens: read_ordinal(_text(tokens)) is not None,
        "ADDRESS": _is_address,
        "ORDER": lambda tokens: read_order([token.plain for token in tokens]) is not None,
        "BEST": lambda tokens: read_superlative([token.plain for token in tokens if not token.is_fixed]) is not None,
        **{name.upper(): _one_of_class(name) for name in ("way", "side", "style", "edge", "verb")},
    }
)
"""What may fill a slot; any words fill one that is not named here."""
