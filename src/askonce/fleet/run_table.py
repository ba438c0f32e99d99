"""The table of runs, which is the truth about them.

A run is started by the one statement that raises its attempt, and every later statement of its worker names that
attempt: a worker that lost the run, or a job that comes twice, changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from pydantic import ValidationError

from askonce.fleet.fleet_database import Connection, FleetDatabase
from askonce.fleet.held_devices import FleetDevice
from askonce.fleet.job_queue import JobQueue, QueuedJob
from askonce.fleet.run_order import RunOrder
from askonce.fleet.run_rows import OVER, SELECTED, Answer, AttemptResult, RunRow, RunState, storable
from askonce.lazy import dataclass

CANCELS = "askonce_fleet_cancels"
"""Where workers are told that a run is to end. Nothing is told of each run: PostgreSQL wakes all that listen, whatever
they listen to, so that a run would cost more with each worker that there is."""
# What happens for each run is one statement: one question and one answer, and nothing that a lost worker leaves half.
_START = f"""
WITH started AS (
    UPDATE runs SET state = 'running', attempt = attempt + 1, worker = %(worker)s, beat = now(), lease = %(lease)s,
        started = now(), ended = NULL, why = '', place = '', not_before = NULL
    WHERE id = %(run)s AND job = %(job)s AND (
        state IN ('waiting', 'postponed') OR (state = 'running' AND worker = %(worker)s)
    ) RETURNING {SELECTED}, order_json, answer, asked_attempt
), written AS (
    INSERT INTO attempts (run, attempt, worker) SELECT id, attempt, worker FROM started
)
SELECT started.*, lost.worker AS lost_worker
FROM started LEFT JOIN attempts AS lost
    ON lost.run = started.id AND lost.attempt = started.attempt - 1 AND lost.outcome = 'lost'
"""
_FINISH = """
WITH ended AS (
    UPDATE runs SET state = %(state)s, ended = now(), why = %(why)s, place = '', answer = ''
    WHERE id = %(run)s AND attempt = %(attempt)s AND state = 'running'
        AND NOT (%(state)s = 'failed' AND retries_left > 0)
    RETURNING id, job, lock
), written AS (
    UPDATE attempts SET ended = now(), outcome = %(state)s, why = %(why)s, result_json = %(result)s
    FROM ended WHERE run = ended.id AND attempt = %(attempt)s
)
SELECT job, lock FROM ended
"""


@dataclass(frozen=True, slots=True)
class StartedRun:
    """A run that a worker has started."""

    row: RunRow
    order: RunOrder
    answer: Answer
    lost_worker: str
    """The worker from which it was taken over; empty if there was none."""
    asked_attempt: int = 0
    """The attempt after which the answer was given."""
    device: FleetDevice | None = None
    """The one that it is played on."""

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def attempt(self) -> int:
        return self.row.attempt


@dataclass(frozen=True, slots=True)
class Held:
    """A run that a worker still has."""

    run: str
    attempt: int
    cancel_wanted: bool


class RunTable:
    """The runs of a fleet, and their jobs in the queue."""

    def __init__(self, database: FleetDatabase, queue: JobQueue) -> None:
        self._database = database
        self._queue = queue

    async def start(self, run: str, *, worker: str, job: int, lease: float) -> StartedRun | None:
        """Start a run for a worker; None if it is not to be started by this job. Asked again, it starts again."""
        given = {"run": run, "worker": worker, "job": job, "lease": lease}
        for found in await self._database.rows(_START, given):
            try:
                order = RunOrder.model_validate_json(found["order_json"])
            except ValidationError:
                why = (
                    f"it was submitted by another version of askonce, and the worker {worker} cannot read it\n"
                    "  → update askonce on the machine of the worker, and retry the run"
                )
                await self.finish(run, found["attempt"], "failed", why=why)
                return None
            lost = found["lost_worker"] or ""
            return StartedRun(RunRow.of(found), order, found["answer"], lost, found["asked_attempt"])
        return None

    async def finish(
        self, run: str, attempt: int, state: RunState, *, why: str = "", result: AttemptResult | None = None
    ) -> bool:
        """Write down how an attempt ended. A failed run is queued again while it has retries. False if the run is
        another's by now."""
        text = result.model_dump_json() if result else None
        given = {"run": run, "attempt": attempt, "state": state, "why": storable(why), "result": text}
        for row in await self._database.rows(_FINISH, given):
            if row["lock"]:
                async with self._database.transaction() as connection:
                    await self._queue.unlock(connection, row["job"], row["lock"])
            return True
        async with self._database.transaction() as connection:
            row = await _held(connection, run, attempt)
            if row is None:
                return await _has_ended(connection, run, attempt, state)
            await _end_attempt(connection, run, attempt, state, why, text)
            await connection.execute("UPDATE runs SET retries_left = retries_left - 1 WHERE id = %s", (run,))
            await self.put_back(connection, row, why=f"failed, and is tried again: {why}")
            return True

    async def give_back(
        self, run: str, attempt: int, *, why: str, not_before: datetime | None = None, kills: int = 0
    ) -> bool:
        """Queue a run again that its worker does not finish. With a time it is postponed until then; `kills` is how
        many workers or devices went away with it."""
        async with self._database.transaction() as connection:
            row = await _held(connection, run, attempt)
            if row is None:
                return await _has_ended(connection, run, attempt, "given_back")
            await _end_attempt(connection, run, attempt, "given_back", why, None)
            await self.put_back(connection, row, why=why, not_before=not_before, kills=kills)
            return True

    async def put_back(
        self, connection: Connection, row: RunRow, *, why: str, not_before: datetime | None = None, kills: int = 0
    ) -> None:
        """Let a run wait again, within a transaction that holds its row, or end where somebody has cancelled it. Its
        old job is taken out of the queue."""
        if row.job is not None:
            await self._queue.remove(connection, [row.job])
        if row.cancel_wanted:
            await connection.execute(
                """UPDATE runs SET state = 'cancelled', ended = now(), why = 'cancelled while it ran', place = ''
                   WHERE id = %s""",
                (row.id,),
            )
            return
        again = QueuedJob(row.id, row.queue, row.need, row.priority, row.lock, not_before, kills or row.kills)
        (job,) = await self._queue.put(connection, [again])
        await connection.execute(
            """UPDATE runs SET state = %(state)s, job = %(job)s, why = %(why)s, not_before = %(not_before)s, place = '',
               kills = %(kills)s, ended = NULL WHERE id = %(run)s""",
            {
                "state": "postponed" if not_before else "waiting",
                "job": job,
                "why": storable(why),
                "not_before": not_before,
                "kills": kills or row.kills,
                "run": row.id,
            },
        )

    async def cancel(self, runs: Sequence[str]) -> list[RunRow]:
        """End runs that are not over: at once where they wait, by their workers where they run. Returns them."""
        async with self._database.transaction() as connection:
            ended = OVER - {"needs_answer"}
            rows = [row for row in await locked_rows(connection, runs) if row.state not in ended]
            idle = [row for row in rows if row.state != "running"]
            await self._queue.remove(connection, [row.job for row in idle if row.job is not None])
            await connection.execute(
                """UPDATE runs SET state = 'cancelled', ended = now(),
                       why = 'cancelled before it ' || CASE attempt WHEN 0 THEN 'was started' ELSE 'went on' END
                   WHERE id = ANY(%s)""",
                ([row.id for row in idle],),
            )
            active = [row.id for row in rows if row.state == "running"]
            await connection.execute("UPDATE runs SET cancel_wanted = true WHERE id = ANY(%s)", (active,))
            if active:
                await connection.execute("SELECT pg_notify(%s, '')", (CANCELS,))
            return rows

    async def retry(self, runs: Sequence[str], answer: Answer = "") -> list[RunRow]:
        """Queue runs again that did not pass. Returns those that were."""
        async with self._database.transaction() as connection:
            rows = [row for row in await locked_rows(connection, runs) if row.state in OVER - {"passed"}]
            await connection.execute(
                """UPDATE runs SET kills = 0, cancel_wanted = false, answer = %s, asked_attempt = attempt,
                   submitted = now()
                   WHERE id = ANY(%s)""",
                (answer, [row.id for row in rows]),
            )
            for row in rows:
                await self.put_back(connection, replace(row, kills=0, cancel_wanted=False), why="")
            return rows

    async def beat(self, connection: Connection, worker: str, held: Sequence[tuple[str, int, str]]) -> list[Held]:
        """Say that a worker lives and has these runs: their ids, attempts and places. Returns those that it has."""
        ids, attempts, places = (list(column) for column in zip(*sorted(held), strict=True)) if held else ([], [], [])
        cursor = await connection.execute(
            """WITH alive AS (
                   UPDATE workers SET beat = now(), steady_since =
                       CASE WHEN beat < now() - make_interval(secs => lease / 2) THEN now() ELSE steady_since END
                   WHERE id = %s)
               UPDATE runs SET beat = now(), place = mine.place
               FROM unnest(%s::text[], %s::int[], %s::text[]) AS mine (id, attempt, place)
               WHERE runs.id = mine.id AND runs.attempt = mine.attempt AND runs.state = 'running'
               RETURNING runs.id, runs.attempt, runs.cancel_wanted""",
            (worker, ids, attempts, list(map(storable, places))),
        )
        return [Held(row["id"], row["attempt"], row["cancel_wanted"]) for row in await cursor.fetchall()]


async def locked_rows(connection: Connection, runs: Sequence[str]) -> list[RunRow]:
    """The rows of runs, which nobody else changes until the transaction ends."""
    cursor = await connection.execute(
        f"SELECT {SELECTED} FROM runs WHERE id = ANY(%s) ORDER BY id FOR UPDATE",
        (list(runs),),
    )
    return [RunRow.of(row) for row in await cursor.fetchall()]


async def _held(connection: Connection, run: str, attempt: int) -> RunRow | None:
    rows = await locked_rows(connection, [run])
    return rows[0] if rows and rows[0].state == "running" and rows[0].attempt == attempt else None


async def _has_ended(connection: Connection, run: str, attempt: int, outcome: str) -> bool:
    """Whether an attempt has ended like this already: then an answer was lost, and it was asked again."""
    query = "SELECT 1 AS found FROM attempts WHERE run = %s AND attempt = %s AND outcome = %s"
    return await (await connection.execute(query, (run, attempt, outcome))).fetchone() is not None


async def _end_attempt(
    connection: Connection, run: str, attempt: int, outcome: str, why: str, result: str | None
) -> None:
    await connection.execute(
        "UPDATE attempts SET ended = now(), outcome = %s, why = %s, result_json = %s WHERE run = %s AND attempt = %s",
        (outcome, storable(why), result, run, attempt),
    )
