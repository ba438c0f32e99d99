"""How the acts of all tests of a session were done, and what that took of a model. Imports nothing heavy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

import pytest

if TYPE_CHECKING:
    from askonce.trace.run_counts import RunCounts

ATTRIBUTE = "askonce_counts"
"""Of the report of a test: what pytest-xdist passes from its workers to the process that makes the summary."""


def attach_counts(report: pytest.TestReport, runs: Iterable[RunCounts]) -> None:
    """Put what the runs of a test were into its report."""
    figures: dict[str, float] = {}
    for counts in runs:
        own = {**counts.hows, "calls": counts.calls - counts.embedded_calls, "tokens": counts.tokens}
        for name, figure in {**own, "cost": counts.cost}.items():
            figures[name] = figures.get(name, 0) + figure
    setattr(report, ATTRIBUTE, figures)


class SessionCounts:
    """The sum over the tests that had an agent."""

    def __init__(self) -> None:
        self._figures: dict[str, float] | None = None

    def __bool__(self) -> bool:
        """Whether any test had an agent."""
        return self._figures is not None

    def add(self, report: pytest.TestReport) -> None:
        attached = cast("Mapping[str, Any] | None", getattr(report, ATTRIBUTE, None))
        if attached is not None:
            known = self._figures or {}
            self._figures = {name: known.get(name, 0) + attached.get(name, 0) for name in {**known, **attached}}

    def __str__(self) -> str:
        """`12 replayed, 1 healed, 2 asked (3 model calls, 9k tokens, $0.0123)`."""
        from askonce.trace.run_counts import HOWS

        figures = self._figures or {}
        hows = ", ".join(f"{figures.get(how, 0):g} {how}" for how in HOWS)
        calls, tokens, cost = (figures.get(name, 0) for name in ("calls", "tokens", "cost"))
        if not calls:
            return hows
        used = [f"{calls:g} model call{'' if calls == 1 else 's'}", f"{_short(tokens)} tokens" if tokens else ""]
        return f"{hows} ({', '.join(filter(None, [*used, f'${cost:.4f}' if cost else '']))})"


def _short(number: float) -> str:
    """`842`, `9k`, `1.2M`."""
    if number < 1000:
        return f"{number:g}"
    return f"{number / 1000:.0f}k" if number < 999_500 else f"{number / 1_000_000:.1f}M"
