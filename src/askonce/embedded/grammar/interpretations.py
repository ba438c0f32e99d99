"""The ways to read one part of an instruction."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from types import MappingProxyType

from askonce.embedded.grammar.instruction_parts import trimmed
from askonce.embedded.grammar.intent import Intent, IntentArgument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.grammar.overlay_words import read_obstacle
from askonce.embedded.grammar.sentence_patterns import patterns, starts_with, verb_phrases
from askonce.language.tokens import Token, read_tokens

_MOST_READINGS = 24
_IFS = frozenset({"if", "when", "whenever", "once"})
_PRONOUNS = frozenset({"it", "them", "that", "this"})
_BE = frozenset({"is", "are", "isn't", "aren't", "has", "was", "does", "doesn't", "says", "shows", "contains", "holds"})


_LONGEST_NAME = 3
"""Words of a name that stands as a part of its own."""


def read_part(text: str, forms: str = "patterns.txt") -> tuple[Intent, ...]:
    """Every reading of `text` by a file of forms, those that say more first; none when it is not understood."""
    tokens = trimmed(read_tokens(text))
    condition, tokens = _condition(tokens, text)
    exception = ""
    if forms == "patterns.txt" and not condition:
        exception, tokens = _exception(tokens, text)
    found = (
        _depending(
            pattern.verb,
            text,
            {name: to_argument(tokens[start:end], text) for name, (start, end) in filled.items()},
            condition,
            exception,
        )
        for pattern in patterns(forms)
        for filled in pattern.fits(tokens)
    )
    return tuple(dict.fromkeys(islice(found, _MOST_READINGS)))


def spelt_out(parts: Sequence[str]) -> list[str]:
    """ "Press Try it out, then Execute" with the verb that the second part leaves out: only a name follows a name."""
    spelt: list[str] = []
    for part in parts:
        is_name = part[:1].isupper() and len(part.split()) <= _LONGEST_NAME and not read_part(part)
        before = next(iter(read_part(spelt[-1])), None) if spelt and is_name else None
        spelt.append(f"press {part}" if before and before.verb == "click" else part)
    return spelt


def _depending(verb: str, text: str, words: dict[str, IntentArgument], condition: str, exception: str) -> Intent:
    """An intent with "it" spelt out: in "if the box is empty, tick it" the box, as in "tick the box if it is empty"."""
    depends = condition or exception
    target = words.get("target")
    first, _, rest = depends.partition(" ")
    if target and target.text.casefold() in _PRONOUNS and (subject := _subject(depends)):
        words["target"] = IntentArgument(subject, raw=subject)
    elif target and first.casefold() in _PRONOUNS and rest:
        depends = f"{target.prompt} {rest}"
    return Intent(
        verb,
        text,
        MappingProxyType(words),
        depends if condition else "",
        depends if exception and not condition else "",
    )


def _subject(condition: str) -> str:
    """The subject of a condition, if it has a name; overlays have none."""
    tokens = read_tokens(condition)
    end = next((at for at, token in enumerate(tokens) if not token.is_fixed and token.plain in _BE), 0)
    if not end or read_obstacle(condition) or tokens[0].plain in {"there", *_PRONOUNS}:
        return ""
    return condition[tokens[0].start : tokens[end - 1].end]


def _condition(tokens: Sequence[Token], text: str) -> tuple[str, Sequence[Token]]:
    """ "If a banner is shown, close it" as "a banner is shown" and "close it"; it may also stand last."""
    at = next((at for at, token in enumerate(tokens) if not token.is_fixed and token.plain in _IFS), None)
    if at is None or at == len(tokens) - 1:
        return "", tokens
    if at:
        begins, left = text[tokens[at + 1].start : tokens[-1].end], tokens[:at]
        # In "judge if …" it is what is asked for.
        asks = any(starts_with(left, 0, phrase) and len(left) == len(phrase) for phrase in verb_phrases())
        is_text = asks or any(starts_with(tokens, 0, phrase) for phrase in lexicon().classes["write"])
    else:
        end = next((place for place, token in enumerate(tokens) if token.kind == "mark" and token.text == ","), 0)
        begins, left = (text[tokens[1].start : tokens[end - 1].end], tokens[end:]) if end > 1 else ("", tokens)
        is_text = not begins
    # "When the list is there, …" asks to wait for it; what lies in the way is dealt with if it is there.
    is_time = tokens[at].plain != "if" and not read_obstacle(begins)
    return ("", tokens) if is_text or is_time else (begins, trimmed(left))


def _exception(tokens: Sequence[Token], text: str) -> tuple[str, Sequence[Token]]:
    """ "Click Save unless the box is ticked" as what must not be so, and "click Save"; it may also stand first."""
    at = next((at for at, token in enumerate(tokens) if not token.is_fixed and token.plain == "unless"), None)
    if at is None or at == len(tokens) - 1:
        return "", tokens
    if at:
        return text[tokens[at + 1].start : tokens[-1].end], trimmed(tokens[:at])
    end = next((place for place, token in enumerate(tokens) if token.kind == "mark" and token.text == ","), 0)
    return (text[tokens[1].start : tokens[end - 1].end], trimmed(tokens[end:])) if end > 1 else ("", tokens)


def to_argument(tokens: Sequence[Token], text: str) -> IntentArgument:
    """Some words as they were written; one quotation without its marks."""
    raw = text[tokens[0].start : tokens[-1].end]
    if len(tokens) == 1:
        return IntentArgument(tokens[0].inner, tokens[0].is_fixed, raw)
    return IntentArgument(raw, False, raw)
