"""Takes over the runs of workers that were lost, and finds runs that were left without a job that starts them.

A run that its workers do not survive is set aside with what is known of it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from askonce.fleet.fleet_database import Connection, FleetDatabase
from askonce.fleet.run_rows import SELECTED, RunRow, storable
from askonce.fleet.run_table import RunTable, locked_rows
from askonce.lazy import dataclass

MOST_KILLS = 3
_SWEEP_LOCK = 0x61736B6F6E6366
"""The advisory lock of the one that looks for runs without a job."""

_LEFT_JOBS = """
DELETE FROM procrastinate_jobs AS jobs
WHERE status = 'doing'
  AND NOT EXISTS (
    SELECT FROM procrastinate_workers AS owners
    WHERE owners.id = jobs.worker_id AND owners.last_heartbeat > now() - make_interval(secs => %(lease)s))
  AND NOT EXISTS (
    SELECT FROM runs WHERE runs.job = jobs.id AND state IN ('waiting', 'running', 'postponed'))
"""
"""Jobs of lost workers whose runs are over. They would keep their locks for ever."""


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A run whose worker was lost."""

    run: RunRow
    state: str
    """What it is now: waiting, cancelled, set_aside."""


async def take_over(database: FleetDatabase, runs: RunTable, *, most_kills: int = MOST_KILLS) -> list[TakenOver]:
    """Let the runs of lost workers wait again, each once however many ask for it.

    Nobody is lost because nobody could give a sign: after a start of the database, and after a time in which no sign of
    any worker arrived, those that live have as long as a lease to come back. A worker with a longer lease than that of
    the run does not notice short times of that kind, and so judges nobody before its own lease has passed. A worker
    whose signs arrive is alive, so that a run that it lost is not blamed for it.
    """
    async with database.transaction() as connection:
        cursor = await connection.execute(
            f"""SELECT {SELECTED} FROM runs
                WHERE state = 'running' AND beat < now() - make_interval(secs => lease)
                  AND pg_postmaster_start_time() < now() - make_interval(secs => lease)
                  AND EXISTS (
                    SELECT FROM workers AS steady WHERE steady.beat > now() - make_interval(secs => steady.lease)
                      AND greatest(runs.beat, steady.steady_since)
                          <= now() - make_interval(secs => greatest(runs.lease, steady.lease)))
                ORDER BY id LIMIT 50 FOR UPDATE SKIP LOCKED"""
        )
        rows = [RunRow.of(row) for row in await cursor.fetchall()]
        return [TakenOver(row, await _take(connection, runs, row, most_kills)) for row in rows]


async def _take(connection: Connection, runs: RunTable, row: RunRow, most_kills: int) -> str:
    kills = row.kills + (0 if await _is_alive(connection, row.worker) else 1)
    lost = f"worker {row.worker} was lost" + (f" at: {row.place}" if row.place else "")
    await connection.execute(
        "UPDATE attempts SET ended = now(), outcome = 'lost', why = %s WHERE run = %s AND attempt = %s",
        (lost, row.id, row.attempt),
    )
    if row.cancel_wanted:
        await runs.put_back(connection, row, why=lost)
        return "cancelled"
    if kills < most_kills:
        await runs.put_back(connection, row, why=f"taken over after {lost}", kills=kills)
        return "waiting"
    if row.job is not None:
        await connection.execute("DELETE FROM procrastinate_jobs WHERE id = %s", (row.job,))
    await connection.execute(
        "UPDATE runs SET state = 'set_aside', kills = %s, why = %s, ended = now() WHERE id = %s",
        (kills, await _evidence(connection, row, kills), row.id),
    )
    return "set_aside"


async def _is_alive(connection: Connection, worker: str | None) -> bool:
    query = "SELECT 1 AS found FROM workers WHERE id = %s AND beat > now() - make_interval(secs => lease)"
    return await (await connection.execute(query, (worker,))).fetchone() is not None


async def _evidence(connection: Connection, row: RunRow, kills: int) -> str:
    """Which workers were lost with a run, when and where it was."""
    cursor = await connection.execute(
        "SELECT attempt, started, ended, why FROM attempts WHERE run = %s AND outcome = 'lost' ORDER BY attempt",
        (row.id,),
    )
    lines = [
        f"attempt {lost['attempt']}: {lost['why']}, {(lost['ended'] - lost['started']).total_seconds():.0f} s after it "
        f"began at {lost['started']:%Y-%m-%d %H:%M:%S %Z}"
        for lost in (await cursor.fetchall())[-kills:]
    ]
    return "\n".join([f"{kills} workers were lost while they played it, so no other one gets it", *lines])


async def is_sweep_due(database: FleetDatabase, *, pause: float) -> bool:
    """Whether nobody has looked after what lost workers left for so many seconds. Of all that ask, one is told so: the
    work is the same for all, and would grow with the number of workers."""
    asked = """UPDATE sweeps SET at = now() WHERE at <= now() - make_interval(secs => %(pause)s)
                   OR at > now() + interval '1 minute' RETURNING at"""  # then the clock was set back
    return bool(await database.rows(asked, {"pause": pause}))


async def add_evidence(database: FleetDatabase, run: RunRow, lines: Sequence[str]) -> None:
    """Add to what is known of a run that was set aside."""
    await database.rows(
        """UPDATE runs SET why = why || %(more)s
           WHERE id = %(run)s AND attempt = %(attempt)s AND state = 'set_aside'""",
        {"more": storable("".join(f"\n{line}" for line in lines)), "run": run.id, "attempt": run.attempt},
    )


async def queue_forgotten(database: FleetDatabase, runs: RunTable, *, lease: float) -> list[str]:
    """Queue runs that wait without a job that could start them: their worker went before it started them."""
    async with database.transaction() as connection:
        alone = await (
            await connection.execute("SELECT pg_try_advisory_xact_lock(%s) AS got", (_SWEEP_LOCK,))
        ).fetchone()
        if not alone or not alone["got"]:
            return []
        # Jobs do not say whose they are, so the longest lease counts.
        longest = await (
            await connection.execute("SELECT greatest(%s, max(lease)) AS lease FROM workers", (lease,))
        ).fetchone()
        lease = longest["lease"] if longest else lease
        cursor = await connection.execute(
            f"""SELECT {SELECTED} FROM runs
                LEFT JOIN procrastinate_jobs AS jobs ON jobs.id = runs.job
                LEFT JOIN procrastinate_workers AS owners ON owners.id = jobs.worker_id
                WHERE runs.state IN ('waiting', 'postponed')
                  AND pg_postmaster_start_time() < now() - make_interval(secs => %(lease)s)
                  AND (jobs.id IS NULL OR (jobs.status <> 'todo' AND (
                        owners.id IS NULL OR owners.last_heartbeat < now() - make_interval(secs => %(lease)s))))
                ORDER BY runs.id LIMIT 50 FOR UPDATE OF runs SKIP LOCKED""",
            {"lease": lease},
        )
        rows = [RunRow.of(row) for row in await cursor.fetchall()]
        for row in rows:
            await runs.put_back(connection, row, why=row.why, not_before=row.not_before)
        await connection.execute(_LEFT_JOBS, {"lease": lease})
        return [row.id for row in rows]


class UnknownJobs:
    """Jobs that the database has given to a worker which does not know of them: the answer was lost on its way. A run
    of such a job would wait until the worker ends."""

    def __init__(self, database: FleetDatabase, runs: RunTable) -> None:
        self._database = database
        self._runs = runs
        self._seen: frozenset[int] = frozenset()

    async def put_back(self, workers: Sequence[int], known: Collection[int]) -> list[str]:
        """Queue their runs again: those of these workers of Procrastinate that are not `known` for the second time, as
        an answer may be on its way. Should the worker hear of such a job after all, the job starts nothing any more."""
        found = await self._database.rows(
            """SELECT runs.id, jobs.id AS job FROM runs JOIN procrastinate_jobs AS jobs ON jobs.id = runs.job
               WHERE jobs.status = 'doing' AND jobs.worker_id = ANY(%(workers)s)
                 AND runs.state IN ('waiting', 'postponed')
               ORDER BY runs.id LIMIT 50""",
            {"workers": list(workers)},
        )
        unknown = {row["job"]: row["id"] for row in found if row["job"] not in known}
        seen, self._seen = self._seen, frozenset(unknown)
        if not (again := unknown.keys() & seen):
            return []
        async with self._database.transaction() as connection:
            rows = await locked_rows(connection, [unknown[job] for job in again])
            rows = [row for row in rows if row.job in again and row.state in ("waiting", "postponed")]
            for row in rows:
                await self._runs.put_back(connection, row, why=row.why, not_before=row.not_before)
        return [row.id for row in rows]
