"""Running a program to its end, also one that was interrupted."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from askonce.config import ProgramSettings
from askonce.diagnostics.excerpt import format_problems
from askonce.errors import (
    ActFailed,
    AskonceError,
    CannotTell,
    ConfigError,
    GaveUp,
    NotFound,
    OutOfTime,
    OverBudget,
    ProgramError,
    ProgramFailed,
    ScreenClosed,
    ScreenError,
    UnreadableReply,
    Unresumable,
)
from askonce.program.comparison import is_empty
from askonce.program.control_flow import close_frames
from askonce.program.hands import Hands
from askonce.program.inputs import input_changes, refuse_other_inputs
from askonce.program.interpreter import AskPerson, Interpreter, LineResult, Runtime
from askonce.program.journal import Journal, MemoryJournal
from askonce.program.journal_records import (
    BeliefChanged,
    ExpectationsChecked,
    JournalRecord,
    ProgramReplaced,
    RunBegan,
    RunEnded,
    RunResumed,
    StatementDone,
    StatementFailed,
)
from askonce.program.limits import UsageMeter
from askonce.program.parser import read_program
from askonce.program.printer import write_program
from askonce.program.program_result import ProgramResult, build_result, user_variables
from askonce.program.recovery import DOUBTS, append_missing, ask_for_patch, check_end, tree_of
from askonce.program.relocation import relocate
from askonce.program.run_state import RunState, rebuild
from askonce.program.sandbox import Sandbox
from askonce.program.step_host import PauseGate, Stopped, unknown_outcome
from askonce.program.syntax_tree import Define, ForEach, Program, Reference, Statement
from askonce.program.value_summary import summarise
from askonce.program.value_text import to_text
from askonce.program.work_files import WorkFiles
from askonce.trace import Assigned, LineEnded, LineStarted, Noted, ProgramEnded, ProgramStarted, Told, Usage, events
from askonce.trace.events import Outcome
from askonce.values import Secret

WORK_FOLDER = Path("askonce_run") / "files"

_HOLDS = (ActFailed, NotFound, CannotTell, OutOfTime, ScreenError, UnreadableReply)
"""What a step may fail with and be tried once more. Everything else ends the run at once."""


class ProgramRun:
    """One run of a program. `variables` may hold secrets, which are written nowhere.

    With a `journal`, every transition is written down before the next, and `resume=True` takes the run up where the
    journal ends; only secrets have to be passed again then. `on_ask` answers what the program asks its user. `task` is
    what the program is for, in words, if it was written for a task.
    """

    def __init__(
        self,
        program: Program | str,
        hands: Hands,
        settings: ProgramSettings = ProgramSettings(),  # noqa: B008 - frozen
        *,
        variables: Mapping[str, Any] | None = None,
        journal: Journal | None = None,
        resume: bool = False,
        work_folder: Path = WORK_FOLDER,
        on_ask: AskPerson | None = None,
        task: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._program = _with_source(program)
        self._hands = hands
        self._settings = settings
        self._given = dict(variables or {})
        self._secrets = {name: value for name, value in self._given.items() if isinstance(value, Secret)}
        self._journal: Journal = journal or MemoryJournal()
        self._resumes = resume
        self._files = WorkFiles(work_folder)
        self._on_ask = on_ask
        self._task = task
        self._gate = PauseGate()
        self._meter = UsageMeter(settings, clock=clock)
        self._state: RunState | None = None
        self._asked_about: set[object] = set()
        """What the program was replanned for already, so that nothing is asked twice."""

    # ---- from outside

    def pause(self) -> None:
        """Hold before the next action or line."""
        self._gate.pause()

    def resume(self) -> None:
        """Go on after a pause."""
        self._gate.resume()

    def stop(self) -> None:
        """End before the next action or line. What was done stays in the journal."""
        self._gate.stop()

    @property
    def is_paused(self) -> bool:
        return self._gate.is_paused

    @property
    def state(self) -> RunState:
        """Where the run stands; there is none before it was started."""
        if self._state is None:
            raise ConfigError("the run has not begun", remedy="await run.go() first")
        return self._state

    async def go(self) -> ProgramResult:
        """Run it to its end, or raise what kept it from getting there."""
        self._hands.trace.mask.learn(self._secrets)
        self._hands.trace.subscribe(self._meter)
        try:
            state = self._state = await self._begin()
            async with Sandbox() as sandbox:
                with self._told_end(state):
                    while not state.ended:
                        await self._go_on(state, sandbox)
            return build_result(state)
        finally:
            self._hands.trace.unsubscribe(self._meter)
            self._journal.close()

    # ---- beginning and end

    async def _begin(self) -> RunState:
        if self._resumes:
            return await self._take_up()
        state = RunState(self._program, _read, self._secrets)
        given = input_changes(self._given, self._secrets)
        self._write(state, RunBegan(self._program.source, given, tuple(self._secrets), self._task))
        self._emit(ProgramStarted(program=state.program.source, variables=tuple(self._given)))
        return state

    async def _take_up(self) -> RunState:
        state = rebuild(self._journal.read(), _read, self._secrets)
        refuse_other_inputs(state, self._given)
        edited = self._program.source not in ("", state.source, state.program.source)
        if state.ended:
            if edited:
                raise Unresumable(
                    "the run came to its end, and the program was edited since", remedy="run it from its start"
                )
            self._emit(ProgramStarted(program=state.program.source))
            self._note("this run came to its end before: nothing is done again")
            return state
        if edited:
            relocate(state.counter, state.program, self._program)  # refused before it is written down
        self._write(state, RunResumed(self._program.source if edited else ""))
        tree = await tree_of(self._hands) if state.progress.pending else None
        for pending in reversed(tuple(state.progress.pending)):
            holds = [one for one in pending.expects if tree and one.holds(tree)]
            fails = [one for one in pending.expects if tree and one not in holds]
            self._write(state, unknown_outcome(holds, fails))
        line = state.statement.place.line if not state.counter.ended else 0
        names = tuple(user_variables(state.scope.globals))
        self._emit(ProgramStarted(program=state.program.source, variables=names, resumed_at=line))
        return state

    async def _go_on(self, state: RunState, sandbox: Sandbox) -> None:
        await self._gate.passed()
        self._meter.check(state)
        if state.counter.ended:
            await self._end(state)
            return
        if state.lines >= self._settings.lines:
            raise OverBudget(
                f"{state.lines} lines were carried out, which is all that a run may; it stands at {state.place}",
                remedy="check that every loop comes to its end, or allow more lines in the program's settings",
            )
        await self._line(state, state.statement, sandbox)

    async def _end(self, state: RunState) -> None:
        """The program is at its end: is everything there that was asked for?"""
        checked = ""
        if self._settings.final_check:
            found = await check_end(self._hands, state, self._files.exists)
            checked = found.reason
            if found.missing:
                missing = "; ".join(found.missing)
                if state.replans >= self._settings.replans:
                    raise ProgramFailed(
                        f"the program came to its end, but not everything is done: {missing}",
                        remedy="add what is missing to the program and resume",
                    )
                self._take_patch(state, append_missing(state, found.missing))
                return
        self._write(state, RunEnded(*self._meter.take(), checked))

    # ---- one line

    async def _line(self, state: RunState, statement: Statement, sandbox: Sandbox) -> None:
        bench = Runtime(
            state,
            self._hands,
            self._settings,
            self._files,
            self._meter,
            self._gate,
            lambda record: self._write(state, record),
            sandbox,
            self._on_ask,
        )
        if await self._patched_for_nothing_to_do(state, statement):
            return
        self._announce(state, statement)
        before = _Before.of(state)
        self._meter.begin_step()
        try:
            carried = await Interpreter(bench).carry_out(statement)
        except ScreenClosed:
            raise
        except _HOLDS as error:
            await self._hold(state, statement, error, before)
            return
        self._finish_line(state, statement, carried, before)
        await self._patch_for_doubts(state)

    def _announce(self, state: RunState, statement: Statement) -> None:
        if not isinstance(statement, Define):
            inner = state.counter.open_pass
            total = inner.total if inner else None
            self._emit(LineStarted(words=statement.words, total=total, **_where(state, statement)))

    def _finish_line(self, state: RunState, statement: Statement, carried: LineResult, before: _Before) -> None:
        where = _where(state, statement)
        closing = close_frames(state.counter, carried.moves, state.program)
        changes = tuple(one.to_json(self._secrets) for one in (*carried.changes, *closing))
        usage, seconds = self._meter.take()
        self._write(state, StatementDone(carried.moves, changes, carried.told, carried.message, usage, seconds))
        if carried.told is not None:
            self._emit(Told(message=carried.told, **where))
        for one in carried.changes if not isinstance(statement, ForEach) else ():
            if one.kind in ("set", "append") and one.name.isidentifier() and one.name != "loop":
                name = ".".join((one.name, *map(str, one.path)))
                self._emit(Assigned(name=name, value=summarise(one.value, 120), **where))
        if not isinstance(statement, Define):
            spent = before.spent(state)
            self._emit(LineEnded(outcome="done", message=carried.message, how=carried.how, **spent, **where))

    # ---- what goes wrong

    async def _hold(self, state: RunState, statement: Statement, error: AskonceError, before: _Before) -> None:
        """A step failed: it is tried once more, the program is changed, or the run ends."""
        message = self._hands.trace.mask(error.message)
        self._write(state, StatementFailed(message, *self._meter.take()))
        self._emit(LineEnded(outcome="failed", message=message, **before.spent(state), **_where(state, statement)))
        if state.progress.failures < self._settings.failures and not isinstance(error, GaveUp):
            return
        failures = state.progress.failures
        times = "" if failures == 1 else f" {failures} times, the last time"
        why = f"{state.place} failed{times} with: {error.message}"
        if not await self._patch(state, why):
            raise error

    async def _patched_for_nothing_to_do(self, state: RunState, statement: Statement) -> bool:
        """Whether the program was changed because a list that a step read off the screen has nothing in it."""
        if not isinstance(statement, ForEach) or state.counter.is_between_passes:
            return False
        name = statement.collection.name if isinstance(statement.collection, Reference) else ""
        if name not in state.read_off or name not in state.scope or not is_empty(state.scope[name]):
            return False
        if (statement.place.line, name) in self._asked_about:
            return False
        self._asked_about.add((statement.place.line, name))
        return await self._patch(state, f"{state.place}: {{{name}}} is empty, where items were expected")

    async def _patch_for_doubts(self, state: RunState) -> None:
        doubted = [entry for entry in state.belief.doubted if entry.number not in self._asked_about]
        if len(doubted) >= DOUBTS and not state.counter.ended:
            self._asked_about.update(entry.number for entry in doubted)
            said = "; ".join(entry.text for entry in doubted)
            await self._patch(state, f"what the plan rests on did not come true: {said}")

    async def _patch(self, state: RunState, why: str) -> bool:
        """Have the rest of the program written anew, if it may be."""
        if state.replans >= self._settings.replans:
            return False
        unattended = self._on_ask is None
        record, problem = await ask_for_patch(self._hands, state, self._hands.trace.mask(why), unattended=unattended)
        if record is None:
            self._note(f"the program was not changed: {problem}")
            return False
        self._take_patch(state, record)
        return True

    def _take_patch(self, state: RunState, record: ProgramReplaced) -> None:
        patched = ProgramReplaced(record.program, record.reason, record.diff, self._meter.take_usage())
        self._write(state, patched)
        line = state.statement.place.line if not state.counter.ended else 0
        self._emit(events.Replanned(line=line, reason=record.reason, diff=record.diff, program=record.program))

    @contextmanager
    def _told_end(self, state: RunState) -> Generator[None, None, None]:
        """Tell the trace how it ended, and turn what ended it into an error that says where."""
        outcome: Outcome = "stopped"
        error: BaseException | None = None
        try:
            yield
            outcome = "done"
        except Stopped as stopped:
            error = stopped
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            raise ProgramFailed(
                f"the run was stopped at {state.place}", remedy="resume it to go on", line=_line_of(state)
            ) from None
        except (OverBudget, ProgramFailed) as failure:
            outcome, error = "failed", failure
            raise
        except AskonceError as failure:
            outcome, error = "failed", failure
            raise ProgramFailed(
                f"the run failed at {state.place}{_words_of(state, failure.message)}",
                remedy=failure.remedy or "mend what is wrong, or the line, and resume",
                line=_line_of(state),
            ) from failure
        finally:
            self._emit_end(state, outcome, str(error) if error else "")

    def _emit_end(self, state: RunState, outcome: Outcome, error: str) -> None:
        answer = state.scope.globals.get("answer")
        self._emit(
            ProgramEnded(
                outcome=outcome,
                answer="" if answer is None else to_text(answer),
                error=error,
                line=_line_of(state),
                lines=state.lines,
                actions=state.actions,
                calls=state.usage.calls,
                tokens=state.usage.tokens,
                cost=state.usage.cost,
                seconds=state.seconds,
            )
        )

    # ---- writing down

    def _write(self, state: RunState, record: JournalRecord) -> None:
        """Into the journal, then into the state: what is not written down has not happened."""
        doubted = len(state.belief.doubted)
        self._journal.append(record)
        state.apply(record)
        self._tell_belief(state, record, doubted)

    def _tell_belief(self, state: RunState, record: JournalRecord, doubted: int) -> None:
        if isinstance(record, BeliefChanged):
            self._emit(events.Believed(changes=record.lines, **_where(state, state.statement)))
        elif isinstance(record, ExpectationsChecked) and len(state.belief.doubted) > doubted:
            texts = tuple(entry.text for entry in state.belief.doubted)
            self._emit(events.Believed(doubted=texts, **_where(state, state.statement)))

    def _note(self, text: str) -> None:
        trace = self._hands.trace
        trace.emit(Noted(act=trace.act, round=trace.round, text=text))

    def _emit(self, event: events.Event) -> None:
        self._hands.trace.emit(event)


@dataclass(frozen=True, slots=True)
class _Before:
    """What had been spent when a line began."""

    usage: Usage
    actions: int
    seconds: float

    @classmethod
    def of(cls, state: RunState) -> _Before:
        return cls(state.usage, state.actions, state.seconds)

    def spent(self, state: RunState) -> dict[str, Any]:
        usage = state.usage - self.usage
        return {
            "actions": state.actions - self.actions,
            "calls": usage.calls,
            "tokens": usage.tokens,
            "seconds": state.seconds - self.seconds,
        }


def _where(state: RunState, statement: Statement) -> dict[str, Any]:
    counter = state.counter
    return {"line": statement.place.line, "iterations": counter.iterations, "depth": len(counter.frames) - 1}


def _line_of(state: RunState) -> int:
    return 0 if state.counter.ended else state.statement.place.line


def _words_of(state: RunState, message: str) -> str:
    """What went wrong, after the words of the line; neither the line nor its words are said twice."""
    if state.counter.ended:
        return f": {message}"
    message = message.removeprefix(f"line {_line_of(state)}: ")
    words = state.statement.words
    return f": {message}" if words in message else f" ({words!r}): {message}"


def _with_source(program: Program | str) -> Program:
    if isinstance(program, str):
        return _read(program)
    if program.source or not program.statements:
        return program
    return _read(write_program(program))


def _read(text: str) -> Program:
    program, problems = read_program(text)
    wrong = [problem for problem in problems if problem.severity == "error"]
    if wrong:
        raise ProgramError(format_problems("program", text, wrong))
    return program
