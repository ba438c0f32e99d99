"""Submissions that are repeated at set times.

A due time is deferred once, by whichever worker sees it first. Times that passed while no worker was up are one time.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from croniter import CroniterBadDateError, croniter
from pydantic import ValidationError

from askonce.errors import ConfigError, FleetError
from askonce.fleet.fleet_database import FleetDatabase
from askonce.fleet.job_queue import JobQueue
from askonce.fleet.submission import Submission, add_batch, new_id
from askonce.fleet.submission_key import keep_key, send_once
from askonce.lazy import dataclass, regex

_CHANCE = regex(r"(?i)(?:^|[\s,])r")
"""What croniter takes for a time by chance: another one each time that it is asked."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """What is submitted at which times."""

    id: str
    cron: str
    queue: str
    names: list[str]
    """Of the scripts and programs."""
    created: datetime
    next_at: datetime
    last_at: datetime | None
    last_batch: str | None

    @staticmethod
    def of(row: dict[str, Any]) -> Schedule:
        return Schedule(**{name: row[name] for name in Schedule.__annotations__})


def next_time(cron: str, after: datetime) -> datetime:
    """The first time of a cron expression after another, in UTC."""
    return croniter(cron, after.astimezone(UTC)).get_next(datetime)


def checked_cron(cron: str) -> str:
    if len(cron.split()) != 5 or not croniter.is_valid(cron) or _CHANCE.search(cron):
        raise ConfigError(
            f"{cron!r} is not a schedule",
            remedy="write minute, hour, day, month and weekday, such as '0 6 * * 1-5' for six on workdays (UTC)",
        )
    try:
        next_time(cron, datetime.now(UTC))
    except CroniterBadDateError:
        raise ConfigError(f"{cron!r} never comes", remedy="name a day that its month has") from None
    return cron


async def add_schedule(database: FleetDatabase, cron: str, submission: Submission, *, key: str = "") -> Schedule:
    """Submit at these times from now on; once under a `key`."""
    checked_cron(cron)
    text = submission.model_dump_json()

    async def send(key: str) -> Schedule:
        async with database.transaction() as connection:
            id = f"s{new_id()}"
            made = await keep_key(connection, key, f"{cron}\n{text}", id)
            if made == id:
                found = await (await connection.execute("SELECT now() AS moment")).fetchone()
                assert found
                await connection.execute(
                    """INSERT INTO schedules (id, cron, queue, names, submission_json, next_at)
                       VALUES (%(id)s, %(cron)s, %(queue)s, %(names)s, %(submission)s, %(next_at)s)""",
                    {
                        "id": id,
                        "cron": cron,
                        "queue": submission.queue,
                        "names": [run.order.name for run in submission.runs],
                        "submission": text,
                        "next_at": next_time(cron, found["moment"]),
                    },
                )
            row = await (await connection.execute("SELECT * FROM schedules WHERE id = %s", (made,))).fetchone()
            assert row, "the key of a schedule goes with it"
            return Schedule.of(row)

    return await send_once(key, send)


async def read_schedules(database: FleetDatabase) -> list[Schedule]:
    return [Schedule.of(row) for row in await database.rows("SELECT * FROM schedules ORDER BY next_at, id")]


async def remove_schedules(database: FleetDatabase, ids: Sequence[str]) -> list[str]:
    """End schedules; returns those that there were."""
    rows = await database.rows(
        """WITH ended AS (DELETE FROM schedules WHERE id = ANY(%(ids)s) RETURNING id),
               keys AS (DELETE FROM submissions USING ended WHERE made = ended.id)
           SELECT id FROM ended""",
        {"ids": list(ids)},
    )
    return [row["id"] for row in rows]


async def submit_due(database: FleetDatabase, queue: JobQueue) -> list[tuple[str, str]]:
    """Submit what is due, each time once however many ask; returns ids of schedules and of their new batches."""
    done: list[tuple[str, str]] = []
    unreadable: list[str] = []
    async with database.transaction() as connection:
        cursor = await connection.execute(
            """SELECT id, cron, submission_json, now() AS moment FROM schedules
               WHERE next_at <= now() ORDER BY id FOR UPDATE SKIP LOCKED"""
        )
        for row in await cursor.fetchall():
            try:
                submission = Submission.model_validate_json(row["submission_json"])
            except ValidationError:
                unreadable.append(row["id"])
                continue
            ids = await add_batch(connection, queue, submission, schedule=row["id"])
            batch = ids[0].partition("-")[0]
            await connection.execute(
                "UPDATE schedules SET last_at = now(), last_batch = %s, next_at = %s WHERE id = %s",
                (batch, next_time(row["cron"], row["moment"]), row["id"]),
            )
            done.append((row["id"], batch))
    if unreadable:
        raise FleetError(
            f"schedules of another version of askonce cannot be read here: {', '.join(unreadable)}",
            remedy="update askonce on this machine",
        )
    return done
