"""Many workers in one process, each with connections of its own; what they play takes a while and does nothing.

It prints a line once all are up, and ends when its input does.
"""

from __future__ import annotations

import asyncio
import logging
import sys

from fleet_rig import PASSED, StubPlayer

from askonce.fleet.fleet_database import FleetDatabase
from askonce.fleet.run_lease import RunGate
from askonce.fleet.run_play import PlayedRun
from askonce.fleet.run_table import StartedRun
from askonce.fleet.worker import FleetWorker
from askonce.fleet.worker_options import WorkerOptions
from askonce.values import Secret

AT_ONCE = 10
"""How many connect in the same moment."""


async def work(url: str, count: int, seconds: float) -> None:
    async def play(run: StartedRun, gate: RunGate) -> PlayedRun:
        await asyncio.sleep(seconds)
        gate.permit()
        return PASSED

    async def one(up: asyncio.Semaphore, ready: asyncio.Semaphore, stop: asyncio.Event) -> None:
        async with up:
            opened = FleetDatabase.opened(Secret(url))
            database = await opened.__aenter__()
        try:
            worker = FleetWorker(database, WorkerOptions(), lambda _: StubPlayer(play))
            task = asyncio.create_task(worker.run())
            ready.release()
            await stop.wait()
            worker.stop()
            await task
        finally:
            await opened.__aexit__(None, None, None)

    up, ready, stop = asyncio.Semaphore(AT_ONCE), asyncio.Semaphore(0), asyncio.Event()
    tasks = [asyncio.create_task(one(up, ready, stop)) for _ in range(count)]
    for _ in range(count):
        await ready.acquire()
    print("up", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    stop.set()
    await asyncio.gather(*tasks)


if __name__ == "__main__":
    for name in ("procrastinate", "psycopg", "psycopg.pool"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    asyncio.run(work(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
