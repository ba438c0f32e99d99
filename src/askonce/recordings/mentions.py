"""Which texts of a screen an instruction mentions: these are part of the identity of the element beside them."""

from __future__ import annotations

import re
from functools import lru_cache

from askonce.language.numerals import singular
from askonce.lazy import regex
from askonce.screens.ui_tree import plain

_WORD = regex(r"[^\W_]+")
_UNSPACED = regex("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""Letters of scripts that put no space between words."""
_SHORTEST_STEM = 5
_NEGATION = regex(
    r"(?<!\w)(?:no|not|none|never|nothing|without|cannot|\w+n['’]t|nicht|nichts|kein\w*|nie|ohne|pas|jamais|aucun\w*|sans|"
    r"nunca|ning[uú]n\w*|sin|senza|non|nessun\w*|niet|geen|nooit|zonder|inte|ingen|ikke|не|нет|без|ei|nie|bez)(?!\w)"
    r"|不|没|沒|无|無|ない|ません|안|않"
)
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
    if _UNSPACED.search(wanted):
        return wanted in given
    if len(wanted) < 2:
        return False
    return bool(re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", given))


def mentions(text: str, words: str) -> bool:
    """Whether `words` contain all of `text`, or a word of it that means something by itself, in whatever form."""
    return quotes(text, words) or bool(_mentioned(text, words))


def beside_name(text: str, name: str, words: str) -> str:
    """`words` without the name of an element, where `text` is only a part of that: "Accept all" does not speak of
    the tab "All"."""
    own = plain(name)
    if plain(text) == own or not quotes(text, name):
        return words
    return re.sub(rf"(?<!\w){re.escape(own)}(?!\w)", " ", plain(words))


def mentions_most(text: str, words: str) -> bool:
    """Whether `words` contain all of `text`, or more than half of its words."""
    return quotes(text, words) or 2 * len(_mentioned(text, words)) > len(content_words(text))


def _mentioned(text: str, words: str) -> set[str]:
    """The words of `text` that are also in `words`."""
    given = content_words(words)
    return {word for word in content_words(text) if word in given or any(_is_form(word, other) for other in given)}


def _is_form(word: str, other: str) -> bool:
    """Whether two long words may be forms of one: "сервер" and "сервера". Most of the longer one must be the same."""
    longest = max(len(word), len(other))
    shared = next((place for place, (ours, theirs) in enumerate(zip(word, other, strict=False)) if ours != theirs), 0)
    shared = shared or (min(len(word), len(other)) if word[:1] == other[:1] else 0)
    return shared >= _SHORTEST_STEM and 5 * shared >= 3 * longest


def negations(text: str) -> int:
    """How many words of a text deny something."""
    return len(_NEGATION.findall(plain(text)))


@lru_cache(2048)  # the same instruction is compared with every text of a screen
def content_words(text: str) -> frozenset[str]:
    """The words with a meaning of their own, in the singular. Numbers of any length count."""
    found = (word for word in _WORD.findall(plain(text)) if len(word) > 2 or word.isdecimal())
    return frozenset(singular(word) for word in found if word not in _COMMON)
