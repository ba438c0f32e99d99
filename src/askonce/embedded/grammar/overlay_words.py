"""Words for overlays: banners, dialogs, pop-ups, notices."""

from __future__ import annotations

from collections.abc import Sequence

from askonce.embedded.grammar.lexicon import lexicon
from askonce.language.tokens import read_tokens
from askonce.lazy import dataclass

_MOST_WORDS = 3


@dataclass(frozen=True, slots=True)
class OverlayKind:
    """A "cookie banner" as the words that tell which one, and its noun; `absent` where none is said to be there."""

    words: tuple[str, ...]
    noun: str
    absent: bool = False


def read_obstacle(condition: str) -> OverlayKind | None:
    """The overlay that a condition mentions, as in "a cookie banner is shown"; else None."""
    tokens = read_tokens(condition.casefold().replace("there's", "there is"))
    if any(token.is_fixed for token in tokens):
        return None
    words = tuple(token.plain for token in tokens)
    for phrase in lexicon().classes["there is"]:
        if words[: len(phrase)] == phrase:
            return _kind(words[len(phrase) :])
    for name, absent in (("is there", False), ("is not there", True)):
        for phrase in lexicon().classes[name]:
            if words[-len(phrase) :] == phrase:
                return _kind(words[: -len(phrase)], absent=absent)
    return None


def _kind(words: Sequence[str], *, absent: bool = False) -> OverlayKind | None:
    negated = bool(words) and words[0] == "no"
    left = tuple(word for word in words[negated:] if word not in lexicon().articles and word not in {"any", "some"})
    for phrase in lexicon().classes["obstacle"]:
        if left[-len(phrase) :] == phrase and len(left) - len(phrase) < _MOST_WORDS:
            return OverlayKind(left[: -len(phrase)], " ".join(phrase), absent != negated)
    return None
