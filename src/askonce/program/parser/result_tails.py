"""A line that opens no block, its tail split off: the part that says where its result goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from functools import cache

from askonce.diagnostics.problem import Problem
from askonce.lazy import dataclass
from askonce.program.expression_tree import Reference
from askonce.program.parser.line_skeleton import REFERENCE, SourceSpan
from askonce.program.parser.phrase_table import PhraseSet, phrase_table
from askonce.program.parser.span_text import read_quoted, read_raw
from askonce.program.syntax_tree import Step

NEAR = 300
"""How far from the start of a line its app may be named, and from the end its results."""


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A line on its way to becoming a statement."""

    span: SourceSpan
    body: SourceSpan
    """Without the tail that names its results."""

    results: tuple[Reference, ...] = ()
    unique: bool = False
    problems: list[Problem] = field(default_factory=list[Problem])

    @property
    def into(self) -> str:
        return self.results[0].name if self.results else ""

    def warn(self, message: str, suggestion: str) -> None:
        self.problems.append(Problem(self.span.location, message, suggestion, "warning"))


def sentence(span: SourceSpan, results: Sequence[Reference] = (), *named: SourceSpan) -> Step:
    """A step in plain words, whatever it takes."""
    return Step(read_raw(span, *named), app_of(span), tuple(dict.fromkeys(result.name for result in results)))


def app_of(span: SourceSpan) -> str:
    for _, slots in _apps().matches(span.part(0, min(NEAR, len(span.text)))):
        if "quoted" in slots:
            return "".join(part for part in read_quoted(slots["quoted"]).parts if isinstance(part, str))
        words = slots["words"]
        if "," not in words.text and len(words.text.split()) <= 5 and not any(words.references()):
            return words.source
    return ""


@cache
def _apps() -> PhraseSet:
    return phrase_table().of("app")


@cache
def _tails() -> PhraseSet:
    return phrase_table().of("results")


def read_tail(span: SourceSpan) -> StatementLine:
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
            kept = SourceSpan(span.skeleton, body.start, end).trimmed(",;")
            return StatementLine(span, kept, found, "unique" in slots)
    return StatementLine(span, body)
