"""A plan: one reply of the planner, read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from understudy.actions import Action, ActionSpace
from understudy.geometry import Frame
from understudy.history import SubGoal
from understudy.models.families import Family
from understudy.screens import Tree
from understudy.screens.expectation import Expectation


@dataclass(frozen=True, slots=True)
class Done:
    """The planner says that the instruction is carried out."""

    message: str = ""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The planner says that it cannot be carried out, and why."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do next. `expects` is what should then be visible; `end` closes the act, after the actions if any.

    `doubtful` says why an end of this reply cannot be trusted: not everything that it said could be read. Such a plan
    always holds actions; after them the planner has to look again.
    """

    thought: str = ""
    memory: str = ""
    log: str = ""
    actions: tuple[Action[Any], ...] = ()
    expects: tuple[Expectation, ...] = ()
    sub_goals: tuple[SubGoal, ...] = ()
    finished: tuple[int, ...] = ()
    end: Done | GiveUp | None = None
    doubtful: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """What a reply may refer to: the actions offered, the picture the model saw, the elements it was told of."""

    space: ActionSpace
    family: Family
    frame: Frame | None = None
    tree: Tree | None = None


class Dialect(Protocol):
    """The language in which a planner is asked and replies."""

    def read(self, text: str, view: View) -> Plan:
        """The plan in a reply, or an UnreadableReply that says what is wrong with it."""
        ...
