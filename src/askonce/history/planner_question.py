"""The question of one planning round as values.

The prompt is written from it, and it travels with the request, so that a model in this process reads values instead of
the prompt's sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, cast

from askonce.history.conversation import SubGoal, Turn
from askonce.history.round_events import RoundEvent
from askonce.models import Image
from askonce.screens import Tree


@dataclass(frozen=True, slots=True)
class ProgramStepQuestion:
    """What is asked in addition when the instruction is a step of a program."""

    wants: tuple[str, ...] = ()
    """The results that the step has to give."""
    missing: tuple[str, ...] = ()
    """Those of them that are not given yet."""
    given: str = ""
    """The others, as JSON."""
    jumps: tuple[str, ...] = ()
    """The jumps that the step may ask for."""
    context: str = ""
    """The program around the step: where it stands, variables, belief, earlier attempts."""


@dataclass(frozen=True, slots=True)
class PlannerQuestion:
    """Everything a planner is told in one round, after the rules."""

    instruction: str
    """With its slots open: `{name}`."""
    values: Mapping[str, str | None]
    """What stands in the slots; None for a secret."""
    background: str = ""
    step: ProgramStepQuestion | None = None
    turns: tuple[Turn, ...] = ()
    """Earlier rounds, oldest first. A program step has none: each of its rounds is told everything."""
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
    """The list of elements that was written from `tree`."""
    tree: Tree | None = None
    picture: Image | None = None
    refused: str = ""
    """Why the last reply could not be used, if it could not."""

    def masked(self, hide: Callable[[str], str]) -> PlannerQuestion:
        """With `hide` applied to every text, as it is to the prompt. The tree stays as it is: it never leaves the
        process."""
        return _masked(self, hide)


def _masked(value: Any, hide: Callable[[str], str]) -> Any:
    match value:
        case str():
            return hide(value)
        case tuple() | list():
            items = [_masked(item, hide) for item in cast("Sequence[Any]", value)]
            return tuple(items) if isinstance(value, tuple) else items
        case Mapping():
            return {name: _masked(item, hide) for name, item in cast("Mapping[str, Any]", value).items()}
        case Tree() | Image():
            return value
        case _ if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{one.name: _masked(getattr(value, one.name), hide) for one in fields(value)})
        case _:
            return value
