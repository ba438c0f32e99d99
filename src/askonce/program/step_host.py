"""One step in plain words, as its planner knows it: what it is told, and what it tells."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Protocol

from askonce.actions import Action
from askonce.config import Parts
from askonce.program.journal_records import (
    ActionEnded,
    ActionStarted,
    BeliefChanged,
    ExpectationsChecked,
    JournalRecord,
)
from askonce.program.limits import UsageMeter
from askonce.program.run_state import RunState
from askonce.program.step_context import build_context
from askonce.screens.expectation import Expectation

UNKNOWN = "may or may not have been done: the run was interrupted. Look first, and do not simply do it again"


class Stopped(asyncio.CancelledError):
    """Somebody asked the run to stop. Like any cancellation, it passes through everything between it and the run."""


class PauseGate:
    """What lets a run go on, hold for a while, or stop, between two actions."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._open.set()
        self._is_stopped = False

    def pause(self) -> None:
        self._open.clear()

    def resume(self) -> None:
        self._open.set()

    def stop(self) -> None:
        self._is_stopped = True
        self._open.set()

    @property
    def is_paused(self) -> bool:
        return not self._open.is_set()

    async def passed(self) -> None:
        """Wait while it is closed."""
        await self._open.wait()
        if self._is_stopped:
            raise Stopped


class RecordWriter(Protocol):
    """Writes a record down and applies it."""

    def __call__(self, record: JournalRecord, /) -> None: ...


class StepHost:
    """The companion of one step."""

    def __init__(
        self,
        state: RunState,
        parts: Parts,
        meter: UsageMeter,
        gate: PauseGate,
        record: RecordWriter,
        *,
        wants: tuple[str, ...] = (),
        jumps: frozenset[str] = frozenset(),
    ) -> None:
        self._state, self._parts, self._meter, self._gate, self._record = state, parts, meter, gate, record
        self._wanted = wants
        self.jumps = jumps
        self.extra: tuple[type[Action[Any]], ...] = ()
        self.replays = parts.replay and not state.progress.is_begun
        self.given: dict[str, Any] = {}
        """What code has set already. It is kept when the step is done, so that a step done anew starts as the first."""
        self._before = tuple(state.progress.attempts)

    @property
    def wants(self) -> tuple[str, ...]:
        return tuple(name for name in self._wanted if name not in self.given)

    def around(self, attempts: Sequence[str]) -> str:
        self._meter.check(self._state)
        return build_context(self._state, attempts, self._parts, self._before)

    def believe(self, changes: Sequence[str], expects: Sequence[Expectation]) -> None:
        if self._parts.belief and changes:
            self._record(BeliefChanged(tuple(changes), tuple(expects), self._meter.take_usage()))

    def verified(self, held: Sequence[Expectation], unmet: Sequence[Expectation]) -> None:
        if held or unmet:
            self._record(ExpectationsChecked(tuple(held), tuple(unmet)))

    async def acting(self, action: str, expects: Sequence[Expectation]) -> None:
        await self._gate.passed()
        self._meter.check_action(self._state)
        self._meter.count_action()
        self._record(ActionStarted(action, tuple(expects)))

    async def acted(self, action: str, output: str, error: str) -> None:
        self._record(ActionEnded(output, error))


def unknown_outcome(holds: Sequence[Expectation], fails: Sequence[Expectation]) -> ActionEnded:
    """What is to be noted of an action of which nobody knows whether it was done, after a look at the screen.

    That what it was to bring is there does not prove that it did: it may have been there before. So the planner is
    told what was seen and looks for itself.
    """
    seen = [f"expected {one}: so it is now" for one in holds] + [f"expected {one}: not so" for one in fails]
    return ActionEnded("; ".join([UNKNOWN, *seen]), is_unknown=True)
