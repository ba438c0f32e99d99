"""Whether a text tells that just what was asked for was done: what it tells fits that, and no word of it is unknown.

A word of success proves little by itself: "saved" stands in "Saved as draft" too, and "Your account was removed" is a
success of something else. So nothing here knows words that are bad; a text with a word that neither was asked for nor
says nothing of its own has to be read by somebody. The words are data: `told_deeds.json`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, cached_property
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field

from askonce.language.normalization import loose_key
from askonce.language.numerals import read_count
from askonce.language.verdicts import casts_doubt, is_conditional, is_taken_back, sentences_of
from askonce.lazy import dataclass, regex
from askonce.screens.ui_tree import plain

_LONGEST_PHRASE = 4
_UNSPACED = "\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
"""Scripts that are written without blanks, or with particles that hang on a word."""
_PIECE = regex(
    rf"\x00|\S+@[\w.-]+\w|[{_UNSPACED}]+|\d+(?:[.,:/-]\d+)*%?|[^\W\d_{_UNSPACED}]+(?:['-][^\W\d_{_UNSPACED}]+)*|#"
)
_LETTER = regex(r"[^\W_]")
_CLAUSE = regex(r"(?:^|[.;:,!\n]|\b(?:and|then|please|to|und|dann|bitte|et|puis|y|luego|e|poi|en|dan)\b)\s*")
_ENDINGS = ("s", "es", "e", "n", "en", "a", "o", "i", "as", "os", "d", "ed", "ing", "em", "y", "ę", "ą")
_SHORTEST_STEM = 4
_SAME_BEGINNING = 5
"""Letters with which a word of an instruction and one that tells of it begin alike: "сохранить", "сохранено"."""
_SAME_SIGNS = 2
"""The same in scripts without blanks: "保存", "保存しました"."""
_KNOWN = "\x00"
"""Stands for what was typed."""
_LONGEST_NAME = 2
"""Pieces of a typed text of which each may be told alone, as "Ann" of "Ann Reed"."""
_QUOTED = regex(r"\"[^\"]+\"|“[^”]+”|„[^“”]+[“”]|«[^»]+»|「[^」]+」|(?<!\w)'[^']+'(?!\w)")
_LARGE = regex(r"(?<=[\w,;:] )[^\W\d_a-z][^\W\d_]+")
_LIST = regex(r"[,;\n、，]\s*\S|\s(?:and|und|et|y|e|en|&)\s")
_ALL = frozenset(
    {"all", "every", "each", "both", "alle", "beide", "tous", "toutes", "todos", "todas", "tutti", "tutte"}
)
_MOST = 99
"""Up to this number, a number beside a deed is an amount, and above it a name: "order 1043 placed"."""
_NUMBERED = frozenset({"#", "number", "no", "nr", "nummer", "numéro", "número"})
_PARTS = frozenset({"of", "von", "de", "di", "van", "из", "z", "sur", "/"})
"""Before a number, they make the one before them a part of it: "1 of 2"."""


class _Deed(BaseModel):
    asked: frozenset[str]
    """Words by which people ask for it."""
    told: dict[str, list[str]]
    """Words that tell that it was done, by language."""
    also: frozenset[str]
    """What else was asked for, where this is told: what was to be added may be called saved."""


class _Notices(BaseModel):
    """What is told beside a success: that a mail was sent to whoever asked."""

    sent: frozenset[str]
    things: frozenset[str]


class _Deeds(BaseModel):
    model_config = ConfigDict(frozen=True)

    deeds: dict[str, _Deed]
    outright: dict[str, list[str]]
    """Words that tell that all is well, whatever was asked for."""
    filler: dict[str, list[str]]
    """Words that say nothing of their own."""
    nouns: list[frozenset[str]]
    """Words for one thing in several languages."""
    notices: _Notices
    also_nouns: frozenset[str] = Field(alias="also nouns")
    """Words that ask for a deed at the beginning of a clause alone: "order a cup", and not "cancel the order"."""

    @cached_property
    def told(self) -> dict[str, frozenset[str]]:
        """By a word or phrase, the deeds that it tells of."""
        found: dict[str, set[str]] = {}
        for name, deed in self.deeds.items():
            for word in (word for words in deed.told.values() for word in words):
                found.setdefault(plain(word), set()).add(name)
        return {word: frozenset(deeds) for word, deeds in found.items()}

    @cached_property
    def asked(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for name, deed in self.deeds.items():
            for word in deed.asked:
                found.setdefault(plain(word), set()).add(name)
        return {word: frozenset(deeds) for word, deeds in found.items()}

    @cached_property
    def harmless(self) -> frozenset[str]:
        return frozenset(plain(word) for words in self.filler.values() for word in words)

    @cached_property
    def well(self) -> frozenset[str]:
        return frozenset(plain(word) for words in self.outright.values() for word in words)

    def has(self, phrase: str) -> bool:
        return phrase in self.told or phrase in self.well or phrase in self.harmless

    @cached_property
    def groups(self) -> dict[str, frozenset[int]]:
        found: dict[str, set[int]] = {}
        for number, words in enumerate(self.nouns):
            for word in words:
                found.setdefault(plain(word), set()).add(number)
        return {word: frozenset(numbers) for word, numbers in found.items()}


@cache
def _deeds() -> _Deeds:
    return _Deeds.model_validate_json((files("askonce.language") / "told_deeds.json").read_text("utf-8"))


@dataclass(frozen=True)
class Asked:
    """What was asked for, as far as texts that tell of it are compared with it."""

    instruction: str
    typed: tuple[str, ...] = ()
    pressed: str = ""
    """The label of the control that was to do it."""
    around: tuple[str, ...] = ()
    """Headings over it, and the names of the fields that were filled in."""

    @cached_property
    def spoken(self) -> str:
        """The instruction without the texts in it that were typed or are quoted: what they say is not asked for."""
        said = plain(self.instruction).replace("’", "'")
        for part in (*self.typed, *(found[0] for found in _QUOTED.finditer(said))):
            if len(_pieces(part)) > _LONGEST_NAME:
                said = said.replace(plain(part).replace("’", "'"), " ")
        return said

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What was typed and is a name, so that each of its words may be told alone: short texts, and words that are
        written large inside of others."""
        short = [part for part in self.typed if len(_pieces(part)) <= _LONGEST_NAME]
        inside = [found[0] for part in self.typed if part not in short for found in _LARGE.finditer(part)]
        return (*short, *(word for word in inside if plain(word) not in _deeds().told))

    def without_typed(self, text: str) -> str:
        """A plain text without the typed texts in it, or the beginning of one that it cuts short."""
        begun = plain(text).removesuffix("...").removesuffix("…").strip()
        is_cut = begun != plain(text) and any(plain(part).startswith(begun) for part in self.typed)
        return "" if is_cut else _with_marks(text, self.typed).replace(_KNOWN, " ")

    @cached_property
    def asks_for_more(self) -> bool:
        """Whether more than one of something is asked for: by a number, a word for all, or a list."""
        spoken = (piece for text in (self.spoken, *self.typed) for piece in _pieces(text))
        is_many = any(piece in _ALL or 1 < (read_count(piece) or 0) <= _MOST for piece in spoken)
        return is_many or any(_LIST.search(part) for part in self.typed)

    @cached_property
    def deeds(self) -> frozenset[str]:
        """What was to be done."""
        said = self.spoken
        starts = (said[found.end() :] for found in _CLAUSE.finditer(said))
        asked = {*_asked_in(said, is_start=False), *_asked_in(self.pressed, is_start=True)}
        return frozenset(asked.union(*(_asked_in(start, is_start=True) for start in starts)))

    @cached_property
    def words(self) -> frozenset[str]:
        """All forms of the words that are known; of what was typed, those of names alone."""
        texts = (self.spoken, self.pressed, *self.names, *self.around)
        return frozenset(form for text in texts for piece in _pieces(text) for form in _forms(piece))

    @cached_property
    def things(self) -> frozenset[int]:
        """The groups of nouns that are spoken of."""
        said = " ".join((self.instruction, self.pressed, *self.around))
        return frozenset(number for phrase in _phrases(_pieces(said)) for number in _deeds().groups.get(phrase, ()))

    def knows(self, phrase: str) -> bool:
        return not self.words.isdisjoint(_forms(phrase)) or not self.things.isdisjoint(_deeds().groups.get(phrase, ()))

    def fits(self, told: Iterable[str]) -> bool:
        """Whether one of the deeds that a word tells of is what was asked for."""
        return any(name in self.deeds or not self.deeds.isdisjoint(_deeds().deeds[name].also) for name in told)


def invites_comments(label: str, asked: Asked) -> bool:
    """Whether a label is that of a place for comments, and no comment was asked for."""
    comments = _deeds().groups["comment"]
    return asked.things.isdisjoint(comments) and any(
        not comments.isdisjoint(_deeds().groups.get(phrase, ())) for phrase in _phrases(_pieces(label))
    )


def tells_success(text: str, asked: Asked) -> bool:
    """Whether a text tells that what was asked for was done, and nothing else."""
    if _casts_doubt(text):
        return False
    readings = [_read(sentence, asked) for sentence in sentences_of(text) if not is_conditional(sentence)]
    return any(each.tells for each in readings) and all(each.is_known or each.is_notice for each in readings)


def tells_of(text: str, deeds: Collection[str]) -> bool:
    """Whether a word of a text tells that one of these was done."""
    told = _deeds().told
    return any(not told[phrase].isdisjoint(deeds) for phrase in _phrases(_pieces(text)) if phrase in told)


def is_harmless(text: str, asked: Asked) -> bool:
    """Whether a text says nothing that has to be read, beside one that tells of success. A condition alone may be what
    is still to come: "If approved, it becomes public"."""
    if _casts_doubt(text):
        return False
    readings = [_read(sentence, asked) for sentence in sentences_of(text) if not is_conditional(sentence)]
    return bool(readings) and all(each.is_known or each.is_notice for each in readings)


def share_of_fillers(text: str) -> float:
    """How many of the words of a text say nothing of their own: in a language that is known here, some do."""
    pieces = [piece for piece in _pieces(text) if piece[0].isalpha()]
    spoken = {word for phrase in _deeds().harmless for word in phrase.split()}
    return sum(piece in spoken for piece in pieces) / len(pieces) if pieces else 0.0


def _casts_doubt(text: str) -> bool:
    said = [sentence for sentence in sentences_of(text) if not is_conditional(sentence)]
    return casts_doubt(" ".join(said)) or any(map(is_taken_back, said)) or any(mark in text for mark in "?？؟")


@dataclass(frozen=True)
class _Reading:
    """What one sentence tells."""

    unknown: tuple[str, ...]
    """Pieces that nobody knows, and words that tell of something else than what was asked for."""
    tells: bool
    """Whether it tells that it worked."""
    is_notice: bool

    @property
    def is_known(self) -> bool:
        return not self.unknown


def _read(sentence: str, asked: Asked) -> _Reading:
    words, told = _deeds(), False
    unknown, others = list[str](), list[str]()
    said = _with_marks(sentence, asked.typed)
    for phrase, after in _known_phrases(_pieces(said), asked):
        deeds = words.told.get(phrase, frozenset[str]())
        if asked.fits(deeds) or phrase in words.well:
            told = True
        elif deeds and phrase not in asked.words:
            others.append(phrase)
        elif not _is_said(phrase, after, asked):
            unknown.append(phrase)
    things, sent = words.notices.things, words.notices.sent
    is_notice = any(each in sent for each in others) and all(each in sent for each in others)
    is_notice = is_notice and any(each in things for each in _phrases(_pieces(said))) and {*unknown} <= things
    return _Reading((*unknown, *others), told, is_notice)


def _is_said(phrase: str, after: str, asked: Asked) -> bool:
    if phrase in {_KNOWN, "#"} or phrase in _deeds().harmless:
        return True
    if phrase[0].isdigit():
        return _is_known_figure(phrase, after, asked)
    return asked.knows(phrase)


def _is_known_figure(figure: str, after: str, asked: Asked) -> bool:
    """Whether a number was asked for, or is a number by which something is called: "order 1043"."""
    return figure in asked.words or after == "called"


def _with_marks(text: str, typed: Sequence[str]) -> str:
    """A plain text with a mark in place of each text that was typed."""
    said = plain(text).replace("’", "'")
    for part in sorted((plain(part) for part in typed), key=len, reverse=True):
        if len(part) > 1:
            bounded = rf"(?<![^\W_]){re.escape(part)}(?![^\W_])" if part.isascii() else re.escape(part)
            said = re.sub(bounded, f" {_KNOWN} ", said)
    return said


def _known_phrases(pieces: Sequence[str], asked: Asked) -> Iterator[tuple[str, str]]:
    """The longest phrases that are known, and the other pieces, each with whether it is a number of something."""
    words, place, last = _deeds(), 0, ""
    while place < len(pieces):
        piece = pieces[place]
        if re.match(rf"[{_UNSPACED}]", piece):
            yield from ((part, "") for part in _unspaced_parts(piece, asked))
            place, last = place + 1, piece
            continue
        lengths = range(min(_LONGEST_PHRASE, len(pieces) - place), 1, -1)
        phrases = (" ".join(pieces[place : place + length]) for length in lengths)
        phrase = next((each for each in phrases if words.has(each)), piece)
        place += len(phrase.split())
        following = pieces[place] if place < len(pieces) else ""
        yield phrase, "called" if piece[0].isdigit() and _is_called(piece, last, following, asked) else ""
        last = phrase


def _is_called(figure: str, before: str, after: str, asked: Asked) -> bool:
    """Whether a number is one by which something is called, or the only one of something."""
    if after in _PARTS or figure.endswith("%"):
        return False
    is_amount = figure.isdecimal() and int(figure) <= _MOST
    if figure == "1" and before not in _PARTS and before not in _NUMBERED:
        if asked.asks_for_more:
            return False
        return (
            after == _KNOWN
            or asked.knows(after)
            or after in _deeds().harmless
            or asked.fits(_deeds().told.get(after, ()))
        )
    if before in _NUMBERED:
        return figure.isdecimal()
    is_counted = is_amount and (before in _deeds().told or after in _deeds().told)
    return figure.isdecimal() and not is_counted and asked.knows(before)


def _unspaced_parts(piece: str, asked: Asked) -> Iterator[str]:
    """The words that are known in a piece of a script without blanks, and what is left of it."""
    words = _deeds()
    named = [word for word, numbers in words.groups.items() if not asked.things.isdisjoint(numbers)]
    known = {*words.told, *words.well, *named, *(word for word in asked.words if len(word) > 1)}
    for word in sorted((word for word in known if word in piece and _LETTER.search(word)), key=len, reverse=True):
        if word in piece:
            yield word
            piece = piece.replace(word, " ")
    for word in sorted(words.harmless, key=len, reverse=True):
        if re.match(rf"[{_UNSPACED}]", word):
            piece = piece.replace(word, " ")
    yield from piece.split()


def _asked_in(text: str, *, is_start: bool) -> Iterator[str]:
    """The deeds that a text asks for; of words that also name things, those alone with which it starts."""
    words, pieces = _deeds(), _pieces(text)
    for place, piece in enumerate(pieces):
        for length in range(min(_LONGEST_PHRASE, len(pieces) - place), 0, -1):
            phrase = " ".join(pieces[place : place + length])
            if (place == 0 and is_start) or phrase not in words.also_nouns:
                yield from words.asked.get(phrase, ())
        if (place == 0 and is_start) or piece not in words.also_nouns:
            yield from _told_alike(piece)


@cache
def _told_alike(word: str) -> frozenset[str]:
    """The deeds of which words tell that begin as this one does, or, in scripts without blanks, that begin in it."""
    found: set[str] = set()
    for told, deeds in () if word.isascii() else _deeds().told.items():
        if re.match(rf"[{_UNSPACED}]", told):
            is_alike = told.lstrip("已")[:_SAME_SIGNS] in word
        else:
            begins = told[:_SAME_BEGINNING] == word[:_SAME_BEGINNING]
            is_alike = begins and not told.isascii() and len(word) >= _SAME_BEGINNING
        found |= deeds if is_alike else set()
    return frozenset(found)


def _pieces(text: str) -> list[str]:
    return _PIECE.findall(plain(text).replace("’", "'"))


def _phrases(pieces: Sequence[str]) -> Iterator[str]:
    for place in range(len(pieces)):
        for length in range(1, min(_LONGEST_PHRASE, len(pieces) - place) + 1):
            yield " ".join(pieces[place : place + length])


@cache
def _forms(word: str) -> frozenset[str]:
    """A word, and what is left of it without an ending."""
    bare = loose_key(word)
    stems = {bare.removesuffix(ending) for ending in _ENDINGS if bare.endswith(ending)}
    return frozenset({word, bare, *(stem for stem in stems if len(stem) >= _SHORTEST_STEM)})
