"""What `returns=` may say, and which answers fit."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter

from askonce.errors import ProgramError
from askonce.program.sandbox import Sandbox
from askonce.program.sandbox.return_specs import describe, fit, read_spec, type_of

FITTING: list[tuple[Any, str, list[Any], list[Any]]] = [
    (int, "whole number", [3, -1], [3.5, "3", True, None]),
    (float, "number", [3, 3.5], ["3", True]),
    (str, "string", ["", "a"], [1, None]),
    (bool, "true|false", [True], [1, "true"]),
    ("int | None", "whole number or null", [1, None], ["a", False]),
    ("list[int | str]", "[whole number or string, …]", [[], [1, "a"]], [[1.5], 1, {}]),
    ("set[str]", "[string, …]", [["a"], []], [[1], "a"]),
    ("tuple[int, ...]", "[whole number, …]", [[1, 2], []], [["a"], 1]),
    ("tuple[int, str]", "[whole number, string] (exactly 2 items, in this order)", [[1, "a"]], [[1], ["a", 1]]),
    ("dict[str, int]", "{string: whole number, …}", [{}, {"a": 1}], [{"a": "b"}, []]),
    ("'yes' | 'no'", '"yes" or "no"', ["yes"], ["maybe", True]),
    (("age", int), "whole number (age)", [3], [True]),
    (
        ["name", ("age", int)],
        "[string (name), whole number (age)] (exactly 2 items, in this order)",
        [["Ann", 3]],
        [["Ann"], [3, "Ann"], "Ann"],
    ),
    ([("dynasties", list)], "[[any JSON, …] (dynasties)] (exactly 1 item)", [[["Qin"]]], [["Qin"], []]),
    (
        [str, int, int],
        "[string, whole number, whole number] (exactly 3 items, in this order)",
        [["a", 1, 2]],
        [["a", 1], ["a", 1, 2, 3]],
    ),
    (["int | str", ...], "[whole number or string, …]", [[1, "a"], []], [[None]]),
    ([int, str, ...], "[whole number or string, …]", [[1, "a"]], [[1.5]]),
    ({"math": int}, '{"math": whole number}', [{"math": 1}], [{}, {"math": "1"}, {"math": 1, "art": 2}]),
    ({"kind": "book", "n": 5}, '{"kind": "book", "n": 5}', [{"kind": "book", "n": 5}], [{"kind": "cd", "n": 5}]),
    ({"s": ("score", [float, ...])}, '{"s": [number, …] (score)}', [{"s": [1, 2.5]}], [{"s": [True]}]),
    ("the title", "string (the title)", ["x"], [1]),
    (None, "any JSON", [1, "a", [None]], []),
]


@pytest.mark.parametrize(("raw", "words", "good", "bad"), FITTING, ids=[str(case[0]) for case in FITTING])
def test_a_spec_is_told_and_kept(raw: Any, words: str, good: list[Any], bad: list[Any]) -> None:
    spec = read_spec(raw)
    assert describe(spec) == words
    for value in good:
        assert fit(spec, value) == value
        TypeAdapter(type_of(spec)).validate_python(value)
    for value in bad:
        with pytest.raises(ValueError, match="value"):
            fit(spec, value)


@pytest.mark.parametrize("raw", [b"x", object, [...], {1: int}, ("a", int, 3), (int, str), complex, {"a": b""}])
def test_what_is_no_spec_is_refused_with_what_is(raw: Any) -> None:
    with pytest.raises(ProgramError, match="dict"):
        read_spec(raw) if raw is not object else read_spec(frozenset)


def test_a_misfit_says_where() -> None:
    with pytest.raises(ValueError, match=r'^value\[1\]\.age is "x", but whole number was asked for$'):
        fit(read_spec([{"age": int}, ...]), [{"age": 1}, {"age": "x"}])


async def test_specs_reach_us_from_the_sandbox_as_they_are_written() -> None:
    seen: list[str] = []

    async def query(returns: Any) -> None:
        seen.append(describe(read_spec(returns)))

    code = """
for spec in [int, list[str], int | str, ("age", int), ["name", ("age", int)], {"math": int}, [int | str, ...],
             {"items": list[dict[str, int]]}, bool, "list[str]", ("items", list[str]), [("a", int | None), ...]]:
    llm.query(spec)
"""
    async with Sandbox() as sandbox:
        ran = await sandbox.run(code, {}, {"llm.query": query})
    assert ran.error == ""
    assert seen == [
        "whole number",
        "[string, …]",
        "whole number or string",
        "whole number (age)",
        "[string (name), whole number (age)] (exactly 2 items, in this order)",
        '{"math": whole number}',
        "[whole number or string, …]",
        '{"items": [{string: whole number, …}, …]}',
        "true|false",
        "[string, …]",
        "[string, …] (items)",
        "[whole number or null (a), …]",
    ]
