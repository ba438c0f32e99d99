"""The interpreter: executes one line of a program and says what it changes and where the counter moves."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, Literal, TypeVar, assert_never, cast, get_args

from askonce.errors import (
    ActFailed,
    CannotTell,
    ModelError,
    NotFound,
    OutOfTime,
    ProgramError,
    ScreenClosed,
    ScreenError,
    UnreadableReply,
)
from askonce.lazy import dataclass, regex
from askonce.program import control_flow
from askonce.program.code_steps import code_action_for, result_changes
from askonce.program.counter import ADVANCE, CounterMove
from askonce.program.data_statements import execute_data_statement
from askonce.program.evaluation import evaluate
from askonce.program.filled_form import NO_FORM, is_form_lost, read_form
from askonce.program.hands import Hands, StepDone
from askonce.program.journal_records import FilledForm, FormLost, StatementUndone
from askonce.program.limits import UsageMeter
from askonce.program.line_inspection import OUTCOME, Outcome, inspection_of, read_outcome, undecided
from askonce.program.pause_gate import PauseGate
from askonce.program.run_state import RunState
from askonce.program.sandbox import Sandbox
from askonce.program.screen_conditions import decide, settle
from askonce.program.step_context import belief_lines, variable_lines
from askonce.program.step_host import RecordWriter, StepHost
from askonce.program.step_replay import escape_slots, step_template
from askonce.program.syntax_tree import (
    AddColumn,
    Append,
    AskUser,
    Assign,
    Break,
    Call,
    Continue,
    Define,
    Filter,
    ForEach,
    If,
    Merge,
    ReadFile,
    Repeat,
    Return,
    SaveFile,
    Sort,
    Statement,
    Step,
    Stop,
    Tell,
    Unique,
    Until,
    While,
)
from askonce.program.value_text import to_text
from askonce.program.variables import Change
from askonce.program.work_files import WorkFiles
from askonce.trace.events import How
from askonce.values import Value

T = TypeVar("T")

AskPerson = Callable[[str], Awaitable[str]]
"""Asks a person and waits for the answer."""

_FINDING = "Find out whether this is true, looking wherever it can be seen: "
_FOUND = "is_so"
_ENDING = regex(
    r"\b(?:break|stop|end|finish|exit|leave|quit|return|abort|cancel|skip|give up|enough|no more|nothing more|"
    r"not (?:go on|continue))(?:s|es|ed|ing|ping|ting)?\b",
    re.IGNORECASE,
)
"""What a step says that may end its loop or function."""


@dataclass(frozen=True, slots=True)
class LineResult:
    """The result of one line: counter moves, changes to variables, and what is shown to the user."""

    moves: tuple[CounterMove, ...] = (ADVANCE,)
    changes: tuple[Change, ...] = ()
    told: str | None = None
    message: str = ""
    how: How | Literal[""] = ""
    form: FilledForm | None = None
    """What is filled in after it, where that changed."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """What an interpreter works with."""

    state: RunState
    hands: Hands
    files: WorkFiles
    meter: UsageMeter
    gate: PauseGate
    record: RecordWriter
    flush: Callable[[], Awaitable[None]]
    """Waits until all records so far will outlast this process."""
    sandbox: Sandbox
    on_ask: AskPerson | None = None


class Interpreter:
    """Executes lines of one run."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._state, self._files = runtime.state, runtime.files

    async def execute(self, statement: Statement) -> LineResult | None:
        """None if the run goes on from another line instead."""
        result = await self._execute(statement)
        if result is None:
            return None
        for change in result.changes:
            self._state.scope.refuse_secret(change)
        return result

    async def _execute(self, statement: Statement) -> LineResult | None:
        line, state, files = statement.location.line, self._state, self._files
        if state.progress.commits and not isinstance(statement, Step):
            raise undecided(state)
        match statement:
            case Define():
                return LineResult()
            case Tell(message=message):
                return LineResult(told=to_text(evaluate(message, state.scope, files, line=line)))
            case AskUser():
                return await self._ask_person(statement)
            case Step():
                return await self._step(statement)
            case Assign(value=value):
                settled = replace(statement, value=await settle(value, state.scope, files, self._ask, line=line))
                return LineResult(changes=execute_data_statement(settled, state.scope, files))
            case Append() | AddColumn() | Sort() | Filter() | Merge() | Unique() | ReadFile() | SaveFile():
                return LineResult(changes=execute_data_statement(statement, state.scope, files))
            case If():
                return await self._branch(statement)
            case Repeat():
                return LineResult(*control_flow.repeat(statement, state, files))
            case ForEach():
                return LineResult(*control_flow.for_each(statement, state, files))
            case While(condition=condition) | Until(condition=condition):
                holds = await decide(condition, state.scope, files, self._ask, line=line)
                goes_on = holds == isinstance(statement, While)
                return LineResult(
                    *(control_flow.next_pass(state.counter, None) if goes_on else control_flow.leave(state.counter))
                )
            case Break():
                return LineResult(*control_flow.break_out(state.counter))
            case Continue():
                return LineResult((CounterMove("continue"),))
            case Stop():
                return LineResult((CounterMove("stop"),))
            case Return():
                return LineResult(*control_flow.returned(statement, state, files))
            case Call():
                return LineResult(*control_flow.call(statement, state, files))
            case _:
                assert_never(statement)

    async def _branch(self, statement: If) -> LineResult:
        for number, branch in enumerate(statement.branches):
            if await decide(branch.condition, self._state.scope, self._files, self._ask, line=statement.location.line):
                return LineResult((CounterMove("enter", number),))
        if statement.otherwise:
            return LineResult((CounterMove("enter", len(statement.branches)),))
        return LineResult(message="not met")

    async def _ask_person(self, statement: AskUser) -> LineResult:
        if statement.into in self._state.given and not self._state.scope.depth:
            return LineResult(message=f"{{{statement.into}}} was passed to the run, so nobody was asked")
        question = to_text(evaluate(statement.question, self._state.scope, self._files, line=statement.location.line))
        if self._runtime.on_ask is None:
            raise ProgramError(
                f"line {statement.location.line} asks the user {question!r}, and nobody is there to answer",
                remedy=f"pass {{{statement.into}}} as a variable instead of asking for it, or run it with on_ask=…",
            )
        answer = await self._runtime.on_ask(question)
        return LineResult(changes=(Change.set(statement.into, (), answer),), message=f"{question} {answer}")

    # ---- questions about the screen

    async def _ask(self, statement: str) -> bool:
        """Whether a sentence about the screen is true. If the current view does not show it, it is searched for."""
        runtime = self._runtime
        await runtime.gate.wait()
        runtime.meter.check(self._state)
        words = escape_slots(statement)
        try:
            verdict = await self._in_time(runtime.hands.verdict(words, context=self._background()))
        except CannotTell:
            return await self._search(words)
        return verdict.holds

    async def _search(self, words: str) -> bool:
        host = self._host((_FOUND,), frozenset({"break"}))
        done = await self._in_time(self._runtime.hands.step(_FINDING + words, values={}, companion=host))
        if done.jump == "break":
            return False
        found = {**host.given, **done.results}.get(_FOUND)
        if not isinstance(found, bool):
            raise UnreadableReply(f"whether {words!r} is true was answered with {found!r}, not with true or false")
        return found

    def _background(self) -> str:
        state = self._state
        return "\n".join((*variable_lines(state, state.statement), *belief_lines(state.belief, ())))

    # ---- steps in plain words

    async def _step(self, statement: Step) -> LineResult | None:
        template, values = step_template(statement.instruction, self._state.scope)
        is_done = False
        if self._state.progress.commits:
            is_done = await self._inspect(template, values) == "done"
            if is_done and not statement.results:
                return LineResult(message="It was done already, as the screen shows.", form=NO_FORM)
            if not is_done and await is_form_lost(self._runtime.hands, self._state, is_begun=True):
                self._runtime.record(FormLost())
                return None
        host = self._host(statement.results, self._jumps(statement), looks_only=is_done)
        done = await self._in_time(self._runtime.hands.step(template, values=values, companion=host))
        moves, changes = self._jump(done)
        given = {**host.given, **done.results}
        kept = (change for name, value in given.items() for change in result_changes(name, value, self._state.scope))
        if not done.jump:
            _check_results(statement, given)
        changes = (*kept, *changes)
        form = NO_FORM if is_done else await read_form(self._runtime.hands, self._state, host.touched)
        return LineResult(moves, changes, message=done.message, how=_how(done), form=form)

    def _jumps(self, statement: Step) -> frozenset[str]:
        """The ways out that a step may take, where its words speak of one."""
        counter = self._state.counter
        if not _ENDING.search(statement.words):
            return frozenset()
        jumps = {"break"} if counter.open_pass else set[str]()
        return frozenset(jumps | ({"return"} if len(counter.frames) > 1 else set[str]()))

    async def _inspect(self, template: str, values: Mapping[str, Value]) -> Outcome:
        """Look whether a step that was interrupted or failed is done. Raises `Unresumable` if that cannot be seen."""
        host = self._host((OUTCOME,), frozenset(), looks_only=True)
        reason = ""
        try:
            looked = await self._in_time(
                self._runtime.hands.step(inspection_of(template), values=values, companion=host)
            )
            outcome = read_outcome({**host.given, **looked.results}.get(OUTCOME))
        except ScreenClosed:
            raise
        except ActFailed:
            outcome = None
        except (CannotTell, ModelError, NotFound, OutOfTime, ScreenError) as error:
            outcome, reason = None, error.message
        if outcome is None:
            raise undecided(self._state, reason)
        if outcome == "not done":
            self._runtime.record(StatementUndone("a later look showed that nothing of this step is done"))
        return outcome

    def _jump(self, done: StepDone) -> control_flow.Transition:
        match done.jump:
            case "break" if self._state.counter.open_pass:
                return control_flow.break_out(self._state.counter)
            case "return" if len(self._state.counter.frames) > 1:
                return control_flow.return_from(self._state, None)
            case "":
                return (ADVANCE,), ()
            case _:
                raise UnreadableReply(f"the step ended with {done.jump!r}, and there is nothing to leave here")

    def _host(self, wants: tuple[str, ...], jumps: frozenset[str], *, looks_only: bool = False) -> StepHost:
        runtime = self._runtime
        runtime.meter.begin_step()
        host = StepHost(
            self._state,
            runtime.meter,
            runtime.gate,
            runtime.record,
            runtime.flush,
            wants=wants,
            jumps=jumps,
            looks_only=looks_only,
        )
        host.extra = (code_action_for(host, self._state, runtime.hands, runtime.sandbox, runtime.files),)
        return host

    async def _in_time(self, awaitable: Awaitable[T]) -> T:
        """Within the time that is left for the step and for the run."""
        with self._runtime.gate.deadline(self._runtime.meter.seconds_left(self._state)) as deadline:
            try:
                async with deadline:
                    return await awaitable
            except TimeoutError:
                if deadline.expired():
                    raise self._runtime.meter.out_of_time(self._state) from None
                raise


def _how(done: StepDone) -> How | Literal[""]:
    return cast("How", done.how) if done.how in get_args(How) else ""


def _check_results(statement: Step, given: Mapping[str, Any]) -> None:
    for name in statement.results:
        if name not in given:
            raise UnreadableReply(
                f"line {statement.location.line}: the step ended without {{{name}}}",
                remedy="say in the program where it can be read",
            )
