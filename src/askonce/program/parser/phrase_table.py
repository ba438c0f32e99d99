"""The phrase table: `phrases.txt`, read into matchers.

A section begins with its name in square brackets; `-> v` after the name says that a phrase of it must be followed by a
result (", record as {v}"), `-> v?` that it may be. Each further line is a phrase:

    word                stands for itself, case ignored, as a whole word
    [a b]  (a|b)        may be left out; one of these
    <name>              a slot: anything, as little as it takes
    <name:reference>    a slot for `{v}`; also `quoted`, `object`, `list`, `group` (in parentheses), `word`,
                        `operand` (a quoted text or a reference), `operands` (several), `references` (several),
                        `nth` (`12th`), and `here` (nothing: marks a spot)

Sections whose name ends in ` =` hold words for one thing, such as the spellings of an operator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from types import MappingProxyType
from typing import Literal

from askonce.lazy import dataclass, regex
from askonce.program.parser.line_skeleton import GROUP, LIST, OBJECT, QUOTED, REFERENCE, SourceSpan

Result = Literal["none", "must", "may"]
Slots = Mapping[str, SourceSpan]

LONGEST = 1_000
"""Longer lines match no phrase. What is enclosed counts as one sign, so that only prose is ever so long."""

LETTER = r"(?a:\w)"
"""A sign of an English word. Without ranges, which take long to compile where case is ignored."""
GAP = rf"\s*(?!(?<={LETTER}){LETTER})"
"""Between two words: they may not run into one another. Chinese words may."""

_OPERAND = f"[{QUOTED}{REFERENCE}]"
_SEVERAL = r"(?:\s*(?:,\s*(?:and\s+|以及|和)?|and\s+|和|与)\s*"
_KINDS = {
    "reference": REFERENCE,
    "quoted": QUOTED,
    "object": OBJECT,
    "list": LIST,
    "group": GROUP,
    "word": r"[^\W\d]\w*",
    "nth": r"\d+(?:st|nd|rd|th)",
    "operand": _OPERAND,
    "operands": f"{_OPERAND}{_SEVERAL}{_OPERAND})*",
    "references": f"{REFERENCE}{_SEVERAL}{REFERENCE})*",
    "here": "",
    "any": r".+?",
}
_TOKEN = regex(
    r"<(?P<slot>\w+)(?::(?P<kind>\w+))?>|(?P<sign>[\[\]()|])|(?P<mark>[^\w\s\[\]()|<>'’-])|(?P<word>[\w'’-]+)"
)


@dataclass(frozen=True)
class Phrase:
    section: str
    result: Result
    source: str
    """The pattern in text: compiled once a line holds all the words it needs, which most lines do not."""
    first: frozenset[str]
    """The words it may begin with; none if anything may stand first."""
    needed: frozenset[str]
    """The words that each line of this phrase holds."""

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(self.source, re.IGNORECASE | re.DOTALL)

    def match(self, span: SourceSpan) -> Slots | None:
        folded = span.text.casefold()
        if not all(word in folded for word in self.needed):
            return None
        found = self._pattern.fullmatch(span.text)
        if not found:
            return None
        return {
            name: span.part(*found.span(name)).trimmed()
            if found.end(name) > found.start(name)
            else span.part(*found.span(name))
            for name in found.groupdict()
            if found[name] is not None
        }


class PhraseSet:
    """The phrases of some sections, asked in the order of the file."""

    def __init__(self, phrases: Sequence[Phrase]) -> None:
        self._any: list[tuple[int, Phrase]] = []
        self._by_word: dict[str, list[tuple[int, Phrase]]] = {}
        for index, phrase in enumerate(phrases):
            for word in phrase.first:
                self._by_word.setdefault(word, []).append((index, phrase))
            if not phrase.first:
                self._any.append((index, phrase))

    def matches(self, span: SourceSpan) -> Iterator[tuple[Phrase, Slots]]:
        if len(span.text) > LONGEST:
            return
        first = re.match(r"[a-z]+", span.text, re.IGNORECASE)
        known = self._by_word.get(first.group().lower(), []) if first else []
        for _, phrase in sorted((*known, *self._any), key=lambda each: each[0]):
            if (slots := phrase.match(span)) is not None:
                yield phrase, slots


@dataclass(frozen=True, slots=True)
class PhraseTable:
    sections: Mapping[str, tuple[Phrase, ...]]
    words: Mapping[str, tuple[str, ...]]

    def of(self, *names: str) -> PhraseSet:
        return PhraseSet([phrase for name in names for phrase in self.sections[name]])

    def starting(self, start: str) -> PhraseSet:
        """All sections whose names begin so."""
        return PhraseSet([phrase for name, held in self.sections.items() if name.startswith(start) for phrase in held])

    def spellings(self, start: str) -> dict[str, str]:
        """Spelling -> what it stands for, of the word sections whose names begin so; longest first."""
        pairs = [
            (word, name[len(start) :]) for name, held in self.words.items() if name.startswith(start) for word in held
        ]
        return dict(sorted(pairs, key=lambda pair: -len(pair[0])))


@cache
def phrase_table() -> PhraseTable:
    text = files(__package__ or "").joinpath("phrases.txt").read_text(encoding="utf-8")
    return read_table(text)


def read_table(text: str) -> PhraseTable:
    sections: dict[str, list[Phrase]] = {}
    words: dict[str, tuple[str, ...]] = {}
    name, result = "", "none"
    for line in text.splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if header := re.fullmatch(r"\[(?P<name>[^\]]*?)(?: (?P<words>=))?(?: -> v(?P<may>\?)?)?\]", line):
            name = header["name"]
            result = "must" if line.endswith("-> v]") else "may" if header["may"] else "none"
            if header["words"]:
                words[name] = ()
            else:
                sections[name] = []
        elif name in words:
            words[name] = (*words[name], *(word.strip() for word in line.split(";") if word.strip()))
        else:
            sections[name].append(_phrase(name, result, line))
    return PhraseTable(MappingProxyType({key: tuple(held) for key, held in sections.items()}), MappingProxyType(words))


def words_pattern(words: str) -> str:
    """A pattern for words that stand next to one another."""
    return GAP.join(re.escape(word) for word in words.split())


def _phrase(section: str, result: Result, line: str) -> Phrase:
    tokens = list(_TOKEN.finditer(line))
    pattern, first, needed, rest = _sequence(tokens, 0)
    if rest != len(tokens):
        raise ValueError(f"phrases.txt: a bracket too many in {line!r}")
    words = (
        frozenset(first) if first and all(word and re.fullmatch("[a-z]+", word) for word in first) else frozenset[str]()
    )
    return Phrase(section, result, pattern + r"\s*", words, frozenset(needed))


def _sequence(tokens: Sequence[re.Match[str]], at: int) -> tuple[str, list[str], list[str], int]:
    """Items up to a closing sign or the end: their pattern, what may stand first, what must, and where it stopped."""
    pattern = ""
    first: list[str] = []
    needed: list[str] = []
    begun = False
    while at < len(tokens):
        token = tokens[at]
        if token["sign"] and token["sign"] in "])|":
            break
        optional = False
        if token["sign"]:
            optional = token["sign"] == "["
            inner, heads, at = _choice(tokens, at + 1)
            item = f"(?:{inner})" + ("?" if optional else "")
        elif token["slot"]:
            kind = token["kind"] or "any"
            item = f"{GAP}(?P<{token['slot']}>{_KINDS[kind]})"
            heads, at = [""], at + 1
        else:
            item, heads, at = GAP + re.escape(token.group()), [(token["word"] or "").lower()], at + 1
            needed.append(token.group().casefold())
        pattern += item
        if not begun:
            first += heads
            begun = not optional
    return pattern, first, needed, at


def _choice(tokens: Sequence[re.Match[str]], at: int) -> tuple[str, list[str], int]:
    patterns: list[str] = []
    first: list[str] = []
    while True:
        pattern, heads, _, at = _sequence(tokens, at)
        patterns.append(pattern)
        first += heads
        if tokens[at]["sign"] != "|":
            return "|".join(patterns), first, at + 1
        at += 1
