from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from fleet_rig import FleetRig, ordered

from askonce.errors import ConfigError, FleetError
from askonce.fleet.schedules import add_schedule, next_time, read_schedules, remove_schedules, submit_due
from askonce.fleet.submission import Submission


@pytest.fixture
async def fleet(fleet_url: str) -> AsyncIterator[FleetRig]:
    async with FleetRig.opened(fleet_url) as rig:
        yield rig


NIGHTLY = Submission(runs=(ordered("a.yaml"), ordered("b.yaml")), queue="nightly")


async def count_runs(fleet: FleetRig) -> int:
    return (await fleet.database.rows("SELECT count(*)::int AS number FROM runs WHERE queue = 'nightly'"))[0]["number"]


async def test_a_due_time_is_submitted_once_however_many_workers_see_it(fleet: FleetRig) -> None:
    schedule = await add_schedule(fleet.database, "0 6 * * *", NIGHTLY)
    assert await submit_due(fleet.database, fleet.queue) == []
    await fleet.database.rows("UPDATE schedules SET next_at = now() - interval '1 second'")

    seen = await asyncio.gather(*(submit_due(fleet.database, fleet.queue) for _ in range(6)))

    ((id, batch),) = [one for several in seen for one in several]
    assert (id, await count_runs(fleet)) == (schedule.id, 2)
    (after,) = await read_schedules(fleet.database)
    assert after.last_batch == batch
    assert after.next_at > datetime.now(UTC)


async def test_times_that_passed_while_nobody_was_up_are_one_time(fleet: FleetRig) -> None:
    await add_schedule(fleet.database, "* * * * *", NIGHTLY)
    await fleet.database.rows("UPDATE schedules SET next_at = now() - interval '3 days'")

    assert len(await submit_due(fleet.database, fleet.queue)) == 1
    assert await submit_due(fleet.database, fleet.queue) == []


async def test_a_schedule_that_was_cancelled_submits_nothing(fleet: FleetRig) -> None:
    schedule = await add_schedule(fleet.database, "0 6 * * *", NIGHTLY)
    await fleet.database.rows("UPDATE schedules SET next_at = now() - interval '1 second'")

    assert await remove_schedules(fleet.database, [schedule.id, "none"]) == [schedule.id]
    assert await submit_due(fleet.database, fleet.queue) == []


def test_times_are_those_of_utc() -> None:
    after = datetime(2026, 11, 17, 5, 59, tzinfo=UTC)
    assert next_time("0 6 * * 1-5", after) == after + timedelta(minutes=1)


@pytest.mark.parametrize("cron", ["", "every day", "0 6 * *", "61 * * * *", "* * * * * *", "R 6 * * *", "0 1,r * * *"])
async def test_what_is_no_schedule_is_refused_with_an_example(cron: str, fleet: FleetRig) -> None:
    with pytest.raises(ConfigError, match=r"(?s)is not a schedule.*0 6 \* \* 1-5"):
        await add_schedule(fleet.database, cron, NIGHTLY)


async def test_a_day_that_never_comes_is_refused(fleet: FleetRig) -> None:
    with pytest.raises(ConfigError, match="never comes"):
        await add_schedule(fleet.database, "0 0 31 2 *", NIGHTLY)


async def test_a_schedule_of_another_version_is_told_and_holds_up_no_other(fleet: FleetRig) -> None:
    await add_schedule(fleet.database, "0 6 * * *", NIGHTLY)
    await add_schedule(fleet.database, "0 7 * * *", NIGHTLY)
    await fleet.database.rows("UPDATE schedules SET next_at = now() - interval '1 second'")
    await fleet.database.rows("UPDATE schedules SET submission_json = '{}' WHERE cron = '0 6 * * *'")

    with pytest.raises(FleetError, match="another version"):
        await submit_due(fleet.database, fleet.queue)

    assert await count_runs(fleet) == 2
