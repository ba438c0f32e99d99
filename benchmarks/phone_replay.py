"""What replaying costs on a phone: acts on the sample phone, replayed and written by hand.

    python benchmarks/phone_replay.py [--quick] [--json]

By hand they are written with the unmodified client of `uiautomator2`, as its users write them: each step waits for its
element and uses it, and the last one for what it should show. Replayed they are acts that the embedded model has
carried out once. Both take turns on one phone, and ratios are medians over the turns, since a busy machine is as busy
for both. A replay also checks the effect of each step, and that nothing moves any more.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import adbutils
import uiautomator2
from showing import Row, parse_arguments, show

from askonce import launch
from askonce.agent import Agent
from askonce.config import Settings
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import FolderRecordings
from askonce.testing.phone import SamplePhone

VALUES = {"name": "Ann Lee", "number": "555 0100", "other": "555 0200", "item": "Train ticket", "amount": "18.50"}
GOAL = 1.3

Pair = tuple[float, float]
"""Seconds by hand and replayed, in one turn."""


@dataclass(frozen=True, slots=True)
class Task:
    """The same steps, by hand and as an act. One that `starts` finds the phone on its home screen."""

    title: str
    steps: int
    by_hand: Callable[[Any], None]
    instruction: str
    starts: bool = False


def add_contact(device: Any) -> None:
    device(text="Contacts").click()
    device(description="Create contact").click()
    device(className="android.widget.EditText", instance=0).set_text(VALUES["name"])
    device(className="android.widget.EditText", instance=1).set_text(VALUES["number"])
    device(text="Save").click()
    assert device(text=VALUES["name"]).wait()


def change_contact(device: Any) -> None:
    device(text=VALUES["name"]).click()
    device(description="Edit contact").click()
    device(className="android.widget.EditText", instance=1).set_text(VALUES["other"])
    device(text="Save").click()
    assert device(text=VALUES["other"]).wait()


def delete_contact(device: Any) -> None:
    device(description="Delete").click()
    device(text="Delete").click()
    assert device(text="No contacts").wait()


def add_expense(device: Any) -> None:
    device(text="Pro Expense").click()
    device(description="Add expense").click()
    device(className="android.widget.EditText", instance=0).set_text(VALUES["item"])
    device(className="android.widget.EditText", instance=1).set_text(VALUES["amount"])
    device(text="Transportation").click()
    device(text="Save").click()
    assert device(text=VALUES["item"]).wait()


TASKS = (
    Task(
        "add a contact",
        5,
        add_contact,
        "tap Contacts, tap Create contact, type {name} into Name, type {number} into Phone and tap Save",
        starts=True,
    ),
    Task("change it", 4, change_contact, "tap {name}, tap Edit contact, type {other} into Phone and tap Save"),
    Task("delete it", 2, delete_contact, "tap Delete, then tap Delete"),
    Task(
        "add an expense",
        6,
        add_expense,
        "tap Pro Expense, tap Add expense, type {item} into Name, type {amount} into Amount, "
        "tap Transportation and tap Save",
        starts=True,
    ),
)


@dataclass(frozen=True, slots=True)
class Stage:
    """The phone and the two that drive it."""

    phone: SamplePhone
    device: Any
    agent: Agent

    async def prepare(self, task: Task) -> None:
        if task.starts:
            self.phone.records.clear()
            self.phone.reset()
            await self.agent.screen.settle()

    async def by_hand(self, task: Task) -> float:
        await self.prepare(task)
        started = time.perf_counter()
        await asyncio.to_thread(task.by_hand, self.device)
        return time.perf_counter() - started

    async def replayed(self, task: Task, how: str = "replayed") -> float:
        await self.prepare(task)
        started = time.perf_counter()
        result = await self.agent.act(task.instruction, **_used(task))
        seconds = time.perf_counter() - started
        assert result.how == how, f"{task.title} was {result.how}: {result}"
        return seconds


def _used(task: Task) -> Mapping[str, str]:
    return {name: value for name, value in VALUES.items() if f"{{{name}}}" in task.instruction}


async def measure(turns: int) -> list[Row]:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        phone = stack.enter_context(SamplePhone())
        host, port = phone.adb_server
        device = uiautomator2.connect(adbutils.AdbClient(host, port).device(phone.serial))
        opened = launch.android(
            phone.serial,
            adb_host=host,
            adb_port=port,
            settings=Settings(runs=folder),
            recordings=Recordings(FolderRecordings(folder / "recordings"), "phone"),
        )
        stage = Stage(phone, device, await stack.enter_async_context(opened))
        for task in TASKS:
            await stage.replayed(task, "asked")
        pairs: dict[Task, list[Pair]] = {task: [] for task in TASKS}
        for turn in range(turns + 1):
            by_hand = [await stage.by_hand(task) for task in TASKS]
            replayed = [await stage.replayed(task) for task in TASKS]
            for task, hand, replay in zip(TASKS, by_hand, replayed, strict=True):
                if turn:  # the first one warms up
                    pairs[task].append((hand, replay))
        by_turn = zip(*pairs.values(), strict=True)
        together = [(sum(hand for hand, _ in turn), sum(replay for _, replay in turn)) for turn in by_turn]
        rows = [row(task.title, task.steps, pairs[task]) for task in TASKS]
        return [*rows, row("all", sum(task.steps for task in TASKS), together)]


def row(title: str, steps: int, pairs: Sequence[Pair]) -> Row:
    return {
        "act": title,
        "steps": steps,
        "by hand, ms a step": statistics.median(hand for hand, _ in pairs) * 1000 / steps,
        "replayed, ms a step": statistics.median(replay for _, replay in pairs) * 1000 / steps,
        "ratio": statistics.median(replay / hand for hand, replay in pairs),
        "to reach": f"≤ {GOAL}",
    }


def main() -> None:
    arguments = parse_arguments(__doc__ or "")
    turns = 2 if arguments.quick else 9
    show({f"Acts on the sample phone, {turns} turns": asyncio.run(measure(turns))}, as_json=arguments.json)


if __name__ == "__main__":
    main()
