"""A run that is killed loses nothing, and nothing is done twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from killing import ScreenKind, run_with_kills
from perfect_reader.programs import hello, people


@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    ("screen", "count", "kills"), [("plain", 3, 4), pytest.param("browser", 1, 1, marks=pytest.mark.long)]
)
def test_a_run_killed_again_and_again_does_everything_exactly_once(
    tmp_path: Path, screen: ScreenKind, count: int, kills: int
) -> None:
    persons = people(count)

    lives = run_with_kills(persons, tmp_path, kills=kills, seed=10, screen=screen)

    assert lives.kills == kills
    assert lives.contacts == persons
    assert lives.messages == hello(persons)
