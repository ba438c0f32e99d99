"""Whatever a program is made of, it can be checked and its problems shown."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from random_programs import PROGRAMS

from askonce.diagnostics.excerpt import format_problems
from askonce.program import expression_tree, syntax_tree
from askonce.program.checked_program import check_source
from askonce.program.expression_tree import Reference
from askonce.program.static_check import check_program
from askonce.program.syntax_tree import Block, Program


@given(PROGRAMS, st.booleans())
def test_a_random_program_never_crashes_the_checker(program: Program, flag: bool) -> None:
    problems = check_program(program, given=("a",), asks_question=flag, apps=("Mail",), unattended=flag)

    shown = format_problems("random.stp", program.source, problems)

    assert shown.count("random.stp:") == len(problems)
    assert problems == check_program(program, given=("a",), asks_question=flag, apps=("Mail",), unattended=flag)


PIECES = [
    "If ",
    "Otherwise:",
    "Repeat ",
    "times:",
    ", record as ",
    "{a}",
    "\n    ",
    "\n",
    "Execute ",
    "打",
    *'{}":,.#[(',
]


@given(st.lists(st.sampled_from(PIECES)).map("".join) | st.text())
def test_any_text_can_be_read_checked_and_shown(source: str) -> None:
    examined = check_source(source, asks_question=True)
    assert format_problems("any.stp", source, examined.problems).count("any.stp:") >= len(examined.errors)


def test_a_program_nested_too_deeply_is_a_problem_and_no_crash() -> None:
    block: Block = (syntax_tree.Stop(),)
    for _ in range(3000):
        block = (syntax_tree.Repeat(expression_tree.NumberLiteral(2), block),)

    (problem,) = check_program(Program(block))

    assert "nested more than 50 deep" in problem.message


def test_a_sum_of_thousands_of_terms_is_checked() -> None:
    total: expression_tree.Expression = Reference("start")
    for _ in range(5000):
        total = expression_tree.Arithmetic("+", total, expression_tree.NumberLiteral(1))

    (problem,) = check_program(Program((syntax_tree.Assign(Reference("total"), total),)))

    assert problem.message == "{start} is never set"
