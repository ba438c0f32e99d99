"""Variables and their changes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askonce.errors import ProgramError
from askonce.program.data_types import ImageFile, Table, from_json, plain, to_json
from askonce.program.expression_tree import Reference, TextTemplate
from askonce.program.step_replay import step_template
from askonce.program.value_text import render
from askonce.program.variables import Change, VariableScope
from askonce.values import Instruction, Secret

names = st.sampled_from(["a", "b", "c", "row"])
keys = st.text(max_size=5) | st.sampled_from(["$table", "$secret", "$object", "x"])
scalars = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8)
)
values: st.SearchStrategy[Any] = st.recursive(
    scalars | st.builds(ImageFile, st.text(max_size=5)),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(keys, inner, max_size=3)
        | st.builds(
            lambda rows: Table(["k"], rows), st.lists(st.dictionaries(st.sampled_from(["k", "m"]), inner), max_size=3)
        )
    ),
    max_leaves=8,
)
steps = st.lists(st.integers(-2, 2) | st.sampled_from(["k", "x", "0"]), max_size=2).map(tuple)
changes = (
    st.builds(
        lambda name, path, value, local: Change.set(name, path, value, local=local), names, steps, values, st.booleans()
    )
    | st.builds(Change.append, names, steps, values)
    | st.builds(Change.alias, names, names, steps)
    | st.builds(Change.push, st.dictionaries(names, values, max_size=2))
    | st.just(Change.pop())
)


@given(values)
def test_a_value_written_down_and_read_back_is_the_same(value: Any) -> None:
    assert repr(from_json(json.loads(json.dumps(to_json(value))))) == repr(plain(value))


@given(st.lists(changes, max_size=30))
def test_the_changes_written_down_and_made_again_give_the_same_scope(all_changes: list[Change]) -> None:
    scope, journal = VariableScope(), []
    for change in all_changes:
        if change.kind == "pop" and not scope.depth:
            continue
        written = json.dumps(change.to_json())
        try:
            scope.apply(change)
        except ProgramError:
            continue
        journal.append(written)
    again = VariableScope()
    for written in journal:
        again.apply(Change.from_json(json.loads(written)))
    assert again == scope
    assert repr(again.visible()) == repr(scope.visible())


@given(st.lists(st.text("ab{}. _", max_size=6) | values, max_size=5))
def test_a_template_filled_with_its_values_reads_as_the_text_does(parts: list[Any]) -> None:
    scope = VariableScope()
    made: list[str | Reference] = []
    for number, part in enumerate(parts):
        scope.apply(Change.set(f"v{number}", (), part))
        made.append(part if isinstance(part, str) and number % 2 else Reference(f"v{number}"))
    template, filling = step_template(TextTemplate(tuple(made)), scope)
    assert all(isinstance(value, str) for value in filling.values())
    instruction = Instruction(template, {name: str(value) for name, value in filling.items()})
    assert str(instruction) == render(TextTemplate(tuple(made)), scope)


def test_a_row_named_by_a_loop_is_the_row_of_its_table() -> None:
    scope = VariableScope()
    scope.apply(Change.set("t", (), Table(["a"], [{"a": 1}, {"a": 2}])))
    scope.apply(Change.alias("row", "t", (1,)))
    scope.apply(Change.set("row", ("a",), 5))
    assert scope["t"].rows == [{"a": 1}, {"a": 5}]
    scope.apply(Change.set("row", (), "something else"))
    assert scope["t"].rows == [{"a": 1}, {"a": 5}]


def test_a_value_given_to_another_variable_is_a_copy() -> None:
    scope = VariableScope()
    scope.apply(Change.set("a", (), [1]))
    scope.apply(Change.set("b", (), scope["a"]))
    scope.apply(Change.append("b", (), 2))
    assert scope["a"] == [1]


def test_a_change_is_not_touched_by_what_comes_after_it() -> None:
    scope, change = VariableScope(), Change.set("a", (), [1])
    scope.apply(change)
    scope.apply(Change.append("a", (), 2))
    assert change.value == [1]


def test_a_function_sees_globals_changes_them_and_keeps_its_own() -> None:
    scope = VariableScope()
    scope.apply(Change.set("shared", (), 1))
    scope.apply(Change.push({"n": 3}))
    scope.apply(Change.set("shared", (), 2))
    scope.apply(Change.set("own", (), 1))
    scope.apply(Change.set("shared_not", (), 1, local=True))
    scope.apply(Change.push({"n": 2}))
    assert scope["n"] == 2
    assert "own" not in scope
    scope.apply(Change.pop())
    assert (scope["n"], scope["own"]) == (3, 1)
    scope.apply(Change.pop())
    assert scope.visible() == {"shared": 2}


def test_what_a_loop_counts_in_a_function_leaves_the_caller_alone() -> None:
    scope = VariableScope()
    scope.apply(Change.set("loop", (), {"iteration": 7}))
    scope.apply(Change.push({}))
    scope.apply(Change.set("loop", (), {"iteration": 1}, local=True))
    scope.apply(Change.pop())
    assert scope["loop"] == {"iteration": 7}


def test_a_row_with_a_new_column_widens_the_table() -> None:
    scope = VariableScope()
    scope.apply(Change.set("t", (), Table(["First Name"], [])))
    scope.apply(Change.append("t", (), {"first_name": "Ann", "age": 3}))
    scope.apply(Change.append("t", (), ["Bob", 4]))
    assert scope["t"] == Table(
        ["First Name", "age"], [{"First Name": "Ann", "age": 3}, {"First Name": "Bob", "age": 4}]
    )


def test_a_name_that_is_not_there_is_told_with_the_nearest_one() -> None:
    scope = VariableScope()
    scope.apply(Change.set("contacts", (), []))
    with pytest.raises(ProgramError, match=r"did you mean \{contacts\}"):
        _ = scope["contact"]


def test_secrets_are_written_by_name_and_must_be_passed_again() -> None:
    secrets = {"password": Secret("hidden")}
    change = Change.set("copy", (), [Secret("hidden")])
    written = json.dumps(change.to_json(secrets))
    assert "hidden" not in written
    assert Change.from_json(json.loads(written), secrets) == change
    with pytest.raises(ProgramError, match="pass password=… again"):
        Change.from_json(json.loads(written))


def test_a_secret_keeps_its_slot_and_is_not_rendered() -> None:
    scope = VariableScope()
    scope.apply(Change.set("login", (), {"password": Secret("hidden")}))
    text = TextTemplate(("Type ", Reference("login", ("password",))))
    assert step_template(text, scope) == ("Type {login.password}", {"login.password": Secret("hidden")})
    assert render(text, scope) == "Type {login.password}"


@pytest.mark.parametrize("braces", ["{a}", "{{a}}", "{ {a} }", "{{{a}}}", "{a}}"])
def test_braces_that_name_no_reference_stay_as_they_are(braces: str) -> None:
    scope = VariableScope()
    scope.apply(Change.set("a", (), "value"))
    text = TextTemplate((f"Type {braces} for ", Reference("a")))
    template, filling = step_template(text, scope)
    assert filling == {"a": "value"}
    assert str(Instruction.of(template, filling)) == f"Type {braces} for value"


def test_the_template_is_the_same_in_every_pass() -> None:
    scope = VariableScope()
    scope.apply(Change.set("people", (), [{"full name": "Ann"}, {"full name": "Bob"}]))
    text = TextTemplate(("Call ", Reference("people", (Reference("i"), "full name"))))
    seen: list[Any] = []
    for number in range(2):
        scope.apply(Change.set("i", (), number))
        seen.append(step_template(text, scope))
    assert seen == [
        ("Call {people.i.full_name}", {"people.i.full_name": "Ann"}),
        ("Call {people.i.full_name}", {"people.i.full_name": "Bob"}),
    ]


def test_two_slots_that_would_have_one_name_get_two() -> None:
    scope = VariableScope()
    scope.apply(Change.set("o", (), {"a b": 1, "a_b": 2}))
    text = TextTemplate((Reference("o", ("a b",)), " ", Reference("o", ("a_b",))))
    assert step_template(text, scope) == ("{o.a_b} {o.a_b_2}", {"o.a_b": "1", "o.a_b_2": "2"})


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (5.0, "5"),
        (0.1 + 0.2, "0.3"),
        (2.5, "2.5"),
        (True, "true"),
        (None, ""),
        (10**20, "100000000000000000000"),
        (["a", 1.0], '["a", 1]'),
        (Table(["a"], [{"a": 2.0}]), '[{"a": 2}]'),
        (ImageFile("a.png"), "a.png"),
    ],
)
def test_values_are_said_as_people_write_them(value: Any, said: str) -> None:
    scope = VariableScope()
    scope.apply(Change.set("v", (), value))
    assert render(TextTemplate((Reference("v"),)), scope) == said


@pytest.mark.parametrize("value", [object(), float("nan"), {("a",): 1}, b"bytes"])
def test_what_is_no_data_is_refused(value: Any) -> None:
    with pytest.raises(ProgramError):
        Change.set("a", (), value)
