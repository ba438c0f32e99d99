"""How a fleet stands: its runs, its queues, its workers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from askonce.diagnostics.closest_name import did_you_mean
from askonce.errors import ConfigError
from askonce.fleet.fleet_database import FleetDatabase
from askonce.fleet.run_rows import SELECTED, STATES, AttemptRow, RunRow, RunState, WorkerRow
from askonce.lazy import dataclass


@dataclass(frozen=True, slots=True)
class QueueStatus:
    """How many runs of a queue are in which state."""

    name: str
    counts: Mapping[RunState, int]


@dataclass(frozen=True, slots=True)
class FleetStatus:
    """A look at a fleet."""

    queues: tuple[QueueStatus, ...] = ()
    workers: tuple[WorkerRow, ...] = ()
    runs: tuple[RunRow, ...] = ()
    """Those that are running, and the latest that did not pass."""
    unserved: Mapping[str, int] = field(default_factory=dict[str, int])
    """What runs wait for that no worker has, by queue and need, with the number of runs."""


async def read_status(database: FleetDatabase, *, queue: str = "", most: int = 20) -> FleetStatus:
    """The whole fleet, or one queue of it."""
    given = {"queue": queue, "most": most}
    counted = await database.rows(
        """SELECT queue, state, count(*) AS number FROM runs
           WHERE %(queue)s = '' OR queue = %(queue)s GROUP BY queue, state ORDER BY queue""",
        given,
    )
    names = dict.fromkeys(row["queue"] for row in counted)
    queues = tuple(
        QueueStatus(
            name,
            {state: _number(counted, name, state) for state in STATES if _number(counted, name, state)},
        )
        for name in names
    )
    runs = await database.rows(
        f"""(SELECT {SELECTED} FROM runs WHERE state = 'running' AND (%(queue)s = '' OR queue = %(queue)s)
             ORDER BY started LIMIT %(most)s)
            UNION ALL
            (SELECT {SELECTED} FROM runs WHERE state IN ('failed', 'set_aside', 'needs_answer', 'postponed')
             AND (%(queue)s = '' OR queue = %(queue)s) ORDER BY ended DESC NULLS FIRST LIMIT %(most)s)""",
        given,
    )
    workers = await read_workers(database)
    return FleetStatus(
        queues, workers, tuple(RunRow.of(row) for row in runs), await _unserved(database, workers, queue)
    )


async def read_workers(database: FleetDatabase) -> tuple[WorkerRow, ...]:
    """Those that are up, and those that were lost in the last days."""
    rows = await database.rows(
        """SELECT workers.*, workers.beat > now() - make_interval(secs => workers.lease) AS is_alive,
                  coalesce(running, 0) AS running
           FROM workers LEFT JOIN (
               SELECT worker, count(*) AS running FROM runs WHERE state = 'running' GROUP BY worker
           ) AS held ON held.worker = workers.id
           WHERE beat > now() - interval '7 days' OR running > 0 ORDER BY id"""
    )
    names = WorkerRow.__annotations__
    return tuple(WorkerRow(**{name: row[name] for name in names}) for row in rows)


async def read_runs(
    database: FleetDatabase, *, queue: str = "", batch: str = "", states: Sequence[RunState] = ()
) -> list[RunRow]:
    """Runs, in the order in which they were submitted."""
    rows = await database.rows(
        f"""SELECT {SELECTED} FROM runs
            WHERE (%(queue)s = '' OR queue = %(queue)s) AND (%(batch)s = '' OR batch = %(batch)s)
              AND (cardinality(%(states)s::text[]) = 0 OR state = ANY(%(states)s))
            ORDER BY submitted, batch, number""",
        {"queue": queue, "batch": batch, "states": list(states)},
    )
    return [RunRow.of(row) for row in rows]


async def read_attempts(database: FleetDatabase, runs: Sequence[str]) -> dict[str, list[AttemptRow]]:
    """The attempts of runs, oldest first."""
    rows = await database.rows(
        "SELECT * FROM attempts WHERE run = ANY(%(runs)s) ORDER BY run, attempt", {"runs": list(runs)}
    )
    found: dict[str, list[AttemptRow]] = {run: [] for run in runs}
    for row in rows:
        found[row["run"]].append(AttemptRow.of(row))
    return found


async def named_runs(database: FleetDatabase, names: Sequence[str]) -> list[RunRow]:
    """The runs with these ids; the id of a batch names all of its runs."""
    found: list[RunRow] = []
    for name in names:
        rows = await database.rows(
            f"SELECT {SELECTED} FROM runs WHERE id = %(name)s OR batch = %(name)s ORDER BY number", {"name": name}
        )
        if not rows:
            latest = await database.rows("SELECT id, batch FROM runs ORDER BY submitted DESC LIMIT 1000")
            known = dict.fromkeys(known for row in latest for known in (row["batch"], row["id"]))
            hint = did_you_mean(name, list(known), otherwise="askonce fleet status lists them")
            raise ConfigError(f"there is no run {name}", remedy=hint)
        found += [RunRow.of(row) for row in rows]
    return list({row.id: row for row in found}.values())


def _number(counted: Sequence[dict[str, Any]], queue: str, state: str) -> int:
    return next((row["number"] for row in counted if (row["queue"], row["state"]) == (queue, state)), 0)


async def _unserved(database: FleetDatabase, workers: Sequence[WorkerRow], queue: str) -> dict[str, int]:
    served = {(name, need) for worker in workers if worker.is_alive for name in worker.queues for need in worker.needs}
    rows = await database.rows(
        """SELECT queue, need, count(*) AS number FROM runs
           WHERE state = 'waiting' AND (%(queue)s = '' OR queue = %(queue)s) GROUP BY queue, need ORDER BY 1, 2""",
        {"queue": queue},
    )
    return {f"{row['queue']}/{row['need']}": row["number"] for row in rows if (row["queue"], row["need"]) not in served}
