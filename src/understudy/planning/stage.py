"""Everything that an act works with, gathered by the agent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from understudy.actions import ActionSpace
from understudy.locate import Finder
from understudy.models import Model
from understudy.screens import Screen
from understudy.screens.eyes import Eyes
from understudy.trace import Trace, UsageTotals


@dataclass(frozen=True, slots=True)
class Stage:
    screen: Screen
    eyes: Eyes
    space: ActionSpace
    planner: Model
    finders: Sequence[Finder]
    trace: Trace
    totals: UsageTotals
    count_step: Callable[[], None]
    """Called before each action; raises when the budget of steps is used up."""
