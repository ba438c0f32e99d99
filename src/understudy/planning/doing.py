"""Doing one action: find its targets, perform it, let the screen settle, leave a trace."""

from __future__ import annotations

import time
from typing import Any

from understudy.actions import Action
from understudy.errors import NotOperable, UnderstudyError
from understudy.locate import find
from understudy.planning.stage import Stage
from understudy.trace import Acted
from understudy.values import Instruction

MOST_OUTPUT = 500


async def do(action: Action[Any], stage: Stage, instruction: Instruction) -> str:
    """Carry out one action and return what it has to tell, cut to a bearable length."""
    stage.count_step()
    for target in action.targets():
        found = await find(target.filled(instruction), stage.finders, stage.eyes, stage.trace)
        if found.node and "covered" in found.node.states:
            cover = found.node.attributes.get("covered by", "something else")
            raise NotOperable(f"{target} is covered by {cover}", remedy="deal with what lies over it first")
        target.find(found)
    started = time.perf_counter()
    try:
        told = await action.filled(instruction).perform(stage.screen)
        performed = time.perf_counter()
        stage.eyes.blink()
        await stage.screen.settle()
    except UnderstudyError as error:
        stage.eyes.blink()
        _emit(action, stage, started, error=str(error))
        raise
    # Masked before it is cut: half a secret would not be recognised.
    output = stage.trace.mask(" ".join(filter(None, (told, *stage.screen.news()))))
    output = output if len(output) <= MOST_OUTPUT else output[:MOST_OUTPUT] + "…"
    _emit(action, stage, started, output=output, performed=performed)
    return output


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
