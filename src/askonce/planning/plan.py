"""A plan: one reply of the planner, read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Protocol

from askonce.actions import Action, ActionSpace
from askonce.companion import Jump
from askonce.geometry import Frame
from askonce.history import SubGoal
from askonce.lazy import dataclass
from askonce.models.families import Family
from askonce.screens import Node, Tree
from askonce.screens.expectation import Expectation
from askonce.values import Instruction


@dataclass(frozen=True, slots=True)
class Done:
    """The planner says that the instruction is carried out."""

    message: str = ""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The planner says that it cannot be carried out, and why."""

    reason: str = ""
    missing: str = ""
    """What has to be there and enabled for it, where only that is missing: it may come yet."""
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do next. `expects` is what should then be visible; `end` closes the act, after the actions if any.

    `doubtful` says why an end of this reply cannot be trusted: not everything that it said could be read. Such a plan
    always holds actions; after them the planner has to look again.
    """

    thought: str = ""
    memory: str = ""
    memory_line: int | None = None
    """The remembered line, from 1, in whose place the memory is kept."""
    log: str = ""
    actions: tuple[Action[Any], ...] = ()
    expects: tuple[Expectation, ...] = ()
    checks: Mapping[int, tuple[Expectation, ...]] = field(default_factory=dict[int, "tuple[Expectation, ...]"])
    """What has to hold before an action is done, by its place among the actions."""
    sub_goals: tuple[SubGoal, ...] = ()
    finished: tuple[int, ...] = ()
    end: Done | GiveUp | None = None
    doubtful: str = ""
    belief: tuple[str, ...] = ()
    """In a step of a program: `+ text`, `-id`, `!id`."""
    results: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """In a step of a program: what it gives, by the names of the variables."""
    jump: Jump = ""
    go_on: int | None = None
    """The number of the recorded step, from 0, from which on the recording is to be repeated after the actions."""

    def filled(self, instruction: Instruction) -> Plan:
        """With values in place of their names in what is compared with the screen and in what people read."""

        def fill(text: str) -> str:
            return instruction.fill(text, secrets=False)

        def filled(expects: tuple[Expectation, ...]) -> tuple[Expectation, ...]:
            return tuple(each.filled(fill) for each in expects)

        checks = {place: filled(expects) for place, expects in self.checks.items()}
        end = Done(fill(self.end.message)) if isinstance(self.end, Done) else self.end
        return replace(self, expects=filled(self.expects), checks=checks, end=end)


@dataclass(frozen=True, slots=True)
class StepOutputs:
    """What a step of a program has to produce, what of that it has produced already, and how it may jump."""

    wants: tuple[str, ...] = ()
    given: frozenset[str] = frozenset()
    jumps: frozenset[str] = frozenset()
    makers: frozenset[str] = frozenset()
    """Actions that may produce it by themselves, such as running code."""


@dataclass(frozen=True, slots=True)
class ReplyContext:
    """What a reply may refer to: the actions on offer, the picture the model saw, the elements that were listed."""

    space: ActionSpace
    family: Family
    frame: Frame | None = None
    tree: Tree | None = None
    known: Mapping[int, Node] = field(default_factory=dict[int, Node])
    """Elements that were listed in earlier looks, or are out of view in this one, by their numbers."""
    looks: Sequence[Tree] = ()
    """All that is listed of the screen now, and what was listed in earlier looks, the last one first."""
    step: StepOutputs | None = None
    """In a step of a program."""
    recorded: range = range(0)
    """The numbers of the recorded steps that the reply may go on with."""


class Dialect(Protocol):
    """The language in which a planner is asked and replies."""

    def read(self, text: str, context: ReplyContext) -> Plan:
        """The plan in a reply, or an UnreadableReply that says what is wrong with it."""
        ...
