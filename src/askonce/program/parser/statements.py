"""Reads one line that opens no block: the meaning of its phrase, or a step in plain words."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from askonce.diagnostics.problem import Problem
from askonce.program.parser.line_skeleton import SourceSpan
from askonce.program.parser.phrase_meanings import MEANINGS
from askonce.program.parser.phrase_table import PhraseSet, phrase_table
from askonce.program.parser.result_tails import StatementLine, read_tail, sentence
from askonce.program.syntax_tree import Statement


def read_statements(span: SourceSpan) -> tuple[tuple[Statement, ...], list[Problem]]:
    """The statements of a line: nearly always one."""
    line = read_tail(span.trimmed())
    for phrase, slots in _phrases().matches(line.body):
        if (phrase.result == "none" and line.results) or (phrase.result == "must" and not line.results):
            continue
        if len(line.results) > 1:
            break
        made = MEANINGS[phrase.section.removeprefix("do ")](slots, line)
        if made is not None:
            return _placed(made if isinstance(made, tuple) else (made,), line), line.problems
    plain = sentence(line.body if line.results else line.span, line.results)
    return _placed((plain,), line), line.problems


@cache
def _phrases() -> PhraseSet:
    return phrase_table().starting("do ")


def _placed(statements: tuple[Statement, ...], line: StatementLine) -> tuple[Statement, ...]:
    span = line.span
    return tuple(replace(statement, location=span.location, words=span.source) for statement in statements)
