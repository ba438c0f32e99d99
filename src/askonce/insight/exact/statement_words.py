"""The words that plain statements are made of, from `phrases.json`."""

from __future__ import annotations

from functools import cache, cached_property
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

from askonce.language.vocabulary import PhraseText, vocabulary
from askonce.screens.ui_tree import State

CountComparison = Literal["==", ">=", "<=", ">", "<"]
Verb = Literal["is", "has", "contains", "shows", "says", "exists", "appears", "equals", "starts", "ends"]
Part = Literal["rows", "data rows", "items"]


class StatementWords(BaseModel):
    """All of it, with phrases as tuples of words, the way they are looked up."""

    model_config = ConfigDict(defer_build=True, frozen=True)

    possessives: frozenset[str]
    contractions: dict[str, str]
    texts: frozenset[PhraseText]
    pages: frozenset[PhraseText]
    titles: frozenset[PhraseText]
    addresses: frozenset[PhraseText]
    wheres: frozenset[PhraseText]
    verbs: dict[str, Verb]
    negations: frozenset[PhraseText]
    seen: dict[PhraseText, bool]
    present: dict[PhraseText, bool]
    states: dict[PhraseText, tuple[State, bool]]
    openness: dict[PhraseText, bool]
    amounts: dict[PhraseText, CountComparison]
    parts: dict[PhraseText, Part]
    done: frozenset[str]
    chosen: frozenset[str]
    listed: frozenset[PhraseText]
    relations: dict[PhraseText, tuple[str, ...]]
    """What is said of a thing, and what the column is called that tells it."""
    holders: frozenset[PhraseText]
    """What has a number on it that says how many things it holds."""
    paging: frozenset[str]
    unchosen: frozenset[str]
    """Words with which a list says that nothing is chosen yet."""
    doubtful: frozenset[str]
    sums: frozenset[str]

    @cached_property
    def articles(self) -> frozenset[str]:
        return vocabulary().articles | self.possessives

    @cached_property
    def not_names(self) -> frozenset[str]:
        """Words that hardly are part of a name without quotation marks."""
        return self.doubtful | {phrase[0] for phrase in vocabulary().ordinals if len(phrase) == 1}


@cache
def statement_words() -> StatementWords:
    text = (files("askonce.insight.exact") / "phrases.json").read_text("utf-8")
    return StatementWords.model_validate_json(text)
