"""A run that is killed loses nothing, and nothing is done twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from killing import ModelName, ScreenKind, run_with_kills
from perfect_reader.programs import hello, people


@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    ("screen", "model", "count", "kills"),
    [
        pytest.param("plain", "reader", 2, 3, marks=pytest.mark.long),
        ("plain", "embedded", 1, 2),
        pytest.param("plain", "embedded", 2, 3, marks=pytest.mark.long),
        pytest.param("browser", "reader", 1, 1, marks=pytest.mark.long),
        pytest.param("browser", "embedded", 1, 1, marks=pytest.mark.long),
    ],
)
def test_a_run_killed_again_and_again_does_everything_exactly_once(
    tmp_path: Path, screen: ScreenKind, model: ModelName, count: int, kills: int
) -> None:
    persons = people(count)

    lives = run_with_kills(persons, tmp_path, kills=kills, seed=5, screen=screen, model=model)

    assert lives.kills
    assert lives.contacts == persons
    assert lives.messages == hello(persons)
