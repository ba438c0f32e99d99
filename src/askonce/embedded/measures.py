"""Numbers that a page shows, and words that compare them: the cheapest, the longest, less than 5."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

from askonce.lazy import dataclass, regex

MeasureKind = Literal["number", "money", "duration"]
Phrase = tuple[str, ...]

_NUMBER = regex(r"[-−–+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[-−–+]?\d+(?:\.\d+)?")
_MONEY = regex(
    rf"(?:[$€£¥₹]|\b(?:USD|EUR|GBP|CHF)\b)\s?({_NUMBER.pattern})|({_NUMBER.pattern})\s?(?:[€£]|\b(?:USD|EUR|GBP|CHF)\b)"
)
_DURATION = regex(
    r"(?:(\d+)\s?d(?:ays?)?\b)?\s*(?:(\d+)\s?h(?:(?:ou)?rs?)?\b)?\s*(?:(\d+)\s?m(?:in(?:ute)?s?)?\b)?", re.IGNORECASE
)


class _MeasuresFile(BaseModel):
    model_config = ConfigDict(defer_build=True)
    superlatives: dict[MeasureKind, dict[Literal["least", "most"], list[str]]]
    nouns: dict[MeasureKind, list[str]]
    orders: dict[Literal["rising", "falling"], list[str]]
    takers: list[str]
    sizes: frozenset[str]
    items: frozenset[str]


@dataclass(frozen=True, slots=True)
class Superlative:
    """ "the cheapest ticket": by which kind of number, which end of it, and the words for what is meant."""

    kind: MeasureKind
    most: bool
    rest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Measures:
    superlatives: tuple[tuple[Phrase, MeasureKind, bool], ...]
    """The longest first: "least expensive" is no "least"."""
    nouns: dict[str, MeasureKind]
    orders: tuple[tuple[Phrase, bool], ...]
    """Phrases for an order, and whether it rises."""
    takers: frozenset[str]
    """Words on buttons that take the item beside them."""
    sizes: frozenset[str]
    """Superlatives that may refer to the size of an element."""
    items: frozenset[str]
    """Nouns that say nothing about the item."""


@cache
def measures() -> Measures:
    data = _MeasuresFile.model_validate_json((files("askonce.embedded") / "measures.json").read_text("utf-8"))
    superlatives: list[tuple[Phrase, MeasureKind, bool]] = [
        (tuple(words.split()), kind, end == "most")
        for kind, ends in data.superlatives.items()
        for end, several in ends.items()
        for words in several
    ]
    orders = [(tuple(words.split()), name == "rising") for name, several in data.orders.items() for words in several]
    return Measures(
        tuple(sorted(superlatives, key=lambda item: -len(item[0]))),
        {noun: kind for kind, nouns in data.nouns.items() for noun in nouns},
        tuple(sorted(orders, key=lambda item: -len(item[0]))),
        frozenset(data.takers),
        data.sizes,
        data.items,
    )


def read_superlative(words: Sequence[str]) -> Superlative | None:
    """What `words` compare by, where they name one end of a scale."""
    for phrase, kind, most in measures().superlatives:
        for start in range(len(words) - len(phrase) + 1):
            if tuple(words[start : start + len(phrase)]) == phrase:
                rest = (*words[:start], *words[start + len(phrase) :])
                return _superlative(phrase, kind, most, rest)
    return None


def _superlative(phrase: Phrase, kind: MeasureKind, most: bool, rest: Phrase) -> Superlative | None:
    """The kind of number to compare. "The highest rated hotel" does not say which number that is."""
    known = measures()
    nouns: list[MeasureKind] = [known.nouns[word] for word in rest if word in known.nouns]
    named = tuple(word for word in rest if word not in _JOINTS and word not in known.nouns)
    if kind != "number" or (nouns and nouns[0] != "number"):
        return Superlative(nouns[0] if kind == "number" else kind, most, named)
    is_sized = not nouns and not known.sizes.isdisjoint(phrase)
    is_clear = known.items.issuperset(named) or (nouns and len(named) < 2)
    return Superlative(kind, most, named) if is_clear and not is_sized else None


_JOINTS = frozenset({"the", "a", "an", "with", "that", "which", "has", "is", "of", "in", "by", "at"})


def read_order(words: Sequence[str]) -> bool | None:
    """Whether `words` ask for a rising or a falling order; None for neither or both."""
    terms = f" {' '.join(words)} "
    found: set[bool] = set()
    for phrase, rises in measures().orders:
        if (spoken := f" {' '.join(phrase)} ") in terms:
            terms = terms.replace(spoken, " ")
            found.add(rises)
    return found.pop() if len(found) == 1 else None


def measured(text: str, kind: MeasureKind) -> float | None:
    """The one number of that kind in `text`; a plain number only where there is nothing else."""
    match kind:
        case "number":
            return to_number(text) if _NUMBER.fullmatch(text.strip()) else None
        case "money":
            amounts = [found[1] or found[2] for found in _MONEY.finditer(text)]
            return to_number(amounts[0]) if len(amounts) == 1 else None
        case "duration":
            spans = [found for found in _DURATION.finditer(text) if any(found.groups())]
            if len(spans) != 1:
                return None
            days, hours, minutes = (int(part or 0) for part in spans[0].groups())
            return 24 * 60 * days + 60 * hours + minutes


def to_number(text: str) -> float | None:
    try:
        return float(text.strip().replace(",", "").replace("−", "-").replace("–", "-"))
    except ValueError:
        return None
