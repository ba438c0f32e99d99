"""Workers in this process, whose runs are played by a function."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from fleet_rig import CALM, FAILED, PASSED, QUICK, FleetRig, StubPlayer, ordered

from askonce.errors import WorkerUnfit
from askonce.fleet.fleet_status import read_attempts, read_status
from askonce.fleet.run_lease import LeaseTimes, RunGate
from askonce.fleet.run_play import PlayedRun
from askonce.fleet.run_rows import AttemptResult
from askonce.fleet.run_table import Held, RunTable, StartedRun
from askonce.fleet.takeover import queue_forgotten
from askonce.fleet.worker import FleetWorker
from askonce.fleet.worker_options import WorkerOptions


@pytest.fixture
async def fleet(fleet_url: str) -> AsyncIterator[FleetRig]:
    async with FleetRig.opened(fleet_url) as rig:
        yield rig


class Paused:
    """Runs that begin and do not end until they are let go, once as many as wanted have begun."""

    def __init__(self, wanted: int = 1) -> None:
        self._wanted = wanted
        self.begun = asyncio.Event()
        self.goes_on = asyncio.Event()
        self.most = 0
        self._now = 0

    async def __call__(self, run: StartedRun, gate: RunGate) -> PlayedRun:
        self._now += 1
        self.most = max(self.most, self._now)
        if self._now == self._wanted:
            self.begun.set()
        try:
            await self.goes_on.wait()
        finally:
            self._now -= 1
        return PASSED


async def test_a_worker_plays_what_was_submitted_and_tells_how_it_ended(fleet: FleetRig) -> None:
    ids = await fleet.submit(ordered("a.yaml"), ordered("b.yaml"))

    async def play(run: StartedRun, gate: RunGate) -> PlayedRun:
        return PASSED if run.order.name == "a.yaml" else FAILED

    async with fleet.worker(play, slots=2):
        first, second = [await fleet.until(id, "passed", "failed") for id in ids]

    assert (first.state, second.state, second.why) == ("passed", "failed", "it broke")
    (attempt,) = (await read_attempts(fleet.database, ids))[ids[1]]
    assert attempt.result == FAILED.result
    assert await fleet.database.rows("SELECT id FROM procrastinate_jobs") == []
    assert (await read_status(fleet.database)).workers == ()


async def test_a_run_whose_player_breaks_has_failed_and_is_not_running_for_ever(fleet: FleetRig) -> None:
    (id,) = await fleet.submit()

    async def play(run: StartedRun, gate: RunGate) -> PlayedRun:
        raise ValueError("something that nobody thought of")

    async with fleet.worker(play):
        row = await fleet.until(id, "passed", "failed")

    assert (row.state, row.why) == ("failed", "internal error: ValueError")


async def test_a_worker_without_room_on_its_disk_gives_its_runs_back_and_ends(fleet: FleetRig) -> None:
    first, second = await fleet.submit(ordered("a"), ordered("b"))

    async def play(run: StartedRun, gate: RunGate) -> PlayedRun:
        raise WorkerUnfit("there is no room")

    worker = FleetWorker(fleet.database, WorkerOptions(times=CALM), lambda _: StubPlayer(play))
    with pytest.raises(WorkerUnfit, match="there is no room"):
        await worker.run()

    rows = [await fleet.row(id) for id in (first, second)]
    assert [(row.state, row.kills) for row in rows] == [("waiting", 0), ("waiting", 0)]
    assert any("given back: there is no room" in row.why for row in rows)


async def test_higher_priorities_come_first_and_others_in_their_order(fleet: FleetRig) -> None:
    low = await fleet.submit(ordered("a"), ordered("b"))
    high = await fleet.submit(ordered("c"), priority=5)

    async with fleet.worker() as (_, player):
        await fleet.until(low[-1], "passed")

    assert player.played == [*high, *low]


async def test_a_worker_has_as_many_runs_as_slots_and_those_of_a_lock_one_after_the_other(fleet: FleetRig) -> None:
    free = await fleet.submit(*(ordered(str(number)) for number in range(4)))
    paused = Paused(3)
    async with fleet.worker(paused, slots=3):
        await paused.begun.wait()
        paused.goes_on.set()
        await fleet.until(free[-1], "passed")
    locked = await fleet.submit(*(ordered(str(number)) for number in range(3)), lock="bob")
    alone = Paused()
    alone.goes_on.set()
    async with fleet.worker(alone, slots=3):
        await asyncio.gather(*(fleet.until(id, "passed") for id in locked))

    assert paused.most == 3
    assert alone.most == 1


async def test_a_failed_run_is_retried_as_often_as_was_said(fleet: FleetRig) -> None:
    (id,) = await fleet.submit(retry=1)

    async def play(run: StartedRun, gate: RunGate) -> PlayedRun:
        return FAILED

    async with fleet.worker(play) as (_, player):
        await fleet.until(id, "failed")

    assert player.played == [id, id]
    assert [attempt.outcome for attempt in (await read_attempts(fleet.database, [id]))[id]] == ["failed", "failed"]


async def test_runs_that_wait_are_cancelled_at_once_and_running_ones_by_their_workers(fleet: FleetRig) -> None:
    running, waiting = await fleet.submit(ordered("a"), ordered("b"))
    paused = Paused()
    async with fleet.worker(paused) as (_, player):
        await paused.begun.wait()
        await fleet.runs.cancel([running, waiting])
        row = await fleet.until(running, "cancelled")

    assert (row.why, (await fleet.row(waiting)).state) == ("cancelled while it ran", "cancelled")
    assert player.played == [running]


async def test_a_worker_of_a_large_fleet_finds_runs_and_cancelled_ones_without_being_told(
    fleet: FleetRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("askonce.fleet.worker._MOST_LISTENERS", 0)
    paused = Paused()
    async with fleet.worker(paused, times=LeaseTimes(0.1, 30.0)):
        (first,) = await fleet.submit()
        await fleet.until(first, "running")  # it is at work, and has looked
        paused.goes_on.set()
        await fleet.until(first, "passed")
        paused.goes_on.clear()
        (second,) = await fleet.submit()
        await fleet.until(second, "running")
        told = await fleet.database.rows(
            "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        )
        await fleet.runs.cancel([second])
        row = await fleet.until(second, "cancelled")

    assert (told, row.why) == ([], "cancelled while it ran")


async def test_a_cancelled_run_that_fails_before_its_worker_hears_of_it_is_not_tried_again(fleet: FleetRig) -> None:
    (id,) = await fleet.submit(retry=1)
    await fleet.runs.start(id, worker="w", job=(await fleet.row(id)).job or 0, lease=60.0)
    await fleet.runs.cancel([id])
    await fleet.runs.finish(id, 1, "failed", why="it broke")

    row = await fleet.row(id)
    assert (row.state, row.why) == ("cancelled", "cancelled while it ran")


async def test_what_a_run_says_keeps_no_worker_from_giving_signs(fleet: FleetRig) -> None:
    odd = "a\0b\ud800"
    done = PlayedRun("failed", odd, AttemptResult(result_type="failed", error=odd))

    async def play(run: StartedRun, gate: RunGate) -> PlayedRun:
        places[run.id] = odd
        while not (await fleet.row(run.id)).place.startswith("a"):  # noqa: ASYNC110 - nothing is told of a place
            await asyncio.sleep(0.01)
        return done

    (id,) = await fleet.submit()
    async with fleet.worker(play, times=LeaseTimes(0.05, 30.0)) as (worker, _):
        places = worker._places  # pyright: ignore[reportPrivateUsage]
        row = await fleet.until(id, "failed")

    (attempt,) = (await read_attempts(fleet.database, [id]))[id]
    assert (row.why, attempt.result and attempt.result.error) == ("a\\0b\\ud800", "a\\0b\\ud800")


async def test_a_worker_whose_heart_stumbles_goes_on(fleet: FleetRig, monkeypatch: pytest.MonkeyPatch) -> None:
    beat, broken = RunTable.beat, asyncio.Event()

    async def stumble(*arguments: Any) -> list[Held]:
        if not broken.is_set():
            broken.set()
            raise ValueError("a sign that nobody expected")
        return await beat(*arguments)

    monkeypatch.setattr(RunTable, "beat", stumble)
    async with fleet.worker(times=LeaseTimes(0.05, 30.0)):
        await broken.wait()
        (before,) = (await read_status(fleet.database)).workers
        while (await read_status(fleet.database)).workers[0].beat == before.beat:  # noqa: ASYNC110 - nor of a sign
            await asyncio.sleep(0.01)


async def test_a_run_of_another_version_fails_and_says_what_to_update(fleet: FleetRig) -> None:
    (id,) = await fleet.submit()
    await fleet.database.rows('UPDATE runs SET order_json = \'{"kind": "film"}\'')
    async with fleet.worker():
        row = await fleet.until(id, "failed")

    assert "update askonce on the machine of the worker" in row.why


async def test_a_cancelled_run_that_is_retried_is_played(fleet: FleetRig) -> None:
    (id,) = await fleet.submit()
    await fleet.runs.cancel([id])
    await fleet.runs.retry([id])
    async with fleet.worker():
        assert (await fleet.until(id, "passed")).attempt == 1


async def test_a_worker_that_stops_finishes_its_runs_and_takes_no_new_ones(fleet: FleetRig) -> None:
    first, second = await fleet.submit(ordered("a"), ordered("b"))
    paused = Paused()
    async with fleet.worker(paused) as (worker, player):
        await paused.begun.wait()
        worker.stop()
        paused.goes_on.set()
        await fleet.until(first, "passed")

    assert player.played == [first]
    assert (await fleet.row(second)).state == "waiting"


async def test_a_worker_that_is_stopped_twice_gives_its_runs_back_and_another_plays_them(fleet: FleetRig) -> None:
    (id,) = await fleet.submit()
    paused = Paused()
    async with fleet.worker(paused) as (worker, _):
        await paused.begun.wait()
        worker.stop()
        worker.stop()
        row = await fleet.until(id, "waiting")
    assert row.kills == 0
    assert "was stopped" in row.why

    async with fleet.worker():
        assert (await fleet.until(id, "passed")).attempt == 2


async def test_a_run_of_a_lost_worker_is_taken_over_once_and_the_old_worker_changes_nothing(fleet: FleetRig) -> None:
    (id,) = await fleet.submit()
    job = (await fleet.row(id)).job
    assert job is not None
    old = await fleet.runs.start(id, worker="gone", job=job, lease=0.3)
    assert old is not None

    async with fleet.worker(times=QUICK), fleet.worker(times=QUICK):
        row = await fleet.until(id, "passed")

    assert row.kills == 1
    # On a busy machine one of them may be late for its lease; it gives the run back then, and one takes it again.
    outcomes = [attempt.outcome for attempt in (await read_attempts(fleet.database, [id]))[id]]
    assert [outcome for outcome in outcomes if outcome != "given_back"] == ["lost", "passed"]
    assert not await fleet.runs.finish(id, old.attempt, "failed", why="too late")
    assert not await fleet.runs.give_back(id, old.attempt, why="too late")
    assert (await fleet.row(id)).state == "passed"


async def test_a_run_that_takes_three_workers_down_is_set_aside_with_its_evidence(fleet: FleetRig) -> None:
    (id,) = await fleet.submit()
    async with fleet.worker(times=QUICK, kinds=("android",)):  # one that only looks after others
        for number in (1, 2, 3):
            row = await fleet.until(id, "waiting")
            assert await fleet.runs.start(id, worker=f"w{number}", job=row.job or 0, lease=0.2)
            row = await fleet.until(id, "waiting", "set_aside")
        while "last trace" not in row.why:  # it is added when the run has been set aside
            row = await fleet.row(id)

    assert (row.state, row.kills) == ("set_aside", 3)
    assert all(f"worker w{number} was lost" in row.why for number in (1, 2, 3))
    assert await fleet.database.rows("SELECT id FROM procrastinate_jobs") == []


async def test_a_run_under_suspicion_is_played_alone(fleet: FleetRig) -> None:
    suspect, *others = await fleet.submit(*(ordered(str(number)) for number in range(4)))
    await fleet.database.rows(
        """UPDATE procrastinate_jobs SET args = args || '{"kills": 2}'
           WHERE id = (SELECT job FROM runs WHERE id = %(id)s)""",
        {"id": suspect},
    )
    inside: set[str] = set()
    beside: set[str] = set()

    async def play(run: StartedRun, gate: RunGate) -> PlayedRun:
        inside.add(run.id)
        await asyncio.sleep(0)
        beside.update(inside if suspect in inside else ())
        inside.discard(run.id)
        return PASSED

    async with fleet.worker(play, slots=4):
        await asyncio.gather(*(fleet.until(id, "passed") for id in (suspect, *others)))

    assert beside == {suspect}


async def test_a_run_whose_job_is_gone_is_queued_again(fleet: FleetRig) -> None:
    (id,) = await fleet.submit()
    await fleet.database.rows("DELETE FROM procrastinate_jobs")
    await fleet.database.rows("SELECT pg_sleep(0.1)")

    assert await queue_forgotten(fleet.database, fleet.runs, lease=0.05) == [id]
    assert await queue_forgotten(fleet.database, fleet.runs, lease=0.05) == []
    async with fleet.worker():
        await fleet.until(id, "passed")


async def test_what_no_worker_can_play_is_told(fleet: FleetRig) -> None:
    await fleet.submit(ordered("a", "android:pixel"), ordered("b", "web"))
    paused = Paused()
    async with fleet.worker(paused):
        await paused.begun.wait()
        assert (await read_status(fleet.database)).unserved == {"default/android:pixel": 1}
        paused.goes_on.set()
