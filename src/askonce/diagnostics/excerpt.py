"""Problems as text: the location, the message, the line with carets below it, and what to write instead."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from askonce.diagnostics.location import Location
from askonce.diagnostics.problem import Problem

_TAB = "    "
_WIDEST = 100
"""Of a longer line only the part around the location is shown."""
_BEFORE = 40


def format_problems(file: str, source: str, problems: Iterable[Problem]) -> str:
    """All problems, one after the other; empty when there are none."""
    lines = source.splitlines()
    return "\n".join(_format(file, lines, problem) for problem in problems)


def format_location(file: str, location: Location) -> str:
    """A location in the form that editors and terminals recognise: `file:line:column`."""
    return f"{file}:{location.line}:{location.column}"


def excerpt(lines: list[str], location: Location) -> list[str]:
    """The line of a location with carets below it; nothing when the line is empty or does not exist."""
    if 1 <= location.line <= len(lines) and lines[location.line - 1].strip():
        return _underline(lines[location.line - 1], location)
    return []


def _format(file: str, lines: list[str], problem: Problem) -> str:
    parts = [f"{format_location(file, problem.location)}: {problem.severity}: {problem.message}"]
    parts += excerpt(lines, problem.location)
    if problem.suggestion:
        parts.append(f"  → {problem.suggestion}")
    return "\n".join(parts)


def _underline(line: str, location: Location) -> list[str]:
    """Tabs are written as spaces and wide letters counted as two, so that the carets are below the right letters."""
    start = min(max(location.column - 1, 0), len(line))
    end = min(start + max(location.length, 1), len(line))
    first = 0 if len(line) <= _WIDEST else max(0, start - _BEFORE)
    last = min(len(line), first + _WIDEST)
    before, marked, after = line[first:start], line[start : min(end, last)], line[min(end, last) : last]
    head, tail = "…" if first else "", "…" if last < len(line) else ""
    text = head + _printable(before) + _printable(marked) + _printable(after) + tail
    gap = " " * _width(head + _printable(before))
    return [f"  {text}", f"  {gap}{'^' * max(1, _width(_printable(marked)))}"]


def _printable(text: str) -> str:
    """Without characters that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "·" for letter in text.replace("\t", _TAB))


def _width(text: str) -> int:
    return sum(
        2 if unicodedata.east_asian_width(letter) in "WF" else not unicodedata.combining(letter) for letter in text
    )
