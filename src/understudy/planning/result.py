"""What an act gives back."""

from __future__ import annotations

from dataclasses import dataclass

from understudy.trace import Usage
from understudy.trace.events import How


@dataclass(frozen=True, slots=True)
class Step:
    """One action that ran, in words, with what it was meant for and what it returned."""

    action: str
    log: str = ""
    output: str = ""

    def __str__(self) -> str:
        return f"{self.action} → {self.output}" if self.output else self.action


@dataclass(frozen=True, slots=True)
class ActResult:
    """The planner's last word, what was done, and what it cost."""

    message: str
    steps: tuple[Step, ...]
    rounds: int
    usage: Usage
    seconds: float
    how: How = "asked"
    """Whether a model planned it, a recording was replayed, or one was and had to be mended on the way."""
    why: str = ""
    """What led to that: which step was not as it was, or why there was nothing to replay."""

    def __str__(self) -> str:
        return self.message
