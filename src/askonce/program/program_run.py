"""One run of a program, from its start or from where it was interrupted, to its end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from askonce.config import ProgramSettings
from askonce.errors import (
    ActFailed,
    AskonceError,
    CannotTell,
    GaveUp,
    NotFound,
    NotRecorded,
    OutOfTime,
    OverBudget,
    ProgramFailed,
    ReplayFailed,
    RunLost,
    ScreenClosed,
    ScreenError,
    UnreadableReply,
    Unresumable,
)
from askonce.program.checked_program import read_valid_program
from askonce.program.comparison import is_empty
from askonce.program.control_flow import close_frames
from askonce.program.expression_tree import Reference
from askonce.program.filled_form import NO_FORM, is_form_lost
from askonce.program.final_check import append_missing, check_run
from askonce.program.hands import Hands
from askonce.program.inputs import input_changes
from askonce.program.interpreter import AskPerson, Interpreter, LineResult, Runtime
from askonce.program.journal import FlushedJournal, Journal, MemoryJournal
from askonce.program.journal_records import (
    FormLost,
    JournalRecord,
    ProgramReplaced,
    RunBegan,
    RunFinished,
    RunResumed,
    StatementDone,
    StatementFailed,
    StatementUndone,
)
from askonce.program.kept_logins import KeptLogins
from askonce.program.limits import UsageMeter
from askonce.program.line_inspection import InterruptedLine, checked_answer
from askonce.program.pause_gate import PauseGate, Stopped
from askonce.program.printer import write_program
from askonce.program.program_result import ProgramResult, build_result
from askonce.program.replan import MOST_DOUBTS, replan_run
from askonce.program.resume import read_run, settle_pending
from askonce.program.run_control import RunControl
from askonce.program.run_events import RunEvents, SpentBefore, line_fields, line_of
from askonce.program.run_state import RunState
from askonce.program.sandbox import Sandbox
from askonce.program.syntax_tree import Define, ForEach, Program, Statement, Step
from askonce.program.work_files import WORK_FOLDER, WorkFiles
from askonce.trace.events import Outcome
from askonce.values import Secret

_RETRIED = (ActFailed, NotFound, CannotTell, OutOfTime, ScreenError, UnreadableReply)
"""Errors after which a step is tried once more. Every other error ends the run at once."""

OnPause = Callable[["ProgramRun"], Awaitable[object]]


class ProgramRun(RunControl):
    """One run of a program. `variables` may hold secrets, which are not written anywhere.

    With a `journal`, every transition is written before the next one, and `resume=True` continues the run where the
    journal ends; only secrets have to be passed again then. `interrupted_line` says whether the line at which it was
    interrupted is done or may be repeated, where the screen does not show it (`line_inspection`). `on_ask` answers what
    the program asks its user; `on_pause` is awaited when the run is held, at one of its `breakpoints` for instance, and
    the run goes on after `resume`, `step` or `stop`. `logins` keeps those of the run, for a resumed one. `task` is the
    task in words that the program was written for, if any, and `file` the one that it was read from.
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
        interrupted_line: InterruptedLine = "",
        work_folder: Path = WORK_FOLDER,
        on_ask: AskPerson | None = None,
        logins: KeptLogins | None = None,
        task: str = "",
        file: str = "",
        breakpoints: Iterable[int] = (),
        on_pause: OnPause | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._program = _with_source(program)
        self._hands = hands
        self._settings = settings
        self._given = dict(variables or {})
        self._secrets = {name: value for name, value in self._given.items() if isinstance(value, Secret)}
        self._journal: Journal = journal or MemoryJournal()
        self._resumes = resume
        self._interrupted_line: InterruptedLine = checked_answer(interrupted_line, is_resumed=resume)
        self._files = WorkFiles(work_folder)
        self._on_ask = on_ask
        self._logins = logins
        self._task = task
        self._gate = PauseGate(clock)
        self._gate.on_hold = partial(on_pause, self) if on_pause else None
        self.breakpoints = breakpoints
        self._meter = UsageMeter(settings, clock=self._gate.now)
        self._events = RunEvents(hands.trace, file)
        self._mask = hands.trace.mask
        self._replanned_for: set[object] = set()
        """The reasons for which the program was replanned already, so that nothing is asked twice."""

    async def go(self) -> ProgramResult:
        """Run to the end. Raises the error that ends the run earlier."""
        self._hands.trace.mask.learn(self._secrets)
        self._journal.hold()
        self._hands.trace.subscribe(self._meter)
        try:
            state = self._state = await (self._resume_run() if self._resumes else self._begin())
            async with Sandbox() as sandbox:
                interpreter = Interpreter(self._runtime(state, sandbox))
                with self._reporting_end(state):
                    while not state.ended:
                        await self._advance(state, interpreter)
                    await self._flush()
            return build_result(state)
        finally:
            self._hands.trace.unsubscribe(self._meter)
            self._journal.close()

    # ---- start and end

    async def _begin(self) -> RunState:
        state = RunState(self._program, read_valid_program, self._secrets)
        given = input_changes(self._given, self._secrets)
        if self._logins:
            await self._logins.forget()
        self._write(state, RunBegan(self._program.source, given, tuple(self._secrets), self._task))
        self._events.started(state, tuple(self._given))
        return state

    async def _resume_run(self) -> RunState:
        run = read_run(self._journal, self._program, self._given, self._secrets, read_valid_program)
        state = run.state
        if state.ended:
            self._events.started(state, ())
            self._events.note("this run has ended before: nothing is done again")
            return state
        self._write(state, RunResumed(run.edited))
        for outcome in await settle_pending(self._hands, state):
            self._write(state, outcome)
        self._events.resumed(state)
        reason = await self._logins.restore() if self._logins else "none were kept"
        if reason:
            self._events.note(
                f"the logins of the run that was interrupted are not restored ({reason}): a new browser may have none"
            )
        self._settle_line(state)
        await self._settle_form(state)
        return state

    def _settle_line(self, state: RunState) -> None:
        """Take the user's word for the line at which the run was interrupted."""
        answer = self._interrupted_line
        if not answer:
            return
        line = state.position
        if not state.progress.commits:
            if answer == "repeat" and state.form.fields:
                return
            raise Unresumable(f"{line} is not in doubt, so nothing has to be said of it", remedy="leave it out")
        if answer == "repeat":
            self._write(state, StatementUndone("the user says that nothing of this step is done"))
            self._interrupted_line = ""
            return
        statement = state.statement
        if not isinstance(statement, Step) or statement.results:
            what = "its results were not kept" if isinstance(statement, Step) else "it is not a step"
            raise Unresumable(f"{line} cannot be taken as done: {what}", remedy="repeat it, or edit the line")
        done = LineResult(message="It is done, as the user says.", form=NO_FORM)
        self._finish_line(state, statement, done, SpentBefore.of(state))

    async def _settle_form(self, state: RunState) -> None:
        """Go back to the lines that filled in a form, if this browser has lost it."""
        if state.counter.ended or state.progress.commits or self._interrupted_line == "repeat":
            return
        if await is_form_lost(self._hands, state):
            names = ", ".join(field.label or field.role for field in state.form.fields)
            self._write(state, FormLost())
            self._events.note(f"this browser has lost what was filled in ({names}): going back to {state.position}")

    def _runtime(self, state: RunState, sandbox: Sandbox) -> Runtime:
        def record(entry: JournalRecord) -> None:
            self._write(state, entry)

        return Runtime(
            state, self._hands, self._files, self._meter, self._gate, record, self._flush, sandbox, self._on_ask
        )

    async def _flush(self) -> None:
        """Wait until all that was written will outlast this process."""
        if isinstance(self._journal, FlushedJournal):
            await self._journal.flush()

    async def _advance(self, state: RunState, interpreter: Interpreter) -> None:
        """Execute one line, or end the run."""
        is_definition = not state.counter.ended and isinstance(state.statement, Define)
        await self._gate.wait_line(0 if is_definition else line_of(state), state.scope.depth)
        self._meter.check(state)
        if state.counter.ended:
            await self._end(state)
            return
        self._meter.check_lines(state)
        if not await self._replanned_for_empty_list(state, state.statement):
            await self._line(state, state.statement, interpreter)

    async def _end(self, state: RunState) -> None:
        """The program is at its end: check whether everything is done that was asked for."""
        reason = ""
        if self._settings.final_check:
            check = await check_run(self._hands, state, self._files.exists)
            reason = check.reason
            if check.missing:
                if state.replans >= self._settings.replans:
                    raise ProgramFailed(
                        f"the program ended, but not everything is done: {'; '.join(check.missing)}",
                        remedy="add what is missing to the program and resume",
                    )
                self._replace_program(state, append_missing(state, check.missing))
                return
        self._write(state, RunFinished(*self._meter.take(), reason))
        if self._logins:
            await self._logins.forget()

    # ---- one line

    async def _line(self, state: RunState, statement: Statement, interpreter: Interpreter) -> None:
        self._events.line_started(state, statement)
        before = SpentBefore.of(state)
        self._meter.begin_step()
        try:
            result = await interpreter.execute(statement)
        except (ScreenClosed, NotRecorded, ReplayFailed):
            raise
        except _RETRIED as error:
            await self._fail(state, statement, error, before)
            return
        if result is None:
            return
        await self._keep_logins(state)
        self._finish_line(state, statement, result, before)
        await self._replan_for_doubts(state)

    def _finish_line(self, state: RunState, statement: Statement, result: LineResult, before: SpentBefore) -> None:
        where = line_fields(state, statement)
        closing = close_frames(state.counter, result.moves, state.program)
        changes = tuple(change.to_json(self._secrets) for change in (*result.changes, *closing))
        usage, seconds = self._meter.take()
        self._write(
            state, StatementDone(result.moves, changes, result.told, result.message, usage, seconds, result.form)
        )
        self._events.line_done(state, statement, where, result, before)

    async def _keep_logins(self, state: RunState) -> None:
        """Before a line that committed something counts as done: it may have been the one that logged in."""
        if self._logins and state.progress.commits:
            reason = await self._logins.keep()
            if reason:
                self._events.note(f"the logins of this run are not kept for a resumed run: {reason}")
                self._logins = None

    async def _fail(self, state: RunState, statement: Statement, error: AskonceError, before: SpentBefore) -> None:
        """A step failed: it is tried once more, the program is replanned, or the run ends."""
        message = self._hands.trace.mask(error.message)
        self._write(state, StatementFailed(message, *self._meter.take()))
        self._events.line_failed(state, statement, message, before)
        failures = state.progress.failures
        if failures < self._settings.failures and not isinstance(error, GaveUp):
            return
        times = "" if failures == 1 else f" {failures} times, the last time"
        if not await self._replan(state, f"{state.position} failed{times} with: {error.message}"):
            raise error

    # ---- replanning

    async def _replanned_for_empty_list(self, state: RunState, statement: Statement) -> bool:
        """Whether the program was replanned because a list that a step read off the screen is empty."""
        if not isinstance(statement, ForEach) or state.counter.is_between_passes:
            return False
        name = statement.collection.name if isinstance(statement.collection, Reference) else ""
        if name not in state.read_off or name not in state.scope or not is_empty(state.scope[name]):
            return False
        reason = (statement.location.line, name)
        if reason in self._replanned_for:
            return False
        self._replanned_for.add(reason)
        return await self._replan(state, f"{state.position}: {{{name}}} is empty, but items were expected")

    async def _replan_for_doubts(self, state: RunState) -> None:
        doubted = [entry for entry in state.belief.doubted if entry.number not in self._replanned_for]
        if len(doubted) >= MOST_DOUBTS and not state.counter.ended:
            self._replanned_for.update(entry.number for entry in doubted)
            texts = "; ".join(entry.text for entry in doubted)
            await self._replan(state, f"what the plan relies on did not come true: {texts}")

    async def _replan(self, state: RunState, why: str) -> bool:
        """Have the rest of the program rewritten, if the settings allow it."""
        if state.replans >= self._settings.replans:
            return False
        why = self._hands.trace.mask(why)
        change = await replan_run(self._hands, state, why, unattended=self._on_ask is None)
        if isinstance(change, str):
            self._events.note(f"the program was not changed: {change}")
            return False
        self._replace_program(state, change)
        return True

    def _replace_program(self, state: RunState, change: ProgramReplaced) -> None:
        before = state.program
        self._write(state, replace(change, usage=self._meter.take_usage()))
        self._move_breakpoints(before, state.program)
        self._events.replanned(state, change)

    # ---- how it ends

    @contextmanager
    def _reporting_end(self, state: RunState) -> Generator[None, None, None]:
        """Emit how the run ended, and turn what ended it into an error that says where."""
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
                f"the run was stopped at {state.position}", remedy="resume it to continue", line=line_of(state)
            ) from None
        except (OverBudget, ProgramFailed, RunLost, Unresumable) as failure:
            outcome, error = "failed", failure
            raise
        except AskonceError as failure:
            outcome, error = "failed", failure
            raise ProgramFailed(
                f"the run failed at {state.position}{_failure_text(state, failure.message)}",
                remedy=failure.remedy or "fix the cause, or the line, and resume",
                line=line_of(state),
            ) from failure
        finally:
            self._events.ended(state, outcome, str(error) if error else "")

    def _write(self, state: RunState, record: JournalRecord) -> None:
        """Into the journal, then into the state: what is not in the journal has not happened."""
        doubted = len(state.belief.doubted)
        self._journal.append(record)
        state.apply(record)
        self._events.belief_changed(state, record, doubted)


def _failure_text(state: RunState, message: str) -> str:
    """The message, after the words of the line; neither the line nor its words are given twice."""
    if state.counter.ended:
        return f": {message}"
    message = message.removeprefix(f"line {line_of(state)}: ")
    words = state.statement.words
    return f": {message}" if words in message else f" ({words!r}): {message}"


def _with_source(program: Program | str) -> Program:
    if isinstance(program, str):
        return read_valid_program(program)
    if program.source or not program.statements:
        return program
    return read_valid_program(write_program(program))
