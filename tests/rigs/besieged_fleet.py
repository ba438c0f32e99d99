"""Plays programs with workers in processes of their own, while workers are killed, suspended and cut off and the
database is restarted, at moments that a seed decides."""

from __future__ import annotations

import asyncio
import io
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from cut_line import CutLine
from fleet_rig import FleetRig
from killed_run import entry_in_question
from perfect_reader.programs import plain_contacts_program
from postgres import Postgres
from s3_server import BUCKET, CREDENTIALS

from askonce.errors import FleetUnavailable
from askonce.fleet.fleet_status import named_runs
from askonce.fleet.run_order import OrderedScreen, RunOrder
from askonce.fleet.run_rows import RunRow
from askonce.fleet.run_store import open_run_store
from askonce.fleet.store_journal import read_stored_run
from askonce.fleet.submission import OrderedRun
from askonce.program.journal import of_last_run, read_lines
from askonce.testing.apps import Contact, SampleApps

SCREEN = Path(__file__).with_name("apps_screen.py")
_LOOK = 0.02
KILLS = ("kill", "kill", "suspend", "restart")
CUTS = ("cut from the database", "cut from the store", "cut from all")
_OPTIONS = ("--kinds", "interface", "--slots", "2", "--heartbeat", "0.5", "--most-kills", "99")


@dataclass
class Siege:
    """What was done to a fleet, and what it made of it."""

    blows: Counter[str] = field(default_factory=Counter[str])
    asked: int = 0
    """How often a run stopped to ask whether a line is done."""
    rows: tuple[RunRow, ...] = ()


class BesiegedFleet:
    """Two workers, and another one for each that is killed."""

    def __init__(
        self, rig: FleetRig, postgres: Postgres, url: str, folder: Path, seed: int, *, bucket: int | None = None
    ) -> None:
        """`bucket` is the port of an S3 server that has the store."""
        self._rig = rig
        self._postgres = postgres
        self._database = url.rpartition("/")[2]
        self._folder = folder
        self._bucket = bucket
        self._lease = "15" if bucket else "6"  # so long may a server in Python take on a busy machine
        self._store = f"s3://{BUCKET}/fleet" if bucket else str(folder / "store")
        self._environment = {**os.environ, "ASKONCE_FLEET_STORE": self._store, "ASKONCE_SEES": "elements"}
        self._chance = random.Random(seed)
        self._numbers = count(1)
        self._workers: dict[str, subprocess.Popen[bytes]] = {}
        self._lines: dict[str, tuple[CutLine, CutLine]] = {}
        """Of each worker: the one to the database, and the one to the store."""
        self._open_lines = AsyncExitStack()
        self._siege = Siege()

    async def play(
        self, programs: Sequence[Sequence[Contact]], *, blows: int, kinds: Sequence[str] = KILLS
    ) -> tuple[Siege, SampleApps]:
        """Play a program for each group of people until all have ended; the blows, and the apps as they are then."""
        with SampleApps() as apps:
            orders = [_order(number, plain_contacts_program(each, apps.url)) for number, each in enumerate(programs)]
            ids = await self._rig.submit(*orders)
            async with self._open_lines:
                try:
                    await self._start()
                    await self._start()
                    for _ in range(blows):
                        await self._until(ids, apps, more=self._chance.randint(0, 2))
                        await asyncio.sleep(self._chance.uniform(0, 0.3))  # a moment within an entry
                        await self._strike(ids, self._chance.choice(kinds))
                    self._mend()
                    await self._until(ids, apps)
                finally:
                    for process in self._workers.values():
                        process.send_signal(signal.SIGCONT)
                        process.kill()
                        process.wait()
            self._siege.rows = tuple(await self._rows(ids))
            return self._siege, apps

    async def _start(self) -> None:
        name = f"w{next(self._numbers)}"
        lines = (CutLine(self._postgres.port), CutLine(self._bucket or 0))
        for line in lines:
            await self._open_lines.enter_async_context(line.open())
        environment = {
            **self._environment,
            **CREDENTIALS,
            "ASKONCE_FLEET": self._postgres.url(self._database, lines[0].port),
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{lines[1].port}",
        }
        command = [
            sys.executable,
            "-m",
            "askonce",
            "fleet",
            "worker",
            "--name",
            name,
            *_OPTIONS,
            "--lease",
            self._lease,
        ]
        with (self._folder / f"{name}.log").open("wb") as said:
            self._workers[name] = subprocess.Popen(  # noqa: ASYNC220 - started, and not waited for
                command, stderr=said, env=environment, cwd=self._folder
            )
        self._lines[name] = lines

    def _mend(self) -> None:
        for process in self._workers.values():
            process.send_signal(signal.SIGCONT)
        for lines in self._lines.values():
            for line in lines:
                line.mend()

    async def _strike(self, ids: Sequence[str], blow: str) -> None:
        """Kill, suspend or cut off a worker that plays, or restart the database."""
        owners = {(row.worker or "").rpartition("-")[0] for row in await self._rows(ids) if row.state == "running"}
        playing = sorted(owners & self._workers.keys())  # one that was killed has its runs for a lease
        if blow == "restart":
            await asyncio.to_thread(self._postgres.stop)
            await asyncio.to_thread(self._postgres.start)
        elif playing:
            await self._strike_worker(self._chance.choice(playing), blow)
        else:
            return
        self._siege.blows[blow] += 1

    async def _strike_worker(self, name: str, blow: str) -> None:
        process = self._workers[name]
        database, store = self._lines[name]
        if blow == "kill":
            process.kill()
            process.wait()
            del self._workers[name]
        elif blow == "suspend":
            process.send_signal(signal.SIGSTOP)
        if blow in ("cut from the database", "cut from all"):
            database.cut()
        if blow in ("cut from the store", "cut from all"):
            store.cut()
        await self._start()

    async def _until(self, ids: Sequence[str], apps: SampleApps, more: int | None = None) -> None:
        """Wait until so many more entries are made and a run is played, or all have ended; who asks is told what the
        apps hold."""
        before = len(_entries(apps))
        while True:
            rows = await self._rows(ids)
            is_played = any(row.state == "running" for row in rows)
            if more is not None and is_played and len(_entries(apps)) >= before + more:
                return
            if all(row.state in ("passed", "failed", "set_aside", "cancelled") for row in rows):
                return
            for row in rows:
                if row.state == "needs_answer":
                    self._siege.asked += 1
                    is_done = self._in_question(row.id) in _entries(apps)
                    await self._rig.runs.retry([row.id], "done" if is_done else "repeat")
            await asyncio.sleep(_LOOK)

    async def _rows(self, ids: Sequence[str]) -> list[RunRow]:
        while True:
            try:
                return await named_runs(self._rig.database, ids)
            except FleetUnavailable:
                await asyncio.sleep(_LOOK)

    def _in_question(self, run: str) -> str:
        stored = read_stored_run(open_run_store(self._store), run)
        lines = of_last_run(io.BytesIO(b"".join(stored.lines)))
        return entry_in_question(record for record, _ in read_lines(run, lines))


def _order(number: int, text: str) -> OrderedRun:
    screen = OrderedScreen(kind="interface", options={"module": str(SCREEN)})
    return OrderedRun(order=RunOrder(kind="program", name=f"p{number}.stp", text=text, screen=screen), need="interface")


def _entries(apps: SampleApps) -> set[str]:
    return {f"contact {one.phone}" for one in apps.contacts} | {f"message {one.to}" for one in apps.messages}
