"""The question of one planning round as values.

The prompt is written from it. It is also passed with the request, so that a model in this process reads values instead
of the prompt's text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, fields, is_dataclass, replace
from typing import Any, cast

from askonce.history.conversation import SubGoal, Turn
from askonce.history.round_events import RoundEvent
from askonce.lazy import dataclass
from askonce.models import Image
from askonce.screens import Tree
from askonce.values import Mask


@dataclass(frozen=True, slots=True)
class ProgramStepQuestion:
    """What is asked for in addition when the instruction is a step of a program."""

    wants: tuple[str, ...] = ()
    """The results that the step must return."""
    missing: tuple[str, ...] = ()
    """Those that are still missing."""
    given: str = ""
    """The others, as JSON."""
    jumps: tuple[str, ...] = ()
    """The jumps that the step may ask for."""
    context: str = ""
    """The program around the step: its position, variables, belief, earlier attempts."""


@dataclass(frozen=True, slots=True)
class PlannerQuestion:
    """Everything a planner is sent in one round, after the rules."""

    instruction: str
    """With its slots open: `{name}`."""
    values: Mapping[str, str | None]
    """The values of the slots; None for a secret."""
    background: str = ""
    step: ProgramStepQuestion | None = None
    turns: tuple[Turn, ...] = ()
    """Earlier rounds, oldest first. Empty for a program step: each of its rounds is sent everything."""
    left_out: str = ""
    """A summary of the rounds before these."""
    events: tuple[RoundEvent, ...] = ()
    """What happened since the last reply."""
    memories: tuple[str, ...] = ()
    sub_goals: tuple[SubGoal, ...] = ()
    time: str = ""
    dialog: str = ""
    """The browser dialog that blocks the page."""
    elements: str = ""
    """The list of elements, written from `tree`."""
    tree: Tree | None = None
    picture: Image | None = None
    uncovered: Image | None = None
    """What the screen looked like before something opened over it, for a planner that sees pictures alone."""
    withheld: str = ""
    """What is hidden in the picture, because a secret may be read there."""
    refused: str = ""
    """Why the last reply could not be used; empty if it could."""
    references: Mapping[str, Image] = field(default_factory=dict[str, Image])
    """Pictures that the instruction refers to, by name."""

    def masked(self, mask: Mask) -> PlannerQuestion:
        """A copy with secrets replaced by their names in every text, as in the prompt, and in the tree."""
        return _masked(self, mask)


def _masked(value: Any, mask: Mask) -> Any:
    match value:
        case str():
            return mask(value)
        case tuple() | list():
            items = [_masked(item, mask) for item in cast("Sequence[Any]", value)]
            return tuple(items) if isinstance(value, tuple) else items
        case Mapping():
            return {name: _masked(item, mask) for name, item in cast("Mapping[str, Any]", value).items()}
        case Tree():
            return value.masked(mask)
        case Image():
            return value
        case _ if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{field.name: _masked(getattr(value, field.name), mask) for field in fields(value)})
        case _:
            return value
