"""One thing that is wrong with a file: where, what, and what to write instead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from askonce.diagnostics.location import Location
from askonce.lazy import dataclass

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Problem:
    location: Location
    message: str
    suggestion: str = ""
    severity: Severity = "error"

    @property
    def position(self) -> tuple[int, int]:
        """Line and column: what problems are sorted by."""
        return self.location.line, self.location.column


def by_position(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """In the order in which they stand in the file."""
    return tuple(sorted(problems, key=lambda problem: problem.position))


def errors_in(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Those that keep a file from being used; warnings do not."""
    return tuple(problem for problem in problems if problem.severity == "error")
