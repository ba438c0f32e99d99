"""Does recorded steps again, and says of each whether it was found and did what it had done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from askonce.agent import Agent
from askonce.errors import AskonceError
from askonce.lazy import dataclass
from askonce.planning.act_span import act_span
from askonce.planning.replay import Replay
from askonce.recorder.hand_context import hand_context
from askonce.recordings.recording import Recording
from askonce.screens import Navigator
from askonce.values import Instruction, Secret

_PAGES = frozenset({"http", "https", "file", "data", "fake"})
"""The schemes of addresses that are pages."""


@dataclass(frozen=True, slots=True)
class StepVerdict:
    """How a step fared: it was done again, it differed, or it was not tried."""

    is_found: bool
    """Whether it was done again as it was recorded."""
    reason: str = ""
    """Why not."""
    is_tried: bool = True


async def replay_steps(
    agent: Agent, recording: Recording, values: Mapping[str, str | Secret], start: str
) -> Sequence[StepVerdict]:
    """A verdict for each step, in order. After a step that cannot be done the others are not tried."""
    context = hand_context(agent)
    instruction = Instruction(recording.instruction, dict(values))
    context.trace.mask.learn(instruction.values)
    replay = Replay(recording, context, instruction)
    reason, failed = "", -1
    try:
        async with act_span(context, f"replay: {instruction}") as span:
            await go_to_start(agent, start)
            context.eyes.blink()
            deviation = await replay.go_on()
            span.actions = len(replay.done)
            span.how = "replayed"
            if deviation:
                reason, failed = deviation.reason, deviation.number
    except AskonceError as error:
        reason, failed = context.trace.mask(error.message), replay.position
    verdicts: list[StepVerdict] = []
    for number in range(len(recording.steps)):
        if failed < 0 or number < failed:
            verdicts.append(StepVerdict(True))
        elif number == failed:
            verdicts.append(StepVerdict(False, context.trace.mask(reason)))
        else:
            verdicts.append(StepVerdict(False, "not tried", is_tried=False))
    return verdicts


async def go_to_start(agent: Agent, start: str) -> None:
    """Go to where steps began. The address of an app cannot be gone to: it has to be open."""
    if urlsplit(start).scheme in _PAGES and isinstance(agent.screen, Navigator):
        await agent.screen.navigate(start)
        await agent.screen.settle()
