"""What an action set off that may still answer, or take back what is shown."""

from __future__ import annotations

from askonce.lazy import dataclass


@dataclass(frozen=True, slots=True)
class LateAnswer:
    by: str
    """For example "a socket", "a timer" or "GET /state"."""
    told: str | None = None
    """What it was told, as far as that can be read; None of what goes on by itself, as a timer does."""
    is_due: bool = False
    """Whether it surely comes, as the answer to a request does."""
    is_older: bool = False
    """Whether something set it off that ran before the action, as a clock does."""
