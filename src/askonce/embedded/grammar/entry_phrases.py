"""Phrases for entries of a list: all posts by Ann, Bob's row."""

from __future__ import annotations

from typing import Literal

from askonce.embedded.grammar.intent import IntentArgument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.language.numerals import read_count
from askonce.language.tokens import Token, read_tokens
from askonce.lazy import dataclass

Which = Literal["one", "any", "all", "first", "last"]

_WHICH: dict[tuple[str, ...], Which] = {
    ("all", "of", "the"): "all",
    ("each", "of", "the"): "all",
    ("both", "of", "the"): "all",
    ("all", "of"): "all",
    ("all", "the"): "all",
    ("both", "the"): "all",
    ("any", "of", "the"): "any",
    ("all",): "all",
    ("every",): "all",
    ("each",): "all",
    ("both",): "all",
    ("any",): "any",
}
_ENDS: dict[str, Which] = {"first": "first", "last": "last", "top": "first", "bottom": "last"}


@dataclass(frozen=True, slots=True)
class Amount:
    """How many are meant, and which: the first three, all, just one."""

    which: Which = "one"
    count: int | None = None

    @property
    def is_several(self) -> bool:
        return self.which != "one" or (self.count or 1) > 1


@dataclass(frozen=True, slots=True)
class Entries:
    """Entries of a list by a distinguishing name; without a name, the entry mentioned last."""

    name: IntentArgument | None
    amount: Amount
    is_pronoun: bool = False
    is_titled: bool = True
    """Whether the name is the entry's own, and not just anything that it shows."""


def read_amount(text: str) -> tuple[Amount, str]:
    """ "the first three rows" as that amount and "rows"; without words for it, one."""
    tokens = read_tokens(text)
    plain = tuple("" if token.is_fixed else token.plain for token in tokens)
    for words, which in _WHICH.items():
        if plain[: len(words)] == words and len(tokens) > len(words):
            rest = tokens[len(words) :]
            count = 2 if words[0] == "both" else _count(rest[0]) if which in {"any", "all"} and len(rest) > 1 else None
            taken = rest[1:] if words[0] != "both" and count is not None else rest
            return Amount(which, count), _text(taken, text)
    tokens = tokens[1:] if len(plain) > 1 and plain[0] in lexicon().articles else tokens
    if len(tokens) > 2 and not tokens[0].is_fixed and tokens[0].plain in _ENDS and (count := _count(tokens[1])):
        return Amount(_ENDS[tokens[0].plain], count), _text(tokens[2:], text)
    if len(tokens) > 1 and (count := _count(tokens[0])):
        return Amount("any", count), _text(tokens[1:], text)
    return Amount(), _text(tokens, text)


def _count(token: Token) -> int | None:
    return None if token.is_fixed else read_count(token.plain) or None


def _text(tokens: tuple[Token, ...], text: str) -> str:
    return text[tokens[0].start : tokens[-1].end] if tokens else ""
