"""Table work, and what statements on data change."""

from __future__ import annotations

from pathlib import Path as Folder
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askonce.diagnostics.location import Location
from askonce.errors import ProgramError
from askonce.program.data_statements import DataStatement, execute_data_statement
from askonce.program.data_types import Table
from askonce.program.expression_tree import (
    Arithmetic,
    Column,
    Comparison,
    ListLiteral,
    NumberLiteral,
    ObjectLiteral,
    Reference,
    ScreenCondition,
    TextTemplate,
)
from askonce.program.syntax_tree import AddColumn, Append, Assign, Filter, Merge, SaveFile, Sort, Unique
from askonce.program.table_operations import TableOperationError, merge, rows_of, sort, unique
from askonce.program.variables import Change, VariableScope
from askonce.program.work_files import WorkFiles

FILES = WorkFiles(Folder("nowhere"))


def text(words: str) -> TextTemplate:
    return TextTemplate((words,))


def after(statement: DataStatement, **values: Any) -> VariableScope:
    scope = VariableScope()
    for name, value in values.items():
        scope.apply(Change.set(name, (), value))
    for change in execute_data_statement(statement, scope, FILES):
        scope.apply(change)
    return scope


def table(*rows: dict[str, Any]) -> Table:
    return Table(list(rows[0]), list(rows))


def test_numbers_sort_as_numbers_texts_without_case_and_what_is_missing_comes_last() -> None:
    assert sort(["10", 9, "8.5"], None, descending=False) == ["8.5", 9, "10"]
    assert sort(["b", "A", "C"], None, descending=False) == ["A", "b", "C"]
    for objects in ([{"a": 1}, {"a": 2}], [1, {"a": 2}], [[1], 2]):
        with pytest.raises(TableOperationError, match="name the attribute"):
            sort(objects, None, descending=False)
    rows = table({"n": None, "id": 1}, {"n": 2, "id": 2}, {"n": "", "id": 3}, {"n": 10, "id": 4})
    assert [row["id"] for row in rows_of(sort(rows, "N", descending=False))] == [2, 4, 1, 3]
    assert [row["id"] for row in rows_of(sort(rows, "N", descending=True))] == [4, 2, 1, 3]


@given(st.lists(st.fixed_dictionaries({"k": st.integers(0, 3) | st.none(), "id": st.integers()})), st.booleans())
def test_sorting_is_stable_and_keeps_every_row(rows: list[dict[str, Any]], descending: bool) -> None:
    done = rows_of(sort(Table(["k", "id"], rows), "k", descending=descending))
    assert sorted(map(repr, done)) == sorted(map(repr, rows))
    for key in (0, 1, 2, 3, None):
        assert [row for row in done if row["k"] == key] == [row for row in rows if row["k"] == key]
    present = [row["k"] for row in done if row["k"] is not None]
    assert present == sorted(present, reverse=descending)
    assert [row["k"] for row in done[: len(present)]] == present


def test_dates_that_do_not_sort_as_text_are_refused() -> None:
    with pytest.raises(ProgramError, match=r"^line 4: .*written like 2024-05-31"):
        after(Sort(Reference("l"), location=Location(4)), l=["31/12/2023", "01/01/2024"])
    assert after(Sort(Reference("l")), l=["2024-01-01", "2023-12-31"])["l"] == ["2023-12-31", "2024-01-01"]


def test_sorting_objects_takes_an_attribute() -> None:
    people = [{"name": "Bob"}, {"name": "Ann"}]
    assert after(Sort(Reference("l"), text("name")), l=people)["l"] == [{"name": "Ann"}, {"name": "Bob"}]
    with pytest.raises(ProgramError, match="name the attribute"):
        after(Sort(Reference("l")), l=people)
    with pytest.raises(ProgramError, match='no column "age"; there are: name'):
        after(Sort(Reference("l"), text("age")), l=people)


def test_a_result_goes_into_another_variable_or_stays_in_place() -> None:
    scope = after(Sort(Reference("l"), into="s"), l=[2, 1])
    assert (scope["l"], scope["s"]) == ([2, 1], [1, 2])
    assert after(Sort(Reference("o", ("l",)), descending=True), o={"l": [1, 2]})["o"] == {"l": [2, 1]}


def test_a_filter_keeps_the_rows_for_which_the_condition_holds() -> None:
    old = Comparison(">=", Column(text("age")), NumberLiteral(18))
    rows = table({"age": "17"}, {"age": 18})
    assert after(Filter(Reference("t"), old), t=rows)["t"] == Table(["age"], [{"age": 18}])
    long = Comparison("contains", Column(text("")), text("a"))
    assert after(Filter(Reference("l"), long, into="k"), l=["Anna", "Bob"])["k"] == ["Anna"]
    with pytest.raises(ProgramError, match="cannot be decided from the variables"):
        after(Filter(Reference("l"), ScreenCondition(text("it is nice"))), l=[1])


def test_a_merge_keeps_all_rows_of_both() -> None:
    left = table({"ID": "1", "name": "Ann"}, {"ID": 2, "name": "Bob"}, {"ID": None, "name": "Cid"})
    right = table({"id": 3, "city": "Rome"}, {"id": 1, "city": "Paris"}, {"id": None, "city": "Bonn"})
    assert after(Merge(Reference("a"), Reference("b"), text("id"), "m"), a=left, b=right)["m"] == Table(
        ["ID", "name", "city"],
        [
            {"ID": "1", "name": "Ann", "city": "Paris"},
            {"ID": 2, "name": "Bob", "city": None},
            {"ID": None, "name": "Cid", "city": None},
            {"ID": 3, "name": None, "city": "Rome"},
            {"ID": None, "name": None, "city": "Bonn"},
        ],
    )


def test_columns_that_both_have_are_one_where_they_agree_and_two_where_not() -> None:
    left = table({"id": 1, "name": "Ann", "n": 1}, {"id": 2, "name": None, "n": 2})
    right = table({"id": 1, "name": "Ann", "n": 1}, {"id": 2, "name": "Bob", "n": 3})
    assert merge(left, right, "id") == Table(
        ["id", "name", "n_1", "n_2"],
        [{"id": 1, "name": "Ann", "n_1": 1, "n_2": 1}, {"id": 2, "name": "Bob", "n_1": 2, "n_2": 3}],
    )


def test_a_key_that_stands_there_twice_gives_every_pair() -> None:
    left, right = table({"k": 1, "a": 1}, {"k": 1, "a": 2}), table({"k": 1, "b": 1}, {"k": 1, "b": 2})
    assert [(row["a"], row["b"]) for row in merge(left, right, "k").rows] == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_a_merge_that_explodes_is_refused() -> None:
    many = [{"k": 1}] * 1000
    with pytest.raises(ProgramError, match="more than"):
        after(Merge(Reference("a"), Reference("b"), text("k"), "m"), a=many, b=many)


def test_duplicates_go_and_the_first_stays() -> None:
    assert unique([1, "1", 1.0, "01", True, "a", "A"], []) == [1, "01", True, "a", "A"]
    rows = table({"id": 1, "n": 1}, {"id": 1, "n": 2}, {"id": 1, "n": 1})
    assert after(Unique(Reference("t")), t=rows)["t"].rows == [{"id": 1, "n": 1}, {"id": 1, "n": 2}]
    assert after(Unique(Reference("t"), (text("ID"),)), t=rows)["t"].rows == [{"id": 1, "n": 1}]


def test_a_column_is_worked_out_row_by_row() -> None:
    share = Arithmetic("/", Column(text("M")), Column(text("E")))
    rows = table({"M": 1, "E": "4"}, {"M": None, "E": 2})
    assert after(AddColumn(text("P"), Reference("t"), share), t=rows)["t"] == Table(
        ["M", "E", "P"], [{"M": 1, "E": "4", "P": 0.25}, {"M": None, "E": 2, "P": None}]
    )
    assert after(AddColumn(text("P"), Reference("l")), l=[{"M": 1}])["l"] == [{"M": 1, "P": None}]
    with pytest.raises(ProgramError, match=r"^line 2: .*which is 0"):
        after(AddColumn(text("P"), Reference("t"), share, location=Location(2)), t=table({"M": 1, "E": 0}))


def test_parts_are_set_and_added_to() -> None:
    scope = after(Assign(Reference("car", ("color",)), text("Red")), car={"Color": "Blue"})
    assert scope["car"] == {"Color": "Red"}
    scope = after(Append(ObjectLiteral((("a", NumberLiteral(1)),)), Reference("o", ("l",))), o={"l": []})
    assert scope["o"] == {"l": [{"a": 1}]}


@pytest.mark.parametrize(
    "statement",
    [
        Assign(Reference("nothing", ("x",)), NumberLiteral(1), location=Location(5)),
        Assign(Reference("word", ("x",)), NumberLiteral(1), location=Location(5)),
        Assign(Reference("l", (3,)), NumberLiteral(1), location=Location(5)),
        Append(NumberLiteral(1), Reference("word"), location=Location(5)),
        Append(NumberLiteral(1), Reference("t"), location=Location(5)),
        Append(ListLiteral((NumberLiteral(1),)), Reference("t"), location=Location(5)),
        Sort(Reference("word"), location=Location(5)),
        SaveFile("table", Reference("word"), text("x"), location=Location(5)),
        SaveFile("text", Reference("word"), text("../x"), location=Location(5)),
    ],
)
def test_what_cannot_be_done_names_the_line_and_changes_nothing(statement: DataStatement) -> None:
    with pytest.raises(ProgramError, match=r"^line 5: ") as error:
        after(statement, word="text", l=[1], t=Table(["a", "b"], []))
    assert error.value.remedy


def test_adding_ten_thousand_items_costs_no_more_at_the_end_than_at_the_start() -> None:
    scope = VariableScope()
    scope.apply(Change.set("l", (), []))
    for number in range(10_000):
        (change,) = execute_data_statement(Append(NumberLiteral(number), Reference("l")), scope, FILES)
        assert change == Change("append", "l", (), number)
        scope.apply(change)
    assert len(scope["l"]) == 10_000


def test_an_error_that_names_its_line_is_not_its_own_cause() -> None:
    with pytest.raises(ProgramError, match=r"^line 4: ") as raised:
        after(Sort(Reference("unknown"), location=Location(4)))
    assert raised.value.__cause__ is not raised.value
