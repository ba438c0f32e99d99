"""From source to a program with all its problems: those of reading it and those of what it says."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from askonce.program.parser import read_program
from askonce.program.problem import Problem
from askonce.program.static_check import check_program
from askonce.program.syntax_tree import Program


@dataclass(frozen=True, slots=True)
class CheckedProgram:
    program: Program
    problems: tuple[Problem, ...] = ()

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.severity == "error")


def check_source(
    source: str,
    *,
    given: Collection[str] = (),
    asks_question: bool = False,
    apps: Collection[str] = (),
    unattended: bool = False,
) -> CheckedProgram:
    """Read and check a program. Of a line that could not be read, what follows from that is not told again."""
    program, unread = read_program(source)
    found = check_program(program, given=given, asks_question=asks_question, apps=apps, unattended=unattended)
    lines = {problem.place.line for problem in unread if problem.severity == "error"}
    told = {(problem.place.line, problem.message) for problem in unread}
    more = [one for one in found if one.place.line not in lines and (one.place.line, one.message) not in told]
    by_place = sorted([*unread, *more], key=lambda problem: (problem.place.line, problem.place.column))
    return CheckedProgram(program, tuple(by_place))
