"""What a skill answers: steps to take, or why there are none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

from askonce.embedded.earlier_rounds import PastAction
from askonce.embedded.grammar import Intent, Said
from askonce.embedded.planning_state import PlanningState
from askonce.embedded.screen_index import Sight
from askonce.geometry import Point
from askonce.screens import Node

Params = Mapping[str, Any]


def _nothing() -> Params:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Step:
    """One action, by its name and fields as the planner's replies write them."""

    action: str
    params: Params = field(default_factory=_nothing)


@dataclass(frozen=True, slots=True)
class Move:
    """What to do now for one part of the instruction.

    `finished` says that the part is done once all steps ran; without it the part is looked at again. With `certain`
    the screen stays as it is known, so that the next part may be planned in the same reply.
    """

    steps: tuple[Step, ...] = ()
    finished: bool = True
    certain: bool = False
    expects: tuple[str, ...] = ()
    """Clauses as in `field [5] is "Bob"` that only hold if the steps worked."""
    memory: str = ""
    log: str = ""
    gives: tuple[object, ...] = ()
    """What variables of a program are to hold, in their order."""


@dataclass(frozen=True, slots=True)
class Decline:
    """Why a part cannot be done. `missing` is what was looked for and is not there: it may be out of sight.

    With `tied` it is in sight more than once, or has to be where things are now: nothing else is looked for then.
    """

    reason: str
    missing: Said | None = None
    tied: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """What was done for this part so far."""

    part: int
    state: PlanningState
    fresh: tuple[str, ...] = ()
    """What earlier parts of this very reply have to be remembered for."""

    @property
    def notes(self) -> tuple[str, ...]:
        """All that is remembered so far, the oldest first."""
        return (*self.state.memories, *self.fresh)

    @property
    def actions(self) -> tuple[PastAction, ...]:
        return tuple(past for past in self.state.actions if past.part == self.part)

    def has_done(self, action: str, node: Node) -> bool:
        return any(past.action == action and past.element == node.number and past.is_done for past in self.actions)


class Skill(Protocol):
    """One way to carry out an intent; None when it is not one for this skill."""

    def __call__(self, intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None: ...


class Seeker(Protocol):
    """One way to bring into sight what is not there yet; None when there is nothing to try."""

    def __call__(self, missing: Said, sight: Sight, progress: Progress) -> Move | None: ...


def target(node: Node, words: str) -> dict[str, Any]:
    """A target as replies write it: in the person's words, and exactly."""
    return {"prompt": words, "element": node.number}


def spot(point: Point, words: str) -> dict[str, Any]:
    """A place where no element stands, or one inside of an element: a box of a few units about it."""
    x, y = round(point.x), round(point.y)
    return {"prompt": words, "position": [max(x - 1, 0), max(y - 1, 0), x + 1, y + 1]}


def tap(node: Node, words: str, **more: Any) -> Step:
    return Step("Tap", MappingProxyType({"target": target(node, words), **more}))


def step(action: str, **params: Any) -> Step:
    return Step(action, MappingProxyType(params))
