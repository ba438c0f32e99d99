"""What a program acts through: the protocol `Hands`, and the result of a step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from askonce.actions import Action, ActionSpace
from askonce.companion import Companion, Jump
from askonce.insight.answers import Verdict
from askonce.models import Reply, Request
from askonce.trace import Trace, Usage
from askonce.values import Value


class StepDone(Protocol):
    """The result of a step in plain words."""

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


class Hands(Protocol):
    """The eyes and hands of a program. An `Agent` is one, by its shape."""

    trace: Trace
    actions: ActionSpace

    async def step(self, words: str, /, *, values: Mapping[str, Value], companion: Companion) -> StepDone:
        """Carry out a sentence, its `{slots}` taken from `values` (dotted names allowed)."""
        ...

    async def do(self, action: Action[Any], /) -> str:
        """Find the targets of one action and carry it out. Returns its output."""
        ...

    async def verdict(self, statement: str, /, **options: Any) -> Verdict:
        """Whether a sentence about the screen is true."""
        ...

    async def query(self, demand: str, /, *, returns: Any = ..., **options: Any) -> Any:
        """Read something off the screen."""
        ...

    async def consult(self, request: Request) -> Reply:
        """Ask the planning model something other than a plan, such as a program. Counted and traced."""
        ...

    async def now(self) -> datetime:
        """The time on the device or page."""
        ...
