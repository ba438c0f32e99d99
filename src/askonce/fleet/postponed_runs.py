"""Runs that wait for another day, because their queue has spent what it may. They go on when it may spend more."""

from __future__ import annotations

from askonce.fleet.fleet_database import FleetDatabase
from askonce.fleet.queue_limits import QueueLimits
from askonce.fleet.run_table import RunTable, locked_rows


async def release_postponed(database: FleetDatabase, runs: RunTable, queue: str) -> list[str]:
    """Let the postponed runs of a queue be started now, unless its limit is still used up. Returns their ids."""
    if any(found.used_up for found in await QueueLimits(database).spending(queue)):
        return []
    async with database.transaction() as connection:
        cursor = await connection.execute("SELECT id FROM runs WHERE queue = %s AND state = 'postponed'", (queue,))
        ids = [row["id"] for row in await cursor.fetchall()]
        rows = [row for row in await locked_rows(connection, ids) if row.state == "postponed"]
        for row in rows:
            await runs.put_back(connection, row, why="its queue may spend more")
    return [row.id for row in rows]
