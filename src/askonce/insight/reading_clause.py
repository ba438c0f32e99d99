"""What a step is to read, from its words: the last clause of it, if that asks for a value and says which."""

from __future__ import annotations

import re

from askonce.language.numerals import singular
from askonce.lazy import dataclass, regex
from askonce.recordings.mentions import content_words
from askonce.screens.ui_tree import plain
from askonce.values import Instruction
from askonce.values.instruction import SLOT_NAME, slot_names

_START = r"(?:^|[,;.]\s+|\b(?:and|then)\s+)"
_VERB = regex(
    rf"{_START}(?P<verb>count|read|note(?:\s+down)?|get|look\s+up|find\s+out|determine|extract|remember|retrieve"
    r"|what\s+(?:is|are)|(?=how\s+(?:many|much)\b))\b",
    re.IGNORECASE,
)
_COUNT = regex(r"^\s*(?:how\s+many|(?:the\s+)?(?:total\s+)?(?:number|quantity|amount|count)\s+of)\b", re.IGNORECASE)
_PLACE = regex(r"\s*(?:(?:in|on|at|from|within)\b[^,;.]*,?\s*)?", re.IGNORECASE)
_SLOT = regex(rf"\{{{SLOT_NAME}\}}")
_SAYING_NOTHING = frozenset({
    "how", "many", "much", "number", "quantity", "amount", "value", "text", "there", "app", "page", "screen", "site",
    "website", "list", "table",
})  # fmt: skip
"""Words that choose nothing among what is there, in the singular."""
_WORD = regex(r"[^\W_]+")
_JOINING = frozenset(
    {"a", "all", "an", "and", "are", "at", "for", "in", "is", "it", "its", "of", "on", "our", "the", "your"}
)
"""The same of short words. Others may well choose: up to B, not this one."""


@dataclass(frozen=True, slots=True)
class ReadingClause:
    """What is to be read."""

    words: frozenset[str]
    """The words that say what, in the singular. All of them have to be found beside the value."""
    slots: frozenset[str]
    """The passed values that say of what."""
    is_count: bool
    is_alone: bool
    """Whether nothing else is to be done."""


def read_clause(instruction: Instruction) -> ReadingClause | None:
    """The clause with which an instruction ends, if it says what to read."""
    found = [*_VERB.finditer(instruction.text)]
    if not found:
        return None
    start, said = found[-1].start(), instruction.text[found[-1].end() :]
    is_count = found[-1]["verb"].lower() == "count" or bool(_COUNT.match(said))
    text = plain(_SLOT.sub(" ", said))
    words = content_words(text)
    if any(singular(word) not in words and word not in _JOINING for word in _WORD.findall(text)):
        return None
    words -= _SAYING_NOTHING
    is_alone = bool(_PLACE.fullmatch(instruction.text[:start]))
    return ReadingClause(words, frozenset(slot_names(said)), is_count, is_alone) if words else None
