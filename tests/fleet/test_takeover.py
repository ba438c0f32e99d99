"""Workers that are cut off, suspended or killed, and a database that goes away."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
from cut_line import CutLine
from fleet_rig import PASSED, QUICK, FleetRig, ordered
from postgres import Postgres

from askonce.errors import RunLost
from askonce.fleet.fleet_status import read_attempts
from askonce.fleet.run_lease import LeaseTimes, RunGate, steady_clock
from askonce.fleet.run_play import PlayedRun
from askonce.fleet.run_table import StartedRun


@pytest.fixture
async def fleet(fleet_url: str) -> AsyncIterator[FleetRig]:
    async with FleetRig.opened(fleet_url) as rig:
        yield rig


class Screen:
    """What two hands must not be on: notes which attempts touch it."""

    def __init__(self) -> None:
        self.touches: list[tuple[str, int]] = []
        self.touched = asyncio.Event()

    async def touch_until_lost(self, run: StartedRun, gate: RunGate) -> PlayedRun:
        while True:
            gate.permit()
            self.touches.append((run.id, run.attempt))
            self.touched.set()
            await asyncio.sleep(0.01)

    async def touch_once(self, run: StartedRun, gate: RunGate) -> PlayedRun:
        gate.permit()
        self.touches.append((run.id, run.attempt))
        return PASSED

    def attempts(self, run: str) -> list[int]:
        return [attempt for id, attempt in self.touches if id == run]


async def test_a_worker_that_is_cut_off_stops_acting_before_another_takes_its_run_over(
    fleet: FleetRig, postgres: Postgres, fleet_url: str
) -> None:
    (id,) = await fleet.submit()
    screen = Screen()
    async with CutLine(postgres.port).open() as line:
        url = postgres.url(fleet_url.rpartition("/")[2], line.port)
        async with fleet.worker(screen.touch_until_lost, url=url, times=QUICK) as (_, cut_off):
            await screen.touched.wait()
            line.cut()
            async with fleet.worker(screen.touch_once, times=QUICK):
                row = await fleet.until(id, "passed")
            line.mend()
            (next_id,) = await fleet.submit()
            await fleet.until(next_id, "running")  # it goes on taking runs

    assert (row.attempt, row.kills) == (2, 1)
    assert screen.attempts(id) == sorted(screen.attempts(id))
    assert cut_off.played == [id, next_id]
    assert [attempt.outcome for attempt in (await read_attempts(fleet.database, [id]))[id]] == ["lost", "passed"]


async def test_a_database_that_restarts_loses_nothing_and_blames_no_run(fleet: FleetRig, postgres: Postgres) -> None:
    ids = await fleet.submit(*([ordered()] * 6))
    begun, goes_on = asyncio.Event(), asyncio.Event()

    async def play(run: StartedRun, gate: RunGate) -> PlayedRun:
        begun.set()
        await goes_on.wait()
        return PASSED

    async with fleet.worker(play, slots=2, times=LeaseTimes(0.1, 20.0)) as (_, player):
        await begun.wait()
        postgres.stop()
        goes_on.set()
        postgres.start()
        rows = [await fleet.until(id, "passed") for id in ids]

    assert sorted(player.played) == sorted(ids)
    assert {(row.attempt, row.kills) for row in rows} == {(1, 0)}


async def test_a_run_whose_lease_passes_without_a_database_is_given_back_when_it_returns(
    fleet: FleetRig, postgres: Postgres
) -> None:
    (id,) = await fleet.submit()
    screen = Screen()
    async with fleet.worker(screen.touch_until_lost, times=QUICK) as (_, player):
        await screen.touched.wait()
        postgres.stop()
        count = -1
        while count != len(screen.touches):  # until it has stopped by itself
            count = len(screen.touches)
            await asyncio.sleep(QUICK.acting)
        postgres.start()
        screen.touched.clear()
        await screen.touched.wait()  # the same worker has taken it again

    row = await fleet.row(id)
    assert (row.attempt >= 2, row.kills) == (True, 0)
    assert screen.attempts(id) == sorted(screen.attempts(id))
    assert player.played == [id] * row.attempt


def test_a_gate_lets_nothing_through_after_half_a_lease_and_never_again() -> None:
    now = [100.0]
    gate = RunGate("r1", LeaseTimes(10, 60), asked_at=100.0, clock=lambda: now[0])
    now[0] = 129.9
    gate.permit()
    gate.confirm(asked_at=120.0)
    now[0] = 150.1
    with pytest.raises(RunLost, match="not reached for 30 s"):
        gate.permit()
    gate.confirm(asked_at=150.0)
    with pytest.raises(RunLost):
        gate.permit()


def test_a_sign_that_arrives_too_late_opens_no_gate() -> None:
    now = [100.0]
    gate = RunGate("r1", LeaseTimes(10, 60), asked_at=100.0, clock=lambda: now[0])
    now[0] = 170.0
    gate.confirm(asked_at=165.0)  # asked while the run may have been another's already
    with pytest.raises(RunLost):
        gate.permit()


def test_the_clock_of_leases_counts_the_time_of_a_suspended_machine() -> None:
    wanted = getattr(time, "CLOCK_BOOTTIME", None)
    if wanted is None:
        pytest.skip("this system has no clock that says so")
    before, found, after = time.clock_gettime(wanted), steady_clock(), time.clock_gettime(wanted)
    assert before <= found <= after
