"""Workers in processes of their own, as commands start them."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from fleet_rig import FAILED, PASSED, FleetRig

from askonce.cli.app import run as run_command
from askonce.fleet.fleet_status import read_attempts
from askonce.fleet.run_lease import RunGate
from askonce.fleet.run_order import OrderedScreen, RunOrder
from askonce.fleet.run_play import PlayedRun
from askonce.fleet.run_table import StartedRun
from askonce.fleet.submission import OrderedRun

SCREEN = Path(__file__).parents[1] / "rigs" / "noted_screen.py"
TAPS = 40


@pytest.fixture
async def fleet(fleet_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FleetRig]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ASKONCE_FLEET", fleet_url)
    monkeypatch.setenv("ASKONCE_FLEET_STORE", str(tmp_path / "store"))
    async with FleetRig.opened(fleet_url) as rig:
        yield rig


class WorkerProcess:
    """A worker with a short lease, which a busy machine keeps all the same."""

    def __init__(self, name: str, *options: str) -> None:
        command = ["fleet", "worker", "--kinds", "interface", "--name", name, "--heartbeat", "0.5", "--lease", "8"]
        self.said = Path(f"{name}.log")
        with self.said.open("wb") as said:
            self.process = subprocess.Popen([sys.executable, "-m", "askonce", *command, *options], stderr=said)

    def __enter__(self) -> WorkerProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()

    async def until_it_says(self, words: str) -> None:
        await until(lambda: words in self.said.read_text("utf-8") or self.process.poll() is not None)
        assert words in self.said.read_text("utf-8")


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():  # noqa: ASYNC110 - processes tell nobody
        await asyncio.sleep(0.02)


def write_script(name: str = "taps.yaml", *, taps: int = TAPS, deadly: int = 0) -> Path:
    flow = "    - aiTap: Save\n" * taps
    param = f"{{log: {Path('touches').absolute()}, deadly: {deadly}}}"
    text = f"interface: {{module: {SCREEN}, param: {param}}}\ntasks:\n- name: tap\n  flow:\n{flow}"
    Path(name).write_text(text, "utf-8")
    return Path(name)


def touches() -> list[int]:
    return [int(line) for line in Path("touches").read_text().split()] if Path("touches").exists() else []


async def submitted(fleet: FleetRig, *arguments: str) -> list[str]:
    await asyncio.to_thread(run_command, ["fleet", "submit", *arguments])
    rows = await fleet.database.rows("SELECT id FROM runs ORDER BY submitted DESC, number LIMIT 1")
    return [row["id"] for row in rows]


async def end_by_signals(worker: WorkerProcess, fleet: FleetRig) -> None:
    """The first one lets its runs come to their end, the second one ends it at once."""
    before = len(touches())
    (id,) = await submitted(fleet, str(write_script("many.yaml", taps=300)))
    await until(lambda: len(touches()) >= before + 3)
    worker.process.send_signal(signal.SIGTERM)
    await worker.until_it_says("stopping")
    worker.process.send_signal(signal.SIGINT)
    await until(lambda: worker.process.poll() is not None)
    row = await fleet.row(id)
    assert (row.state, row.kills, worker.process.returncode) == ("waiting", 0, 0)
    assert "was stopped" in row.why


@pytest.mark.parametrize(
    "how",
    [pytest.param(signal.SIGKILL, marks=pytest.mark.long), signal.SIGSTOP],
    ids=["killed", "suspended"],
)
async def test_a_script_of_a_lost_worker_is_played_again_by_another_and_the_old_one_touches_nothing(
    fleet: FleetRig, how: signal.Signals
) -> None:
    """One that goes on plays other runs, until signals end it."""
    (id,) = await submitted(fleet, str(write_script()))
    with WorkerProcess("first") as first:
        await until(lambda: len(touches()) >= 5)
        first.process.send_signal(how)
        with WorkerProcess("second") as second:
            row = await fleet.until(id, "passed", "failed")
            before = touches()
            if how == signal.SIGSTOP:
                first.process.send_signal(signal.SIGCONT)
                await first.until_it_says("lost")
        after = touches()
        if how == signal.SIGSTOP:
            await end_by_signals(first, fleet)

    assert (row.state, row.why, row.kills) == ("passed", "", 1)
    by_second = before.count(second.process.pid)
    assert before == [first.process.pid] * (len(before) - by_second) + [second.process.pid] * by_second
    # A touch that was permitted in the very moment of the suspension arrives; nothing comes after it.
    assert after[len(before) :] in ([], [first.process.pid])
    # On a busy machine each of them may be late for its lease; it gives the run back then, and takes it again.
    kept = [it for it in (await read_attempts(fleet.database, [id]))[id] if it.outcome != "given_back"]
    assert [it.outcome for it in kept] == ["lost", "passed"]
    assert f"worker {kept[0].worker} was lost" in kept[0].why
    assert by_second == TAPS or (by_second > TAPS and row.attempt > 2)


@pytest.mark.long
async def test_a_script_that_kills_its_workers_is_set_aside_and_those_beside_it_pass(
    fleet: FleetRig, capsys: pytest.CaptureFixture[str]
) -> None:
    """It kills at its first touch. The others are done quickly, or are played without it in the end."""
    write_script("deadly.yaml", taps=1, deadly=1)
    await submitted(
        fleet, "deadly.yaml", str(write_script("fine.yaml", taps=2)), str(write_script("more.yaml", taps=2))
    )
    rows = await fleet.database.rows("SELECT id FROM runs ORDER BY number")
    deadly, *others = [row["id"] for row in rows]
    for number in range(1, 5):
        with WorkerProcess(f"w{number}", "--slots", "2", "--heartbeat", "0.3", "--lease", "3") as worker:
            if number < 4:
                await until(lambda: worker.process.poll() is not None)
            else:
                row = await fleet.until(deadly, "set_aside")
                for id in others:
                    await fleet.until(id, "passed")

    assert row.why.startswith("3 workers were lost while they played it")
    assert touches().count(worker.process.pid) in (0, 2, 4)
    capsys.readouterr()
    assert await asyncio.to_thread(run_command, ["fleet", "results", "--batch", deadly[:5], "-o", "out", "--json"]) == 1
    summary = json.loads(capsys.readouterr().out)["summary"]
    assert (summary["total"], summary["successful"], summary["failed"]) == (3, 2, 1)
    assert {"junit.xml", "report.html", "summary.json"} <= set(os.listdir("out"))


@pytest.mark.parametrize("code", [0, 1], ids=["all passed", "one failed"])
async def test_who_waits_hears_of_each_run_and_fails_if_one_does(
    fleet: FleetRig, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play(run: StartedRun, gate: RunGate) -> PlayedRun:
        return FAILED if code and run.order.name == "b.yaml" else PASSED

    files = [str(write_script(name, taps=1)) for name in ("a.yaml", "b.yaml")]
    async with fleet.worker(play, kinds=("interface",)):
        assert await asyncio.to_thread(run_command, ["fleet", "submit", *files, "--wait"]) == code

    said = capsys.readouterr().err
    assert "a.yaml: passed" in said
    assert f"{2 - code} of 2 passed" in said
    assert ("it broke" in said) == bool(code)


@pytest.mark.long
async def test_a_program_whose_worker_is_killed_goes_on_with_another_and_does_each_line_once(fleet: FleetRig) -> None:
    """The worker dies within a touch, so that only a person can say whether it took effect."""
    options = {"module": str(SCREEN), "param": {"log": f"{os.getcwd()}/touches", "deadly": 4}}
    order = RunOrder(
        kind="program",
        name="six.stp",
        text="Repeat 6 times:\n    Tap the Save button.\n",
        screen=OrderedScreen(kind="interface", options=options),
    )
    (id,) = await fleet.submit(OrderedRun(order=order, need="interface"))
    with WorkerProcess("first", "--lease", "20") as first:
        await until(lambda: first.process.poll() is not None)
    with WorkerProcess("second", "--lease", "20") as second:
        asked = await fleet.until(id, "needs_answer", "passed", "failed")
        assert touches() == [first.process.pid] * 4
        await fleet.runs.retry([id], "done")
        ended = await fleet.until(id, "needs_answer", "passed", "failed")

    assert (asked.state, asked.kills) == ("needs_answer", 1)
    assert "may be done already" in asked.why
    assert (ended.state, ended.why) == ("passed", "")
    assert touches() == [first.process.pid] * 4 + [second.process.pid] * 2
