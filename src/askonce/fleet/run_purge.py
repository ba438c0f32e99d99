"""Takes away runs that ended long ago, with all that they left in the store."""

from __future__ import annotations

import asyncio
from typing import Any

from askonce.fleet.fleet_database import FleetDatabase
from askonce.fleet.run_store import RunStore
from askonce.fleet.store_journal import forget_journal
from askonce.fleet.stored_logins import forget_logins

_AT_ONCE = 20
"""Nobody can retry them meanwhile."""


async def purge_runs(database: FleetDatabase, store: RunStore, *, days: float, queue: str = "") -> int:
    """Remove runs that ended more than so many days ago, and workers that were lost by then; how many runs there were.

    Those that need an answer stay. What is in the store goes first, so that a run whose files cannot be removed is
    still there for the next time.
    """
    given = {"days": days, "queue": queue, "most": _AT_ONCE}
    removed = 0
    while ids := await _purge_some(database, store, given):
        removed += len(ids)
    await database.rows(
        "DELETE FROM workers WHERE beat < now() - make_interval(secs => greatest(%(days)s * 86400, lease))", given
    )
    return removed


async def _purge_some(database: FleetDatabase, store: RunStore, given: dict[str, Any]) -> list[str]:
    async with database.transaction() as connection:
        cursor = await connection.execute(
            """SELECT id, batch FROM runs WHERE state IN ('passed', 'failed', 'cancelled', 'set_aside')
                 AND ended < now() - make_interval(secs => %(days)s * 86400) AND (%(queue)s = '' OR queue = %(queue)s)
               ORDER BY ended LIMIT %(most)s FOR UPDATE SKIP LOCKED""",
            given,
        )
        rows = await cursor.fetchall()
        ids = [row["id"] for row in rows]
        for id in ids:
            await asyncio.to_thread(_forget, store, id)
        await connection.execute("DELETE FROM runs WHERE id = ANY(%s)", (ids,))
        await connection.execute(
            "DELETE FROM submissions WHERE made = ANY(%s) AND NOT EXISTS (SELECT FROM runs WHERE batch = made)",
            (sorted({row["batch"] for row in rows}),),
        )
    return ids


def _forget(store: RunStore, run: str) -> None:
    store.remove(f"runs/{run}")
    forget_journal(store, run)
    forget_logins(store, run)
