"""What icons stand for and what people call them, from `icons.json`: "bin", "trash" and "delete" are one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, cached_property
from importlib.resources import files

from askonce.language.normalization import key
from askonce.lazy import dataclass


@dataclass(frozen=True)
class IconWords:
    """The concepts of icons, each with the words that people have for it besides its name."""

    concepts: Mapping[str, tuple[str, ...]]

    def synonyms(self, name: str) -> tuple[str, ...]:
        """All words for what an icon called `name` stands for; none if that is no concept, or several may be meant."""
        meant = self._meanings.get(key(name), frozenset[str]())
        concept = name if name in self.concepts else next(iter(meant)) if len(meant) == 1 else ""
        return (concept, *self.concepts[concept]) if concept else ()

    @cached_property
    def _meanings(self) -> Mapping[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for concept, words in self.concepts.items():
            for word in (concept, *words):
                found.setdefault(key(word), set()).add(concept)
        return {word: frozenset(meant) for word, meant in found.items()}


@cache
def icon_words() -> IconWords:
    listed: dict[str, list[str]] = json.loads((files("askonce.language") / "icons.json").read_text("utf-8"))
    return IconWords({concept: tuple(words) for concept, words in listed.items()})
