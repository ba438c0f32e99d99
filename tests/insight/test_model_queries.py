"""What a model says of something that may stand in a part of the picture that is withheld."""

from __future__ import annotations

from dataclasses import replace

import pytest
from insight_views import shot, tree

from askonce.errors import CannotTell
from askonce.geometry import Box
from askonce.insight.answers import Verdict
from askonce.insight.evidence import Evidence, Snapshot
from askonce.insight.model_queries import ask_verdict
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
