"""The companion of one step in plain words: passes context to the planner and records what it reports."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol, cast

from askonce.actions import Action
from askonce.errors import NotAllowed
from askonce.program.journal_records import (
    ActionEnded,
    ActionStarted,
    ActionTouching,
    BeliefChanged,
    ExpectationsChecked,
    JournalRecord,
)
from askonce.program.limits import UsageMeter
from askonce.program.pause_gate import PauseGate
from askonce.program.run_state import RunState
from askonce.program.step_context import build_context
from askonce.program.step_replay import may_replay
from askonce.program.value_text import to_text
from askonce.screens import Node
from askonce.screens.expectation import Expectation
from askonce.values import Instruction

LOOK_FIRST = ". Look first, and do not simply do it again"
"""Of an action that may have been done, for a step that may act."""
LOOKING = "follow links, open tabs, scroll, or search; do not press what may commit something"


class RecordWriter(Protocol):
    """Appends a record to the journal and applies it to the state."""

    def __call__(self, record: JournalRecord, /) -> None: ...


class StepHost:
    """A `Companion`: every action of the step passes through it into the journal."""

    def __init__(
        self,
        state: RunState,
        meter: UsageMeter,
        gate: PauseGate,
        record: RecordWriter,
        flush: Callable[[], Awaitable[None]],
        *,
        wants: tuple[str, ...] = (),
        jumps: frozenset[str] = frozenset(),
        looks_only: bool = False,
    ) -> None:
        """With `looks_only`, nothing is done that may change anything but the view."""
        self._state, self._meter, self._gate, self._record = state, meter, gate, record
        self._flush = flush
        self._wanted = wants
        self._looks_only = looks_only
        self.jumps = jumps
        self.extra: tuple[type[Action[Any]], ...] = ()
        self.replays = may_replay(state.progress)
        self.given: dict[str, Any] = {}
        """What code has set. It is kept only when the step is done, so that a repeated step starts like the first."""
        self.touched: list[Node] = []
        """The elements that actions of the step touched."""
        attempts = state.progress.attempts
        self._before = tuple(text.replace(LOOK_FIRST, "") if looks_only else text for text in attempts)

    @property
    def wants(self) -> tuple[str, ...]:
        return tuple(name for name in self._wanted if name not in self.given)

    @property
    def variables(self) -> Mapping[str, str]:
        held = dict[str, Any]()
        for name, value in self._state.scope.without_secrets().items():
            inner = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
            held |= {name: value} | {f"{name}.{part}": item for part, item in inner.items()}
        return {name: to_text(value) for name, value in held.items() if isinstance(value, str | int | float)}

    def around(self, attempts: Sequence[str], *, told: Sequence[str] = ()) -> str:
        self._meter.check(self._state)
        values = Instruction("", self.variables)

        def is_told(action: str) -> bool:
            words = values.fill(action, secrets=False).removesuffix("…")
            return any(step.startswith(words) for step in told)

        return build_context(self._state, attempts, self._before, is_told)

    def believe(self, changes: Sequence[str], expects: Sequence[Expectation]) -> None:
        if changes:
            self._record(BeliefChanged(tuple(changes), tuple(expects), self._meter.take_usage()))

    def verified(self, held: Sequence[Expectation], unmet: Sequence[Expectation]) -> None:
        if held or unmet:
            self._record(ExpectationsChecked(tuple(held), tuple(unmet)))

    async def acting(self, action: str, expects: Sequence[Expectation]) -> None:
        await self._gate.wait()
        self._meter.check_action(self._state)
        self._meter.count_action()
        self._record(ActionStarted(action, tuple(expects), is_announced=True))

    async def touching(self, *, is_repeatable: bool, elements: Sequence[Node] = ()) -> None:
        if self._looks_only and not is_repeatable:
            raise NotAllowed("this may change something, and now is the time to look only", remedy=LOOKING)
        self.touched.extend(elements)
        self._record(ActionTouching(is_repeatable))
        await self._flush()

    async def acted(self, action: str, output: str, error: str) -> None:
        self._record(ActionEnded(output, error))
