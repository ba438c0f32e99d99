"""What the elements answer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Judged:
    """Whether a statement holds, and by what, for people."""

    holds: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Given:
    """What was asked for: a text, a number, a truth value or a list of texts; and what it was read from."""

    value: object
    reason: str


def turned(judged: Judged | None, holds: bool) -> Judged | None:
    """The verdict on a clause that says the thing is so, or with `holds` false that it is not."""
    return judged if judged is None or holds else Judged(not judged.holds, judged.reason)
