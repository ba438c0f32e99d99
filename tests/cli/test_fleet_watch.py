"""`askonce fleet watch` on a terminal and without one."""

from __future__ import annotations

import asyncio
import fcntl
import os
import re
import signal
import subprocess
import sys
import termios
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import cast

import pytest
from fleet_rig import FAILED, PASSED, FleetRig, ordered
from postgres import Postgres, fleet_url, postgres

from askonce.cli.fleet_access import Fleet
from askonce.cli.fleet_watch import wait_for
from askonce.cli.terminal import Verbosity
from askonce.fleet.run_lease import RunGate
from askonce.fleet.run_play import PlayedRun
from askonce.fleet.run_table import StartedRun

__all__ = ["fleet_url", "postgres"]

_STYLE = re.compile(r"\x1b\[[0-9;]*m")
COMMAND = [sys.executable, "-m", "askonce", "fleet", "watch"]


@pytest.fixture
async def fleet(fleet_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FleetRig]:
    monkeypatch.setenv("ASKONCE_FLEET", fleet_url)
    async with FleetRig.opened(fleet_url) as rig:
        yield rig


class Terminal:
    """A terminal that a command runs in."""

    def __init__(self) -> None:
        self._keyboard, inner = os.openpty()
        termios.tcsetwinsize(inner, (30, 100))
        self.process = subprocess.Popen(
            COMMAND,
            stdin=inner,
            stdout=inner,
            stderr=inner,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            env={**os.environ, "TERM": "xterm"},
        )
        os.close(inner)
        self.shown = ""

    async def until_it_shows(self, *words: str) -> None:
        while not all(word in _STYLE.sub("", self.shown) for word in words):
            self.shown += await asyncio.to_thread(self._read)

    def press(self, key: str) -> None:
        os.write(self._keyboard, key.encode())

    async def end(self) -> int:
        """Read on until the command has ended; its exit code."""
        with suppress(OSError):  # nobody has the terminal open any more
            while text := await asyncio.to_thread(self._read):
                self.shown += text
        os.close(self._keyboard)
        return await asyncio.to_thread(self.process.wait)

    def _read(self) -> str:
        return os.read(self._keyboard, 65536).decode("utf-8", "replace")


async def test_a_terminal_shows_the_fleet_until_ctrl_c_and_runs_that_end_as_lines(fleet: FleetRig) -> None:
    goes_on = asyncio.Event()

    async def play(run: StartedRun, gate: RunGate) -> PlayedRun:
        await goes_on.wait()
        return FAILED

    async with fleet.worker(play) as (worker, _):
        (id,) = await fleet.submit(ordered("long.yaml"))
        await fleet.until(id, "running")
        terminal = Terminal()
        await terminal.until_it_shows("default: 1 running", f"{worker.id}: 1 of 1 slots", f"{id} long.yaml: running")
        terminal.shown = ""
        goes_on.set()
        await terminal.until_it_shows("default: 1 failed", "it broke", "0 of 1 slots")
        terminal.press("\x03")
        code = await terminal.end()

    assert code == 130
    assert "stopped" in terminal.shown
    assert terminal.shown.rindex("\x1b[?25h") > terminal.shown.rindex("Queues")  # the cursor is back


async def test_without_a_terminal_there_are_plain_lines_also_after_a_restart_of_the_database(
    fleet: FleetRig, postgres: Postgres, tmp_path: Path
) -> None:
    first, second = await fleet.submit(ordered("a.yaml"), ordered("b.yaml"))
    goes_on = asyncio.Event()

    async def play(run: StartedRun, gate: RunGate) -> PlayedRun:
        await goes_on.wait()
        return PASSED

    said = tmp_path / "said"

    async def until_it_says(words: str) -> None:
        while words not in said.read_text("utf-8"):  # noqa: ASYNC110 - processes tell nobody
            await asyncio.sleep(0.02)

    with said.open("wb") as file:
        watching = subprocess.Popen(COMMAND, stdout=file, stderr=file)  # noqa: ASYNC220 - started, and not waited for
    try:
        await until_it_says("default: 2 waiting")
        async with fleet.worker(play):
            await until_it_says(f"{first} a.yaml: running")
            postgres.stop()
            await until_it_says("it is waited for")
            postgres.start()
            goes_on.set()
            await until_it_says(f"{second} b.yaml: passed")
        watching.send_signal(signal.SIGINT)
        assert await asyncio.to_thread(watching.wait) == 130
    finally:
        watching.kill()
    assert "\x1b" not in said.read_text("utf-8")
    assert "Traceback" not in said.read_text("utf-8")


async def test_who_stops_waiting_is_told_that_the_runs_go_on(
    fleet: FleetRig, capsys: pytest.CaptureFixture[str]
) -> None:
    (id,) = await fleet.submit()
    batch = id.partition("-")[0]
    waiting = asyncio.create_task(wait_for(cast("Fleet", fleet), batch, Verbosity(), as_json=True))
    await asyncio.sleep(0)  # it looks for the first time
    waiting.cancel()
    await asyncio.wait([waiting])

    assert waiting.cancelled()
    assert f"batch {batch} goes on: askonce fleet cancel {batch} ends it" in capsys.readouterr().err
