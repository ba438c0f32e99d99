"""The ways to read one part of an instruction."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from types import MappingProxyType

from understudy.embedded.grammar.intent import Intent, Said
from understudy.embedded.grammar.patterns import patterns
from understudy.embedded.grammar.splitting import trimmed
from understudy.embedded.grammar.tokens import Token, read_tokens

_MOST_READINGS = 24


def read_part(text: str, forms: str = "patterns.txt") -> tuple[Intent, ...]:
    """Every reading of `text` by a file of forms, those that say more first; none when it is not understood."""
    tokens = trimmed(read_tokens(text))
    condition, tokens = _condition(tokens, text)
    exception = ""
    if forms == "patterns.txt" and not condition:
        exception, tokens = _exception(tokens, text)
    found = (
        Intent(
            pattern.verb,
            text,
            MappingProxyType({name: said(tokens[start:end], text) for name, (start, end) in filled.items()}),
            condition,
            exception,
        )
        for pattern in patterns(forms)
        for filled in pattern.fits(tokens)
    )
    return tuple(dict.fromkeys(islice(found, _MOST_READINGS)))


def _condition(tokens: Sequence[Token], text: str) -> tuple[str, Sequence[Token]]:
    """ "If a banner is shown, close it" as "a banner is shown" and "close it"."""
    if not tokens or tokens[0].is_fixed or tokens[0].plain != "if":
        return "", tokens
    end = next((at for at, token in enumerate(tokens) if token.kind == "mark" and token.text == ","), 0)
    if end < 2:
        return "", tokens
    return text[tokens[1].start : tokens[end - 1].end], trimmed(tokens[end:])


def _exception(tokens: Sequence[Token], text: str) -> tuple[str, Sequence[Token]]:
    """ "Click Save unless the box is ticked" as what must not be so, and "click Save"; it may also stand first."""
    at = next((at for at, token in enumerate(tokens) if not token.is_fixed and token.plain == "unless"), None)
    if at is None or at == len(tokens) - 1:
        return "", tokens
    if at:
        return text[tokens[at + 1].start : tokens[-1].end], trimmed(tokens[:at])
    end = next((place for place, token in enumerate(tokens) if token.kind == "mark" and token.text == ","), 0)
    return (text[tokens[1].start : tokens[end - 1].end], trimmed(tokens[end:])) if end > 1 else ("", tokens)


def said(tokens: Sequence[Token], text: str) -> Said:
    """Some words as they were written; one quotation without its marks."""
    raw = text[tokens[0].start : tokens[-1].end]
    if len(tokens) == 1:
        return Said(tokens[0].inner, tokens[0].is_fixed, raw)
    return Said(raw, False, raw)
