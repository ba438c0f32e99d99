"""Where a recording fits an act that a planner began: after steps that were done already, and before anything else.

A recording is joined only if nothing can be done twice. What the planner did before must have led somewhere and no
more, or be exactly the first steps of the recording, with the effect that they had then. In doubt nothing is joined.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from askonce.actions import Action, Found, Tap, Target
from askonce.language.commitments import link_leads_on
from askonce.locate.recorded_finder import find_anchor
from askonce.planning.act_context import ActContext
from askonce.planning.act_recorder import is_passed_over
from askonce.planning.guess_risk import is_filling, risk_of_guess
from askonce.planning.heal_extent import is_done_by, is_on
from askonce.planning.seen_action import recorded_params
from askonce.recordings.page_keys import link_of
from askonce.recordings.recorded_expectations import filled, holds
from askonce.recordings.recording import Anchor, RecordedStep, Recording, is_same_step
from askonce.recordings.slots import open_all
from askonce.screens.screen_protocol import hiding_dialog
from askonce.screens.ui_tree import plain
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
    if hiding_dialog(context.screen):
        return None
    count = join_candidate(recording, [action for action in done if not is_passed_over(action)], made, instruction)
    if count is None:
        return None
    if count == 0 and recording.page not in {page, ""}:
        return None
    tree = await context.eyes.tree()
    if tree is None:
        return None
    reached = recording.steps[count - 1].expected_for(instruction) if count else ()
    if not all(holds(filled(expected, instruction), tree) for expected in reached):
        return None
    anchors = [anchor for anchor in recording.steps[count].anchors.values() if anchor != Anchor()]
    if not anchors and (count or not recording.page):
        return None  # nothing tells that this is the place
    places = [await find_anchor(anchor, context.screen, context.eyes, instruction) for anchor in anchors]
    return count if all(isinstance(place, Found) for place in places) else None


async def find_later_start(recording: Recording, context: ActContext, instruction: Instruction) -> int | None:
    """The number of the step, from 0, with which a recording begins on a page to which its first steps only lead; None
    if this is no such page.

    They are links, and the last of them is one to just the page that is shown.
    """
    if hiding_dialog(context.screen) or (tree := await context.eyes.tree()) is None:
        return None
    links = [_link_of_step(step) for step in recording.steps[:-1]]
    leading = list(takewhile(bool, links))
    here = link_of(tree.address, tree.address)
    count = next((place + 1 for place in reversed(range(len(leading))) if leading[place] == here), 0)
    if not count or not all(
        holds(filled(expected, instruction), tree) for expected in recording.steps[count - 1].expected_for(instruction)
    ):
        return None
    step = recording.steps[count]
    if not step.anchors or any(anchor == Anchor() or anchor.is_counted for anchor in step.anchors.values()):
        return None
    places = [
        await find_anchor(anchor, context.screen, context.eyes, step.filled_by(instruction))
        for anchor in step.anchors.values()
    ]
    return count if all(isinstance(place, Found) for place in places) else None


def _link_of_step(step: RecordedStep) -> str:
    """Where the link leads that a step follows; empty for any other step, and where it may do more than lead there."""
    anchors = [*step.anchors.values()]
    if step.action != Tap.title() or len(anchors) != 1 or anchors[0].role != "link":
        return ""
    link = anchors[0].attributes.get("href", "")
    return link if link and link_leads_on(anchors[0].name or anchors[0].label, link) else ""


async def why_not_from(
    recording: Recording, number: int, done: Sequence[Action[Any]], context: ActContext, instruction: Instruction
) -> str:
    """Why a recording cannot go on with a step that a planner named; "" if it can.

    The planner knows what is done; that nothing is done twice is not left to it.
    """
    later = recording.steps[number:]
    if twice := next((one for one in done if not one.is_repeatable and is_done_by(one, later, instruction)), None):
        return f"{twice} was done already, and is a part of what follows"
    if hiding_dialog(context.screen):
        return "a browser dialog is open"
    for anchor in later[0].anchors.values():
        if anchor != Anchor():
            place = await find_anchor(anchor, context.screen, context.eyes, instruction)
            if not isinstance(place, Found):
                return place.reason
    return ""


def is_rest_of(actions: Sequence[Action[Any]], steps: Sequence[RecordedStep], instruction: Instruction) -> bool:
    """Whether actions that are still to be done are just the first ones of these steps."""
    return len(actions) <= len(steps) and all(
        _is_planned_so(action, step, instruction) for action, step in zip(actions, steps, strict=False)
    )


def _is_planned_so(action: Action[Any], step: RecordedStep, instruction: Instruction) -> bool:
    params = open_all(recorded_params(action, ""), instruction)
    given, recorded = (
        {name: value for name, value in values.items() if name not in step.anchors} for values in (params, step.params)
    )
    targets = list(action.targets())
    if action.title() != step.action or given != recorded or len(targets) != len(step.anchors):
        return False
    return all(
        _is_named_so(target, str(step.params.get(name, "")), step.anchors[name], instruction)
        for target, name in zip(targets, step.anchors, strict=True)
    )


def _is_named_so(target: Target, words: str, anchor: Anchor, instruction: Instruction) -> bool:
    """Whether a target that is not yet found is the element of an anchor: by its number, its label, or the `words` by
    which that was found."""
    name = plain(instruction.fill(anchor.name or anchor.label, secrets=True))
    if target.is_worded:
        said = plain(instruction.fill(target.prompt, secrets=True))
        is_alone = not anchor.row and anchor.ordinal is None
        return said == plain(instruction.fill(words, secrets=True)) or (is_alone and said == name)
    node = target.pinned
    is_plain = bool(name) and not anchor.row and anchor.ordinal is None
    return is_plain and node is not None and node.role == anchor.role and plain(node.name or node.text) == name


def join_candidate(
    recording: Recording, done: Sequence[Action[Any]], made: Sequence[RecordedStep], instruction: Instruction
) -> int | None:
    """How many steps of a recording were done already, if nothing else was done but to go somewhere."""
    steps = recording.steps
    most = min(len(made), len(steps) - 1) if len(made) == len(done) else 0
    for count in range(most, -1, -1):
        is_done = all(map(is_same_step, made[len(made) - count :], steps[:count]))
        if not is_done or (count and not steps[count - 1].expects):
            continue
        before = done[: len(done) - count]
        if all(_only_leads(action, instruction) and not _is_recorded(action, steps, instruction) for action in before):
            return count
    return None


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
