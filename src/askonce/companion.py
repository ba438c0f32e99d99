"""The owner of an act that is one step of something longer, such as a program.

Planning and programs do not import each other. `Companion` is what they share: planning asks it what the step needs and
reports to it what happens; `askonce.program.step_host` implements it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

from askonce.actions import Action
from askonce.screens import Node
from askonce.screens.expectation import Expectation

Jump = Literal["", "break", "return"]
"""How a step leaves the code around it: "break" ends the loop, "return" ends the function, "" continues."""


class Companion(Protocol):
    """Accompanies one act: says what the act has to produce, and hears about every action."""

    @property
    def wants(self) -> tuple[str, ...]:
        """The variables that the step has to produce. Read again before each question."""
        ...

    @property
    def jumps(self) -> frozenset[str]:
        """Which of "break" and "return" are possible at this step."""
        ...

    @property
    def replays(self) -> bool:
        """Whether a recording of this step may be replayed: not after an interruption halfway."""
        ...

    @property
    def extra(self) -> tuple[type[Action[Any]], ...]:
        """Actions to offer besides those of the screen, such as running code."""
        ...

    @property
    def variables(self) -> Mapping[str, str]:
        """What the variables that the planner is told of hold, as text: numbers and texts, `order.total` too."""
        ...

    def around(self, attempts: Sequence[str], *, told: Sequence[str] = ()) -> str:
        """The context that the planner gets besides the words of the step.

        It shows the program with the step marked, the path that led there, variables, belief, and earlier runs of this
        step. `attempts` are the earlier rounds of this run, one line each. The steps that are `told` beside it, with
        their values filled in, are not listed again.
        """
        ...

    def believe(self, changes: Sequence[str], expects: Sequence[Expectation]) -> None:
        """Apply the belief lines of a reply (`+ text`, `-id`, `!id`), and note what its actions are expected to do."""
        ...

    def verified(self, held: Sequence[Expectation], unmet: Sequence[Expectation]) -> None:
        """Learn which expectations were met."""
        ...

    async def acting(self, action: str, expects: Sequence[Expectation]) -> None:
        """Called before an action, when its targets are still to be found; may wait (pause) or raise (stop)."""
        ...

    async def touching(self, *, is_repeatable: bool, elements: Sequence[Node] = ()) -> None:
        """Called after `acting`, when the targets are found and the action is about to reach the screen.

        `is_repeatable` says that doing it twice does no harm, `elements` what it touches, as far as that is known.
        May raise to keep it from being done.
        """
        ...

    async def acted(self, action: str, output: str, error: str) -> None:
        """Called after an action."""
        ...
