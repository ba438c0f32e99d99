"""Runs as they change: a look reads what changed since the last one, however many runs there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from askonce.fleet.fleet_database import FleetDatabase
from askonce.fleet.run_rows import SELECTED, RunRow


class RunChanges:
    """The runs of a queue, or those that are named by their ids or batches."""

    def __init__(self, database: FleetDatabase, *, queue: str = "", names: Sequence[str] = ()) -> None:
        self._database = database
        self._given: dict[str, Any] = {"queue": queue, "names": list(names)}
        self._since: int | None = None
        self.runs: dict[str, RunRow] = {}
        """Those that were read, by id, as they were then."""

    async def look(self) -> list[RunRow]:
        """What changed, and what is running. The first time it is all that were named; of a queue, what is running."""
        # A transaction that is under way has a number that is no smaller, and is read the next time.
        (seen,) = await self._database.rows("SELECT txid_snapshot_xmin(txid_current_snapshot()) AS number")
        since = self._since
        if since is None:
            since = 0 if self._given["names"] else seen["number"]
        rows = await self._database.rows(
            f"""SELECT {SELECTED} FROM runs WHERE (changed >= %(since)s OR state = 'running')
                  AND (%(queue)s = '' OR queue = %(queue)s)
                  AND (cardinality(%(names)s::text[]) = 0 OR id = ANY(%(names)s) OR batch = ANY(%(names)s))
                ORDER BY submitted, batch, number""",
            {**self._given, "since": since},
        )
        self._since = seen["number"]
        found = [RunRow.of(row) for row in rows]
        self.runs.update((run.id, run) for run in found)
        return found

    @property
    def are_over(self) -> bool:
        return all(run.is_over for run in self.runs.values())
