"""What a model says of something that may stand in a part of the picture that is withheld."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from insight_views import shot, tree

from askonce.errors import CannotTell
from askonce.geometry import Box
from askonce.insight.answer_types import shape_of
from askonce.insight.answers import Verdict
from askonce.insight.evidence import Evidence, Snapshot
from askonce.insight.model_queries import ask_value, ask_verdict
from askonce.screens import Node
from askonce.testing import ScriptedModel

BLACK = replace(shot(), hidden=(Box(100, 30, 100, 60),))
CANVAS = Node(9, "canvas", "", Box(100, 30, 100, 60))


async def asked(statement: str, verdict: str, evidence: Evidence) -> Verdict:
    return await ask_verdict(ScriptedModel([f'{{"reason": "as I see it", "verdict": {verdict}}}']), statement, evidence)


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        ("the text 'Wrong code' is not visible", "true"),
        ("there is no button 'Delete'", "true"),
        ("the text 'Wrong code' is visible", "false"),
        ("no error is shown", "true"),
        ("there is no error message on the page", "true"),
        ("the page shows no error", "true"),
        ("nothing is missing", "true"),
        ("nothing is missing", "false"),
        ("no error is shown and there is a total and no warning", "false"),
        ("no error and no warning is shown", "true"),
        ("only the first row is marked", "true"),
        ("the page shows an error", "false"),
        ("an error occurred", "false"),
    ],
)
async def test_nobody_sees_that_something_is_not_there_where_it_may_be_hidden(statement: str, verdict: str) -> None:
    with pytest.raises(CannotTell, match="may stand in a part of the picture that is withheld"):
        await asked(statement, verdict, Evidence((Snapshot(BLACK),), tree(CANVAS)))


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        ("the text 'Wrong code' is visible", "true"),
        ("the text 'Wrong code' is not visible", "false"),
        ("the basket is full", "false"),
        ("no error is shown", "false"),
        ("no error and no warning is shown", "false"),
        ("neither an error nor a warning is shown", "false"),
        ("the page shows an error", "true"),
        ('the notice reads "No rows, nothing else"', "true"),
    ],
)
async def test_what_is_seen_is_believed_beside_a_hidden_part(statement: str, verdict: str) -> None:
    judged = await asked(statement, verdict, Evidence((Snapshot(BLACK),), tree(CANVAS)))
    assert judged.holds is (verdict == "true")


async def test_absence_is_believed_where_all_is_shown_or_the_elements_prove_it() -> None:
    statement = "the text 'Wrong code' is not visible"
    for evidence in (
        Evidence((Snapshot(shot()),), tree(CANVAS)),
        Evidence((Snapshot(BLACK),), tree()),
        Evidence((Snapshot(BLACK),), tree(CANVAS), within=Box(0, 150, 400, 150)),
    ):
        assert (await asked(statement, "true", evidence)).holds


async def value_of(demand: str, returns: Any, value: str, evidence: Evidence) -> object:
    model = ScriptedModel([f'{{"reason": "as I see it", "value": {value}}}'])
    return (await ask_value(model, shape_of(demand, returns), evidence)).value


@pytest.mark.parametrize(
    ("demand", "returns", "value"),
    [
        ("is the text 'Wrong code' visible?", bool, "false"),
        ("is the form free of errors?", bool, "true"),
        ("the error messages", list[str], "[]"),
        ("how many errors are shown", int, "0"),
        ("how many errors are shown", int, "2"),
        ("is there an error?", bool, "false"),
        ("the error message", str | None, "null"),
        ("the error message", str, '""'),
        ("the errors by field", dict[str, list[str]], '{"name": []}'),
        ("the errors", None, "{}"),
        ("the fields with errors", set[str], "[]"),
    ],
)
async def test_nobody_reads_that_there_is_nothing_where_it_may_be_hidden(demand: str, returns: Any, value: str) -> None:
    with pytest.raises(CannotTell, match="may stand in a part of the picture that is withheld") as refused:
        await value_of(demand, returns, value, Evidence((Snapshot(BLACK),), tree(CANVAS)))
    assert "[100, 30, 200, 90]" in refused.value.message
    assert refused.value.remedy


@pytest.mark.parametrize(
    ("demand", "returns", "value", "expected"),
    [
        ("is the text 'Wrong code' visible?", bool, "true", True),
        ("is the form free of errors?", bool, "false", False),
        ("the error messages", list[str], '["Wrong code"]', ["Wrong code"]),
        ("how many rows are shown", int, "2", 2),
        ("the balance", float, "0", 0.0),
        ("the stock by size", dict[str, int], '{"M": 0}', {"M": 0}),
        ("is the box Newsletter ticked?", bool, "false", False),
    ],
)
async def test_a_value_that_is_seen_is_believed_beside_a_hidden_part(
    demand: str, returns: Any, value: str, expected: object
) -> None:
    evidence = Evidence((Snapshot(BLACK),), tree(CANVAS, Node(8, "text", "2 rows of 17", Box(0, 200, 100, 20))))
    assert await value_of(demand, returns, value, evidence) == expected


async def test_nothing_is_believed_where_all_is_shown_or_the_elements_prove_it() -> None:
    demand = "is the text 'Wrong code' visible?"
    for evidence in (
        Evidence((Snapshot(shot()),), tree(CANVAS)),
        Evidence((Snapshot(BLACK),), tree()),
        Evidence((Snapshot(BLACK),), tree(CANVAS), within=Box(0, 150, 400, 150)),
    ):
        assert await value_of(demand, bool, "false", evidence) is False
