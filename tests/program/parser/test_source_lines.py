"""Lines, indents, comments, labels, and what is said about those that are wrong."""

from __future__ import annotations

import pytest

from askonce.diagnostics.location import Location
from askonce.diagnostics.problem import Problem
from askonce.program.expression_tree import (
    Comparison,
    ListLiteral,
    NumberLiteral,
    Reference,
    ScreenCondition,
    TextTemplate,
)
from askonce.program.parser import read_program
from askonce.program.syntax_tree import (
    Append,
    Assign,
    Block,
    Break,
    Define,
    ForEach,
    If,
    Input,
    Repeat,
    Step,
    Tell,
    While,
)

A = Reference("a")


def step(words: str) -> Step:
    return Step(TextTemplate((words,)))


def read(source: str) -> Block:
    program, problems = read_program(source)
    assert not problems
    return program.statements


def problem_of(source: str) -> Problem:
    _, problems = read_program(source)
    (problem,) = problems
    assert problem.suggestion
    return problem


def test_indents_of_any_depth_open_and_close_blocks():
    source = "repeat 2 times:\n  repeat 3 times:\n         press a\n  press b\npress c"
    assert read(source) == (
        Repeat(NumberLiteral(2), (Repeat(NumberLiteral(3), (step("press a"),)), step("press b"))),
        step("press c"),
    )


def test_a_tab_is_four_spaces():
    source = "repeat 2 times:\n\tpress a\n    repeat 3 times:\n\t  press b\n  \tpress c\n\tpress d"
    assert read(source) == (
        Repeat(
            NumberLiteral(2),
            (step("press a"), Repeat(NumberLiteral(3), (step("press b"), step("press c"))), step("press d")),
        ),
    )


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_endings_and_a_byte_order_mark_do_not_matter(ending: str):
    source = "\ufeffrepeat 2 times:\n\n    # a comment\n    press a\n\n".replace("\n", ending)
    assert read(source) == (Repeat(NumberLiteral(2), (step("press a"),)),)


def test_comments_end_lines_but_not_inside_quotes():
    source = (
        'tell user "a # b" # c\nrepeat 2 times: # <-- current step\n    # {loop.iteration}\n    open issue #5 # now'
    )
    assert read(source) == (Tell(TextTemplate(("a # b",))), Repeat(NumberLiteral(2), (step("open issue #5"),)))


def test_full_width_punctuation_and_chinese_keywords_make_a_program():
    source = "如果 {a} 大于 3：\n    点击按钮\n否则如果 {a} 等于 2：\n    等待\n否则：\n    返回首页"
    (statement,) = read(source)
    assert isinstance(statement, If)
    assert [branch.condition for branch in statement.branches] == [
        Comparison(">", A, NumberLiteral(3)),
        Comparison("==", A, NumberLiteral(2)),
    ]
    assert statement.otherwise == (step("返回首页"),)


def test_a_chinese_function_has_inputs():
    source = "定义任务“加”\n    任务输入：{a}（数字类型），{b}\n    任务返回 {a} + {b}"
    (statement,) = read(source)
    assert isinstance(statement, Define)
    assert statement.name == "加"
    assert statement.inputs == (Input("a", "数字"), Input("b"))


@pytest.mark.parametrize(
    "header",
    [
        "else if {a} < 2:",
        "else, if {a} < 2:",
        "Otherwise if {a} < 2:",
        "Otherwise, if {a} < 2:",
        "elif {a} < 2:",
        "ELSE IF {a} < 2",
    ],
)
@pytest.mark.parametrize("last", ["else:", "Otherwise:", "otherwise"])
def test_branches_belong_to_the_if_above(header: str, last: str):
    (statement,) = read(f"if {{a}} < 1:\n  press a\n\n{header}\n  press b\n{last}\n  press c")
    assert isinstance(statement, If)
    assert [branch.body for branch in statement.branches] == [(step("press a"),), (step("press b"),)]
    assert statement.otherwise == (step("press c"),)


def test_an_if_after_a_closed_one_is_another():
    assert len(read("if {a} < 1:\n  press a\nif {a} < 2:\n  press b")) == 2


@pytest.mark.parametrize(
    ("source", "condition"),
    [
        ("if {a} is prime, break the loop.", ScreenCondition(TextTemplate((A, " is prime")))),
        ("if {a} > 3, break the loop", Comparison(">", A, NumberLiteral(3))),
        ("if {a} > 3 then break", Comparison(">", A, NumberLiteral(3))),
        ("If {a} > 3: break the loop", Comparison(">", A, NumberLiteral(3))),
        ("if the banner is gone, break the loop", ScreenCondition(TextTemplate(("the banner is gone",)))),
    ],
)
def test_a_condition_may_stand_on_the_line_of_its_step(source: str, condition: object):
    (statement,) = read(source)
    assert isinstance(statement, If)
    assert statement.branches[0].condition == condition
    assert statement.branches[0].body == (Break(),)


def test_otherwise_may_stand_on_the_line_of_its_step():
    (statement,) = read("if the banner is shown, close it\notherwise do press a\n")
    assert isinstance(statement, If)
    assert statement.branches[0].body == (step("close it"),)
    assert statement.otherwise == (step("press a"),)


def test_loops_may_stand_on_the_line_of_their_step():
    assert read("For each {x} in {a}, press {x}") == (
        ForEach("x", A, (Step(TextTemplate(("press ", Reference("x")))),)),
    )
    assert read("while {a} < 3, add 1 to {b}") == (
        While(Comparison("<", A, NumberLiteral(3)), (Append(NumberLiteral(1), Reference("b")),)),
    )


def test_list_items_may_have_bullets_and_be_of_any_kind():
    source = 'Create a list of objects named {a}, with the following items:\n    - "x"\n    * 2\n    {b}\n    An object'
    program, problems = read_program(source)
    assert program.statements == (
        Assign(A, ListLiteral((TextTemplate(("x",)), NumberLiteral(2), Reference("b"), TextTemplate(("An object",))))),
    )
    assert [problem.location.line for problem in problems] == [5]


def test_every_statement_and_reference_has_its_place():
    program, _ = read_program("repeat 2 times:\n    press {a} and {b.c} # now")
    repeat = program.statements[0]
    assert isinstance(repeat, Repeat)
    assert repeat.location == Location(1, 1, 15)
    assert repeat.words == "repeat 2 times:"
    (inner,) = repeat.body
    assert isinstance(inner, Step)
    assert inner.location == Location(2, 5, 19)
    assert inner.words == "press {a} and {b.c}"
    assert [one.location for one in inner.instruction.references] == [Location(2, 11, 3), Location(2, 19, 5)]


def test_references_in_quotes_have_their_place():
    program, _ = read_program('tell user "hello {a}"')
    (tell,) = program.statements
    assert isinstance(tell, Tell)
    assert isinstance(tell.message, TextTemplate)
    assert tell.message.references[0].location == Location(1, 18, 3)


@pytest.mark.parametrize(
    ("source", "location", "message"),
    [
        ("if {a} > 3:\npress it", Location(1, 1, 11), "there is nothing under"),
        ("repeat 3 times\npress it", Location(1, 1, 14), "there is nothing under"),
        ("press a\n    press b", Location(2, 5, 7), "the lines below a line that opens no block are indented"),
        ("repeat 2 times:\n    press a\n  press b", Location(3, 3, 7), "an indent that was not used"),
        ('tell user "hello', Location(1, 11, 1), "this quote is never closed"),
        ("tell user {hello", Location(1, 11, 1), "this brace is never closed"),
        ("else:\n    press a", Location(1, 1, 5), "there is no `if`"),
        ("press a\nelse if {a} > 3:\n    press b", Location(2, 1, 4), "there is no `if`"),
        ("otherwise do press a", Location(1, 1, 9), "there is no `if`"),
        ("press a\nTask input: {a} (number)", Location(2, 1, 24), "inputs are named outside"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(source: str, location: Location, message: str):
    problem = problem_of(source)
    assert problem.location == location
    assert message in problem.message
    assert problem.severity == "error"


@pytest.mark.parametrize("label", ["1. ", "12) ", "(3) ", "Step 4: ", "- ", "* "])
def test_labels_before_lines_are_dropped_with_a_warning(label: str):
    source = f"{label}set {{a}} to 1"
    program, _ = read_program(source)
    assert program.statements == (Assign(A, NumberLiteral(1)),)
    problem = problem_of(source)
    assert problem.severity == "warning"
    assert problem.location == Location(1, 1, len(label.strip()))


def test_the_lines_of_a_misplaced_block_are_kept():
    program, _ = read_program("press a\n    press b\n    press c\npress d")
    assert program.statements == tuple(step(f"press {key}") for key in "abcd")


def test_a_thousand_nested_blocks_are_a_problem_and_no_crash():
    source = "".join(f"{' ' * depth}repeat 2 times:\n" for depth in range(1000)) + " " * 1000 + "press it"
    program, problems = read_program(source)
    assert sum(1 for _ in program.walk()) > 900
    assert any("deep" in problem.message for problem in problems)


@pytest.mark.parametrize(
    "signs", ["(", "[", "{", "((", '"', "'a ", "not ", "-", "{a} + ", "{a} and ", "{a", "(a) ", ", ", "if "]
)
def test_long_and_deep_lines_are_read_all_the_same(signs: str):
    for source in (f"set {{v}} to {signs * 3000}", f"if {signs * 3000}:\n  x", signs * 3000):
        program, _ = read_program(source)
        assert program.statements


@pytest.mark.parametrize("nested", ["(" * 500 + "1" + ")" * 500, "[" * 500 + "1" + "]" * 500])
def test_deep_values_are_read_all_the_same(nested: str):
    for source in (nested, f"set {{v}} to {nested}"):
        program, _ = read_program(source)
        assert program.statements


def test_ten_thousand_lines_are_read():
    lines = "set {a} to 1\nIn the Contacts app, add {a}, record as {b}\n"
    lines += 'if {a} > 3:\n    add {b} to {c}\nelse:\n    press "x"\n'
    program, problems = read_program(lines * 1700)
    assert len(program.statements) == 5100
    assert not problems


def test_a_long_sentence_keeps_its_app_and_results():
    words = "In the Notes app, write " + "a very long note " * 200 + "and save it"
    assert read(f"{words}, record as {{a}}") == (Step(TextTemplate((words,)), "Notes", ("a",)),)
