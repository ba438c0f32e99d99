"""Whether a recorded text stands on a screen as it was meant: `Connected` is no part of "Disconnected"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from askonce.language.denials import denied
from askonce.language.verdicts import is_conditional, says, sentences_of, without_questions
from askonce.lazy import regex
from askonce.recordings.text_counts import without_zero_counts
from askonce.screens.ui_tree import Tree, plain

_LETTER = r"[^\W\d_]"
_SENTENCE_END = regex(r"[.!;](?=\s)|[。！]")
_LONGEST = 40
"""Words of a message; what is longer is something to read."""
_LAST_SPACED = "\u0dff"
"""Above this, scripts such as Thai and Chinese write words without spaces; those with capitals do not."""


def is_said(text: str, tree: Tree) -> bool:
    """Whether `text` can be read in whole words, in a sentence that does not deny it or tell of a failure instead.

    What the recorded text says itself, as "Nothing was found" does, is what was meant.
    """
    if not tree.shows(text):
        return False
    wanted, is_cut = _wanted(text)
    alone = (plain(part) for node in tree for part in {node.shown, node.text, node.value or ""})
    around = [(part, sentence) for part in alone for sentence in _sentences_with(wanted, part, is_cut=is_cut)]
    if not around:  # across neighbours
        joined = plain(" ".join(node.text or node.shown for node in tree))
        return any(True for _ in _sentences_with(wanted, joined, is_cut=is_cut))
    return any(not _is_refuted(wanted, sentence) and not _is_doubted(wanted, part) for part, sentence in around)


def is_said_in(text: str, message: str) -> bool:
    """The same of one message."""
    wanted, is_cut = _wanted(text)
    around = _sentences_with(wanted, plain(message), is_cut=is_cut)
    return any(not _is_refuted(wanted, sentence) for sentence in around) and not _is_doubted(wanted, plain(message))


def _wanted(text: str) -> tuple[str, bool]:
    """A recorded text as it is compared, and whether it goes on."""
    return plain(text.strip().removesuffix("…")), text.strip().endswith("…")


def _is_refuted(wanted: str, sentence: str) -> bool:
    """Whether the sentence around a text says no, and the text itself does not."""
    told = without_zero_counts(sentence)
    return denied(told) > denied(wanted) or (says("rejected", told) and not says("rejected", wanted))


def _is_doubted(wanted: str, message: str) -> bool:
    """Whether a message goes on with a failure that the recorded text does not speak of: "Saved. The link was lost"."""
    if wanted == message or len(message.split()) > _LONGEST or says("rejected", wanted):
        return False
    told = (sentence for sentence in sentences_of(without_questions(message)) if not is_conditional(sentence))
    return any(says("rejected", without_zero_counts(sentence)) for sentence in told)


def _sentences_with(wanted: str, text: str, *, is_cut: bool) -> Iterator[str]:
    """The sentences of a plain text that have the wanted one in whole words."""
    if wanted not in text:
        return
    for found in _whole_words(wanted, is_cut).finditer(text):
        ends = [end.end() for end in _SENTENCE_END.finditer(text, 0, found.start())]
        following = _SENTENCE_END.search(text, found.end() - 1)
        yield text[ends[-1] if ends else 0 : following.start() if following else len(text)]


@cache
def _whole_words(wanted: str, is_cut: bool) -> re.Pattern[str]:
    before = _limit(wanted[0], rf"(?<!{_LETTER})(?<!{_LETTER}-)", r"(?<!\d)")
    after = "" if is_cut else _limit(wanted[-1], rf"(?!{_LETTER})", r"(?!\d)")
    return re.compile(before + re.escape(wanted) + after)


def _limit(edge: str, of_word: str, of_number: str) -> str:
    """What must not stand beside the edge of a text: more of the same word or number."""
    if edge.isdigit():
        return of_number
    is_spaced = edge.isalpha() and (edge <= _LAST_SPACED or edge.lower() != edge.upper())
    return of_word if is_spaced else ""
