"""Tasks by their own words, with the replies of readers who saw nothing but prompts and pictures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from readings import Follower, Player, Reading, Relay, readings_of

from aw_extend.running import TaskRun, open_bench
from aw_extend.tasks import Task

READINGS = Path(__file__).parent / "readings"


@dataclass(frozen=True, slots=True)
class KeptReading:
    task: Task
    seed: int
    reading: Reading


def kept_readings(tasks: Iterable[Task], seeds: Sequence[int]) -> list[KeptReading]:
    return [
        KeptReading(task, seed, reading)
        for task in tasks
        for seed in seeds
        for reading in readings_of(_scene(task, seed), READINGS)
    ]


async def play(kept: KeptReading, *, disturb: bool = False) -> TaskRun:
    """Run a task with what a reader replied."""
    follower = Follower()
    async with open_bench("readings", Player(kept.reading, follower)) as bench:
        bench.agent.trace.subscribe(follower)
        return await bench.run(kept.task, kept.seed, disturb=disturb)


async def read(task: Task, seed: int, folder: Path, reader: str) -> TaskRun:
    """Run a task with a reader who answers by files in the folder, and keep what it says."""
    follower, reading = Follower(), Reading(_scene(task, seed), reader)
    async with open_bench("readings", Relay(folder, reading, follower)) as bench:
        bench.agent.trace.subscribe(follower)
        run = await bench.run(task, seed)
    reading.wrong = "; ".join(run.faults)
    reading.save(READINGS)
    return run


def _scene(task: Task, seed: int) -> str:
    return f"{task.name} {seed}"
