"""Texts that count things themselves, such as "12 rows" over a table and "3 items left" below a list."""

from __future__ import annotations

import re
from collections.abc import Sequence

from askonce.insight.exact.claims import Badge, CountingText
from askonce.insight.exact.element_evidence import ElementEvidence
from askonce.insight.exact.table_records import is_paged, read_tables
from askonce.language.normalization import single_spaced, split_words
from askonce.language.numerals import singular
from askonce.lazy import regex
from askonce.screens.ui_tree import Node, plain

_MOST_DIGITS = 9
_BADGE = regex(r"[ :]*[(\[]?([0-9]{1,6})[)\]]?", re.ASCII)
_ABOUT = frozenset({"heading", "list", "region", "table", "grid", "dialog", "complementary", "form", "article"})
"""Roles of what a page or a part of it is about."""


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


def read_badge_number(badge: Badge, evidence: ElementEvidence) -> tuple[int, Node] | None:
    """The number on the only element that bears this name and a number; None where another may be meant."""
    if not evidence.knows_controls or evidence.within is not None:
        return None
    owner = split_words(badge.owner)
    speaking = [node for node in evidence.all if _speaks_of(owner, node)]
    numbered = [node for node in speaking if any(map(str.isdigit, f"{node.words} {evidence.words_on(node)}"))]
    if len(numbered) != 1 or numbered[0].value is not None or not evidence.is_seen(numbered[0]):
        return None
    if badge.of_things and any(node.role in _ABOUT for node in speaking):
        return None
    words, name = single_spaced(evidence.words_on(numbered[0])), split_words(numbered[0].name)
    bare = words[len(badge.owner) :] if plain(words).startswith(badge.owner) else words
    is_called = bare != words or (name[: len(owner)] == owner and _numbers(name) == _numbers([words]))
    number = _BADGE.fullmatch(bare)
    return (int(number[1]), numbered[0]) if number and is_called else None


def _speaks_of(owner: Sequence[str], node: Node) -> bool:
    """Whether the words of an element hold a name, in singular or plural, or it is a part of one of them."""
    words = [singular(word) for word in split_words(node.words)]
    wanted = [singular(word) for word in owner]
    return any(words[place : place + len(wanted)] == wanted for place in range(len(words)))


def _numbers(words: Sequence[str]) -> list[str]:
    return [word for word in words if word.isdecimal()]


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
