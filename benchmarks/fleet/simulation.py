"""Simulates many workers: the database is real, and so is all that workers say to it; their scripts do nothing.

Three measurements for each number of workers: nobody has anything to do; runs come one by one; all runs are there at
once. The workers share the processor with the database, so their own part of it stands beside that of the database.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from fleet_rig import FleetRig, ordered
from showing import Row

from fleet.server import Postgres, fleet_server, processor_seconds, server_process

SHORT = 0.1
"""Seconds that a simulated script takes."""
PROCESSES = 4
CONNECTIONS = 7
"""The most that a worker with one slot holds."""


@dataclass(frozen=True)
class Amounts:
    """How much is measured."""

    idle_seconds: float = 30.0
    single_runs: int = 200
    runs_a_second: float = 10.0
    batch: int = 2000


class Simulation:
    """A fleet of simulated workers."""

    def __init__(self, server: Postgres, rig: FleetRig, processes: Sequence[subprocess.Popen[bytes]]) -> None:
        self._server = server
        self._rig = rig
        self._processes = processes

    def used(self) -> tuple[float, float]:
        """Processor seconds so far, of the database and of the workers."""
        return processor_seconds(server_process(self._server)), sum(processor_seconds(it.pid) for it in self._processes)

    async def measure(self, workers: int, amounts: Amounts) -> dict[str, Row]:
        rows = self._rig.database.rows
        begun, at = self.used(), time.perf_counter()
        await asyncio.sleep(amounts.idle_seconds)
        idle, idle_seconds = self.used(), time.perf_counter() - at
        singles = await self._submit_singly(amounts)
        alone = self.used()
        at = time.perf_counter()
        batch = await self._rig.submit(*(ordered(str(number)) for number in range(amounts.batch)))
        await self._until_passed()
        batch_seconds, end = time.perf_counter() - at, self.used()
        (wait,) = await rows(
            """SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM started - submitted)) AS half,
                   percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM started - submitted)) AS most
               FROM runs WHERE id = ANY(%(runs)s)""",
            {"runs": singles},
        )
        (lost,) = await rows("SELECT count(*)::int AS kills FROM attempts WHERE outcome <> 'passed'")
        (held,) = await rows("SELECT count(*)::int AS used FROM pg_stat_activity WHERE client_port IS NOT NULL")
        return {
            "Simulated workers that have nothing to do": {
                "workers": workers,
                "connections": held["used"],
                "database % of a core": round(100 * (idle[0] - begun[0]) / idle_seconds, 1),
                "workers % of a core": round(100 * (idle[1] - begun[1]) / idle_seconds, 1),
            },
            f"{amounts.runs_a_second:g} runs a second that come one by one, until they are taken": {
                "workers": workers,
                "median ms": round(1000 * float(wait["half"]), 1),
                "95 % ms": round(1000 * float(wait["most"]), 1),
                "database ms a run": round(1000 * (alone[0] - idle[0]) / len(singles), 1),
            },
            f"{amounts.batch} runs at once, of {SHORT:g} s each": {
                "workers": workers,
                "runs a second": round(len(batch) / batch_seconds, 1),
                "most possible": round(workers / SHORT, 1),
                "database ms a run": round(1000 * (end[0] - alone[0]) / len(batch), 1),
                "workers ms a run": round(1000 * (end[1] - alone[1]) / len(batch), 1),
                "wrongly lost": lost["kills"],
            },
        }

    async def _submit_singly(self, amounts: Amounts) -> list[str]:
        """Runs that come one by one, at a steady pace."""
        began = time.perf_counter()
        ids: list[str] = []
        for number in range(amounts.single_runs):
            await asyncio.sleep(max(0.0, began + number / amounts.runs_a_second - time.perf_counter()))
            ids += await self._rig.submit(ordered(str(number)))
        await self._until_passed()
        return ids

    async def _until_passed(self) -> None:
        unfinished = "SELECT count(*) AS left FROM runs WHERE state <> 'passed'"
        while (await self._rig.database.rows(unfinished))[0]["left"]:  # noqa: ASYNC110 - to be told of each costs more
            await asyncio.sleep(0.1)


@contextmanager
def simulated_workers(url: str, workers: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Workers in a few processes, all of them up."""
    count = min(PROCESSES, workers)
    shares = [workers // count + (1 if number < workers % count else 0) for number in range(count)]
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "fleet.simulated_workers", url, str(share), str(SHORT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[1],
        )
        for share in shares
    ]
    try:
        for process in processes:
            assert process.stdout
            if process.stdout.readline() != b"up\n":
                sys.exit("simulated workers ended before they were up")
        yield processes
    finally:
        for process in processes:
            assert process.stdin
            process.stdin.close()
        for process in processes:
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()


def simulate(workers: int, amounts: Amounts) -> dict[str, Row]:
    """Rows of three tables, by their titles."""

    async def measure(url: str) -> dict[str, Row]:
        async with FleetRig.opened(url) as rig:
            return await Simulation(server, rig, processes).measure(workers, amounts)

    with fleet_server(CONNECTIONS * workers + 30) as server:
        url = server.new_database()
        with simulated_workers(url, workers) as processes:
            return asyncio.run(measure(url))
