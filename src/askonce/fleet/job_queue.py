"""The queue of a fleet: Procrastinate's jobs, each of which says that a run may be started.

A job that comes twice or too late changes nothing, because the table of runs is the truth.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, TypeVar

import psycopg
from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ConnectorException
from psycopg_pool import PoolTimeout

from askonce.errors import ConfigError
from askonce.fleet.fleet_database import Connection, FleetDatabase, use_schema
from askonce.lazy import dataclass, regex

TASK = "askonce.run"
_LONGEST = 40
"""Bytes of a name that Procrastinate can make a channel of PostgreSQL of."""
_QUEUE = regex(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}")
_LONGEST_LOCK = 200
AT_ONCE = 200
"""How many rows are written with one answer, which may take only so long."""
_PAUSE = 0.5

T = TypeVar("T")


def checked_queue(name: str) -> str:
    """The name of a queue, if it can be one."""
    if not _QUEUE.fullmatch(name):
        raise ConfigError(
            f"{name!r} cannot be the name of a queue",
            remedy="use up to 32 letters, digits, dots, dashes and underscores, such as e2e",
        )
    return name


def checked_lock(name: str) -> str:
    """The name of a lock, if it can be one."""
    if len(name) > _LONGEST_LOCK or not name.isprintable():
        raise ConfigError(
            f"{name[:40]!a} cannot be the name of a lock", remedy=f"use up to {_LONGEST_LOCK} printable characters"
        )
    return name


def job_queue(queue: str, need: str) -> str:
    """What Procrastinate calls the queue of those that need a kind of screen, or a device."""
    name = f"{queue}/{need}"
    if len(name.encode()) <= _LONGEST:
        return name
    return f"{queue[:19]}/{hashlib.sha256(name.encode()).hexdigest()[:20]}"


@dataclass(frozen=True, slots=True)
class QueuedJob:
    """A run to be queued."""

    run: str
    queue: str
    need: str
    priority: int = 0
    lock: str | None = None
    not_before: datetime | None = None
    kills: int = 0
    """How many workers were lost while they had it."""


class PatientConnector(PsycopgConnector):
    """Procrastinate's way to the database. While that is away it waits, so that workers need not end; it gives up
    once `is_patient` is taken away."""

    is_patient = False

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)  # pyright: ignore[reportUnknownMemberType]
        self.calls: dict[str, Callable[[], Awaitable[None]]] = {}
        """What is called when something is said on channels other than Procrastinate's. A worker hears all of them
        through one connection, as a thousand workers have a thousand times as many."""

    async def execute_query_async(self, query: Any, **arguments: Any) -> None:
        try:
            await self._repeated(lambda: super(PatientConnector, self).execute_query_async(query, **arguments))
        except ConnectorException as error:
            # Procrastinate finishes a job that was taken out of the queue together with what came of it.
            if not isinstance(error.__cause__, psycopg.errors.RaiseException):
                raise

    async def execute_query_one_async(self, query: Any, **arguments: Any) -> dict[str, Any]:
        return await self._repeated(lambda: super(PatientConnector, self).execute_query_one_async(query, **arguments))

    async def execute_query_all_async(self, query: Any, **arguments: Any) -> list[dict[str, Any]]:
        return await self._repeated(lambda: super(PatientConnector, self).execute_query_all_async(query, **arguments))

    async def listen_notify(self, on_notification: Any, channels: Iterable[str]) -> None:
        listed = [*channels, *self.calls]

        async def hear(*, channel: str, payload: str) -> None:
            if call := self.calls.get(channel):
                await call()
            else:
                await on_notification(channel=channel, payload=payload)

        await self._repeated(lambda: super(PatientConnector, self).listen_notify(hear, listed))

    async def _repeated(self, ask: Callable[[], Awaitable[T]]) -> T:
        while True:
            try:
                return await ask()
            except (ConnectorException, PoolTimeout, OSError, psycopg.OperationalError) as error:
                if not (self.is_patient and _is_away(error)):
                    raise
            await asyncio.sleep(_PAUSE)


def _is_away(error: BaseException) -> bool:
    away = (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout, OSError)
    return isinstance(error, away) or isinstance(error.__cause__, away)


class JobQueue:
    """Puts jobs into Procrastinate's queue, and takes them out."""

    def __init__(self, database: FleetDatabase, *, is_patient: bool = False) -> None:
        self.connector = PatientConnector(configure=use_schema)
        self.connector.is_patient = is_patient
        self.app = App(connector=self.connector)
        self._database = database

    async def open(self) -> None:
        await self.app.open_async(self._database.pool)

    async def listen(self) -> None:
        """Hear what is said to workers, where Procrastinate does not listen for jobs."""
        await self.connector.listen_notify(None, ())

    async def put(self, connection: Connection, jobs: Sequence[QueuedJob]) -> list[int]:
        """Queue jobs within a transaction; their numbers, in this order."""
        numbers: list[int] = []
        kept: tuple[Any, ...] = ()
        group: list[QueuedJob] = []
        for job in [*jobs, None]:
            same = (job.queue, job.need, job.priority, job.lock, job.not_before) if job else ()
            if group and (same != kept or len(group) == AT_ONCE):
                numbers += await self._put_alike(connection, group)
                group = []
            kept = same
            if job:
                group.append(job)
        if len(jobs) >= AT_ONCE:  # as long as the database does not know how many wait, a worker reads them all
            await connection.execute("ANALYZE procrastinate_jobs")
        return numbers

    async def _put_alike(self, connection: Connection, jobs: Sequence[QueuedJob]) -> list[int]:
        first = jobs[0]
        deferrer = self.app.configure_task(
            TASK,
            queue=job_queue(first.queue, first.need),
            priority=first.priority,
            lock=first.lock,
            schedule_at=first.not_before,
            connection=connection,
        )
        return await deferrer.batch_defer_async(*(dict[str, Any](run=job.run, kills=job.kills) for job in jobs))

    @staticmethod
    async def remove(connection: Connection, jobs: Sequence[int]) -> None:
        """Take out jobs, also of workers that are gone."""
        await connection.execute("DELETE FROM procrastinate_jobs WHERE id = ANY(%s)", (list(jobs),))

    async def unlock(self, connection: Connection, job: int, lock: str) -> None:
        """Take out a job with its lock, and wake those that can play what waits for it: Procrastinate tells them only
        of new jobs."""
        await self.remove(connection, [job])
        await connection.execute(
            """SELECT pg_notify('procrastinate_queue_v1#' || queue_name,
                                json_build_object('type', 'job_inserted', 'job_id', min(id))::text)
               FROM procrastinate_jobs WHERE lock = %s AND status = 'todo' GROUP BY queue_name""",
            (lock,),
        )
