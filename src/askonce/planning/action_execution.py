"""One action: find its targets, perform it, let the screen settle, record it in the trace."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from askonce.actions import Action, Target
from askonce.errors import (
    AskonceError,
    ConfigError,
    ModelError,
    NotOperable,
    OverBudget,
    RecordingError,
    ScreenClosed,
    TraceError,
)
from askonce.locate import find
from askonce.planning.act_context import ActContext
from askonce.planning.act_recorder import ActRecorder
from askonce.screens import Node
from askonce.screens.expectation import Expectation
from askonce.trace import Acted
from askonce.values import Instruction

MOST_OUTPUT = 500

FATAL = (ModelError, OverBudget, ScreenClosed, ConfigError, TraceError, RecordingError)
"""Errors that end an act at once. The planner is told about any other error of ours, and may know another way."""


async def do(
    action: Action[Any], context: ActContext, instruction: Instruction, recorder: ActRecorder | None = None
) -> str:
    """Carry out one action and return its output, cut to a reasonable length."""
    await find_targets(action, context, instruction)
    if recorder:
        await recorder.watch(action)
    output = await perform(action, context, instruction)
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
    """Find what the action is to be done to."""
    for target in action.targets():
        found = await find(
            target.filled(instruction), context.finders, context.eyes, context.trace, patience=context.patience
        )
        if found.node:
            _check_operable(action, target, found.node)
        target.set_found(found)


async def perform(action: Action[Any], context: ActContext, instruction: Instruction, *, settles: bool = True) -> str:
    """Do what has its targets found. Without `settles` somebody else waits for the effect."""
    context.count_step()
    if context.companion:
        found = [target.found.node for target in action.targets() if target.is_found]
        elements = [node for node in found if node]
        await context.companion.touching(is_repeatable=action.is_repeatable, elements=elements)
    started = time.perf_counter()
    try:
        output = await action.filled(instruction).perform(context.screen)
        performed = time.perf_counter()
        context.eyes.blink()
        if settles:
            await context.screen.settle()
    except AskonceError as error:
        context.eyes.blink()
        _emit(action, context, started, error=str(error))
        raise
    # Masked before it is cut: half a secret would not be recognised.
    output = context.trace.mask(" ".join(filter(None, (output, *context.screen.news()))))
    output = output if len(output) <= MOST_OUTPUT else output[:MOST_OUTPUT] + "…"
    _emit(action, context, started, output=output, performed=performed)
    return output


def _check_operable(action: Action[Any], target: Target, node: Node) -> None:
    if "covered" in node.states:
        cover = node.attributes.get("covered by", "something else")
        raise NotOperable(f"{target} is covered by {cover}", remedy="deal with what lies over it first")
    if action.operates and "disabled" in node.states:
        raise NotOperable(f"{target} is disabled", remedy="first do what enables it, or wait until it is enabled")


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
