"""A line that opens no block, its tail split off: the part that says where its result goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from askonce.program.parser.expressions import quoted, raw
from askonce.program.parser.line_skeleton import REFERENCE, Span
from askonce.program.parser.phrase_table import Phrases, table
from askonce.program.problem import Problem
from askonce.program.syntax_tree import Reference, Sentence

NEAR = 300
"""How far from the start of a line its app may be named, and from the end its results."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line on its way to becoming a statement."""

    span: Span
    body: Span
    """Without the tail that names its results."""

    results: tuple[Reference, ...] = ()
    unique: bool = False
    problems: list[Problem] = field(default_factory=list[Problem])

    @property
    def into(self) -> str:
        return self.results[0].name if self.results else ""

    def warn(self, message: str, suggestion: str) -> None:
        self.problems.append(Problem(self.span.place, message, suggestion, "warning"))


def sentence(span: Span, results: Sequence[Reference] = (), *named: Span) -> Sentence:
    """A step in plain words, whatever it takes."""
    return Sentence(raw(span, *named), app_of(span), tuple(dict.fromkeys(one.name for one in results)))


def app_of(span: Span) -> str:
    for _, slots in _apps().matches(span.part(0, min(NEAR, len(span.text)))):
        if "quoted" in slots:
            return "".join(part for part in quoted(slots["quoted"]).parts if isinstance(part, str))
        words = slots["words"]
        if "," not in words.text and len(words.text.split()) <= 5 and not any(words.references()):
            return words.source
    return ""


@cache
def _apps() -> Phrases:
    return table().of("app")


@cache
def _tails() -> Phrases:
    return table().of("results")


def read_tail(span: Span) -> Line:
    """Split off the tail that names the results."""
    body = span.trimmed(".;")
    if body.text.endswith(REFERENCE):
        size = len(body.text)
        for _, slots in _tails().matches(body.part(max(0, size - NEAR), size)):
            names = slots["names"]
            found = tuple(reference for _, reference in names.references())
            if any(reference.path for reference in found):
                continue
            end = slots["end"].start if "end" in slots else slots["rest"].end
            kept = Span(span.skeleton, body.start, end).trimmed(",;")
            return Line(span, kept, found, "unique" in slots)
    return Line(span, body)
