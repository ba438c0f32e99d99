"""The words for elements, from `vocabulary.json`: their kinds, relations, ordinals, places and fillers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from importlib.resources import files
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict

from askonce.lazy import dataclass
from askonce.screens.ui_tree import State

Phrase = tuple[str, ...]


def to_phrase(words: str) -> Phrase:
    return tuple(words.split())


PhraseText = Annotated[Phrase, BeforeValidator(to_phrase)]
"""A phrase as a file writes it: "next to"."""


@dataclass(frozen=True, slots=True)
class ElementKind:
    """What a word for a kind of element asks for: roles that it surely means, and roles that people also call so.

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


class _KindEntry(BaseModel):
    """Several words for one kind of element: `strict` and `loose` are for finding one, `roles` for statements about
    elements of that `kind`. Some words are safe for one of the two only."""

    model_config = ConfigDict(defer_build=True)

    words: list[str]
    strict: frozenset[str] = frozenset()
    loose: frozenset[str] = frozenset()
    hint: str = ""
    state: State | None = None
    alone: bool = True
    object: bool = False
    kind: str = ""
    roles: frozenset[str] = frozenset()
    plurals: list[str] = []


class Vocabulary(BaseModel):
    """All of it, with phrases as tuples of words, the way they are looked up."""

    model_config = ConfigDict(defer_build=True, frozen=True)

    entries: list[_KindEntry]
    press: frozenset[str]
    """The roles that PRESS stands for: people tell a link from a button by its looks, not its role."""
    containers: frozenset[str]
    items: frozenset[str]
    separate: frozenset[str]
    layers: frozenset[str]
    articles: frozenset[str]
    callings: frozenset[PhraseText]
    """What stands between a kind and a name: "called"."""
    loose_callings: frozenset[PhraseText]
    """The same, where something else than a name may follow."""
    relations: dict[PhraseText, str]
    ordinals: dict[PhraseText, int]
    numbers: dict[str, int]
    multiples: dict[str, int]
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
    test_ids: frozenset[str]
    negations: tuple[PhraseText, ...]

    @cached_property
    def kinds(self) -> Mapping[Phrase, tuple[ElementKind, ...]]:
        """What descriptions of an element may mean by a word."""
        found: dict[Phrase, tuple[ElementKind, ...]] = {}
        for entry in self.entries:
            strict, loose = self._expand(entry.strict), self._expand(entry.loose)
            for words in entry.words if strict else ():
                kind = ElementKind(words, strict, loose - strict, entry.hint, entry.state, entry.alone, entry.object)
                phrase = _unhyphenated(words)
                found[phrase] = (*found.get(phrase, ()), kind)
        return found

    @cached_property
    def role_words(self) -> Mapping[str, str]:
        """For a role, the word that descriptions have for it: the role itself, or what means the fewest others."""
        entries = sorted((entry for entry in self.entries if not entry.state), key=lambda entry: len(entry.strict))
        found: dict[str, str] = {}
        for entry, roles in (
            *((entry, entry.strict - {"PRESS"}) for entry in entries),
            *((entry, self._expand(entry.strict)) for entry in entries),
            *((entry, entry.loose - {"PRESS"}) for entry in entries),
        ):
            for role in roles:
                found.setdefault(role, entry.words[0])
        itself = {role for role in found for kind in self.kinds.get((role,), ()) if role in kind.strict}
        return found | {role: role for role in itself}

    def _expand(self, roles: frozenset[str]) -> frozenset[str]:
        return (roles - {"PRESS"}) | self.press if "PRESS" in roles else roles

    @cached_property
    def kind_names(self) -> Mapping[Phrase, str]:
        """The kinds that statements speak of: "tick box" is a "check box"."""
        return {form: entry.kind for entry in self._named for words in entry.words for form in _forms(words)}

    @cached_property
    def plural_kinds(self) -> Mapping[Phrase, str]:
        return {form: entry.kind for entry in self._named for words in entry.plurals for form in _forms(words)}

    @cached_property
    def roles(self) -> Mapping[str, frozenset[str]]:
        """By the name of such a kind, the roles that prove it."""
        return {entry.kind: entry.roles for entry in self._named}

    @property
    def _named(self) -> Iterator[_KindEntry]:
        return (entry for entry in self.entries if entry.kind)


@cache
def vocabulary() -> Vocabulary:
    return Vocabulary.model_validate_json((files("askonce.language") / "vocabulary.json").read_text("utf-8"))


def _unhyphenated(words: str) -> Phrase:
    return to_phrase(words.replace("-", " "))


def _forms(words: str) -> set[Phrase]:
    return {to_phrase(words), _unhyphenated(words)}
