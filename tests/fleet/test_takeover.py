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
from askonce.fleet.takeover import UnknownJobs, is_sweep_due, take_over


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
        async with fleet.worker(screen.touch_until_lost, url=url, times=QUICK) as (worker, cut_off):
            await screen.touched.wait()
            line.cut()
            async with fleet.worker(screen.touch_once, times=QUICK):
                row = await fleet.until(id, "passed")
            line.mend()
            screen.touched.clear()
            (next_id,) = await fleet.submit()
            await screen.touched.wait()  # it goes on taking runs

    # On a busy machine each of them may be late for its lease; it gives the run back then, and takes it again.
    attempts = (await read_attempts(fleet.database, [id]))[id]
    (lost,) = (attempt for attempt in attempts if attempt.outcome == "lost")
    assert {it.worker == worker.id for it in attempts if it.attempt <= lost.attempt} == {True}
    assert {it.worker == worker.id for it in attempts if it.attempt > lost.attempt} == {False}
    assert {it.outcome for it in attempts[:-1]} <= {"lost", "given_back"}
    assert (attempts[-1].outcome, attempts[-1].attempt) == ("passed", row.attempt)
    assert row.kills in {0, 1}  # it may have been heard right before its line was cut
    assert screen.attempts(id) == sorted(screen.attempts(id))
    assert list(dict.fromkeys(cut_off.played)) == [id, next_id]


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


async def test_a_run_is_played_although_its_worker_never_heard_that_it_got_the_job(
    fleet: FleetRig, postgres: Postgres, fleet_url: str
) -> None:
    (id,) = await fleet.submit()
    async with CutLine(postgres.port).open() as line:
        line.lose_answer(b"procrastinate_fetch_job")
        url = postgres.url(fleet_url.rpartition("/")[2], line.port)
        async with fleet.worker(url=url, times=LeaseTimes(0.1, 60.0)) as (_, player):
            row = await fleet.until(id, "passed")

    assert line.unanswered == []
    assert (row.attempt, row.kills, player.played) == (1, 0, [id])


async def test_a_job_that_its_worker_has_is_left_to_it(fleet: FleetRig) -> None:
    (id,) = await fleet.submit()
    (owner,) = await fleet.database.rows("INSERT INTO procrastinate_workers DEFAULT VALUES RETURNING id")
    job = (await fleet.row(id)).job
    assert job
    await fleet.database.rows("UPDATE procrastinate_jobs SET status = 'doing', worker_id = %(id)s", {"id": owner["id"]})
    unknown = UnknownJobs(fleet.database, fleet.runs)

    assert [await unknown.put_back([owner["id"]], {job}) for _ in range(3)] == [[], [], []]
    assert [await unknown.put_back([owner["id"]], ()) for _ in range(3)] == [[], [id], []]
    assert await fleet.runs.start(id, worker="late", job=job, lease=60.0) is None


async def add_workers(fleet: FleetRig, *ids: str, silent: str, lease: float) -> None:
    """Workers that were up for hours, and silent for so long."""
    await fleet.database.rows(
        """INSERT INTO workers (id, host, process, slots, queues, needs, lease, beat, steady_since)
           SELECT name, '', 1, 1, '{}', '{}', %(lease)s, now() - %(silent)s::interval, now() - interval '3 hours'
           FROM unnest(%(ids)s::text[]) AS name""",
        {"ids": list(ids), "silent": silent, "lease": lease},
    )


async def start_silent(fleet: FleetRig, worker: str, *, silent: str, lease: float) -> str:
    """A run of a worker that has given no sign of it for so long."""
    (id,) = await fleet.submit()
    await fleet.runs.start(id, worker=worker, job=(await fleet.row(id)).job or 0, lease=lease)
    await fleet.database.rows("UPDATE runs SET beat = now() - %(silent)s::interval", {"silent": silent})
    await fleet.database.rows("SELECT pg_sleep(0.3)")  # as long as the database has to be up
    return id


async def give_sign(fleet: FleetRig, worker: str) -> None:
    async with fleet.database.own_connection() as connection:
        await fleet.runs.beat(connection, worker, [])


async def test_workers_that_nobody_could_hear_are_given_a_lease_to_come_back(fleet: FleetRig) -> None:
    """No sign of any worker has come for an hour, as if all of them were cut off."""
    id = await start_silent(fleet, "silent", silent="1 hour", lease=0.2)
    await add_workers(fleet, "silent", "other", silent="1 hour", lease=60)

    assert await take_over(fleet.database, fleet.runs) == []  # nobody is there to say so
    await give_sign(fleet, "other")
    assert await take_over(fleet.database, fleet.runs) == []  # the other one has come back just now
    await fleet.database.rows("UPDATE workers SET steady_since = now() - interval '61 s' WHERE id = 'other'")
    (taken,) = await take_over(fleet.database, fleet.runs)
    assert (taken.state, (await fleet.row(id)).kills) == ("waiting", 1)


async def test_a_worker_with_a_long_lease_blames_no_run_with_a_short_one_for_a_short_cut(fleet: FleetRig) -> None:
    """A cut of 20 s, which the one with the long lease does not notice."""
    id = await start_silent(fleet, "quick", silent="20 s", lease=0.2)
    await add_workers(fleet, "quick", "slow", silent="20 s", lease=600)
    await give_sign(fleet, "slow")

    assert await take_over(fleet.database, fleet.runs) == []
    await fleet.database.rows("UPDATE runs SET beat = now() - interval '601 s'")
    await fleet.database.rows("UPDATE workers SET beat = now() - interval '601 s' WHERE id = 'quick'")
    (taken,) = await take_over(fleet.database, fleet.runs)
    assert (taken.state, (await fleet.row(id)).kills) == ("waiting", 1)


async def test_a_run_is_not_blamed_for_a_worker_that_is_back(fleet: FleetRig) -> None:
    id = await start_silent(fleet, "back", silent="1 hour", lease=0.2)
    await add_workers(fleet, "back", "other", silent="0 s", lease=600)

    (taken,) = await take_over(fleet.database, fleet.runs)
    assert (taken.state, (await fleet.row(id)).kills) == ("waiting", 0)


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


async def test_of_many_workers_one_looks_after_lost_ones(fleet: FleetRig) -> None:
    told = await asyncio.gather(*(is_sweep_due(fleet.database, pause=60.0) for _ in range(8)))
    assert sorted(told) == [False] * 7 + [True]
    assert await is_sweep_due(fleet.database, pause=0.0)
    await fleet.database.rows("UPDATE sweeps SET at = now() + interval '1 hour'")  # the clock was set back
    assert await is_sweep_due(fleet.database, pause=60.0)
