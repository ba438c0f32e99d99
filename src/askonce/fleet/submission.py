"""Puts runs into the queue of a fleet."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from pydantic import BaseModel, ConfigDict

from askonce.diagnostics.source_text import SourceError
from askonce.errors import ConfigError
from askonce.fleet.fleet_database import Connection, FleetDatabase
from askonce.fleet.job_queue import AT_ONCE, JobQueue, QueuedJob
from askonce.fleet.run_order import RunOrder
from askonce.fleet.submission_key import keep_key, send_once
from askonce.script.script_yaml import parse_script, texts_in
from askonce.values import Mask, Secret

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Those that nobody takes for others."""


class OrderedRun(BaseModel):
    """A run to be queued: what it does, and what it needs for that."""

    model_config = ConfigDict(frozen=True)

    order: RunOrder
    need: str
    """A kind of screen, and after a colon a device or a label: `web`, `android:pixel`."""


class Submission(BaseModel):
    """Runs that are submitted together."""

    model_config = ConfigDict(frozen=True)

    runs: tuple[OrderedRun, ...]
    queue: str = "default"
    priority: int = 0
    """Higher ones first."""
    lock: str | None = None
    """Runs with the same one are never played at the same time."""
    retry: int = 0
    """How often to retry a failed one."""

    def refuse_unwritable(self) -> None:
        """Raise if something of it is no text that can be written down, such as a name in another encoding."""
        for run in self.runs:
            try:
                run.model_dump_json()
            except ValueError:
                raise ConfigError(
                    f"{run.order.name!a} cannot be submitted: it has characters that UTF-8 cannot hold",
                    remedy="look for them in its name, its variables and --device",
                ) from None
            for name, value in run.order.variables.items():
                if not _is_finite(value):
                    raise ConfigError(
                        f"{run.order.name} cannot be submitted: the variable {name} has a number that is none",
                        remedy="write NaN and Infinity as texts: --var 'name=\"NaN\"'",
                    )

    def refuse_secrets(self, known: Mapping[str, Secret], key: str = "") -> None:
        """Raise if something that would be written down holds the value of a known secret; also the `key`."""
        options = {"--queue": self.queue, "--lock": self.lock or "", "--key": key}
        for name, secret in known.items():
            mask = Mask()
            mask.learn({name: secret})
            for option, text in options.items():
                if mask.hides(text):
                    raise ConfigError(
                        f"{option} holds the value of the secret {name}, and anybody can see it",
                        remedy="choose another name",
                    )
            for run in self.runs:
                for what, text in _texts(run):
                    if mask(text) != text:
                        raise ConfigError(
                            f"{run.order.name} cannot be submitted: {what} holds the value of the secret {name}",
                            remedy=f"write {{{name}}} there and pass --secret {name}: workers know the value",
                        )


def _is_finite(value: object) -> bool:
    """Whether JSON has all numbers of a value."""
    try:
        json.dumps(value, allow_nan=False)
    except ValueError:
        return False
    return True


def _texts(run: OrderedRun) -> Iterable[tuple[str, str]]:
    order = run.order
    yield "its text", order.text
    if order.kind == "script":
        with suppress(SourceError):
            yield "its text", "\n".join(texts_in(parse_script(order.text)))
    yield "its name", order.name
    for name, value in order.variables.items():
        yield (
            f"the variable {name}",
            RunOrder(kind="script", name="", text="", variables={name: value}).model_dump_json(),
        )
    yield "an option of its screen", order.model_dump_json(include={"overlays", "screen"})
    yield "a setting", order.model_dump_json(include={"settings"})
    yield "--env", order.model_dump_json(include={"sent"})
    yield "--device", run.need
    yield "--recordings", order.recordings or ""
    yield "--secret", order.model_dump_json(include={"secrets"})


def new_id() -> str:
    """An id that people can type."""
    return "".join(secrets.choice(_LETTERS) for _ in range(5))


async def submit(database: FleetDatabase, queue: JobQueue, submission: Submission, *, key: str = "") -> list[str]:
    """Queue the runs of a batch, all or none, and once under a `key`; returns their ids, which begin with that of the
    batch."""

    async def send(key: str) -> list[str]:
        async with database.transaction() as connection:
            batch = await _free_id(connection)
            made = await keep_key(connection, key, submission.model_dump_json(), batch)
            if made == batch:
                return await add_batch(connection, queue, submission, batch)
            cursor = await connection.execute("SELECT id FROM runs WHERE batch = %s ORDER BY number", (made,))
            return [row["id"] for row in await cursor.fetchall()]

    return await send_once(key, send)


async def add_batch(
    connection: Connection, queue: JobQueue, submission: Submission, batch: str = "", *, schedule: str | None = None
) -> list[str]:
    """Queue the runs of a batch within a transaction."""
    batch = batch or await _free_id(connection)
    ids = [f"{batch}-{number}" for number in range(1, len(submission.runs) + 1)]
    jobs = await queue.put(
        connection,
        [
            QueuedJob(id, submission.queue, run.need, submission.priority, submission.lock)
            for id, run in zip(ids, submission.runs, strict=True)
        ],
    )
    cursor = connection.cursor()
    rows = [
        _row(id, batch, number, run, job, submission, schedule)
        for number, (id, run, job) in enumerate(zip(ids, submission.runs, jobs, strict=True), 1)
    ]
    for start in range(0, len(rows), AT_ONCE):
        await cursor.executemany(_INSERT, rows[start : start + AT_ONCE])
    return ids


_INSERT = """
INSERT INTO runs (id, batch, number, queue, need, name, priority, lock, schedule, order_json, retries_left, job)
VALUES (%(id)s, %(batch)s, %(number)s, %(queue)s, %(need)s, %(name)s, %(priority)s, %(lock)s, %(schedule)s,
        %(order)s, %(retry)s, %(job)s)
"""


def _row(
    id: str, batch: str, number: int, run: OrderedRun, job: int, submission: Submission, schedule: str | None
) -> dict[str, Any]:
    return {
        "id": id,
        "batch": batch,
        "number": number,
        "queue": submission.queue,
        "need": run.need,
        "name": run.order.name,
        "priority": submission.priority,
        "lock": submission.lock,
        "schedule": schedule,
        "order": run.order.model_dump_json(exclude_defaults=True),
        "retry": submission.retry,
        "job": job,
    }


async def _free_id(connection: Connection) -> str:
    while True:
        id = new_id()
        found = await connection.execute("SELECT 1 AS found FROM runs WHERE batch = %s LIMIT 1", (id,))
        if await found.fetchone() is None:
            return id


async def needs_served(database: FleetDatabase, queue: str, needs: Sequence[str]) -> dict[str, bool]:
    """Whether a worker is up that plays what needs these, in a queue."""
    rows = await database.rows(
        """SELECT needs FROM workers
           WHERE %(queue)s = ANY(queues) AND beat > now() - make_interval(secs => lease)""",
        {"queue": queue},
    )
    served = {need for row in rows for need in row["needs"]}
    return {need: need in served for need in needs}
