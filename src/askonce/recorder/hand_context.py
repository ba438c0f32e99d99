"""What a person's steps are performed and repeated with: the agent's screen and trace, and no model."""

from __future__ import annotations

import asyncio
import time

from askonce.agent import Agent
from askonce.embedded import EmbeddedModel
from askonce.errors import OutOfTime
from askonce.insight.exact import judge
from askonce.locate import LocalFinder
from askonce.models.withheld_model import WithheldModel
from askonce.planning.act_context import ActContext
from askonce.screens import Watchable
from askonce.screens.eyes import Eyes
from askonce.values import Instruction

_POLL = 0.25


def hand_context(agent: Agent) -> ActContext:
    """The context of steps that no planner takes part in."""
    eyes = Eyes(agent.screen, agent.trace.mask)
    patience = agent.settings.recordings.patience or agent.settings.patience

    async def wait_for(statement: str, instruction: Instruction, seconds: float) -> str:
        return await _wait_for(Instruction(statement, instruction.values), eyes, min(seconds, patience))

    return ActContext(
        screen=agent.screen,
        eyes=eyes,
        space=agent.actions,
        planner=WithheldModel(EmbeddedModel()),
        finders=(LocalFinder(),),
        trace=agent.trace,
        totals=agent.usage,
        count_step=lambda: None,
        recordings=None,
        replay_patience=patience,
        wait_for=wait_for,
        is_strict=True,
        shots=agent.settings.shots.when if agent.trace.folder else "seen",
    )


async def is_true(statement: str, eyes: Eyes) -> bool | None:
    """Whether the elements prove a statement, or prove the opposite; None where they prove neither."""
    tree, whole = await eyes.both_trees()
    verdict = judge(statement, tree, whole=whole) if tree else None
    return verdict.holds if verdict else None


async def _wait_for(words: Instruction, eyes: Eyes, seconds: float) -> str:
    deadline = time.monotonic() + seconds
    statement = words.fill(words.text, secrets=True)
    while not await is_true(statement, eyes):
        left = deadline - time.monotonic()
        if left <= 0:
            raise OutOfTime(f"{str(words)!r} was not true within {seconds:g} s")
        if isinstance(eyes.screen, Watchable):
            await eyes.screen.wait_for_change(min(left, _POLL))
        else:
            await asyncio.sleep(min(left, _POLL))
        eyes.blink()
    return f"{words} is true"
