"""The texts that a sentence names, without which it cannot be true."""

from __future__ import annotations

import re

from askonce.language.normalization import split_words
from askonce.lazy import regex

_QUOTED = regex(r'"([^"]+)"|“([^”]+)”|\'([^\']+)\'(?!\w)')
_DENYING = frozenset(
    {"not", "no", "never", "none", "gone", "hidden", "without", "longer", "or", "either", "isn", "disappears"}
)
_SHOWN = regex(r"\s+(?:is|are)\s+(?:now\s+)?(?:visible|shown|in view|there|listed|on the screen)\.?$", re.IGNORECASE)
_NAME = regex(r"(?:[A-Z0-9$€£+][\w.,$€£+:/&-]*)(?:\s+[A-Z0-9$€£+&][\w.,$€£+:/&-]*)*")
"""A name by itself: each of its words begins with a capital letter or a figure."""
_KINDS = frozenset(
    {"button", "link", "field", "list", "row", "item", "page", "end", "bottom", "top", "heading", "menu"}
)


def named_texts(sentence: str) -> tuple[str, ...]:
    """Those in quotes, or the name that the sentence consists of; none where it denies or leaves open something."""
    quoted = tuple(str(found[1] or found[2] or found[3]) for found in _QUOTED.finditer(sentence))
    rest = _QUOTED.sub(" ", sentence)
    if not _DENYING.isdisjoint(split_words(rest)):
        return ()
    if quoted:
        return quoted
    name = _SHOWN.sub("", sentence.strip())
    is_name = _NAME.fullmatch(name) is not None and _KINDS.isdisjoint(split_words(name))
    return (name,) if is_name else ()
