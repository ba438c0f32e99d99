"""A run of a queue that has spent its share waits for the next day, or until the limit is raised."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from fleet_rig import PASSED, FleetRig

from askonce.fleet.postponed_runs import release_postponed
from askonce.fleet.queue_limits import QueueLimit, QueueLimits
from askonce.fleet.run_lease import RunGate
from askonce.fleet.run_play import PlayedRun
from askonce.fleet.run_rows import AttemptResult
from askonce.fleet.run_table import StartedRun
from askonce.trace.usage import Usage


async def test_a_run_that_was_postponed_goes_on_once_its_queue_may_spend_more(fleet_url: str) -> None:
    tomorrow = datetime.now(UTC) + timedelta(days=1)

    async def play(run: StartedRun, gate: RunGate) -> PlayedRun:
        if run.attempt == 1:
            return PlayedRun("postponed", "used up", AttemptResult(result_type="notExecuted"), tomorrow)
        return PASSED

    async with FleetRig.opened(fleet_url) as rig:
        limits = QueueLimits(rig.database)
        await limits.set("default", QueueLimit(calls=1))
        await limits.settle(None, "default", Usage(1, 10))
        (run,) = await rig.submit()
        async with rig.worker(play):
            row = await rig.until(run, "postponed")
            assert row.not_before == tomorrow
            assert await release_postponed(rig.database, rig.runs, "default") == []
            await limits.set("default", QueueLimit(calls=9))
            assert await release_postponed(rig.database, rig.runs, "default") == [run]
            await rig.until(run, "passed")
