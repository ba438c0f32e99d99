"""Static checks: find the problems of a program before anything runs."""

from __future__ import annotations

from collections.abc import Collection

from askonce.diagnostics.location import Location
from askonce.diagnostics.problem import Problem, by_position
from askonce.program.static_check.call_checks import ProgramCheck
from askonce.program.static_check.flow_analysis import depth_of
from askonce.program.static_check.line_checks import check_apps, check_questions
from askonce.program.syntax_tree import Program

__all__ = ["check_program"]

DEEPEST = 50
"""Deeper nesting is refused: nobody could read such a program."""


def check_program(
    program: Program,
    *,
    given: Collection[str] = (),
    asks_question: bool = False,
    apps: Collection[str] = (),
    unattended: bool = False,
) -> tuple[Problem, ...]:
    """The problems of a program, in the order of its lines.

    `given` are the variables passed from outside, `apps` those that the task is about. With `asks_question` the
    program has to set {answer}; with `unattended` it may not ask the user anything.
    """
    if depth_of(program.statements) > DEEPEST:
        return (
            Problem(Location(1), f"blocks are nested more than {DEEPEST} deep", "put the inner ones into functions"),
        )
    statements = tuple(statement for _, statement in program.walk())
    found = [
        *ProgramCheck(program, given).check(asks_question=asks_question),
        *check_apps(statements, apps),
        *(check_questions(statements) if unattended else ()),
    ]
    unique = dict.fromkeys(found)
    return by_position(unique)
