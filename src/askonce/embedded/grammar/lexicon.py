"""The words that instructions are made of, from `words.json`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property
from importlib.resources import files
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict

from askonce.language.vocabulary import Phrase, to_phrase, vocabulary


def longest_first(words: Iterable[str]) -> tuple[Phrase, ...]:
    return tuple(sorted(map(to_phrase, words), key=len, reverse=True))


LongestFirst = Annotated[tuple[Phrase, ...], BeforeValidator(longest_first)]


class Lexicon(BaseModel):
    """All of it, with phrases as tuples of words, the longest first."""

    model_config = ConfigDict(defer_build=True, frozen=True)

    classes: dict[str, LongestFirst]
    fillers: LongestFirst
    possessives: frozenset[str]
    carriers: dict[str, frozenset[str]]
    """Words that only say what sort of value something is, as in Phone number, with what they say that of; a name may
    be that of anything. A country code is no country."""
    qualifiers: frozenset[str]
    """Words that begin what is said about a thing after it is named: Date of birth."""
    groups: list[list[str]]
    submits: tuple[str, ...]

    @cached_property
    def articles(self) -> frozenset[str]:
        return vocabulary().articles | self.possessives

    @cached_property
    def synonyms(self) -> dict[str, tuple[str, ...]]:
        return {word: tuple(other for other in group if other != word) for group in self.groups for word in group}


@cache
def lexicon() -> Lexicon:
    return Lexicon.model_validate_json((files("askonce.embedded.grammar") / "words.json").read_text("utf-8"))
