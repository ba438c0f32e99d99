"""Splitting an instruction into parts: one command each."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import takewhile

from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.grammar.overlay_words import read_obstacle
from askonce.embedded.grammar.sentence_patterns import starts_with, verb_phrases
from askonce.language.tokens import Token, read_tokens
from askonce.lazy import regex

_BULLET = regex(r"^[ \t]*(?:(?:step\s+)?\d{1,3}\s*[.):]|[-*•–])\s+", re.IGNORECASE | re.MULTILINE)
_ENDS = frozenset({".", "!", "?", ";", "\n"})
_JOINTS = frozenset({",", "and", "then", ":", "(", "but"})
_OPENINGS = frozenset(
    {
        "for",
        "in",
        "on",
        "at",
        "under",
        "from",
        "if",
        "when",
        "whenever",
        "once",
        "after",
        "using",
        "with",
        "unless",
        "into",
        "inside",
        "within",
        "next",
    }
)

_INTOS = frozenset({"into", "in", "as", "for", "inside", "under"})
"""Before the field that a text goes into."""

_CONDITIONS = frozenset({"if", "when", "whenever", "once", "after", "unless"})
"""Openings on which all that follows may depend."""

_UNFINISHED = frozenset({"drag", "find", "locate", "search"})
"""Verbs that say nothing by themselves: in "find and click Save", one thing is to be done."""


def split_parts(instruction: str, knows: Callable[[str], bool]) -> tuple[str, ...]:
    """The parts of `instruction` in order.

    "Save and close" may be two things to do or one name: where `knows` says that something is called so, it is a name.
    """
    text = _BULLET.sub("\n", instruction)
    parts: list[str] = []
    for sentence in _sentences(read_tokens(text)):
        parts += [_part(tokens, text) for tokens in _clauses(sentence, text, knows)]
    return tuple(filter(None, parts))


def trimmed(tokens: Sequence[Token]) -> Sequence[Token]:
    """Without words that add nothing at the start, and marks at either end."""
    while len(tokens) > 1 and (tokens[-1].kind == "mark" or (not tokens[-1].is_fixed and tokens[-1].plain == "please")):
        tokens = tokens[:-1]
    while tokens:
        if tokens[0].kind == "mark":
            tokens = tokens[1:]
            continue
        filler = next((phrase for phrase in lexicon().fillers if starts_with(tokens, 0, phrase)), None)
        if filler is None or len(filler) == len(tokens):
            return tokens
        tokens = tokens[len(filler) :]
    return tokens


def _part(tokens: Sequence[Token], text: str) -> str:
    kept = trimmed(tokens)
    return " ".join(text[kept[0].start : kept[-1].end].split("\n")) if kept else ""


def _sentences(tokens: Sequence[Token]) -> list[list[Token]]:
    sentences: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "mark" and token.text in _ENDS:
            sentences.append([])
        else:
            sentences[-1].append(token)
    return [sentence for sentence in sentences if sentence]


def _clauses(tokens: list[Token], text: str, knows: Callable[[str], bool]) -> list[Sequence[Token]]:
    """The clauses of one sentence: a joint separates two if a command begins after it."""
    clauses: list[Sequence[Token]] = []
    start, place = 0, 1
    while place < len(tokens):
        is_joint = not tokens[place].is_fixed and tokens[place].plain in _JOINTS
        if is_joint and _begins(tokens[place:]) and not _belongs(tokens, start, place, text, knows):
            clauses.append(tokens[start:place])
            start = place
            while place < len(tokens) - 1 and not tokens[place].is_fixed and tokens[place].plain in _JOINTS:
                place += 1
        place += 1
    return [*clauses, tokens[start:]]


def _begins(tokens: Sequence[Token]) -> bool:
    """Whether a command begins here, after filler words; after "then" it always does."""
    joints = takewhile(lambda token: not token.is_fixed and token.plain in _JOINTS, tokens)
    kept = trimmed(tokens)
    if any(token.plain == "then" for token in joints):
        return bool(kept)
    return _is_bare_verb(kept) or any(starts_with(kept, 0, phrase) for phrase in verb_phrases())


def _is_bare_verb(tokens: Sequence[Token]) -> bool:
    """Whether a verb that says all by itself stands here: "… and book"."""
    fitting = [phrase for phrase in lexicon().classes["verb"] if starts_with(tokens, 0, phrase)]
    rest = [tokens[len(phrase)] for phrase in fitting if len(tokens) > len(phrase)]
    return bool(fitting) and all(not token.is_fixed and token.plain in _JOINTS for token in rest)


def _ends_in_text(tokens: Sequence[Token]) -> bool:
    """Whether a clause ends in a text to type that is neither quoted nor a number, so that it may go on."""
    phrases = (*lexicon().classes["write"], *lexicon().classes["fill"])
    is_writing = any(starts_with(tokens, 0, phrase) for phrase in phrases)
    is_open = not tokens[-1].is_fixed and not tokens[-1].plain.isdecimal()
    return is_writing and is_open and _INTOS.isdisjoint(token.plain for token in tokens if not token.is_fixed)


def _has_begun(tokens: Sequence[Token]) -> bool:
    """Whether a command began after the words that say where or with what."""
    return any(token.kind == "mark" and _begins(tokens[at:]) for at, token in enumerate(tokens))


def _is_cleared(before: Sequence[Token], after: Sequence[Token], text: str) -> bool:
    """Whether all that a clause depends on is something in the way, and "then" tells what is done in any case."""
    end = next((at for at, token in enumerate(before) if token.kind == "mark"), 0)
    is_then = any(not token.is_fixed and token.plain == "then" for token in after[:2])
    return is_then and end > 1 and read_obstacle(text[before[1].start : before[end - 1].end]) is not None


def _belongs(tokens: list[Token], start: int, place: int, text: str, knows: Callable[[str], bool]) -> bool:
    """Whether what follows the joint at `place` still belongs to the clause that began at `start`.

    "…, to find and click Save" tells what it is all for.
    """
    before = trimmed(tokens[start:place])
    if not before or (place + 1 < len(tokens) and tokens[place + 1].plain == "to"):
        return True
    if before[0].plain in _OPENINGS and not before[0].is_fixed:
        is_apart = before[0].plain not in _CONDITIONS or _is_cleared(before, tokens[place:], text)
        return not is_apart or not _has_begun(before)
    if any(not token.is_fixed and token.plain == "then" for token in tokens[place : place + 2]):
        return False
    if not before[-1].is_fixed and before[-1].plain in _UNFINISHED:
        return True
    after = trimmed(tokens[place:])
    if _is_bare_verb(after) and _ends_in_text(before) and not knows(after[0].text):
        return True
    end = next((at for at in range(place + 1, len(tokens)) if tokens[at].plain in {",", "then"}), len(tokens))
    return any(knows(text[token.start : tokens[end - 1].end]) for token in before)
