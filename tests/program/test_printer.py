"""Writing a program and reading it again: the same program, the same text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from askonce.program.expression_tree import (
    Access,
    Aggregate,
    AllOf,
    AnyOf,
    Arithmetic,
    Between,
    BooleanLiteral,
    Column,
    Comparison,
    ConditionValue,
    Conversion,
    EmptyTable,
    FileExists,
    IsEmpty,
    IsTrue,
    JoinedText,
    ListLiteral,
    Not,
    NumberLiteral,
    ObjectLiteral,
    Reference,
    ScreenCondition,
    TextTemplate,
)
from askonce.program.parser import read_program
from askonce.program.printer import write_program
from askonce.program.syntax_tree import (
    AddColumn,
    Append,
    AskUser,
    Assign,
    Branch,
    Break,
    Call,
    Continue,
    Define,
    Filter,
    ForEach,
    If,
    Input,
    Merge,
    Program,
    ReadFile,
    Repeat,
    Return,
    SaveFile,
    Sort,
    Step,
    Stop,
    Tell,
    Unique,
    Until,
    While,
)

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.stp"))

names = st.sampled_from(["a", "b", "total", "contact_list", "userAge", "名前", "x1"])
plain = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
paths = st.lists(
    st.one_of(st.sampled_from(["name", "Market Cap", "é", "k-1", "99 balls"]), st.integers(-3, 30)), max_size=2
)
simple_references = st.builds(lambda name, path: Reference(name, tuple(path)), names, paths)
references = st.one_of(
    simple_references, st.builds(lambda name, inner: Reference(name, (Reference(inner),)), names, names)
)
whole = st.builds(Reference, names)


def joined(parts: list[str | Reference]) -> TextTemplate:
    """A text in which neighbouring plain pieces are one."""
    kept: list[str | Reference] = []
    for part in parts:
        if isinstance(part, str) and kept and isinstance(kept[-1], str):
            kept[-1] += part
        elif part != "":
            kept.append(part)
    return TextTemplate(tuple(kept))


texts = st.lists(st.one_of(plain, references), max_size=3).map(joined)
operands = st.one_of(texts, references)
numbers = st.builds(
    NumberLiteral, st.one_of(st.integers(-(10**12), 10**12), st.floats(-1e6, 1e6).map(lambda n: round(n, 4)))
)
numbers = numbers.map(lambda number: NumberLiteral(number.value + 0))


def bigger(values):
    several = st.lists(values, min_size=1, max_size=3).map(tuple)
    pairs = st.lists(st.tuples(plain, values), max_size=3).map(lambda each: ObjectLiteral(tuple(each)))
    operators = st.sampled_from(["+", "-", "*", "/", "//", "%", "**"])
    return st.one_of(
        several.map(ListLiteral),
        pairs,
        st.builds(Arithmetic, operators, values, values),
        st.builds(lambda of, at: Access("item", of, at), references, st.one_of(numbers, references)),
        st.builds(lambda kind, of: Access(kind, of), st.sampled_from(["last", "length", "columns"]), values),
        st.builds(
            lambda kind, of, key: Access(kind, of, key), st.sampled_from(["attribute", "last row's"]), values, operands
        ),
        st.builds(Aggregate, st.sampled_from(["sum", "average", "smallest", "largest", "count"]), references),
        several.map(JoinedText),
        st.builds(Conversion, values, st.sampled_from(["number", "text", "boolean", "list"])),
    )


values = st.recursive(
    st.one_of(
        texts, references, numbers, st.booleans().map(BooleanLiteral), st.just(EmptyTable()), st.just(ListLiteral())
    ),
    bigger,
    max_leaves=4,
)
questions = st.sampled_from(["the banner is shown", "bread and butter are there", "the page has loaded or not"])
soft = st.builds(lambda words: ScreenCondition(TextTemplate((words,))), questions)
comparisons = st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "contains", "starts with", "ends with", "is in"])
leaves = st.one_of(
    st.builds(Comparison, comparisons, values, values),
    st.builds(Between, values, values, values),
    st.builds(IsEmpty, values),
    st.builds(IsTrue, references),
    st.builds(FileExists, operands),
)


def composed(conditions):
    several = st.lists(conditions, min_size=2, max_size=3).map(tuple)
    return st.one_of(conditions.map(Not), several.map(AllOf), several.map(AnyOf))


conditions = st.recursive(st.one_of(leaves, soft), composed, max_leaves=4)
sure = st.recursive(leaves, composed, max_leaves=3)
columns = st.builds(Column, texts)
wheres = st.one_of(
    st.builds(Comparison, comparisons, columns, st.one_of(texts, numbers, references)),
    st.builds(IsEmpty, columns),
    st.builds(
        lambda left, right: AllOf((Comparison(">", left, right), Comparison("<", left, right))), columns, numbers
    ),
)
results = st.lists(names, max_size=2, unique=True).map(tuple)
steps = st.one_of(
    st.builds(
        lambda app, ref, kept: Step(TextTemplate((f"In the {app} app, press ", ref, " twice")), app, kept),
        st.sampled_from(["Contacts", "Simple SMS Messenger"]),
        references,
        results,
    ),
    st.builds(lambda kept: Step(TextTemplate(("wait for the page, then look",)), "", kept), results),
    st.just(Step(TextTemplate(('write "hello # {}" here, and save it.',)))),
    st.just(Step(TextTemplate(("type {name} as it stands",)))),
)
into = st.one_of(st.just(""), names)
lines = st.one_of(
    steps,
    st.builds(Tell, values),
    st.builds(AskUser, values, names),
    st.builds(Assign, references, values),
    st.builds(lambda to, condition: Assign(to, ConditionValue(condition)), whole, sure),
    st.builds(Append, values, references),
    st.builds(AddColumn, operands, references),
    st.builds(
        lambda name, to, a, b: AddColumn(name, to, Arithmetic("/", a, b)), operands, references, columns, columns
    ),
    st.builds(Sort, references, st.one_of(st.none(), operands), st.booleans(), into),
    st.builds(Filter, references, wheres, into),
    st.builds(Merge, references, references, operands, names),
    st.builds(Unique, references, st.lists(operands, max_size=2).map(tuple), into),
    st.builds(ReadFile, st.sampled_from(["table", "text", "image"]), operands, names),
    st.builds(SaveFile, st.sampled_from(["table", "text"]), values, operands),
    st.sampled_from([Break(), Continue(), Stop(), Return()]),
    st.builds(Return, values),
    st.builds(
        Call,
        plain.filter(bool),
        st.lists(st.tuples(names, values), max_size=2, unique_by=lambda pair: pair[0]).map(tuple),
        into,
    ),
)


def blocks(statements):
    body = st.lists(statements, min_size=1, max_size=3).map(tuple)
    hints = st.sampled_from(["", "number", "list, each element is a number"])
    inputs = st.lists(st.builds(Input, names, hints), max_size=2).map(tuple)
    branches = st.lists(st.builds(Branch, conditions, body), min_size=1, max_size=2).map(tuple)
    collections = st.one_of(references, st.lists(values, max_size=2).map(lambda items: ListLiteral(tuple(items))))
    return st.one_of(
        st.builds(If, branches, st.one_of(st.just(()), body)),
        st.builds(Repeat, st.one_of(numbers, references), body),
        st.builds(Until, conditions, body),
        st.builds(While, conditions, body),
        st.builds(ForEach, names, collections, body),
        st.builds(Define, plain.filter(bool), inputs, body),
    )


statements = st.recursive(lines, blocks, max_leaves=5)
programs = st.lists(statements, max_size=4).map(lambda each: Program(tuple(each)))
patient = settings(suppress_health_check=list(HealthCheck))


@patient
@given(programs)
def test_a_written_program_reads_back_as_the_same_program(program: Program):
    written = write_program(program)
    again, problems = read_program(written)
    assert again == program, written
    assert not problems
    assert write_program(again) == written


WORDS = """if|else| |  |:|,|{a}|{|}|"|'|(|)|[|]|#|and|or|repeat 3 times|Iterate through each|in|record as|set|to
the sum of|where|is|not|1. |如果|否则|：|，|“|”|\\|define function named|task input:|-|**|5|while""".replace(
    "\n", "|"
).split("|")
pieces = st.sampled_from([*WORDS, "\n", "\n    ", "\t", "\r", "\ue000"])


@patient
@given(
    st.one_of(
        st.text(max_size=200), st.lists(pieces, max_size=60).map(" ".join), st.lists(pieces, max_size=60).map("".join)
    )
)
def test_any_text_gives_a_program_and_problems_with_places(text: str):
    program, problems = read_program(text)
    assert program.source == text
    assert all(problem.location.line >= 1 and problem.message for problem in problems)


@patient
@given(st.lists(pieces, max_size=25).map(" ".join))
def test_writing_what_was_written_changes_nothing(text: str):
    written = write_program(read_program(text)[0])
    assert write_program(read_program(written)[0]) == written


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_every_example_reads_back_from_its_writing(path: Path):
    program, _ = read_program(path.read_text(encoding="utf-8"))
    written = write_program(program)
    again, problems = read_program(written)
    assert again == program
    assert not problems
    assert write_program(again) == written
