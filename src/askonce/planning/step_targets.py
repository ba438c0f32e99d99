"""Where the elements of a recorded step are, once they stand still and can be touched."""

from __future__ import annotations

from askonce.actions import Found
from askonce.errors import InvalidAction, ScreenMoved
from askonce.geometry import Box
from askonce.locate import Passed
from askonce.locate.recorded_finder import find_anchor
from askonce.planning.act_context import ActContext
from askonce.planning.second_look import CHANGED, has_changed
from askonce.recordings.needed_texts import is_shown
from askonce.recordings.recorded_expectations import filled, holds
from askonce.recordings.recording import Anchor, RecordedStep
from askonce.screens import Node, Tree
from askonce.values import Instruction

POLL = 0.25
"""The most seconds between two looks at a screen that has not reported a change."""


async def find_places(step: RecordedStep, context: ActContext, filling: Instruction) -> dict[str, Found] | str:
    """Where the elements are, by the name of the field; or why one is not found, or is not the one.

    What is typed without naming a field goes where the focus is: that has to be the field of the recording. So it is
    with keys, which may come while something lies over the field.
    """
    places: dict[str, Found] = {}
    for name, anchor in step.anchors.items():
        if anchor == Anchor():
            continue
        if anchor.ordinal is not None:
            await context.screen.settle()  # elements that still appear would be counted too
            context.eyes.blink()
            await context.eyes.look_whole()
        found = await find_anchor(anchor, context.screen, context.eyes, filling)
        if isinstance(found, Passed):
            return found.reason
        places[name] = found
    if step.focus:
        found = await find_anchor(step.focus, context.screen, context.eyes, filling)
        if isinstance(found, Passed):
            return f"{found.reason}, which had the focus when this was recorded"
        if found.node is None or "focused" not in found.node.states:
            return f"{step.focus.role} {step.focus.name!r} does not have the focus, as it had when this was recorded"
        if not _presses_keys(step, context):
            places["focus"] = found
    return await _missing(step, context, filling) or places


async def _missing(step: RecordedStep, context: ActContext, filling: Instruction) -> str:
    """What a step needs to be seen before it, and is not; "" if nothing."""
    view = await context.eyes.tree() if step.needs else None
    for need in step.needs if view else ():
        assert view
        wanted = filled(need, filling)
        if need.kind != "field" and not is_shown(need, view, filling):
            return f"{wanted.text!r} is not on the screen, and was when this was recorded"
        if need.kind == "field" and not holds(wanted, view):
            whole = await context.eyes.whole_tree()
            if whole is None or not holds(wanted, whole):
                return f"{wanted} is not met, and was when this was recorded"
    return ""


async def steady_places(step: RecordedStep, places: dict[str, Found], context: ActContext) -> dict[str, Found] | str:
    """The places, once the elements there are stable and can be touched; or why they cannot."""
    for name, found in places.items():
        if await has_changed(found, context.eyes):
            return f"{step.params.get(name, name)} {CHANGED}"
        if found.node is None or await _is_standing(found.node, context):
            continue
        try:
            node = await context.eyes.wait_actionable(found.node, POLL, touched=_operates(step, context))
        except ScreenMoved as error:
            node = str(error)
        if isinstance(node, str):
            return f"{step.params.get(name, name)}: {node}"
        if "covered" in node.states:
            cover = node.attributes.get("covered by", "something else")
            return f"{step.params.get(name, name)} is covered by {cover}"
        places[name] = Found(node.box, found.finder, node, node.point)
    return places


async def _is_standing(node: Node, context: ActContext) -> bool:
    """Whether the element was stable and free in the look in which it was found."""
    tree = await context.eyes.tree()
    if tree is None or not tree.still or not node.states.isdisjoint({"covered", "disabled", "offscreen"}):
        return False
    if context.eyes.known_whole and not _is_all_in_view(node, tree):
        return False  # how much of it can be touched is not known
    return tree.find(node.number) == node


def _presses_keys(step: RecordedStep, context: ActContext) -> bool:
    return step.action in context.space and context.space[step.action].gesture == "keys"


def _operates(step: RecordedStep, context: ActContext) -> bool:
    try:
        return context.space[step.action].operates
    except InvalidAction:
        return True


def _is_all_in_view(node: Node, tree: Tree) -> bool:
    """Whether surely no edge of the screen, of a frame or of what scrolls cuts an element off."""
    is_plain = not node.frame and not any("scrolls" in other.states for other in tree)
    return is_plain and node.box.intersection(Box.of_size(tree.view)) == node.box
