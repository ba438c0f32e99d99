"""What a fleet costs and how far it goes: its overhead for each run, its growth with workers, and where it bends.

    python benchmarks/fleet.py [--quick] [--json] [--scripts NUMBER] [--slots NUMBER] [--simulate WORKERS,…]

Short scripts (a page, a press, a check) are run by `askonce run --concurrent`, and then by 1, 2 and 4 workers of a
fleet on the same machine, with a PostgreSQL of its own. Wall-clock time says little while other work is done on the
machine, so the processor time for each script stands beside it, without what starting costs; that of PostgreSQL is not
in it. To reach: at most 15 % more than `run --concurrent` for each script.

Then many workers are simulated: the database is real, and so are leases, heartbeats and notices; a script takes a tenth
of a second and does nothing. Their number is where the queue is to bend, not the machine that plays scripts.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from showing import Row, show

sys.path.append(str(Path(__file__).parents[1] / "tests" / "rigs"))

import psycopg
from fleet_rig import PASSED, FleetRig, StubPlayer, ordered
from postgres import OPTIONS, Postgres, programs

from askonce.fleet.fleet_database import FleetDatabase
from askonce.fleet.run_lease import LeaseTimes, RunGate
from askonce.fleet.run_play import PlayedRun
from askonce.fleet.run_table import StartedRun
from askonce.fleet.worker import FleetWorker
from askonce.fleet.worker_options import WorkerOptions
from askonce.values import Secret

SCRIPTS, QUICK_SCRIPTS = 1000, 40
WORKERS = (1, 2, 4)
SIMULATED, QUICK_SIMULATED = (10, 100, 1000), (10,)
SHORT = 0.1
"""Seconds that a simulated script takes."""
PAGE = """<!doctype html><title>Notes</title><h1>Notes</h1>
<button onclick="document.querySelector('output').textContent = 'The note is saved'">Save</button><output></output>"""
SCRIPT = """web: {{serve: {folder}, url: index.html}}
tasks:
- name: save
  flow:
  - aiTap: Save
  - aiAssert: the text "The note is saved" is visible
"""


@contextmanager
def fleet_database(connections: int = 200) -> Iterator[Postgres]:
    found = programs()
    if found is None:
        sys.exit("there is no PostgreSQL on this machine (apt-get install postgresql)")
    OPTIONS.update({"max_connections": str(connections), "autovacuum": "on", "synchronous_commit": "on"})
    with TemporaryDirectory(prefix="askonce-fleet-") as folder:
        os.chmod(folder, 0o755)
        server = Postgres(Path(mkdtemp(dir=folder)), found)
        server.begin(Path(folder) / "prepared")
        try:
            yield server
        finally:
            server.stop()


def measured(commands: Sequence[Sequence[str]], environment: dict[str, str], folder: Path) -> tuple[float, float]:
    """Seconds of the clock and of the processor that commands take that run at the same time."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "askonce", "-q", *command],
            cwd=folder,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for command in commands
    ]
    for process, command in zip(running, commands, strict=True):
        _, said = process.communicate()
        if process.returncode:
            sys.exit(f"askonce {' '.join(command)} failed:\n{said.decode()}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - began, used


class RealScripts:
    """Scripts in a folder, which are run in several ways."""

    def __init__(self, folder: Path, count: int, slots: int) -> None:
        self._folder = folder
        self._count = count
        self._slots = slots
        self._environment = {**os.environ, "ASKONCE_FLEET_STORE": str(folder / "store")}
        (folder / "site").mkdir()
        (folder / "site" / "index.html").write_text(PAGE)
        self._few = slots * max(WORKERS)
        """So many start all browsers."""
        for name, number in (("many", count), ("few", self._few)):
            (folder / name).mkdir()
            for place in range(number):
                script = SCRIPT.format(folder=folder / "site")
                (folder / name / f"s{place:04}.yaml").write_text(script)

    def by_run(self) -> Row:
        """With `askonce run --concurrent`: what one more script takes, once all is started."""
        return self._row("run --concurrent", self._run("few"), self._run("many"))

    def by_fleet(self, server: Postgres, workers: int) -> Row:
        few, many = (self._drain(server, workers, which) for which in ("few", "many"))
        return self._row(f"fleet, {workers} workers", few, many)

    def _run(self, which: str) -> tuple[float, float]:
        words = ["run", which, "--concurrent", str(self._slots), "--no-report"]
        return measured([words], {**self._environment, "ASKONCE_RUNS": f"runs-{which}"}, self._folder)

    def _drain(self, server: Postgres, workers: int, which: str) -> tuple[float, float]:
        """From the first start to the last end as the database has them, and the processor time of all."""
        environment = {**self._environment, "ASKONCE_FLEET": server.new_database()}
        measured([["fleet", "submit", which, "--no-report"]], environment, self._folder)
        words = ["fleet", "worker", "--drain", "--slots", str(self._slots)]
        _, used = measured([words] * workers, environment, self._folder)
        with psycopg.connect(environment["ASKONCE_FLEET"]) as connection:
            row = connection.execute(
                """SELECT extract(epoch FROM max(ended) - min(started)), count(*) FILTER (WHERE state = 'passed')
                   FROM askonce_fleet.runs"""
            ).fetchone()
        assert row
        wanted = self._count if which == "many" else self._few
        if row[1] != wanted:
            sys.exit(f"{row[1]} of {wanted} runs passed")
        return float(row[0]), used

    def _row(self, way: str, few: tuple[float, float], many: tuple[float, float]) -> Row:
        """What one more script takes; what is left of few scripts then is what it takes to start."""
        used = (many[1] - few[1]) / (self._count - self._few)
        row = {
            "way": way,
            "ms a script": round(1000 * many[0] / self._count, 1),
            "processor ms a script": round(1000 * used, 1),
            "processor s to start": round(few[1] - self._few * used, 1),
        }
        print(json.dumps(row), file=sys.stderr)
        return row


def real(folder: Path, count: int, slots: int) -> list[Row]:
    scripts = RealScripts(folder, count, slots)
    rows = [scripts.by_run()]
    with fleet_database() as server:
        rows += [scripts.by_fleet(server, workers) for workers in WORKERS]
    base = rows[0]["processor ms a script"]
    return [{**row, "overhead": f"{100 * (row['processor ms a script'] / base - 1):+.0f} %"} for row in rows]


async def simulated(url: str, workers: int, runs: int) -> Row:
    """Many workers in this process, each with its own connections."""
    times = LeaseTimes()
    waits: list[float] = []

    async def play(run: StartedRun, gate: RunGate) -> PlayedRun:
        assert run.row.started
        waits.append((run.row.started - run.row.submitted).total_seconds())
        await asyncio.sleep(SHORT)
        gate.permit()
        return PASSED

    async def work(up: asyncio.Semaphore, ready: asyncio.Semaphore, stop: asyncio.Event) -> None:
        async with up:  # not all connect in the same moment
            opened = FleetDatabase.opened(Secret(url), connections=1)
            database = await opened.__aenter__()
        try:
            worker = FleetWorker(database, WorkerOptions(times=times), lambda _: StubPlayer(play))
            task = asyncio.create_task(worker.run())
            ready.release()
            await stop.wait()
            worker.stop()
            await task
        finally:
            await opened.__aexit__(None, None, None)

    up, ready, stop = asyncio.Semaphore(20), asyncio.Semaphore(0), asyncio.Event()
    async with FleetRig.opened(url) as rig:
        tasks = [asyncio.create_task(work(up, ready, stop)) for _ in range(workers)]
        for _ in range(workers):
            await ready.acquire()
        began = time.perf_counter()
        await rig.submit(*(ordered(str(number)) for number in range(runs)))
        unfinished = "SELECT count(*) AS left FROM runs WHERE state <> 'passed'"
        while (await rig.database.rows(unfinished))[0]["left"]:  # noqa: ASYNC110 - to be told of each would cost more
            await asyncio.sleep(0.2)
        took = time.perf_counter() - began
        kills = (await rig.database.rows("SELECT coalesce(sum(kills), 0)::int AS kills FROM runs"))[0]["kills"]
        connections = (await rig.database.rows("SELECT count(*)::int AS used FROM pg_stat_activity"))[0]["used"]
        stop.set()
        await asyncio.gather(*tasks)
    return {
        "workers": workers,
        "runs": runs,
        "runs a second": round(runs / took, 1),
        "most possible": round(workers / SHORT, 1),
        "median wait in s": round(statistics.median(waits), 2),
        "connections": connections,
        "wrongly lost": kills,
    }


def simulate(numbers: Sequence[int], runs: int) -> list[Row]:
    rows: list[Row] = []
    for workers in numbers:
        with fleet_database(4 * workers + 60) as server:
            rows.append(asyncio.run(simulated(server.new_database(), workers, runs)))
        print(json.dumps(rows[-1]), file=sys.stderr)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer scripts and workers, within a minute")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--scripts", type=int, help=f"how many scripts ({SCRIPTS})")
    parser.add_argument("--slots", type=int, default=4, help="how many at the same time, of each worker")
    parser.add_argument("--simulate", help="numbers of simulated workers, with commas between; 0 for none")
    options = parser.parse_args()
    count = (QUICK_SCRIPTS if options.quick else SCRIPTS) if options.scripts is None else options.scripts
    given = [int(word) for word in options.simulate.split(",")] if options.simulate else None
    numbers = given if given is not None else QUICK_SIMULATED if options.quick else SIMULATED
    tables: dict[str, list[Row]] = {}
    if count:
        with TemporaryDirectory() as folder:
            tables["Short scripts, and what they take"] = real(Path(folder), count, options.slots)
    if any(numbers):
        tables["Simulated workers"] = simulate(numbers, 50 if options.quick else 400)
    show(tables, as_json=options.json)


if __name__ == "__main__":
    main()
