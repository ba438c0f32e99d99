"""Where a recording fits an act that a planner began: after steps that were done already, and before anything else.

A recording is joined only if nothing can be done twice. What the planner did before must have led somewhere and no
more, or be exactly the first steps of the recording, with the effect that they had then. In doubt nothing is joined.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from askonce.actions import Action, Found, Tap
from askonce.locate.recorded_finder import find_anchor
from askonce.planning.act_context import ActContext
from askonce.planning.act_recorder import is_passed_over
from askonce.planning.guess_risk import is_filling, risk_of_guess
from askonce.planning.heal_extent import is_on
from askonce.recordings.recorded_expectations import filled, holds
from askonce.recordings.recording import Anchor, RecordedStep, Recording
from askonce.screens import Dialogs
from askonce.values import Instruction

_LEADING = frozenset({"link", "tab", "menuitem", "treeitem"})
"""Roles that lead somewhere. A button may do anything."""


async def find_join_point(
    recording: Recording,
    done: Sequence[Action[Any]],
    made: Sequence[RecordedStep],
    context: ActContext,
    instruction: Instruction,
    page: str,
) -> int | None:
    """The number of the step, from 0, at which the recording goes on from here; None if it does not.

    `done` are the actions of the planner, and `made` the same as they are recorded.
    """
    if isinstance(context.screen, Dialogs) and context.screen.dialog:
        return None
    count = join_candidate(recording, [action for action in done if not is_passed_over(action)], made, instruction)
    if count is None:
        return None
    if count == 0 and recording.page not in {page, ""}:
        return None
    tree = await context.eyes.tree()
    if tree is None:
        return None
    reached = recording.steps[count - 1].expects if count else ()
    if not all(holds(filled(expected, instruction), tree) for expected in reached):
        return None
    anchors = [anchor for anchor in recording.steps[count].anchors.values() if anchor != Anchor()]
    if not anchors and (count or not recording.page):
        return None  # nothing tells that this is the place
    places = [await find_anchor(anchor, context.screen, context.eyes, instruction) for anchor in anchors]
    return count if all(isinstance(place, Found) for place in places) else None


def join_candidate(
    recording: Recording, done: Sequence[Action[Any]], made: Sequence[RecordedStep], instruction: Instruction
) -> int | None:
    """How many steps of a recording were done already, if nothing else was done but to go somewhere."""
    steps = recording.steps
    most = min(len(made), len(steps) - 1) if len(made) == len(done) else 0
    for count in range(most, -1, -1):
        is_done = all(map(_is_same, made[len(made) - count :], steps[:count]))
        if not is_done or (count and not steps[count - 1].expects):
            continue
        before = done[: len(done) - count]
        if all(_only_leads(action, instruction) and not _is_recorded(action, steps, instruction) for action in before):
            return count
    return None


def _is_same(made: RecordedStep, recorded: RecordedStep) -> bool:
    """Whether a step is the recorded one: the same action with the same input, on the same element."""

    def identity(step: RecordedStep) -> tuple[object, ...]:
        given = {name: value for name, value in step.params.items() if name not in step.anchors}
        anchors = {
            name: anchor.model_copy(update={"paths": (), "patch": None}) for name, anchor in step.anchors.items()
        }
        return step.action, given, anchors, step.dialog

    is_known = all(anchor.role for anchor in made.anchors.values())
    return is_known and identity(made) == identity(recorded)


def _only_leads(action: Action[Any], instruction: Instruction) -> bool:
    """Whether an action went somewhere and changed nothing."""
    targets = list(action.targets())
    if not targets:
        return action.is_repeatable and not is_filling(action) and action.gesture not in {"type", "keys"}
    nodes = [target.found.node for target in targets if target.is_found]
    return isinstance(action, Tap) and all(
        node is not None and node.role in _LEADING and not risk_of_guess(action, node, instruction, has_typed=True)
        for node in nodes
    )


def _is_recorded(action: Action[Any], steps: Sequence[RecordedStep], instruction: Instruction) -> bool:
    """Whether a recorded step does the same, or may do so."""
    return any(is_on(action, step, instruction) for step in steps)
