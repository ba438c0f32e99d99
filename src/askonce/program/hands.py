"""What a program acts through, and what it is told and asked while a step is under way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, Protocol

from askonce.actions import Action, ActionSpace
from askonce.insight.answers import Verdict
from askonce.models import Reply, Request
from askonce.screens.expectation import Expectation
from askonce.trace import Trace, Usage
from askonce.values import Value

Jump = Literal["", "break", "return"]


class StepDone(Protocol):
    """What came of a step in plain words."""

    @property
    def message(self) -> str: ...
    @property
    def results(self) -> Mapping[str, Any]:
        """The variables that the step gave: plain JSON data, one for each that was wanted."""
        ...

    @property
    def jump(self) -> Jump:
        """ "break": the loop around the step is over; "return": the function is; else go on."""
        ...

    @property
    def actions(self) -> Sequence[str]: ...
    @property
    def usage(self) -> Usage: ...
    @property
    def how(self) -> str: ...


class Companion(Protocol):
    """Whoever has something done as a step of something longer. `planning` knows the same shape under its own name."""

    @property
    def wants(self) -> tuple[str, ...]:
        """The variables that the step is to give."""
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
        """What the planner is told besides the words of the step: the program with the step marked, how it got
        there, variables, belief, earlier runs of this step, and what was tried in it so far (`attempts`, a line each).
        """
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


class Hands(Protocol):
    """The eyes and hands of a program. An `Agent` is one, by its shape."""

    trace: Trace
    actions: ActionSpace

    async def step(self, words: str, /, *, values: Mapping[str, Value], companion: Companion) -> StepDone:
        """Carry out a sentence, its `{slots}` taken from `values` (dotted names allowed)."""
        ...

    async def do(self, action: Action[Any], /) -> str:
        """Carry out one action, its targets found first; what it has to tell."""
        ...

    async def verdict(self, statement: str, /, **options: Any) -> Verdict:
        """Whether a sentence about the screen is true."""
        ...

    async def query(self, demand: str, /, *, returns: Any = ..., **options: Any) -> Any:
        """Read something off the screen."""
        ...

    async def consult(self, request: Request) -> Reply:
        """Ask the planning model something that is no plan, such as for a program. Counted and traced."""
        ...

    async def now(self) -> datetime:
        """The time on the device or page."""
        ...
