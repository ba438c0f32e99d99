"""What expressions are worth, and whether conditions hold."""

from __future__ import annotations

from pathlib import Path as Folder
from typing import Any

import pytest

from askonce.diagnostics.location import Location
from askonce.errors import ProgramError
from askonce.program.data_types import Table
from askonce.program.evaluation import evaluate
from askonce.program.expression_tree import (
    Access,
    Aggregate,
    Arithmetic,
    Between,
    BooleanLiteral,
    Column,
    Comparison,
    Condition,
    ConditionValue,
    Conversion,
    Expression,
    FileExists,
    IsEmpty,
    IsTrue,
    JoinedText,
    ListLiteral,
    NumberLiteral,
    ObjectLiteral,
    Reference,
    ScreenCondition,
    TextTemplate,
)
from askonce.program.screen_conditions import decide
from askonce.program.variables import Change, VariableScope
from askonce.program.work_files import WorkFiles
from askonce.values import Secret

FILES = WorkFiles(Folder("nowhere"))
PEOPLE = Table(
    ["name", "age", "City Name"],
    [
        {"name": "Ann", "age": "30", "City Name": "Paris"},
        {"name": "Bob", "age": 9, "City Name": "Rome"},
        {"name": "Cid", "age": None, "City Name": "Paris"},
    ],
)


def text(words: str) -> TextTemplate:
    return TextTemplate((words,))


def scope_with(**values: Any) -> VariableScope:
    scope = VariableScope()
    for name, value in values.items():
        scope.apply(Change.set(name, (), value))
    return scope


def worth(expression: Expression, **values: Any) -> Any:
    return evaluate(expression, scope_with(**values), FILES, line=7)


async def never(question: str) -> bool:
    raise AssertionError(question)


async def holds(condition: Condition, **values: Any) -> bool:
    return await decide(condition, scope_with(**values), FILES, never)


@pytest.mark.parametrize(
    ("left", "operator", "right", "result"),
    [
        (2, "+", 3, 5),
        ("2", "+", 3, 5),
        ("12", "+", "34", 46),
        ("Ann", "+", " Lee", "Ann Lee"),
        ([1], "+", [2], [1, 2]),
        ("1,234.50", "*", 2, 2469.0),
        ("$5", "-", "€ 2", 3),
        (10, "/", 2, 5.0),
        (7, "//", 2, 3),
        (7, "%", 4, 3),
        (2, "**", 100, 2**100),
        (10**20, "+", 1, 10**20 + 1),
        ("−3", "+", 1, -2),
    ],
)
def test_arithmetic_takes_numbers_and_texts_that_are_numbers(left: Any, operator: Any, right: Any, result: Any) -> None:
    given = worth(Arithmetic(operator, Reference("a"), Reference("b")), a=left, b=right)
    assert given == result
    assert type(given) is type(result)


@pytest.mark.parametrize(
    ("left", "operator", "right"),
    [
        ("abc", "*", 2),
        ("abc", "+", 2),
        ("5 kg", "+", 2),
        ("15%", "+", 1),
        ("1.234,5", "+", 1),
        (True, "+", 1),
        (None, "+", 1),
        ([1], "-", [2]),
        (1, "/", 0),
        (1, "%", 0),
        (10, "**", 10**10),
        (-8, "**", 0.5),
        (1e308, "*", 10),
        ("9" * 5000, "+", 1),
    ],
)
def test_arithmetic_that_cannot_be_names_variable_and_line(left: Any, operator: Any, right: Any) -> None:
    with pytest.raises(ProgramError, match=r"^line 7: ") as error:
        worth(Arithmetic(operator, Reference("a"), Reference("b")), a=left, b=right)
    assert error.value.remedy
    assert len(error.value.message) < 300


def test_an_error_says_which_variable_holds_what() -> None:
    with pytest.raises(ProgramError) as error:
        worth(Arithmetic("*", Reference("order", ("amount",)), NumberLiteral(2)), order={"amount": "many"})
    assert error.value.message == 'line 7: {order.amount} is "many", where a number is needed'


def test_without_a_line_the_place_of_the_reference_counts() -> None:
    with pytest.raises(ProgramError, match=r"^line 3: there is no variable \{a\}"):
        evaluate(Reference("a", (), Location(3)), VariableScope(), FILES)


@pytest.mark.parametrize(
    ("left", "operator", "right", "result"),
    [
        ("Rain", "==", "rain", False),
        ("Rain", "==", "Rain", True),
        (5, "==", "5.0", True),
        ("5", "==", "5.0", False),
        (True, "==", "yes", True),
        (True, "==", 1, False),
        (None, "==", "", True),
        ([1, {"a": "2"}], "==", ["1", {"a": 2}], True),
        ("a", "!=", "b", True),
        ("10", "<", "9", False),
        (9, "<", "10", True),
        ("apple", "<", "Banana", True),
        ("2024-05-01", "<", "2024-06-01", True),
        ("2024-05-01", "<=", "2024-05-01 10:00", True),
        ("09:30", "<", "10:15", True),
        ("Light rain", "contains", "Rain", True),
        (["Rain", 5], "contains", "rain", False),
        (["Rain", 5], "contains", "5", True),
        ({"name": 1}, "contains", "Name", True),
        (PEOPLE, "contains", "Bob", True),
        (PEOPLE, "contains", "bob", False),
        (12345, "contains", 34, True),
        ("Bob", "is in", ["Ann", "Bob"], True),
        ("Report.PDF", "ends with", ".pdf", True),
        ("Report", "starts with", "re", True),
    ],
)
async def test_comparisons(left: Any, operator: Any, right: Any, result: bool) -> None:
    assert await holds(Comparison(operator, Reference("a"), Reference("b")), a=left, b=right) is result


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (5, "many"),
        (None, 5),
        ("31/12/2023", "01/01/2024"),
        ("5 May 2024", "2024-05-06"),
        ("May 5", "June 1"),
        ("9:30", "10:15"),
        ("2024-05-01", "09:30"),
        ([1], [2]),
        (True, False),
    ],
)
async def test_what_has_no_sure_order_is_an_error(left: Any, right: Any) -> None:
    with pytest.raises(ProgramError, match="cannot be compared"):
        await holds(Comparison("<", Reference("a"), Reference("b")), a=left, b=right)


async def test_between_counts_both_ends() -> None:
    condition = Between(Reference("n"), NumberLiteral(18), NumberLiteral(65))
    assert [await holds(condition, n=n) for n in (17, 18, "65", 65.5)] == [False, True, True, False]


async def test_empty_and_true() -> None:
    assert [await holds(IsEmpty(Reference("v")), v=v) for v in ("", " ", [], {}, None, Table(["a"], []))] == [True] * 6
    assert [await holds(IsEmpty(Reference("v")), v=v) for v in (0, False, "x", [None])] == [False] * 4
    assert [await holds(IsTrue(Reference("v")), v=v) for v in (True, "Yes", 1, [1])] == [True] * 4
    assert [await holds(IsTrue(Reference("v")), v=v) for v in (False, "no", 0, [], None)] == [False] * 5
    with pytest.raises(ProgramError, match="neither true nor false"):
        await holds(IsTrue(Reference("v")), v="perhaps")


def test_a_condition_in_a_value_is_decided_from_the_variables() -> None:
    assert worth(ConditionValue(Comparison(">", NumberLiteral(2), NumberLiteral(1)))) is True
    with pytest.raises(ProgramError, match="cannot be decided from the variables"):
        worth(ConditionValue(ScreenCondition(text("it rains"))))


def test_parts_are_counted_as_people_and_as_brackets_do() -> None:
    items = ["a", "b", "c"]
    assert worth(Access("item", Reference("l")), l=items) == "a"
    assert worth(Access("item", Reference("l"), NumberLiteral(2)), l=items) == "b"
    assert worth(Access("last", Reference("l")), l=items) == "c"
    assert worth(Reference("l", (0,)), l=items) == "a"
    assert worth(Reference("l", ("-1",)), l=items) == "c"
    assert worth(Access("length", Reference("t")), t=PEOPLE) == 3
    assert worth(Access("columns", Reference("t")), t=PEOPLE) == ["name", "age", "City Name"]
    assert worth(Access("last row's", Reference("t"), text("name")), t=PEOPLE) == "Cid"
    assert worth(Access("attribute", Reference("t"), text("city_name")), t=PEOPLE) == ["Paris", "Rome", "Paris"]
    assert worth(Reference("t", (1, "name")), t=PEOPLE) == "Bob"


@pytest.mark.parametrize(
    "access",
    [
        Access("item", Reference("l"), NumberLiteral(4)),
        Access("item", Reference("l"), NumberLiteral(0)),
        Access("attribute", Reference("l"), text("name")),
        Access("columns", Reference("n")),
        Access("length", Reference("n")),
        Access("last", Reference("empty")),
        Reference("n", ("x",)),
        Reference("o", ("y",)),
    ],
)
def test_a_part_that_is_not_there_is_an_error_with_its_line(access: Expression) -> None:
    with pytest.raises(ProgramError, match=r"^line 7: "):
        worth(access, l=["a", "b", "c"], n=5, empty=[], o={"x": 1})


def test_figures_leave_out_what_is_missing() -> None:
    age = text("age")
    assert worth(Aggregate("sum", Reference("t"), age), t=PEOPLE) == 39
    assert worth(Aggregate("average", Reference("t"), age), t=PEOPLE) == 19.5
    assert worth(Aggregate("largest", Reference("t"), age), t=PEOPLE) == "30"
    assert worth(Aggregate("smallest", Reference("t"), age), t=PEOPLE) == 9
    assert worth(Aggregate("count", Reference("t"), age), t=PEOPLE) == 2
    assert worth(Aggregate("count", Reference("t")), t=PEOPLE) == 3
    paris = Comparison("==", Column(text("City Name")), text("Paris"))
    assert worth(Aggregate("count", Reference("t"), where=paris), t=PEOPLE) == 2
    assert worth(Aggregate("sum", Reference("l")), l=[1, "2", 3]) == 6
    assert worth(Aggregate("sum", Reference("l")), l=[0.1] * 10) == 1.0
    odd = Comparison(">", Column(text("")), NumberLiteral(1))
    assert worth(Aggregate("sum", Reference("l"), where=odd), l=[1, 2, 3]) == 5


@pytest.mark.parametrize(
    "aggregate",
    [
        Aggregate("average", Reference("empty")),
        Aggregate("sum", Reference("t"), text("name")),
        Aggregate("sum", Reference("t"), text("height")),
        Aggregate("sum", Reference("t")),
        Aggregate("sum", Reference("n")),
        Aggregate("largest", Reference("dates")),
    ],
)
def test_figures_that_cannot_be_are_errors(aggregate: Expression) -> None:
    with pytest.raises(ProgramError, match=r"^line 7: "):
        worth(aggregate, t=PEOPLE, empty=[], n=5, dates=["31/12/2023", "01/01/2024"])


def test_texts_are_joined_and_values_converted() -> None:
    assert worth(JoinedText((text("a"), NumberLiteral(5.0), BooleanLiteral(True)))) == "a5true"
    assert worth(TextTemplate(("n: ", Reference("n"))), n=2.50) == "n: 2.5"
    assert worth(Conversion(text(" 12 "), "number")) == 12
    assert worth(Conversion(NumberLiteral(12.0), "text")) == "12"
    assert worth(Conversion(text("no"), "boolean")) is False
    assert worth(Conversion(text("a, b，c"), "list")) == ["a", "b", "c"]
    assert worth(Conversion(text("a, b\nc"), "list")) == ["a, b", "c"]
    assert worth(Conversion(text('["a", 1]'), "list")) == ["a", 1]
    assert worth(ObjectLiteral((("k", ListLiteral((NumberLiteral(1), Reference("n")))),)), n="x") == {"k": [1, "x"]}


def test_a_secret_stays_whole() -> None:
    secret = Secret("hidden")
    assert worth(TextTemplate((Reference("p"),)), p=secret) is secret
    for expression in (
        TextTemplate(("password: ", Reference("p"))),
        ConditionValue(Comparison("contains", Reference("p"), text("h"))),
        ConditionValue(Comparison("<", Reference("p"), text("h"))),
        ConditionValue(Comparison("starts with", Reference("p"), text("h"))),
        Arithmetic("+", Reference("p"), text("h")),
        Conversion(Reference("p"), "list"),
        Reference("p", (0,)),
    ):
        with pytest.raises(ProgramError, match=r"^line 7: ") as error:
            worth(expression, p=secret)
        assert "hidden" not in str(error.value)
    with pytest.raises(ProgramError, match=r"\{p\} holds a secret"):
        worth(TextTemplate(("all: ", Reference("p"))), p=[secret])


async def test_a_file_that_is_there_is_found_by_its_name(tmp_path: Folder) -> None:
    (tmp_path / "report.csv").write_text("a\n")
    for name, found in (("report.csv", True), ("report", True), ("other", False)):
        assert await decide(FileExists(text(name)), VariableScope(), WorkFiles(tmp_path), never) is found
