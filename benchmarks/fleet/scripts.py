"""Runs the same short scripts in several ways: with `askonce run --concurrent`, and with workers of a fleet."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psycopg
from postgres import Postgres
from showing import Row

PAGE = """<!doctype html><title>Notes</title><h1>Notes</h1>
<button onclick="document.querySelector('output').textContent = 'The note is saved'">Save</button><output></output>"""
SCRIPT = """web: {{serve: {folder}, url: index.html}}
tasks:
- name: save
  flow:
  - aiTap: Save
  - aiAssert: the text "The note is saved" is visible
"""


@dataclass(frozen=True)
class Cost:
    """Seconds of the clock and of the processor; that of PostgreSQL is not in it."""

    clock: float
    processor: float

    def of_each(self, few: Cost, scripts: int) -> Cost:
        """What each of so many scripts took on top of a few."""
        return Cost((self.clock - few.clock) / scripts, (self.processor - few.processor) / scripts)


def measured(commands: Sequence[Sequence[str]], environment: dict[str, str], folder: Path) -> Cost:
    """What commands take that run at the same time."""
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
    try:
        for process, command in zip(running, commands, strict=True):
            _, said = process.communicate()
            if process.returncode:
                sys.exit(f"askonce {' '.join(command)} failed:\n{said.decode()}")
    finally:
        for process in running:
            process.kill()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(time.perf_counter() - began, used)


class ShortScripts:
    """Short scripts: a page, a press, a check. What starting costs is told apart, as a worker starts once."""

    def __init__(self, folder: Path, server: Postgres, slots: int) -> None:
        self._folder = folder
        self._server = server
        self._slots = slots
        self._environment = {**os.environ, "ASKONCE_FLEET_STORE": str(folder / "store")}
        (folder / "site").mkdir()
        (folder / "site" / "index.html").write_text(PAGE)

    def measure(self, workers: int, count: int, compared: int) -> list[Row]:
        """So many scripts by workers, and some of them by `run` with as many at the same time."""
        at_once = workers * self._slots
        by_run = self._run(at_once, at_once + compared).of_each(few := self._run(at_once, at_once), compared)
        by_fleet = self._drain(workers, at_once + count).of_each(first := self._drain(workers, at_once), count)
        return [
            _row(f"run --concurrent {at_once}", compared, by_run, few, by_run, at_once),
            _row(f"fleet, {workers} × --slots {self._slots}", count, by_fleet, first, by_run, at_once),
        ]

    def _scripts(self, count: int) -> str:
        folder = self._folder / f"scripts-{count}"
        if not folder.exists():
            folder.mkdir()
            for place in range(count):
                (folder / f"s{place:04}.yaml").write_text(SCRIPT.format(folder=self._folder / "site"))
        return folder.name

    def _run(self, at_once: int, count: int) -> Cost:
        words = ["run", self._scripts(count), "--concurrent", str(at_once), "--no-report"]
        return measured([words], {**self._environment, "ASKONCE_RUNS": f"runs-{at_once}-{count}"}, self._folder)

    def _drain(self, workers: int, count: int) -> Cost:
        environment = {**self._environment, "ASKONCE_FLEET": self._server.new_database()}
        measured([["fleet", "submit", self._scripts(count), "--no-report"]], environment, self._folder)
        cost = measured(
            [["fleet", "worker", "--drain", "--slots", str(self._slots)]] * workers, environment, self._folder
        )
        with psycopg.connect(environment["ASKONCE_FLEET"]) as connection:
            row = connection.execute(
                "SELECT count(*) FROM askonce_fleet.runs WHERE state = 'passed' AND attempt = 1"
            ).fetchone()
        if row != (count,):
            sys.exit(f"{row and row[0]} of {count} runs passed at once")
        return cost


def _row(way: str, count: int, each: Cost, few: Cost, base: Cost, at_once: int) -> Row:
    return {
        "way": way,
        "scripts": count,
        "ms a script": round(1000 * each.clock, 1),
        "processor ms a script": round(1000 * each.processor, 1),
        "overhead": f"{100 * (each.processor / base.processor - 1):+.0f} %",
        "processor s to start": round(few.processor - at_once * each.processor, 1),
    }
