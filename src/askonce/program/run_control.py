"""Looking into a run and changing it from outside: pause, step, breakpoints, variables and belief."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any, cast

from askonce.diagnostics.closest_name import closest_name
from askonce.errors import ConfigError, ProgramError
from askonce.program.belief import MOST_CHANGES, MOST_TEXT, BeliefEntry, change_belief
from askonce.program.checked_program import CheckedProgram
from askonce.program.data_types import Table, plain
from askonce.program.journal_records import BeliefEdited, JournalRecord, VariablesEdited
from askonce.program.parser.references import read_reference
from askonce.program.pause_gate import STEP_KINDS, PauseGate, StepKind, line_to_hold
from askonce.program.program_result import user_variables
from askonce.program.run_events import RunEvents, line_of
from askonce.program.run_state import RunState
from askonce.program.syntax_tree import Define, Program
from askonce.program.value_edits import edits
from askonce.program.value_summary import summarise
from askonce.program.value_text import look_up, steps_of
from askonce.program.variables import Change
from askonce.values import Mask

_SHOWN = 120
_SIGNS = "+-!"
_MISSING = object()


class RunControl(ABC):
    """What can be asked of a run while it goes on. What is changed is written into its journal like all else."""

    _program: Program
    _gate: PauseGate
    _events: RunEvents
    _mask: Mask
    _state: RunState | None = None

    @abstractmethod
    def _write(self, state: RunState, record: JournalRecord) -> None: ...

    # ---- going on

    def pause(self) -> None:
        """Wait before the next action or line."""
        self._gate.pause()

    def resume(self) -> None:
        """Continue after a pause."""
        self._gate.resume()

    def step(self, kind: StepKind = "over") -> None:
        """Continue, and pause before the next line.

        A call of a function is one line, unless it is stepped "into"; "out" pauses when the function is left.
        """
        if kind not in STEP_KINDS:
            raise ConfigError(f"there is no step {kind!r}", remedy=f"use one of {', '.join(STEP_KINDS)}")
        self._gate.step(kind, self._state.scope.depth if self._state else 0)

    def stop(self) -> None:
        """End before the next action or line. What was done stays in the journal."""
        self._gate.stop()

    @property
    def is_paused(self) -> bool:
        return self._gate.is_paused

    @property
    def is_held(self) -> bool:
        """Whether a pause has taken effect: the run waits, and nothing is under way."""
        return bool(self._gate.held_at)

    @property
    def is_between_lines(self) -> bool:
        """The same between two lines, where variables can be changed."""
        return self._gate.held_at == "line"

    @property
    def breakpoints(self) -> frozenset[int]:
        """The lines before which the run pauses.

        Set them at any time. A line without a statement, such as a comment, stands for the next one that has one.
        """
        return self._gate.breakpoints

    @breakpoints.setter
    def breakpoints(self, lines: Iterable[int]) -> None:
        program = self._state.program if self._state else self._program
        self._gate.breakpoints = frozenset(statement_line(program, line) for line in lines)

    # ---- looking

    @property
    def state(self) -> RunState:
        """Where the run stands. Not available before it is started."""
        if self._state is None:
            raise ConfigError("the run has not begun", remedy="await run.go() first")
        return self._state

    @property
    def line(self) -> int:
        """The line that runs, or runs next; 0 before the start and at the end."""
        return line_of(self._state) if self._state else 0

    @property
    def variables(self) -> dict[str, Any]:
        """Copies of the variables that can be named at the current line."""
        return {name: plain(value) for name, value in user_variables(self.state.scope.visible()).items()}

    @property
    def belief(self) -> tuple[BeliefEntry, ...]:
        """What the run holds true."""
        return self.state.belief.entries

    # ---- changing

    def set_variable(self, name: str, value: Any) -> None:
        """Give a variable another value, while the run is paused between two lines.

        `name` may lead to a part, as in a program: `people[0].age`.
        """
        state = self._held("{" + name + "}")
        if not self.is_between_lines or state.progress.commits:
            raise ProgramError(
                f"{state.position} is under way with the values as they are",
                remedy="finish the line with step() first, then change them",
            )
        changes = self._edits(state, name, value)
        trial = deepcopy(state.scope)
        for change in changes:
            trial.refuse_secret(change)
            trial.apply(change)
        if changes:
            record = VariablesEdited(tuple(change.to_json(state.secrets) for change in changes))
            self._write(state, record)
            self._events.note(f"{{{name}}} was set to {summarise(value, _SHOWN)} by hand, at {state.position}")

    def change_belief(self, *lines: str) -> None:
        """Change what the run believes, while it is paused: `+ text` adds an entry, `-3` removes b3, `!3` confirms it.

        `+ fact: text`, `+ hypothesis: text` and `+ progress: text` say of which kind it is.
        """
        state = self._held("the belief")
        lines = tuple(self._mask(" ".join(line.split())) for line in lines)
        _check_belief(state, lines)
        if lines:
            self._write(state, BeliefEdited(lines))
            self._events.note(f"the belief was changed by hand, at {state.position}: {'; '.join(lines)}")

    def _held(self, what: str) -> RunState:
        state = self.state
        if state.ended or not self.is_held:
            when = "has ended" if state.ended else "goes on"
            remedy = "run it again with a breakpoint" if state.ended else "pause it first, and wait until is_held"
            raise ProgramError(f"{what} cannot be changed: the run {when}", remedy=remedy)
        return state

    def _edits(self, state: RunState, name: str, value: Any) -> tuple[Change, ...]:
        reference = read_reference(name)
        if reference is None:
            raise ProgramError(f"{name!r} is not the name of a variable", remedy="write it as in the program: total")
        root, visible = reference.name, user_variables(state.scope.visible())
        if root in visible:
            try:
                old = look_up(reference, state.scope)
            except ProgramError:
                old = _MISSING
            changes = edits(root, steps_of(reference, state.scope), old, value)
            _refuse_parting(changes, root, visible)
            return changes
        known = {*visible, *(name for name in CheckedProgram(state.program).names if name != "loop")}
        if root not in known or reference.path:
            close = closest_name(root, known)
            remedy = f"did you mean {{{close}}}?" if close else f"there are: {', '.join(sorted(known)) or 'none'}"
            raise ProgramError(f"there is no variable {{{root}}} here", remedy=remedy)
        return (Change.set(root, (), value),)

    def _move_breakpoints(self, old: Program, new: Program) -> None:
        """After the program was replaced: to the lines that have the same words."""
        self._gate.breakpoints = moved_lines(self._gate.breakpoints, old, new)


def statement_line(program: Program, line: int) -> int:
    """The first line from this one on that is carried out."""
    return line_to_hold((line for line, _ in _carried_out(program)), line)


def moved_lines(lines: Iterable[int], old: Program, new: Program) -> frozenset[int]:
    """Lines of a program in another version of it, as far as their words occur there as often as before."""

    def places(program: Program, words: str) -> list[int]:
        return [line for line, text in _carried_out(program) if text == words]

    kept: set[int] = set()
    for line, words in _carried_out(old):
        before, after = places(old, words), places(new, words)
        if line in lines and len(before) == len(after):
            kept.add(after[before.index(line)])
    return frozenset(kept)


def _carried_out(program: Program) -> list[tuple[int, str]]:
    """The lines that are carried out, with their words: definitions are not."""
    found = (statement for _, statement in program.walk() if not isinstance(statement, Define))
    return [(statement.location.line, statement.words) for statement in found]


def _refuse_parting(changes: Sequence[Change], name: str, visible: Mapping[str, Any]) -> None:
    """For-each names an item of a list or a row of a table: another object under that name would change neither."""
    old = visible[name]
    if not isinstance(old, list | dict) or not any(not change.path and change.kind == "set" for change in changes):
        return
    for holder, value in visible.items():
        items: object = value.rows if isinstance(value, Table) else value
        if isinstance(items, list) and any(item is old for item in cast("list[Any]", items)):
            raise ProgramError(
                f"{{{name}}} is an item of {{{holder}}}, and nothing can be taken out of it here",
                remedy=f"set its parts, or change {{{holder}}}",
            )


def _check_belief(state: RunState, lines: Sequence[str]) -> None:
    """Refuse what a reply would only get a remark for."""
    if len(lines) > MOST_CHANGES:
        raise ProgramError(f"{len(lines)} changes of the belief at once", remedy=f"make at most {MOST_CHANGES}")
    for line in lines:
        if line[:1] not in _SIGNS or len(line) < 2:
            raise ProgramError(
                f"{line!r} does not change the belief", remedy="write + text to add, -3 to remove, !3 to confirm"
            )
        if line.startswith("+") and len(line) > MOST_TEXT:
            raise ProgramError(
                f"an entry of {len(line)} characters is too long", remedy=f"use at most {MOST_TEXT}, or two entries"
            )
    _, remarks = change_belief(state.belief, lines, (), "")
    if remarks:
        numbers = ", ".join(f"b{entry.number}" for entry in state.belief.entries) or "none"
        raise ProgramError(remarks[0], remedy=f"there are: {numbers}")
