"""Fleets for tests: orders that a stub plays, and workers in this process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from askonce.fleet.fleet_database import FleetDatabase
from askonce.fleet.fleet_status import named_runs
from askonce.fleet.job_queue import JobQueue
from askonce.fleet.run_lease import LeaseTimes, RunGate
from askonce.fleet.run_order import RunOrder
from askonce.fleet.run_play import PlayedRun
from askonce.fleet.run_rows import AttemptResult, RunRow, RunState
from askonce.fleet.run_table import RunTable, StartedRun
from askonce.fleet.submission import OrderedRun, Submission, submit
from askonce.fleet.worker import FleetWorker
from askonce.fleet.worker_options import WorkerOptions
from askonce.values import Secret

QUICK = LeaseTimes(heartbeat=0.1, lease=1.0)
"""For tests in which a lease is to pass."""
CALM = LeaseTimes(heartbeat=0.5, lease=30.0)
"""For tests in which none is to pass, however busy the machine is."""

PASSED = PlayedRun("passed", "", AttemptResult(result_type="success"))
FAILED = PlayedRun("failed", "it broke", AttemptResult(result_type="failed", error="it broke"))

Act = Callable[[StartedRun, RunGate], Awaitable[PlayedRun]]


def ordered(name: str = "a.yaml", need: str = "web") -> OrderedRun:
    return OrderedRun(order=RunOrder(kind="script", name=name, text=""), need=need)


@dataclass
class StubPlayer:
    """Plays runs by a function, and notes which it has played."""

    act: Act
    played: list[str] = field(default_factory=list)

    async def play(self, run: StartedRun, gate: RunGate, places: dict[str, str]) -> PlayedRun:
        self.played.append(run.id)
        places[run.id] = "doing something"
        return await self.act(run, gate)

    async def evidence(self, run: str) -> list[str]:
        return [f"last trace: runs/{run}"]


async def passes(run: StartedRun, gate: RunGate) -> PlayedRun:
    return PASSED


@dataclass
class FleetRig:
    """A fleet, with workers that play by a function."""

    database: FleetDatabase
    queue: JobQueue
    runs: RunTable

    @staticmethod
    @asynccontextmanager
    async def opened(url: str) -> AsyncIterator[FleetRig]:
        async with FleetDatabase.opened(Secret(url)) as database:
            queue = JobQueue(database)
            await queue.open()
            yield FleetRig(database, queue, RunTable(database, queue))

    async def submit(self, *runs: OrderedRun, **options: object) -> list[str]:
        return await submit(self.database, self.queue, Submission(runs=runs or (ordered(),), **options))  # pyright: ignore

    @asynccontextmanager
    async def worker(
        self, act: Act = passes, *, times: LeaseTimes = CALM, url: str = "", **options: object
    ) -> AsyncIterator[tuple[FleetWorker, StubPlayer]]:
        """A worker at work, with its own way to the database if a `url` is given. It ends with the context."""
        player = StubPlayer(act)
        chosen = WorkerOptions(times=times, **options)  # pyright: ignore
        async with AsyncExitStack() as stack:
            own = await stack.enter_async_context(FleetDatabase.opened(Secret(url))) if url else self.database
            worker = FleetWorker(own, chosen, lambda _: player)
            task = asyncio.create_task(worker.run())
            try:
                yield worker, player
            finally:
                worker.stop()
                worker.give_back()
                await asyncio.wait([task])

    async def row(self, run: str) -> RunRow:
        return (await named_runs(self.database, [run]))[0]

    async def until(self, run: str, *states: RunState) -> RunRow:
        """The run, once it is in one of these states."""
        while (row := await self.row(run)).state not in states:  # noqa: ASYNC110 - nothing is told of each run
            await asyncio.sleep(0.02)
        return row
