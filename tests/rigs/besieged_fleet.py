"""Plays programs with workers in processes of their own, while workers are killed and suspended and the database is
restarted, at moments that a seed decides."""

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
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from fleet_rig import FleetRig
from killed_run import entry_in_question
from perfect_reader.programs import plain_contacts_program
from postgres import Postgres

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
_OPTIONS = ("--kinds", "interface", "--slots", "2", "--heartbeat", "0.5", "--lease", "6", "--most-kills", "99")


@dataclass
class Siege:
    """What was done to a fleet, and what it made of it."""

    blows: Counter[str] = field(default_factory=Counter[str])
    asked: int = 0
    """How often a run stopped to ask whether a line is done."""
    rows: tuple[RunRow, ...] = ()


class BesiegedFleet:
    """Two workers, and another one for each that is killed."""

    def __init__(self, rig: FleetRig, postgres: Postgres, url: str, folder: Path, seed: int) -> None:
        self._rig = rig
        self._postgres = postgres
        self._folder = folder
        self._environment = {
            **os.environ,
            "ASKONCE_FLEET": url,
            "ASKONCE_FLEET_STORE": str(folder / "store"),
            "ASKONCE_SEES": "elements",
        }
        self._chance = random.Random(seed)
        self._numbers = count(1)
        self._workers: dict[str, subprocess.Popen[bytes]] = {}
        self._siege = Siege()

    async def play(self, programs: Sequence[Sequence[Contact]], *, blows: int) -> tuple[Siege, SampleApps]:
        """Play a program for each group of people until all have ended; the blows, and the apps as they are then."""
        with SampleApps() as apps:
            orders = [_order(number, plain_contacts_program(each, apps.url)) for number, each in enumerate(programs)]
            ids = await self._rig.submit(*orders)
            try:
                self._start()
                self._start()
                for _ in range(blows):
                    await self._until(ids, apps, more=self._chance.randint(0, 2))
                    await asyncio.sleep(self._chance.uniform(0, 0.3))  # a moment within an entry
                    await self._strike(ids)
                for process in self._workers.values():
                    process.send_signal(signal.SIGCONT)
                await self._until(ids, apps)
            finally:
                for process in self._workers.values():
                    process.send_signal(signal.SIGCONT)
                    process.kill()
                    process.wait()
            self._siege.rows = tuple(await self._rows(ids))
            return self._siege, apps

    def _start(self) -> None:
        name = f"w{next(self._numbers)}"
        command = [sys.executable, "-m", "askonce", "fleet", "worker", "--name", name, *_OPTIONS]
        with (self._folder / f"{name}.log").open("wb") as said:
            self._workers[name] = subprocess.Popen(command, stderr=said, env=self._environment, cwd=self._folder)

    async def _strike(self, ids: Sequence[str]) -> None:
        """Kill or suspend a worker that plays, or restart the database."""
        blow = self._chance.choice(("kill", "kill", "suspend", "restart"))
        owners = {(row.worker or "").rpartition("-")[0] for row in await self._rows(ids) if row.state == "running"}
        playing = sorted(owners & self._workers.keys())  # one that was killed has its runs for a lease
        if blow == "restart":
            await asyncio.to_thread(self._postgres.stop)
            await asyncio.to_thread(self._postgres.start)
        elif playing:
            name = self._chance.choice(playing)
            process = self._workers[name]
            process.send_signal(signal.SIGKILL if blow == "kill" else signal.SIGSTOP)
            if blow == "kill":
                process.wait()
                del self._workers[name]
            self._start()
        else:
            return
        self._siege.blows[blow] += 1

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
        stored = read_stored_run(open_run_store(self._folder / "store"), run)
        lines = of_last_run(io.BytesIO(b"".join(stored.lines)))
        return entry_in_question(record for record, _ in read_lines(run, lines))


def _order(number: int, text: str) -> OrderedRun:
    screen = OrderedScreen(kind="interface", options={"module": str(SCREEN)})
    return OrderedRun(order=RunOrder(kind="program", name=f"p{number}.stp", text=text, screen=screen), need="interface")


def _entries(apps: SampleApps) -> set[str]:
    return {f"contact {one.phone}" for one in apps.contacts} | {f"message {one.to}" for one in apps.messages}
