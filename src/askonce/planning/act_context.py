"""Everything that an act works with, put together by the agent."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Sequence

from askonce.actions import ActionSpace
from askonce.companion import Companion
from askonce.config import EvidenceSettings, Shots
from askonce.lazy import dataclass
from askonce.locate import Finder
from askonce.models import Model
from askonce.recordings.run_recordings import Recordings
from askonce.screens import Screen
from askonce.screens.eyes import Eyes
from askonce.screens.permit import Permission
from askonce.trace import Noted, Trace, UsageTotals
from askonce.values import Instruction


@dataclass(frozen=True, slots=True)
class ActContext:
    """What one act, or one single action, works with."""

    screen: Screen
    eyes: Eyes
    space: ActionSpace
    planner: Model
    finders: Sequence[Finder]
    trace: Trace
    totals: UsageTotals
    count_step: Callable[[], None]
    """Called before each action; raises when the budget of steps is used up."""
    recordings: Recordings | None
    """What worked before, and where to keep what works now."""
    replay_patience: float
    """How many seconds a replayed step waits for its element and for the effect of the last one."""
    wait_for: Callable[[str, Instruction, float], Awaitable[str]]
    """Waits until a statement is true, for so many seconds. Returns why it is; raises OutOfTime."""
    is_strict: bool = False
    """Whether acts are replayed or fail: then no planner is asked."""
    is_recordable: bool = True
    """Whether the caller lets it be recorded and replayed."""
    background: str = ""
    """What the planner is told besides the instruction."""
    shots: Shots = "seen"
    """Which pictures are taken for the report."""
    evidence: EvidenceSettings | None = None
    """What else is kept for it; None where there is none."""
    patience: float | None = None
    """How many seconds a single action waits for its element. In an act (None) the planner looks again instead."""
    stillness: float = math.inf
    """How many seconds a screen of which only the picture is known has to stand still, so that it is no longer waited
    for what is not seen there."""
    permit: Callable[[], None] = Permission()
    """Called right before an action reaches the screen; raises when it must not any more."""
    companion: Companion | None = None
    """The owner of the act, where it is a step of something longer."""

    async def address(self) -> str:
        """Where the screen is now; empty where it has no addresses."""
        return await self.eyes.address()

    def note(self, text: str) -> None:
        """Leave a remark in the trace."""
        self.trace.emit(Noted(act=self.trace.act, round=self.trace.round, text=text))
