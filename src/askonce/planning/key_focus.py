"""Keys that name no element are for what has the focus, which a page may move away from a text that was just typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from askonce.actions import Action, Found
from askonce.errors import NotOperable, ScreenMoved, TargetMoved
from askonce.locate.recorded_finder import find_anchor
from askonce.planning.act_context import ActContext
from askonce.prompts.element_words import describe
from askonce.recordings.recording import RecordedStep
from askonce.screens import Focuser, Node
from askonce.screens.field_labels import FIELDS
from askonce.screens.screen_protocol import hiding_dialog
from askonce.screens.ui_tree import State
from askonce.values import Instruction

_CHOICES = frozenset({"option", "menuitem", "treeitem"})
"""Roles of what a field suggests for a text, which may take the focus from it."""
_UNREACHED: frozenset[State] = frozenset({"covered", "offscreen"})


def is_for_focus(action: Action[Any]) -> bool:
    """Whether an action presses keys on what has the focus, and more than moves that."""
    return action.gesture == "keys" and not any(True for _ in action.targets()) and not action.is_repeatable


async def lead_keys(action: Action[Any], step: RecordedStep, context: ActContext, filling: Instruction) -> None:
    """Have the keys of a recorded step come to what had the focus then, and has it now, or nowhere."""
    if step.focus and is_for_focus(action):
        found = await find_anchor(step.focus, context.screen, context.eyes, filling)
        if isinstance(found, Found):
            await _hold(found, context)


async def keys_astray(action: Action[Any], done: Sequence[Action[Any]], context: ActContext) -> str:
    """Why keys that follow a text in one reply would come elsewhere; "" where they come to what it was typed into, or
    where that led."""
    field = _typed_into(done) if is_for_focus(action) and not hiding_dialog(context.screen) else None
    try:
        tree = await context.eyes.tree() if field else None
    except ScreenMoved:
        return ""  # the page was left with the text
    known = tree.find(field.number) if tree and field else None
    focused = next((node for node in tree or () if "focused" in node.states), None)
    if known is None or focused is None:
        return ""
    if focused.number != known.number:
        is_led_on = focused.role in FIELDS | _CHOICES
        return "" if is_led_on else f"the page has moved the focus from {describe(known)} to {describe(focused)}"
    try:
        await _hold(Found(focused.box, "focus", focused, focused.point), context)
    except (NotOperable, TargetMoved) as error:
        return error.message
    return ""


def _typed_into(done: Sequence[Action[Any]]) -> Node | None:
    """The field of the text that was typed last, if only keys came after it."""
    for action in reversed(done):
        if action.gesture == "type":
            return next((target.found.node for target in action.targets() if target.is_found), None)
        if not is_for_focus(action):
            return None
    return None


async def _hold(found: Found, context: ActContext) -> None:
    """What has the focus gets the next key, or nothing does. Where something lies over it, its place says nothing."""
    if isinstance(context.screen, Focuser) and found.node and found.node.states.isdisjoint(_UNREACHED):
        await context.screen.focus(found.touch)
