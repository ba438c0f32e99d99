"""Whoever has something done as a step of something longer, such as a program: what planning asks and tells them.

Planning and programs do not know each other; `program.hands.Companion` is the same shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from askonce.actions import Action
from askonce.screens.expectation import Expectation


class Companion(Protocol):
    @property
    def wants(self) -> tuple[str, ...]:
        """The variables that the step is to give. Asked for anew before each question."""
        ...

    @property
    def jumps(self) -> frozenset[str]:
        """Which of "break" and "return" make sense where the step stands."""
        ...

    @property
    def replays(self) -> bool:
        """Whether what was recorded of this step may be done again: not after an interruption in its middle."""
        ...

    @property
    def extra(self) -> tuple[type[Action[Any]], ...]:
        """Actions on offer besides those of the screen, such as running code."""
        ...

    def around(self, attempts: Sequence[str]) -> str:
        """What the planner is told besides the words of the step; `attempts` are its earlier rounds, a line each."""
        ...

    def believe(self, changes: Sequence[str], expects: Sequence[Expectation]) -> None:
        """Take the belief lines of a reply (`+ text`, `-id`, `!id`), and what its actions are expected to bring."""
        ...

    def verified(self, held: Sequence[Expectation], unmet: Sequence[Expectation]) -> None:
        """Hear which of them came true."""
        ...

    async def acting(self, action: str, expects: Sequence[Expectation]) -> None:
        """Called before an action is done; may wait (pause) or raise (stop)."""
        ...

    async def acted(self, action: str, output: str, error: str) -> None:
        """Called after an action."""
        ...
