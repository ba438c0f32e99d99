"""Reads one line that opens no block: the meaning of its phrase, or a step in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from askonce.diagnostics.problem import Problem
from askonce.program.parser.line_skeleton import SourceSpan
from askonce.program.parser.near_misses import condition_faults, line_faults, number_faults, value_faults
from askonce.program.parser.phrase_meanings import MEANINGS
from askonce.program.parser.phrase_table import PhraseSet, Slots, phrase_table
from askonce.program.parser.result_tails import StatementLine, read_tail, sentence
from askonce.program.syntax_tree import Statement, Step

_VALUES = ("value", "items", "pairs", "parts", "inputs")
"""The slots in which phrases take values."""


def read_statements(span: SourceSpan) -> tuple[tuple[Statement, ...], list[Problem]]:
    """The statements of a line: nearly always one."""
    line = read_tail(span.trimmed())
    faults: list[Problem] = []
    for phrase, slots in _phrases().matches(line.body):
        if (phrase.result == "none" and line.results) or (phrase.result == "must" and not line.results):
            continue
        if len(line.results) > 1:
            break
        made = MEANINGS[phrase.section.removeprefix("do ")](slots, line)
        if made is None or isinstance(made, Step):
            faults += _faults(slots)
        if made is not None:
            doubts = [*faults, *line_faults(line.body)] if isinstance(made, Step) else _doubts(slots)
            line.problems.extend(doubts[:1])
            return _placed(made if isinstance(made, tuple) else (made,), line), line.problems
    line.problems.extend([*faults, *line_faults(line.body)][:1])
    plain = sentence(line.body if line.results else line.span, line.results)
    return _placed((plain,), line), line.problems


def _faults(slots: Slots) -> Iterator[Problem]:
    for name, slot in slots.items():
        if slot.text:
            yield from condition_faults(slot) if name in ("where", "condition") else value_faults(slot)


def _doubts(slots: Slots) -> list[Problem]:
    return [problem for name in _VALUES if name in slots for problem in number_faults(slots[name])][:1]


@cache
def _phrases() -> PhraseSet:
    return phrase_table().starting("do ")


def _placed(statements: tuple[Statement, ...], line: StatementLine) -> tuple[Statement, ...]:
    span = line.span
    return tuple(replace(statement, location=span.location, words=span.source) for statement in statements)
