"""Problems as a person reads them: where, what, the line with a caret under the place, and what to write instead."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from askonce.program.problem import Problem
from askonce.program.syntax_tree import Place

_TAB = "    "
_WIDEST = 100
"""Of a longer line only the part around the place is shown."""
_BEFORE = 40


def show_problems(name: str, source: str, problems: Iterable[Problem]) -> str:
    """All of them, one after the other; empty when there are none."""
    lines = source.splitlines()
    return "\n".join(_shown(name, lines, problem) for problem in problems)


def _shown(name: str, lines: list[str], problem: Problem) -> str:
    place = problem.place
    told = [f"{name}:{place.line}:{place.column}: {problem.severity}: {problem.message}"]
    if 1 <= place.line <= len(lines) and lines[place.line - 1].strip():
        told += _pointed(lines[place.line - 1], place)
    if problem.suggestion:
        told.append(f"  → {problem.suggestion}")
    return "\n".join(told)


def _pointed(line: str, place: Place) -> tuple[str, str]:
    """The line, and a caret under the place. Tabs are written as spaces and wide letters counted as two, so that the
    caret stands where it belongs."""
    start = min(max(place.column - 1, 0), len(line))
    end = min(start + max(place.length, 1), len(line))
    first = 0 if len(line) <= _WIDEST else max(0, start - _BEFORE)
    last = min(len(line), first + _WIDEST)
    before, marked, after = line[first:start], line[start : min(end, last)], line[min(end, last) : last]
    head, tail = "…" if first else "", "…" if last < len(line) else ""
    text = head + _plain(before) + _plain(marked) + _plain(after) + tail
    gap = " " * _width(head + _plain(before))
    return f"  {text}", f"  {gap}{'^' * max(1, _width(_plain(marked)))}"


def _plain(text: str) -> str:
    """Without characters that a terminal would obey."""
    return "".join(one if one.isprintable() else "·" for one in text.replace("\t", _TAB))


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(one) in "WF" else not unicodedata.combining(one) for one in text)
