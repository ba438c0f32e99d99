"""The state of a run. It changes only by journal records, so that a journal rebuilds it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, assert_never

from askonce.lazy import dataclass
from askonce.program.belief import Belief, change_belief, verify_belief
from askonce.program.counter import ADVANCE, Counter, CounterMove, move, start
from askonce.program.execution_tree import ExecutionTree, Leaf, LeafOutcome, format_position
from askonce.program.journal_records import (
    ActionEnded,
    ActionStarted,
    ActionTouching,
    BeliefChanged,
    BeliefEdited,
    ExpectationsChecked,
    FilledForm,
    FormLost,
    JournalRecord,
    ProgramReplaced,
    RunBegan,
    RunFinished,
    RunResumed,
    StatementDone,
    StatementFailed,
    StatementUndone,
    VariablesEdited,
)
from askonce.program.relocation import relocate, unchanged_paths
from askonce.program.syntax_tree import Define, ForEach, Path, Program, Repeat, Statement, Step, Until, While
from askonce.program.variables import Change, VariableScope
from askonce.trace import Usage
from askonce.values import Secret

MOST_ATTEMPTS = 12
BY_HAND = "the user"
"""The evidence of a belief that somebody added by hand."""

ReadProgram = Callable[[str], Program]
"""Reads a program's text, which has been read before."""


@dataclass(frozen=True, slots=True)
class LoopProgress:
    """How a loop went: how many passes were finished, and whether it was left before its end."""

    finished: int
    left: bool = False


@dataclass(slots=True)
class StatementProgress:
    """What was done so far of the current statement."""

    attempts: deque[str] = field(default_factory=lambda: deque[str](maxlen=MOST_ATTEMPTS))
    actions: deque[str] = field(default_factory=lambda: deque[str](maxlen=MOST_ATTEMPTS))
    number: int = 0
    """The number of actions."""
    pending: list[ActionStarted] = field(default_factory=list[ActionStarted])
    """Actions whose outcome is not known yet; an action inside code comes after that code."""
    commits: list[str] = field(default_factory=list[str])
    """Actions that were done, or may have been, and that must not simply be done again."""
    seen: tuple[str, ...] = ()
    beliefs: deque[str] = field(default_factory=lambda: deque[str](maxlen=MOST_ATTEMPTS))
    failures: int = 0
    """How often the statement failed."""
    usage: Usage = field(default_factory=Usage)
    """What it has cost, as far as the journal has it."""

    @property
    def is_begun(self) -> bool:
        return bool(self.number or self.pending or self.failures)


@dataclass(slots=True)
class RunState:
    """Where a run is and what it knows."""

    program: Program
    read: ReadProgram
    secrets: Mapping[str, Secret]
    counter: Counter = field(init=False)
    scope: VariableScope = field(default_factory=VariableScope)
    tree: ExecutionTree = field(default_factory=ExecutionTree)
    belief: Belief = field(default_factory=Belief)
    progress: StatementProgress = field(default_factory=StatementProgress)
    remarks: tuple[str, ...] = ()
    """What was wrong with the belief lines of the last reply."""
    told: list[str] = field(default_factory=list[str])
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0
    lines: int = 0
    actions: int = 0
    replans: int = 0
    source: str = ""
    """The program as a person last passed it."""
    given: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The variables that the run started with, as in the journal."""
    read_off: set[str] = field(default_factory=set[str])
    """Variables that a step in plain words set."""
    passes: dict[Path, LoopProgress] = field(default_factory=dict[Path, LoopProgress])
    """How the last run of each loop went."""
    form: FilledForm = field(default_factory=FilledForm)
    """What lines have filled in and may not have sent yet."""
    form_start: Counter | None = None
    """The first of these lines; None if one of them did more than fill in fields."""
    is_rewound: bool = False
    """Whether the run has gone back to `form_start` since it was begun or resumed."""
    ended: bool = False
    checked: str = ""
    task: str = ""

    def __post_init__(self) -> None:
        self.counter = start(self.program)

    @property
    def statement(self) -> Statement:
        return self.program.at(self.counter.path)

    @property
    def position(self) -> str:
        """The current line, in words."""
        return (
            format_position(self.statement.location.line, self.counter.iterations)
            if not self.counter.ended
            else "the end"
        )

    def apply(self, record: JournalRecord) -> None:
        match record:
            case RunBegan():
                self._change(record.given)
                self.given = {str(value["name"]): value.get("value") for value in record.given}
                self.task, self.source = record.task, record.program
            case StatementDone():
                self._do(record)
            case FormLost():
                self._rewind()
            case ActionStarted():
                self.progress.pending.append(record)
                if not record.is_announced:
                    self.progress.commits.append(record.action)
            case ActionTouching():
                self._touch(record)
            case ActionEnded():
                self._act(record)
            case BeliefChanged(lines=lines, expects=expects):
                self.usage += record.usage
                self.progress.usage += record.usage
                self.belief, self.remarks = change_belief(self.belief, lines, _words(expects), self.position)
                self.progress.beliefs.extend(lines)
            case BeliefEdited(lines=lines):
                self.belief, _ = change_belief(self.belief, lines, (), BY_HAND)
            case VariablesEdited(changes=changes):
                self._change(changes)
            case ExpectationsChecked(held=held, unmet=unmet):
                self.belief = verify_belief(self.belief, _words(held), _words(unmet), self.position)
                self.progress.seen = _words(held)
            case StatementFailed(error=error):
                self.tree.note(self._leaf("failed", error, record.usage))
                self._spend(record.usage, record.seconds)
                self.progress.failures += 1
                self.progress.usage = Usage()
            case StatementUndone():
                self.progress.number = 0
                self.progress.pending.clear()
                self.progress.commits.clear()
                self.progress.attempts.append(record.reason)
            case ProgramReplaced(program=text):
                self.usage += record.usage
                self.replans += 1
                self._take_program(self.read(text))
                self.progress.failures = 0
            case RunResumed(program=text):
                if text:
                    self._take_program(self.read(text))
                    self.source = text
                self.is_rewound = False
            case RunFinished():
                self._spend(record.usage, record.seconds)
                self.ended, self.checked = True, record.checked
            case _:
                assert_never(record)

    def _do(self, record: StatementDone) -> None:
        statement = self.statement
        self._change(record.changes)
        if record.told is not None:
            self.told.append(record.told)
        if not isinstance(statement, Define | Repeat | Until | While | ForEach) and not _opens(record):
            self.tree.note(self._leaf("done", record.message, record.usage))
        if isinstance(statement, Step):
            self.read_off.update(statement.results)
        self._note_form(record)
        for step in record.moves:
            self._note_passes(step)
            self.counter = move(self.counter, step, self.program)
        self.tree.follow(self.counter, self.program)
        self.lines += 1
        self._spend(record.usage, record.seconds)
        self.progress, self.remarks = StatementProgress(), ()

    def _note_form(self, record: StatementDone) -> None:
        only_fills = (
            isinstance(self.statement, Step)
            and record.moves == (ADVANCE,)
            and not (record.changes or self.progress.commits)
        )
        start = self.form_start if self.form.fields else self.counter
        self.form = self.form if record.form is None else record.form
        self.form_start = start if only_fills and self.form.fields else None

    def _rewind(self) -> None:
        if self.form_start is None:
            raise ValueError("no line filled in a form")
        self.counter, self.form, self.form_start = self.form_start, FilledForm(), None
        self.tree.follow(self.counter, self.program)
        self.progress, self.is_rewound = StatementProgress(), True

    def _leaf(self, outcome: LeafOutcome, message: str, usage: Usage) -> Leaf:
        statement, step = self.statement, self.progress
        spent = step.usage + usage
        return Leaf(
            self.counter.path,
            statement.location.line,
            statement.words,
            self.counter.iterations,
            len(self.counter.frames) - 1,
            outcome,
            message,
            tuple(step.actions),
            step.seen,
            tuple(step.beliefs),
            spent.calls,
            spent.tokens,
        )

    def _note_passes(self, step: CounterMove) -> None:
        """Note how a loop went that is left now."""
        open_ = self.counter.frame.passes
        if step.verb == "leave":
            self.passes[open_[-1].header] = LoopProgress(open_[-1].iteration)
        elif step.verb in ("break", "return", "stop"):
            for each in open_[-1:] if step.verb == "break" else open_:
                self.passes[each.header] = LoopProgress(each.iteration - 1, left=True)
        elif step.verb == "advance" and isinstance(self.statement, Repeat | Until | While | ForEach):
            self.passes[self.counter.path] = LoopProgress(0)

    def _touch(self, record: ActionTouching) -> None:
        pending = self.progress.pending
        if pending:
            pending[-1] = replace(pending[-1], is_announced=False)
            if not record.is_repeatable:
                self.progress.commits.append(pending[-1].action)

    def _act(self, record: ActionEnded) -> None:
        step = self.progress
        action = step.pending.pop().action if step.pending else "an action"
        done = record.output if record.is_unknown else f"done ({record.output})" if record.output else "done"
        result = f"FAILED: {record.error}" if record.error else done
        step.attempts.append(f"{action}: {result}")
        step.actions.append(action)
        step.number += 1
        self.actions += 1

    def _change(self, changes: Iterable[Mapping[str, Any]]) -> None:
        for change in changes:
            self.scope.apply(Change.from_json(change, self.secrets))

    def _spend(self, usage: Usage, seconds: float) -> None:
        self.usage += usage
        self.seconds += seconds

    def _take_program(self, program: Program) -> None:
        self.counter = relocate(self.counter, self.program, program)
        kept = unchanged_paths(self.program, program)
        self.tree.forget(kept)
        self.passes = {path: loop_pass for path, loop_pass in self.passes.items() if path in kept}
        self.program, self.form_start = program, None
        self.tree.follow(self.counter, program)


def _opens(record: StatementDone) -> bool:
    return any(step.verb in ("enter", "call") for step in record.moves)


def _words(expects: Sequence[object]) -> tuple[str, ...]:
    return tuple(map(str, expects))
