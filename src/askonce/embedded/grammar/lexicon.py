"""The words that instructions are made of, from `words.json`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from pydantic import BaseModel

Phrase = tuple[str, ...]


class _File(BaseModel):
    classes: dict[str, list[str]]
    fillers: list[str]
    articles: frozenset[str]
    numbers: dict[str, int]
    synonyms: list[list[str]]
    submits: list[str]
    rewrites: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All of it, with phrases as tuples of words, the longest first."""

    classes: dict[str, tuple[Phrase, ...]]
    fillers: tuple[Phrase, ...]
    articles: frozenset[str]
    numbers: dict[str, int]
    synonyms: dict[str, tuple[str, ...]]
    submits: tuple[str, ...]
    rewrites: tuple[tuple[str, str], ...]
    """Phrases for a kind of element, and the word by which the finder knows it."""


@cache
def lexicon() -> Lexicon:
    text = (files("askonce.embedded.grammar") / "words.json").read_text("utf-8")
    data = _File.model_validate_json(text)
    return Lexicon(
        classes={name: phrases(words) for name, words in data.classes.items()},
        fillers=phrases(data.fillers),
        articles=data.articles,
        numbers=data.numbers,
        synonyms={word: tuple(one for one in group if one != word) for group in data.synonyms for word in group},
        submits=tuple(data.submits),
        rewrites=tuple(data.rewrites),
    )


def phrases(words: list[str]) -> tuple[Phrase, ...]:
    return tuple(sorted((tuple(one.split()) for one in words), key=len, reverse=True))


def read_count(word: str) -> int | None:
    """The number that a word says: "3", "three", "twice"."""
    return int(word) if word.isdecimal() and len(word) < 5 else lexicon().numbers.get(word)
