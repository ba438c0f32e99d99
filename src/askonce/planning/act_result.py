"""The result of an act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from askonce.companion import Jump
from askonce.lazy import dataclass
from askonce.trace import Usage
from askonce.trace.events import How


@dataclass(frozen=True, slots=True)
class PerformedAction:
    """One action that ran, in words, with what it was meant for and what it returned."""

    action: str
    log: str = ""
    output: str = ""

    def __str__(self) -> str:
        return f"{self.action} → {self.output}" if self.output else self.action


@dataclass(frozen=True, slots=True)
class ActResult:
    """The planner's last message, what was done, and what it cost.

    >>> result = await agent.act("press Save")
    >>> result.how, len(result.steps)
    ('asked', 1)
    """

    message: str
    steps: tuple[PerformedAction, ...]
    rounds: int
    usage: Usage
    seconds: float
    how: How = "asked"
    """Whether a model planned it, a recording was replayed, or one was and had to be mended on the way."""
    why: str = ""
    """What led to that: which step was not as it was, or why there was nothing to replay."""
    results: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What a step of a program gave, by the names of the variables: plain JSON data."""
    jump: Jump = ""
    """Whether the loop or function around a step of a program is over with it."""

    @property
    def actions(self) -> tuple[str, ...]:
        """What was done, in words."""
        return tuple(step.action for step in self.steps)

    def __str__(self) -> str:
        return self.message
