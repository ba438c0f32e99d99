"""Reads and checks the source of a program, and collects all its problems."""

from __future__ import annotations

from collections.abc import Collection

from askonce.diagnostics.excerpt import format_problems
from askonce.diagnostics.problem import Problem, by_position, errors_in
from askonce.errors import ProgramError
from askonce.lazy import dataclass
from askonce.program.parser import read_program
from askonce.program.static_check import check_program
from askonce.program.static_check.flow_analysis import LOOP
from askonce.program.static_check.variable_uses import reads, sets
from askonce.program.syntax_tree import Define, Program


@dataclass(frozen=True, slots=True)
class CheckedProgram:
    program: Program
    problems: tuple[Problem, ...] = ()

    @property
    def errors(self) -> tuple[Problem, ...]:
        return errors_in(self.problems)

    @property
    def names(self) -> frozenset[str]:
        """The variables that its lines read or set."""
        statements = [statement for _, statement in self.program.walk()]
        read = {reference.name for statement in statements for reference in reads(statement)}
        return frozenset(read.union(*map(sets, statements)))

    @property
    def inputs(self) -> frozenset[str]:
        """The variables that its lines read and none of them sets, so that they have to be passed."""
        statements = [statement for _, statement in self.program.walk()]
        functions = [statement for statement in statements if isinstance(statement, Define)]
        passed = {declared.name for function in functions for declared in function.inputs}
        return self.names.difference(passed, {LOOP}, *map(sets, statements))

    def valid(self, name: str) -> Program:
        """The program, if it has no errors. Raises a `ProgramError` that shows them, under this name."""
        if self.errors:
            raise ProgramError(format_problems(name, self.program.source, self.errors))
        return self.program


def read_valid_program(source: str) -> Program:
    """Read a program. Raises a `ProgramError` that shows what cannot be read."""
    return CheckedProgram(*read_program(source)).valid("program")


def check_source(
    source: str,
    *,
    given: Collection[str] = (),
    asks_question: bool = False,
    apps: Collection[str] = (),
    unattended: bool = False,
) -> CheckedProgram:
    """Read and check a program. A line that cannot be read is reported once, without its consequences."""
    program, unread = read_program(source)
    found = check_program(program, given=given, asks_question=asks_question, apps=apps, unattended=unattended)
    lines = {problem.location.line for problem in errors_in(unread)}
    known = {(problem.location.line, problem.message) for problem in unread}
    more = [
        problem
        for problem in found
        if problem.location.line not in lines and (problem.location.line, problem.message) not in known
    ]
    return CheckedProgram(program, by_position([*unread, *more]))
