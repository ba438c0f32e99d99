"""The words that plain statements are made of, from `phrases.json`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel

from askonce.screens.ui_tree import State

Phrase = tuple[str, ...]
Comparison = Literal["==", ">=", "<=", ">", "<"]
Verb = Literal["is", "has", "contains", "shows", "says", "exists", "appears", "equals", "starts", "ends"]
Part = Literal["rows", "data rows", "items"]


class _Kind(BaseModel):
    kind: str
    words: list[str]
    roles: frozenset[str]


class _File(BaseModel):
    articles: frozenset[str]
    contractions: dict[str, str]
    kinds: list[_Kind]
    plurals: dict[str, str]
    callings: list[str]
    texts: list[str]
    pages: list[str]
    titles: list[str]
    addresses: list[str]
    wheres: list[str]
    verbs: dict[str, Verb]
    negations: list[str]
    seen: dict[str, bool]
    present: dict[str, bool]
    states: dict[str, tuple[State, bool]]
    openness: dict[str, bool]
    amounts: dict[str, Comparison]
    numbers: dict[str, int]
    parts: dict[str, Part]
    doubtful: frozenset[str]
    sums: frozenset[str]


@dataclass(frozen=True, slots=True)
class Phrases:
    """All of it, with phrases as tuples of words, the way they are looked up."""

    articles: frozenset[str]
    contractions: Mapping[str, str]
    kinds: Mapping[Phrase, str]
    plurals: Mapping[Phrase, str]
    roles: Mapping[str, frozenset[str]]
    callings: frozenset[Phrase]
    texts: frozenset[Phrase]
    pages: frozenset[Phrase]
    titles: frozenset[Phrase]
    addresses: frozenset[Phrase]
    wheres: frozenset[Phrase]
    verbs: Mapping[str, Verb]
    negations: frozenset[Phrase]
    seen: Mapping[Phrase, bool]
    present: Mapping[Phrase, bool]
    states: Mapping[Phrase, tuple[State, bool]]
    openness: Mapping[Phrase, bool]
    amounts: Mapping[Phrase, Comparison]
    numbers: Mapping[str, int]
    parts: Mapping[Phrase, Part]
    doubtful: frozenset[str]
    sums: frozenset[str]


@cache
def phrases() -> Phrases:
    data = _File.model_validate_json((files("askonce.insight.exact") / "phrases.json").read_text("utf-8"))
    return Phrases(
        articles=data.articles,
        contractions=data.contractions,
        kinds={_phrase(words): kind.kind for kind in data.kinds for words in kind.words},
        plurals={_phrase(words): kind for words, kind in data.plurals.items()},
        roles={kind.kind: kind.roles for kind in data.kinds},
        callings=_phrases(data.callings),
        texts=_phrases(data.texts),
        pages=_phrases(data.pages),
        titles=_phrases(data.titles),
        addresses=_phrases(data.addresses),
        wheres=_phrases(data.wheres),
        verbs=data.verbs,
        negations=_phrases(data.negations),
        seen={_phrase(words): yes for words, yes in data.seen.items()},
        present={_phrase(words): yes for words, yes in data.present.items()},
        states={_phrase(words): state for words, state in data.states.items()},
        openness={_phrase(words): yes for words, yes in data.openness.items()},
        amounts={_phrase(words): sign for words, sign in data.amounts.items()},
        numbers=data.numbers,
        parts={_phrase(words): part for words, part in data.parts.items()},
        doubtful=data.doubtful,
        sums=data.sums,
    )


def _phrase(words: str) -> Phrase:
    return tuple(words.split())


def _phrases(words: Iterable[str]) -> frozenset[Phrase]:
    return frozenset(_phrase(one) for one in words)
