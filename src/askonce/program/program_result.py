"""What a run gives back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from askonce.lazy import dataclass
from askonce.program.execution_tree import BlockNode, write_tree
from askonce.program.run_state import RunState
from askonce.program.syntax_tree import Program
from askonce.program.value_text import to_text
from askonce.trace import Usage

ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class ProgramResult:
    """The answer, if the program set one, what its variables hold, what it told, what was done and what it cost.

    >>> result = await agent.run("Press Save")
    >>> result.lines, result.actions
    (1, 1)
    """

    answer: Any
    variables: Mapping[str, Any]
    told: tuple[str, ...]
    tree: BlockNode
    usage: Usage
    lines: int
    actions: int
    seconds: float
    replans: int
    program: Program
    """As it was at the end."""
    checked: str = ""
    """What the final check said."""

    @property
    def calls(self) -> int:
        return self.usage.calls

    def __str__(self) -> str:
        if self.answer is not None:
            return to_text(self.answer)
        lines, actions = (
            f"{n} {noun}{'' if n == 1 else 's'}" for n, noun in ((self.lines, "line"), (self.actions, "action"))
        )
        return self.told[-1] if self.told else f"Done: {lines}, {actions}."

    def outline(self) -> str:
        """The tree in words.

        >>> result = await agent.run("Press Save")
        >>> print(result.outline())  # doctest: +SKIP
        """
        return "\n".join(write_tree(self.tree))


def build_result(state: RunState) -> ProgramResult:
    variables = user_variables(state.scope.globals)
    return ProgramResult(
        variables.get(ANSWER),
        variables,
        tuple(state.told),
        state.tree.root,
        state.usage,
        state.lines,
        state.actions,
        state.seconds,
        state.replans,
        state.program,
        state.checked,
    )


def user_variables(values: Mapping[str, Any]) -> dict[str, Any]:
    """Without those that the engine keeps for itself."""
    return {name: value for name, value in values.items() if name.isidentifier() and name != "loop"}
