"""Somebody who has steps done and remembers all they were asked and told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from askonce.actions import Action
from askonce.screens import Node
from askonce.screens.expectation import Expectation


class Fellow:
    """A companion for tests: what a step should give is passed in, what it heard can be looked at."""

    def __init__(
        self,
        *wants: str,
        jumps: Sequence[str] = (),
        replays: bool = True,
        extra: tuple[type[Action[Any]], ...] = (),
        around: str = "## The program\n1| the step",
        stop: Exception | None = None,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        self.variables = variables or {}
        self.wants, self.jumps, self.replays, self.extra = wants, frozenset(jumps), replays, extra
        self.text, self.stop = around, stop
        self.attempts: list[list[str]] = []
        self.beliefs: list[str] = []
        self.held: list[str] = []
        self.unmet: list[str] = []
        self.log: list[str] = []

    def around(self, attempts: Sequence[str], *, told: Sequence[str] = ()) -> str:
        self.attempts.append(list(attempts))
        return "\n".join((self.text, *(f"- {one}" for one in attempts)))

    def believe(self, changes: Sequence[str], expects: Sequence[Expectation]) -> None:
        self.beliefs += changes

    def verified(self, held: Sequence[Expectation], unmet: Sequence[Expectation]) -> None:
        self.held += map(str, held)
        self.unmet += map(str, unmet)

    async def acting(self, action: str, expects: Sequence[Expectation]) -> None:
        self.log.append(f"before {action}" + "".join(f", expecting {one}" for one in expects))
        if self.stop:
            raise self.stop

    async def touching(self, *, is_repeatable: bool, elements: Sequence[Node] = ()) -> None:
        pass

    async def acted(self, action: str, output: str, error: str) -> None:
        self.log.append(f"after {action}" + (f": {error}" if error else ""))
