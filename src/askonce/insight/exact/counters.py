"""Texts that count things themselves, such as "12 rows" over a table and "3 items left" below a list."""

from __future__ import annotations

from collections.abc import Sequence

from askonce.insight.exact.claims import CountingText
from askonce.insight.exact.element_evidence import ElementEvidence
from askonce.insight.exact.table_records import is_paged, read_tables
from askonce.language.normalization import split_words
from askonce.language.numerals import singular
from askonce.screens.ui_tree import Node

_MOST_DIGITS = 9


def read_counter(counter: CountingText, evidence: ElementEvidence) -> tuple[int, Node] | None:
    """The number that the only such text says. Where the rows of a table are counted, they must not contradict it."""
    if not evidence.knows_controls or evidence.within is not None:
        return None
    counting = [node for node in evidence.all if _counts(evidence.words_on(node) or node.words, counter.noun)]
    if len(counting) != 1 or counting[0].actionable or counting[0].value is not None:
        return None
    words = split_words(evidence.words_on(counting[0]))
    is_whole = len(words) == 1 + len(counter.noun) + len(counter.rest)
    if not is_whole or tuple(words[1 + len(counter.noun) :]) != counter.rest:
        return None
    number = int(words[0])
    if not counter.rest and not _agrees(number, counter, evidence):
        return None
    return number, counting[0]


def _counts(text: str, noun: Sequence[str]) -> bool:
    """Whether a number of these things is told somewhere in a text."""
    words = split_words(text)
    wanted = [singular(word) for word in noun]
    return any(
        word.isdecimal()
        and len(word) <= _MOST_DIGITS
        and [singular(follower) for follower in words[place + 1 : place + 1 + len(wanted)]] == wanted
        for place, word in enumerate(words)
    )


def _agrees(number: int, counter: CountingText, evidence: ElementEvidence) -> bool:
    """Whether the only table has as many rows, or fewer of them where more are on other pages."""
    tables = list(read_tables(evidence))
    if len(tables) != 1:
        return False
    rows = len(tables[0].rows)
    return (
        number == rows and not is_paged(evidence)
        if not counter.of_table
        else number == rows or (number > rows and is_paged(evidence))
    )
