"""What the elements answer."""

from __future__ import annotations

from askonce.lazy import dataclass


@dataclass(frozen=True, slots=True)
class ExactVerdict:
    """Whether a statement holds, and by what, for people."""

    holds: bool
    reason: str


@dataclass(frozen=True, slots=True)
class ExactAnswer:
    """What was asked for: a text, a number, a truth value or a list of texts; and what it was read from."""

    value: object
    reason: str


def apply_polarity(verdict: ExactVerdict | None, holds: bool) -> ExactVerdict | None:
    """The verdict on a clause that says the thing is so, or with `holds` false that it is not."""
    return verdict if verdict is None or holds else ExactVerdict(not verdict.holds, verdict.reason)
