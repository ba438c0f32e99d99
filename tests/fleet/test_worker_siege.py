"""Everything is killed and cut off at moments that a seed decides, and each entry is made once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from besieged_fleet import CUTS, BesiegedFleet, Siege
from fleet_rig import FleetRig
from perfect_reader.programs import hello, people
from postgres import Postgres
from s3_server import CREDENTIALS, s3_server

from askonce.testing.apps import SampleApps

SEEDS = [int(seed) for seed in os.environ.get("SIEGE_SEEDS", "1,2").split(",")]
PERSONS = people(6)


def check_entries(seed: int, siege: Siege, apps: SampleApps) -> None:
    """Each is there once."""
    print(f"seed {seed}: {dict(siege.blows)}, asked {siege.asked}, attempts {[row.attempt for row in siege.rows]}")
    assert [(row.state, row.why) for row in siege.rows] == [("passed", "")] * 2
    assert sorted(apps.contacts, key=lambda one: one.phone) == sorted(PERSONS, key=lambda one: one.phone)
    assert sorted(apps.messages, key=lambda one: one.to) == sorted(hello(PERSONS), key=lambda one: one.to)
    assert siege.blows


@pytest.mark.long
@pytest.mark.timeout(400)
@pytest.mark.parametrize("seed", SEEDS)
async def test_each_entry_is_made_once_whatever_is_killed(
    fleet_url: str, postgres: Postgres, tmp_path: Path, seed: int
) -> None:
    async with FleetRig.opened(fleet_url) as rig:
        besieged = BesiegedFleet(rig, postgres, fleet_url, tmp_path, seed)
        siege, apps = await besieged.play([PERSONS[:3], PERSONS[3:]], blows=4)

    check_entries(seed, siege, apps)


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", SEEDS)
async def test_each_entry_is_made_once_although_workers_are_cut_off_from_database_and_bucket(
    fleet_url: str, postgres: Postgres, tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing that is sent arrives, and nobody is told so."""
    with s3_server() as port:
        for name, value in {**CREDENTIALS, "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}"}.items():
            monkeypatch.setenv(name, value)
        async with FleetRig.opened(fleet_url) as rig:
            besieged = BesiegedFleet(rig, postgres, fleet_url, tmp_path, seed, bucket=port)
            siege, apps = await besieged.play([PERSONS[:3], PERSONS[3:]], blows=3, kinds=CUTS)

    check_entries(seed, siege, apps)
