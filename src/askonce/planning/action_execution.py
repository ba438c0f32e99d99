"""One action: find its targets, perform it, let the screen settle, record it in the trace."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from askonce.actions import Action, Found, Target
from askonce.actions.screen_needs import WholeReading
from askonce.errors import (
    AskonceError,
    ConfigError,
    FleetError,
    ModelError,
    NotOperable,
    OutOfTime,
    OverBudget,
    RecordingError,
    RunLost,
    ScreenClosed,
    TargetMoved,
    TraceError,
    TypingInDoubt,
)
from askonce.lazy import dataclass
from askonce.locate import find
from askonce.locate.target_rows import row_of
from askonce.planning.act_context import ActContext
from askonce.planning.act_recorder import ActRecorder
from askonce.planning.date_picker import picker_for
from askonce.planning.report_elements import keep_seen
from askonce.planning.second_look import CHANGED, changed, has_changed, is_fixed, refuse_changed
from askonce.planning.secret_entry import SecretCut, entering
from askonce.planning.send_guard import SendGuard
from askonce.planning.witness import Witness
from askonce.screens import Node, Tree
from askonce.screens.expectation import Expectation
from askonce.trace import Acted
from askonce.values import Instruction, Mask

_MOMENT = 1.0
"""How many seconds an action of a plan waits until its element can be touched, before the planner is told."""
MOST_AIMS = 3
"""How often it is tried to touch an element that moves away right before that."""
_MOST_FINDS = 3
"""How often an element is looked for that is drawn anew while it is waited for."""


class TimeIsUp(OutOfTime):
    """The time of the whole act passed while it waited for something: there is none left for another way."""


FATAL = (
    *(ModelError, OverBudget, ScreenClosed, ConfigError, TraceError, RecordingError, RunLost, FleetError),
    *(TimeIsUp, SecretCut, TypingInDoubt),
)
"""Errors that end an act at once. The planner is told about any other error of ours, and may know another way."""


async def do(
    action: Action[Any],
    context: ActContext,
    instruction: Instruction,
    recorder: ActRecorder | None = None,
    witness: Witness | None = None,
    guard: SendGuard | None = None,
) -> str:
    """Carry out one action and return its output, cut to a reasonable length. Where its element moved away right before
    it was touched, it is looked for again."""
    for _ in range(MOST_AIMS - 1):
        with suppress(TargetMoved):
            return await _do_once(action, context, instruction, recorder, witness, guard)
    return await _do_once(action, context, instruction, recorder, witness, guard)


async def _do_once(
    action: Action[Any],
    context: ActContext,
    instruction: Instruction,
    recorder: ActRecorder | None,
    witness: Witness | None,
    guard: SendGuard | None,
) -> str:
    await find_targets(action, context, instruction)
    if guard:
        await guard.check(action)
    if witness:
        await witness.look(action)
    if recorder:
        await recorder.watch(action)
    output = await perform(action, context, instruction)
    if guard:
        await guard.did(action)
    if recorder:
        await recorder.note(action)
    return output


async def acting(action: Action[Any], context: ActContext, expects: Sequence[Expectation] = ()) -> None:
    """Tell the companion that an action is about to be done. It may wait, or raise to stop."""
    if context.companion:
        await context.companion.acting(str(action), expects)


async def acted(action: Action[Any], context: ActContext, output: str = "", error: str = "") -> None:
    """Tell the companion what came of it."""
    if context.companion:
        await context.companion.acted(str(action), output, error)


async def find_targets(action: Action[Any], context: ActContext, instruction: Instruction) -> None:
    """Find what the action is to be done to, and wait until that can be touched."""
    for target in action.targets():
        if action.typed_fields():
            target.set_typed_into()
        target.set_found(await _find_operable(action, target, context, instruction))
        node, seen = target.found.node, context.eyes.seen
        if context.patience is None and node and seen:  # a planner is told what was hit
            target.set_row_found(row_of(node, seen))
    if context.patience is not None:  # a single action; a planner has been shown its own list
        keep_seen(context)


async def _find_operable(action: Action[Any], target: Target, context: ActContext, instruction: Instruction) -> Found:
    """Where the target is, once nothing covers it and it is enabled. NotOperable if that takes too long."""
    started, words, eyes = time.monotonic(), target.filled(instruction), context.eyes
    deadline = started + (_MOMENT if context.patience is None else context.patience)
    patience, blocked = context.patience or 0.0, ""
    for _ in range(_MOST_FINDS):
        found = await find(words, context.finders, eyes, context.trace, patience=patience, stillness=context.stillness)
        left = deadline - time.monotonic()
        if await has_changed(found, eyes):
            if is_fixed(found):
                raise changed(target)
            blocked = CHANGED  # the next look finds it where it is now
            continue
        if found.node is None or not (blocked := _block(action, found.node)):
            return found
        if left <= 0:
            break
        node = await eyes.wait_actionable(found.node, left, touched=action.operates)
        eyes.blink()
        tree = await eyes.tree()
        fresh = tree.find(found.node.number) if tree else None
        if isinstance(node, Node):
            node = replace(fresh or node, box=node.box, point=node.point)
            return replace(found, box=node.box, node=node, point=node.point)
        if fresh:
            blocked = max(_block(action, fresh), node.removeprefix("it ").strip(), key=len)  # what says more
            break
        patience = max(deadline - time.monotonic(), 0.0)  # drawn anew: it is looked for again
    raise _not_operable(target, blocked, time.monotonic() - started)


def _without_names(action: Action[Any], context: ActContext) -> Action[Any]:
    """An action that types no name of a secret: one of an earlier act has no value in this one."""
    typed = [str(getattr(action, name)) for name in action.typed_fields()]
    unknown = next(
        (name for name in sorted(context.trace.mask.names) if any(f"{{{name}}}" in text for text in typed)), ""
    )
    if unknown:
        raise ConfigError(
            f"the text to type holds the secret {unknown!r} of an earlier act, whose value this one was not given",
            remedy=f"pass it here too, as in act(…, {unknown}=Secret(…))",
        )
    return action


async def perform(action: Action[Any], context: ActContext, instruction: Instruction, *, settles: bool = True) -> str:
    """Do what has its targets found. Without `settles` somebody else waits for the effect."""
    context.permit()  # before it is written that the screen is touched; and right before it is, since that takes time
    context.count_step()
    if context.companion:
        found = [target.found.node for target in action.targets() if target.is_found]
        elements = [node for node in found if node]
        await context.companion.touching(is_repeatable=action.is_repeatable, elements=elements)
    started = time.perf_counter()
    try:
        reason = await _await_statement(action, context, instruction)
        await refuse_changed(action, context.eyes)
        context.permit()
        output = await _perform(_without_names(action.filled(instruction), context), context) or reason
        performed = time.perf_counter()
        context.eyes.blink()
        if settles:
            await context.screen.settle()
    except AskonceError as error:
        context.eyes.blink()
        _emit(action, context, started, error=str(error))
        raise
    # Masked before it is cut: half a secret would not be recognised.
    output = _masked(" ".join(filter(None, (output, *context.screen.news()))), context.trace.mask)
    output = output if len(output) <= action.longest_output else output[: action.longest_output] + "…"
    _emit(action, context, started, output=output, performed=performed)
    return output


async def _perform(action: Action[Any], context: ActContext) -> str | None:
    if picker := picker_for(action, context):
        return await picker.pick()
    screen: Any = context.screen
    if action.needs is WholeReading and isinstance(screen, WholeReading):
        screen = _MaskedReading(screen, context.trace.mask)
    async with entering(action, context.eyes):
        return await action.perform(screen)


@dataclass(frozen=True, slots=True)
class _MaskedReading:
    """What is read of a screen without secrets, as the list of its elements is: fields show less of one than the mask
    of a text knows."""

    screen: WholeReading
    mask: Mask

    async def whole_tree(self) -> Tree:
        return (await self.screen.whole_tree()).masked(self.mask)


def _masked(output: str, mask: Mask) -> str:
    """An output without secrets, also such as stand in several cells or lines of it."""
    parts = re.split(r"([\t\n])", mask(output))
    parts[::2] = mask.in_sequence(parts[::2])
    return "".join(parts)


async def _await_statement(action: Action[Any], context: ActContext, instruction: Instruction) -> str:
    """Wait for what the action awaits, as one wait that changes of the screen drive. Returns why it is so."""
    statement, seconds = action.awaits
    return await context.wait_for(statement, instruction, seconds) if statement else ""


def _block(action: Action[Any], node: Node) -> str:
    """What keeps the action from the element, such as "is disabled"; empty if nothing does."""
    if "covered" in node.states:
        return f"is covered by {node.attributes.get('covered by', 'something else')}"
    return "is disabled" if action.operates and "disabled" in node.states else ""


def _not_operable(target: Target, blocked: str, waited: float) -> NotOperable:
    remedies = {
        "is disabled": "first do what enables it, or wait until it is enabled",
        CHANGED: "wait until the screen is still",
    }
    remedy = remedies.get(blocked, "deal with what lies over it first")
    return NotOperable(f"{target} {blocked}, also after {waited:.1f} s", remedy=remedy)


def _emit(
    action: Action[Any],
    context: ActContext,
    started: float,
    *,
    output: str = "",
    error: str = "",
    performed: float | None = None,
) -> None:
    now = time.perf_counter()
    point = next((target.point for target in action.targets() if target.is_found), None)
    context.trace.emit(
        Acted(
            act=context.trace.act,
            round=context.trace.round,
            action=str(action),
            params=action.model_dump_json(exclude_defaults=True),
            point=(point.x, point.y) if point else None,
            output=output,
            error=error,
            seconds=(performed or now) - started,
            settled=now - performed if performed else 0.0,
        )
    )
