"""What a skill answers: the actions to take, or why there are none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Any, Protocol

from askonce.embedded.earlier_rounds import PastAction
from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.planning_state import PlanningState
from askonce.embedded.screen_index import ScreenIndex
from askonce.geometry import Point
from askonce.lazy import dataclass
from askonce.screens import Node

Params = Mapping[str, Any]
_PRESSES = frozenset({"Tap", "DoubleTap", "LongPress", "Press"})


def _nothing() -> Params:
    return MappingProxyType({})


UNMOVED = "\nSince the last look: nothing"


@dataclass(frozen=True, slots=True)
class PlannedAction:
    """One action, by its name and fields as the planner's replies write them."""

    action: str
    params: Params = field(default_factory=_nothing)


@dataclass(frozen=True, slots=True)
class SkillPlan:
    """What to do now for one part of the instruction.

    `finished` says that the part is done once all actions ran; otherwise it is planned again on the next screen.
    With `certain` the screen stays as it is known, so that the next part can be planned in the same reply.
    """

    actions: tuple[PlannedAction, ...] = ()
    finished: bool = True
    certain: bool = False
    expects: tuple[str, ...] = ()
    """Clauses as in `field [5] is "Bob"` that only hold if the actions worked."""
    memory: str = ""
    log: str = ""
    gives: tuple[object, ...] = ()
    """What variables of a program are to hold, in their order."""

    @property
    def presses(self) -> bool:
        """Whether something is pressed that may make use of what fields hold."""
        return not self.certain and any(action.action in _PRESSES for action in self.actions)


@dataclass(frozen=True, slots=True)
class Decline:
    """Why a part cannot be done. `missing` is what was not found; it may be out of view.

    With `tied`, several elements fit, or it has to be on the screen as it is now: nothing is searched for then. With
    `final`, no other reading of the sentence may be tried either. With `for_now`, what is done
    before it may change that. `awaited` cannot be used yet, or has not come.
    """

    reason: str
    missing: IntentArgument | None = None
    tied: bool = False
    final: bool = False
    for_now: bool = False
    awaited: IntentArgument | None = None


@dataclass(frozen=True, slots=True)
class PartProgress:
    """One part of the instruction, and what was done for it so far."""

    part: int
    state: PlanningState
    fresh: tuple[str, ...] = ()
    """What earlier parts of the same reply remember."""
    planned: tuple[int, ...] = ()
    """The elements that earlier parts of the same reply act on."""

    @property
    def touched(self) -> tuple[int, ...]:
        """All elements that this instruction acted on or is about to, oldest first."""
        done = (past.element for past in self.state.past_actions if past.is_done and past.element is not None)
        return (*done, *self.planned)

    @property
    def notes(self) -> tuple[str, ...]:
        """Everything remembered so far, oldest first."""
        return (*self.state.memories, *self.fresh)

    @property
    def past_actions(self) -> tuple[PastAction, ...]:
        return tuple(past for past in self.state.past_actions if past.part == self.part)

    @property
    def is_at_end(self) -> bool:
        """Whether the last scroll down moved nothing: where nobody knows how much there is, that is the end."""
        last = self.past_actions[-1] if self.past_actions else None
        is_down = last is not None and last.action == "Scroll" and last.params.get("direction", "down") == "down"
        return is_down and UNMOVED in self.state.question.elements

    def has_done(self, action: str, node: Node) -> bool:
        return any(past.action == action and past.element == node.number and past.is_done for past in self.past_actions)


class Skill(Protocol):
    """One way to carry out an intent; None when it is not one for this skill."""

    def __call__(self, intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None: ...


class Seeker(Protocol):
    """One way to bring a missing target into view; None when there is nothing to try."""

    def __call__(
        self, missing: IntentArgument, screen: ScreenIndex, progress: PartProgress
    ) -> SkillPlan | Decline | None: ...


def target(node: Node, words: str) -> dict[str, Any]:
    """A target as replies write it: in the words of the instruction, and by element number."""
    return {"prompt": words, "element": node.number}


def spot(point: Point, words: str) -> dict[str, Any]:
    """A point outside or inside an element, as a small box around it."""
    x, y = round(point.x), round(point.y)
    return {"prompt": words, "position": [max(x - 1, 0), max(y - 1, 0), x + 1, y + 1]}


def tap(node: Node, words: str, **more: Any) -> PlannedAction:
    return PlannedAction("Tap", MappingProxyType({"target": target(node, words), **more}))


def plan_action(action: str, **params: Any) -> PlannedAction:
    return PlannedAction(action, MappingProxyType(params))
