"""Everything is killed at moments that a seed decides, and each entry is made once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from besieged_fleet import BesiegedFleet
from fleet_rig import FleetRig
from perfect_reader.programs import hello, people
from postgres import Postgres

SEEDS = [int(seed) for seed in os.environ.get("SIEGE_SEEDS", "1,2").split(",")]


@pytest.mark.long
@pytest.mark.timeout(400)
@pytest.mark.parametrize("seed", SEEDS)
async def test_each_entry_is_made_once_whatever_is_killed(
    fleet_url: str, postgres: Postgres, tmp_path: Path, seed: int
) -> None:
    persons = people(6)
    async with FleetRig.opened(fleet_url) as rig:
        siege, apps = await BesiegedFleet(rig, postgres, fleet_url, tmp_path, seed).play(
            [persons[:3], persons[3:]], blows=4
        )

    print(f"seed {seed}: {dict(siege.blows)}, asked {siege.asked}, attempts {[row.attempt for row in siege.rows]}")
    assert [(row.state, row.why) for row in siege.rows] == [("passed", "")] * 2
    assert sorted(apps.contacts, key=lambda one: one.phone) == sorted(persons, key=lambda one: one.phone)
    assert sorted(apps.messages, key=lambda one: one.to) == sorted(hello(persons), key=lambda one: one.to)
    assert siege.blows
