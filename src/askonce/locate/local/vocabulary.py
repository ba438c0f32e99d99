"""The words that descriptions are made of, from `vocabulary.json`: roles, relations, ordinals, places and fillers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from pydantic import BaseModel

from askonce.screens.ui_tree import State


@dataclass(frozen=True, slots=True)
class Kind:
    """What a role word asks for: roles that it surely means, and roles that people also call so.

    With `hint`, a loose role counts only when that word is in its name. With `state`, the element must be in it.
    Without `alone`, the word says more than a role does, or less: it needs a name beside it. An `object` is what
    buttons are named after ("Add link"), so that without "the" only its sure roles count.
    """

    word: str
    strict: frozenset[str]
    loose: frozenset[str]
    hint: str = ""
    state: State | None = None
    alone: bool = True
    object: bool = False


class _Role(BaseModel):
    words: list[str]
    strict: list[str]
    loose: list[str]
    hint: str = ""
    state: State | None = None
    alone: bool = True
    object: bool = False


class _File(BaseModel):
    roles: list[_Role]
    press: frozenset[str]
    containers: frozenset[str]
    items: frozenset[str]
    separate: frozenset[str]
    layers: frozenset[str]
    articles: frozenset[str]
    callings: list[str]
    relations: dict[str, str]
    ordinals: dict[str, int]
    contents: frozenset[str]
    counted: frozenset[str]
    places: dict[str, str]
    place_joints: frozenset[str]
    states: dict[str, State]
    light: frozenset[str]
    light_after_number: frozenset[str]
    variants: dict[str, str]
    other_fields: frozenset[str]
    symbols: dict[str, str]
    test_ids: list[str]
    negations: list[str]


Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All of it, with phrases as tuples of words, the way they are looked up."""

    kinds: dict[Phrase, tuple[Kind, ...]]
    callings: frozenset[Phrase]
    relations: dict[Phrase, str]
    ordinals: dict[Phrase, int]
    contents: frozenset[str]
    counted: frozenset[str]
    places: dict[str, str]
    place_joints: frozenset[str]
    states: dict[str, State]
    articles: frozenset[str]
    negations: frozenset[Phrase]
    containers: frozenset[str]
    items: frozenset[str]
    separate: frozenset[str]
    layers: frozenset[str]
    light: frozenset[str]
    light_after_number: frozenset[str]
    variants: dict[str, str]
    other_fields: frozenset[str]
    symbols: dict[str, str]
    test_ids: tuple[str, ...]


@cache
def vocabulary() -> Vocabulary:
    text = (files("askonce.locate.local") / "vocabulary.json").read_text("utf-8")
    data = _File.model_validate_json(text)
    return Vocabulary(
        kinds=_kinds(data),
        callings=frozenset(_phrase(words) for words in data.callings),
        relations={_phrase(words): kind for words, kind in data.relations.items()},
        ordinals={_phrase(words): number for words, number in data.ordinals.items()},
        contents=data.contents,
        counted=data.counted,
        places=data.places,
        place_joints=data.place_joints,
        states=data.states,
        articles=data.articles,
        negations=frozenset(_phrase(words) for words in data.negations),
        containers=data.containers,
        items=data.items,
        separate=data.separate,
        layers=data.layers,
        light=data.light,
        light_after_number=data.light_after_number,
        variants=data.variants,
        other_fields=data.other_fields,
        symbols=data.symbols,
        test_ids=tuple(data.test_ids),
    )


def _phrase(words: str) -> Phrase:
    return tuple(words.replace("-", " ").split())


def _kinds(data: _File) -> dict[Phrase, tuple[Kind, ...]]:
    kinds: dict[Phrase, tuple[Kind, ...]] = {}
    for role in data.roles:
        strict, loose = _spelt_out(role.strict, data.press), _spelt_out(role.loose, data.press)
        for words in role.words:
            kind = Kind(words, strict, loose - strict, role.hint, role.state, role.alone, role.object)
            kinds[_phrase(words)] = (*kinds.get(_phrase(words), ()), kind)
    return kinds


def _spelt_out(roles: list[str], press: frozenset[str]) -> frozenset[str]:
    """PRESS stands for everything that is pressed: people tell a link from a button by its looks, not its role."""
    named = frozenset(role for role in roles if role != "PRESS")
    return named | press if "PRESS" in roles else named
