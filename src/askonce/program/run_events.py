"""The trace events of a run: its start and end, each line, assignments, beliefs and replans."""

from __future__ import annotations

from typing import Any

from askonce.lazy import dataclass
from askonce.program.interpreter import LineResult
from askonce.program.journal_records import BeliefChanged, ExpectationsChecked, JournalRecord, ProgramReplaced
from askonce.program.program_result import user_variables
from askonce.program.run_state import RunState
from askonce.program.syntax_tree import Define, ForEach, Statement
from askonce.program.value_summary import summarise
from askonce.program.value_text import to_text
from askonce.trace import (
    Assigned,
    LineEnded,
    LineStarted,
    Noted,
    ProgramEnded,
    ProgramStarted,
    Told,
    Trace,
    Usage,
    events,
)
from askonce.trace.call_site import find_call_site, shown_path
from askonce.trace.events import Outcome
from askonce.trace.source_excerpt import keep_source

_LONGEST_VALUE = 120


@dataclass(frozen=True, slots=True)
class SpentBefore:
    """What a run had spent when a line began."""

    usage: Usage
    actions: int
    seconds: float

    @classmethod
    def of(cls, state: RunState) -> SpentBefore:
        return cls(state.usage, state.actions, state.seconds)

    def difference(self, state: RunState) -> dict[str, Any]:
        usage = state.usage - self.usage
        return {
            "actions": state.actions - self.actions,
            "calls": usage.calls,
            "tokens": usage.tokens,
            "seconds": state.seconds - self.seconds,
        }


class RunEvents:
    """Emits the events of one run."""

    def __init__(self, trace: Trace, file: str = "") -> None:
        self._trace = trace
        self._file = shown_path(file) if file else ""

    def started(self, state: RunState, variables: tuple[str, ...], *, resumed_at: int = 0) -> None:
        caller = keep_source(self._trace, find_call_site()) if self._trace.folder else None
        self._trace.emit(
            ProgramStarted(
                program=state.program.source,
                variables=variables,
                resumed_at=resumed_at,
                file=self._file,
                caller=caller,
            )
        )

    def resumed(self, state: RunState) -> None:
        self.started(state, tuple(user_variables(state.scope.globals)), resumed_at=line_of(state))

    def ended(self, state: RunState, outcome: Outcome, error: str) -> None:
        answer = state.scope.globals.get("answer")
        self._trace.emit(
            ProgramEnded(
                outcome=outcome,
                answer="" if answer is None else to_text(answer),
                error=error,
                line=line_of(state),
                lines=state.lines,
                actions=state.actions,
                calls=state.usage.calls,
                tokens=state.usage.tokens,
                cost=state.usage.cost,
                seconds=state.seconds,
            )
        )

    def line_started(self, state: RunState, statement: Statement) -> None:
        if not isinstance(statement, Define):
            inner = state.counter.open_pass
            total = inner.total if inner else None
            self._trace.emit(LineStarted(words=statement.words, total=total, **line_fields(state, statement)))

    def line_done(
        self, state: RunState, statement: Statement, where: dict[str, Any], result: LineResult, before: SpentBefore
    ) -> None:
        """`where` is the position of the line, taken before its moves."""
        if result.told is not None:
            self._trace.emit(Told(message=result.told, **where))
        for change in result.changes if not isinstance(statement, ForEach) else ():
            if change.kind in ("set", "append") and change.name.isidentifier() and change.name != "loop":
                name = ".".join((change.name, *map(str, change.path)))
                self._trace.emit(Assigned(name=name, value=summarise(change.value, _LONGEST_VALUE), **where))
        if not isinstance(statement, Define):
            spent = before.difference(state)
            self._trace.emit(LineEnded(outcome="done", message=result.message, how=result.how, **spent, **where))

    def line_failed(self, state: RunState, statement: Statement, message: str, before: SpentBefore) -> None:
        spent, where = before.difference(state), line_fields(state, statement)
        self._trace.emit(LineEnded(outcome="failed", message=message, **spent, **where))

    def belief_changed(self, state: RunState, record: JournalRecord, doubted: int) -> None:
        """`doubted` is how many entries were in doubt before the record."""
        if isinstance(record, BeliefChanged):
            self._trace.emit(events.Believed(changes=record.lines, **line_fields(state, state.statement)))
        elif isinstance(record, ExpectationsChecked) and len(state.belief.doubted) > doubted:
            texts = tuple(entry.text for entry in state.belief.doubted)
            self._trace.emit(events.Believed(doubted=texts, **line_fields(state, state.statement)))

    def replanned(self, state: RunState, record: ProgramReplaced) -> None:
        self._trace.emit(
            events.Replanned(line=line_of(state), reason=record.reason, diff=record.diff, program=record.program)
        )

    def note(self, text: str) -> None:
        self._trace.emit(Noted(act=self._trace.act, round=self._trace.round, text=text))


def line_fields(state: RunState, statement: Statement) -> dict[str, Any]:
    """Where a line stands, as the fields that all events of lines have."""
    counter = state.counter
    return {"line": statement.location.line, "iterations": counter.iterations, "depth": len(counter.frames) - 1}


def line_of(state: RunState) -> int:
    """The current line; 0 at the end."""
    return 0 if state.counter.ended else state.statement.location.line
