"""What is submitted under one key is submitted once, whatever becomes of the answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from cut_line import CutLine
from fleet_rig import FleetRig, ordered
from postgres import Postgres

from askonce.errors import ConfigError, FleetUnavailable
from askonce.fleet.schedules import add_schedule, read_schedules, remove_schedules
from askonce.fleet.submission import Submission, submit
from askonce.fleet.submission_key import send_once

TWO = Submission(runs=(ordered("a.yaml"), ordered("b.yaml")))


@pytest.fixture
async def fleet(fleet_url: str) -> AsyncIterator[FleetRig]:
    async with FleetRig.opened(fleet_url) as rig:
        yield rig


async def count_runs(fleet: FleetRig) -> int:
    return (await fleet.database.rows("SELECT count(*)::int AS number FROM runs"))[0]["number"]


async def test_what_is_submitted_is_there_once_although_the_answer_is_lost(
    fleet: FleetRig, postgres: Postgres, fleet_url: str
) -> None:
    line, database = CutLine(postgres.port), fleet_url.rpartition("/")[2]
    async with line.open(), FleetRig.opened(postgres.url(database, line.port)) as cut_off:
        line.lose_answer(b"INSERT INTO submissions", b"COMMIT")
        ids = await submit(cut_off.database, cut_off.queue, TWO)
        assert line.unanswered == []
        line.lose_answer(b"INSERT INTO submissions", b"COMMIT")
        schedule = await add_schedule(cut_off.database, "0 6 * * *", TWO)
        assert line.unanswered == []

    assert [row["id"] for row in await fleet.database.rows("SELECT id FROM runs ORDER BY number")] == ids
    assert [each.id for each in await read_schedules(fleet.database)] == [schedule.id]


async def test_all_that_submit_the_same_under_one_key_get_the_same_runs(fleet: FleetRig) -> None:
    found = await asyncio.gather(*(submit(fleet.database, fleet.queue, TWO, key="build 7") for _ in range(4)))

    assert len({tuple(ids) for ids in found}) == 1
    assert await count_runs(fleet) == 2
    with pytest.raises(ConfigError, match=rf"(?s)build 7: {found[0][0][:5]}.*another key"):
        await submit(fleet.database, fleet.queue, TWO.model_copy(update={"queue": "e2e"}), key="build 7")
    assert await count_runs(fleet) == 2


async def test_the_key_of_a_schedule_that_has_ended_is_free_again(fleet: FleetRig) -> None:
    first, same = [await add_schedule(fleet.database, "0 6 * * *", TWO, key="smoke") for _ in range(2)]
    await remove_schedules(fleet.database, [first.id])
    second = await add_schedule(fleet.database, "0 7 * * *", TWO, key="smoke")

    assert (first.id == same.id, first.id == second.id) == (True, False)
    assert [each.cron for each in await read_schedules(fleet.database)] == ["0 7 * * *"]


async def test_who_gives_up_is_told_the_key_to_go_on_with() -> None:
    async def send(key: str) -> None:
        raise FleetUnavailable("the line is dead")

    with pytest.raises(FleetUnavailable, match=r"(?s)the line is dead; whether.*--key build-7 "):
        await send_once("build-7", send, patience=0.0)
