"""Doing one action: find its targets, perform it, let the screen settle, leave a trace."""

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
from askonce.planning.act_context import Stage
from askonce.planning.act_recorder import Recorder
from askonce.screens import Node
from askonce.screens.expectation import Expectation
from askonce.trace import Acted
from askonce.values import Instruction

MOST_OUTPUT = 500

FATAL = (ModelError, OverBudget, ScreenClosed, ConfigError, TraceError, RecordingError)
"""Errors that end an act at once; any other error of ours is told to the planner, who may know another way."""


async def do(action: Action[Any], stage: Stage, instruction: Instruction, recorder: Recorder | None = None) -> str:
    """Carry out one action and return what it has to tell, cut to a bearable length."""
    await find_targets(action, stage, instruction)
    if recorder:
        await recorder.watch(action)
    output = await perform(action, stage, instruction)
    if recorder:
        await recorder.note(action)
    return output


async def acting(action: Action[Any], stage: Stage, expects: Sequence[Expectation] = ()) -> None:
    """Tell whoever goes along that an action is about to be done. They may wait, or raise to stop."""
    if stage.companion:
        await stage.companion.acting(str(action), expects)


async def acted(action: Action[Any], stage: Stage, output: str = "", error: str = "") -> None:
    """Tell them what came of it."""
    if stage.companion:
        await stage.companion.acted(str(action), output, error)


async def find_targets(action: Action[Any], stage: Stage, instruction: Instruction) -> None:
    """Find what the action is to be done to."""
    for target in action.targets():
        found = await find(target.filled(instruction), stage.finders, stage.eyes, stage.trace)
        if found.node:
            _check_operable(action, target, found.node)
        target.set_found(found)


async def perform(action: Action[Any], stage: Stage, instruction: Instruction, *, settles: bool = True) -> str:
    """Do what has its targets found. Without `settles` somebody else waits for the effect."""
    stage.count_step()
    started = time.perf_counter()
    try:
        told = await action.filled(instruction).perform(stage.screen)
        performed = time.perf_counter()
        stage.eyes.blink()
        if settles:
            await stage.screen.settle()
    except AskonceError as error:
        stage.eyes.blink()
        _emit(action, stage, started, error=str(error))
        raise
    # Masked before it is cut: half a secret would not be recognised.
    output = stage.trace.mask(" ".join(filter(None, (told, *stage.screen.news()))))
    output = output if len(output) <= MOST_OUTPUT else output[:MOST_OUTPUT] + "…"
    _emit(action, stage, started, output=output, performed=performed)
    return output


def _check_operable(action: Action[Any], target: Target, node: Node) -> None:
    if "covered" in node.states:
        cover = node.attributes.get("covered by", "something else")
        raise NotOperable(f"{target} is covered by {cover}", remedy="deal with what lies over it first")
    if action.operates and "disabled" in node.states:
        raise NotOperable(f"{target} is disabled", remedy="first do what enables it, or wait until it is enabled")


def _emit(
    action: Action[Any],
    stage: Stage,
    started: float,
    *,
    output: str = "",
    error: str = "",
    performed: float | None = None,
) -> None:
    now = time.perf_counter()
    point = next((target.point for target in action.targets() if target.is_found), None)
    stage.trace.emit(
        Acted(
            act=stage.trace.act,
            round=stage.trace.round,
            action=str(action),
            params=action.model_dump_json(exclude_defaults=True),
            point=(point.x, point.y) if point else None,
            output=output,
            error=error,
            seconds=(performed or now) - started,
            settled=now - performed if performed else 0.0,
        )
    )
