from __future__ import annotations

from fleet_rig import FleetRig, ordered

from askonce.fleet.job_queue import AT_ONCE


async def test_a_large_batch_is_written_in_parts_and_each_job_starts_its_run(fleet_url: str) -> None:
    async with FleetRig.opened(fleet_url) as fleet:
        ids = await fleet.submit(*(ordered(f"{number}.yaml") for number in range(2 * AT_ONCE + 1)))

        (right,) = await fleet.database.rows(
            """SELECT array_agg(runs.id ORDER BY runs.job) AS ids FROM runs
               JOIN procrastinate_jobs AS jobs ON jobs.id = runs.job AND jobs.args->>'run' = runs.id"""
        )
        (known,) = await fleet.database.rows(
            "SELECT reltuples::int AS waiting FROM pg_class WHERE oid = 'procrastinate_jobs'::regclass"
        )
    assert (right["ids"], known["waiting"]) == (ids, len(ids))
