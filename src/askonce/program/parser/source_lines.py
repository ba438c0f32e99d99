"""Cutting the text of a program into lines: indent, words without their comment, labels taken off."""

from __future__ import annotations

import re

from askonce.diagnostics.location import Location
from askonce.diagnostics.problem import Problem
from askonce.lazy import dataclass, regex
from askonce.program.parser.line_skeleton import Skeleton, SourceSpan, read_skeleton

TAB = 4
_LABEL = regex(r"(?:(?:\(?\d{1,4}[.)、]|step \d{1,4}\s*[:.])\s+(?=[^\d\s]|\d+[.)、]\s)|[-*•–]\s+)+", re.IGNORECASE)
_BREAK = regex(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class SourceLine:
    indent: int
    skeleton: Skeleton
    label: str = ""
    """A number or bullet that stood before the words."""

    @property
    def span(self) -> SourceSpan:
        return self.skeleton.whole

    @property
    def number(self) -> int:
        return self.skeleton.number


def split_lines(text: str) -> tuple[list[SourceLine], list[Problem]]:
    """All lines that are not empty, and the problems of their quotes and braces."""
    lines: list[SourceLine] = []
    problems: list[Problem] = []
    for number, source in enumerate(_BREAK.split(text.removeprefix("\ufeff")), start=1):
        words = source.lstrip(" \t\u00a0\u3000")
        if not words.strip() or words.startswith(("#", "```")):
            continue
        start = len(source) - len(words)
        indent = _width(source[:start])
        found = _LABEL.match(words)
        label = found.group() if found else ""
        skeleton = read_skeleton(words[len(label) :], number, start + len(label) + 1)
        if not skeleton.text.strip():
            continue
        lines.append(SourceLine(indent, skeleton, label))
        problems += _open_ends(skeleton)
    return lines, problems


def label_problem(line: SourceLine) -> Problem:
    column = line.skeleton.column - len(line.label)
    return Problem(
        Location(line.number, column, len(line.label.strip())),
        f"the label {line.label.strip()!r} before the line is ignored",
        "leave it out: the order of the lines is enough",
        "warning",
    )


def _width(indent: str) -> int:
    width = 0
    for sign in indent:
        width += {"\t": TAB, "\u3000": 2}.get(sign, 1)
    return width


def _open_ends(skeleton: Skeleton) -> list[Problem]:
    problems: list[Problem] = []
    for opened in skeleton.unclosed[:3]:
        what, closing = ("brace", "}") if opened.sign == "{" else ("quote", '"')
        location = Location(skeleton.number, skeleton.column + opened.at, 1)
        problems.append(Problem(location, f"this {what} is never closed", f"close it with {closing} on the same line"))
    for piece in skeleton.pieces:
        if piece.kind == "odd":
            location = Location(skeleton.number, skeleton.column + piece.start, piece.end - piece.start)
            inner = skeleton.source[piece.start : piece.end]
            problems.append(
                Problem(
                    location,
                    f"{inner} is not a variable",
                    'write a name such as {total}, or put the words in quotes: "…"',
                    "warning",
                )
            )
    return problems
