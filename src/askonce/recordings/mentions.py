"""Which texts of a screen an instruction mentions: these are part of the identity of the element beside them."""

from __future__ import annotations

import re
from functools import lru_cache

from askonce.language.numerals import singular
from askonce.screens.ui_tree import plain

_WORD = re.compile(r"[^\W_]+")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""Letters of scripts that put no space between words."""
_COMMON = frozenset({
    "all", "and", "any", "are", "auf", "aus", "aux", "avec", "but", "con", "dans", "das", "del", "della", "dem",
    "den", "der", "des", "die", "each", "een", "ein", "eine", "einem", "einen", "every", "for", "from", "für", "gli",
    "has", "have", "her", "het", "his", "il", "into", "its", "las", "les", "los", "met", "mit", "not", "onto", "our",
    "para", "per", "por", "pour", "sur", "that", "the", "their", "then", "these", "this", "those", "una", "und",
    "une", "van", "vom", "von", "voor", "was", "with", "your", "zum", "zur",
})  # fmt: skip
"""Words that connect others, in a few languages. Alone they mention nothing."""


def quotes(text: str, words: str) -> bool:
    """Whether `words` contain all of `text`, as whole words."""
    wanted, given = plain(text), plain(words)
    if len(wanted) < 2:
        return False
    if _UNSPACED.search(wanted):
        return wanted in given
    return bool(re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", given))


def mentions(text: str, words: str) -> bool:
    """Whether `words` contain all of `text`, or a word of it that means something by itself."""
    return quotes(text, words) or not content_words(text).isdisjoint(content_words(words))


@lru_cache(2048)  # the same instruction is compared with every text of a screen
def content_words(text: str) -> frozenset[str]:
    """The words with a meaning of their own, in the singular. Numbers of any length count."""
    found = (word for word in _WORD.findall(plain(text)) if len(word) > 2 or word.isdecimal())
    return frozenset(singular(word) for word in found if word not in _COMMON)
