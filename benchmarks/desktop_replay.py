"""What a desktop costs: its tree, and acts on real programs, replayed and by hand.

    python benchmarks/desktop_replay.py [--quick] [--json]

By hand they are clicks and keys of xdotool at places that are known beforehand; after each of them the script waits
until the picture stands still, since the next click would hit nothing otherwise. Replayed they are acts that the
embedded model has carried out once. Both take turns on one display that nobody sees, and ratios are medians over the
turns, since a busy machine is as busy for both. A replay also finds each element anew and checks the effect of each.
Needs Xvfb, mousepad, galculator and xdotool.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from showing import Row, parse_arguments, show

from askonce import launch
from askonce.agent import Agent
from askonce.config import Settings, process_environment
from askonce.geometry import Box, Point
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import FolderRecordings
from askonce.screens.desktop.desktop_screen import DesktopScreen
from askonce.screens.desktop.grabbed_pixels import grab, new_grabber
from askonce.screens.desktop.linux.headless_display import HeadlessDisplay, open_display
from askonce.screens.desktop.linux.linux_desktop import LinuxDesktop

GOAL = 1.5
_STILL = 0.05
"""Seconds between two pictures that have to be equal."""

Pair = tuple[float, float]
"""Seconds by hand and replayed, in one turn."""


@dataclass(frozen=True, slots=True)
class Task:
    """The same steps, by hand and as an act. A step is the name of an element to click, or a text to type there."""

    title: str
    instruction: str
    steps: tuple[tuple[str, str], ...]


CALCULATOR = (
    Task(
        "a sum",
        'tap "AC", tap "1", tap "2", tap "*", tap "7", then tap "="',
        tuple((name, "") for name in ("AC", "1", "2", "*", "7", "=")),
    ),
)
EDITOR = (
    Task("write a line", "type {text} into the text field", (("", "one fish two fish"),)),
    Task(
        "a menu and its dialog",
        "open the Help menu, tap About, then tap Close",
        (("Help", ""), ("About", ""), ("Close", "")),
    ),
)
TEXT = "one fish two fish"


@dataclass(slots=True)
class Stage:
    """One program and the two that drive it."""

    display: HeadlessDisplay
    agent: Agent
    grabber: Any
    places: dict[str, Point] = field(default_factory=dict)

    @property
    def screen(self) -> DesktopScreen:
        assert isinstance(self.agent.screen, DesktopScreen)
        return self.agent.screen

    async def by_hand(self, task: Task) -> float:
        await self.screen.settle()
        started = time.perf_counter()
        for name, text in task.steps:
            at = self.places[f"{task.title} {name}"]
            await self.xdotool("mousemove", f"{at.x:.0f}", f"{at.y:.0f}", "click", "1")
            if text:
                await self.xdotool("key", "ctrl+a", "Delete", "type", "--delay", "0", text)
            await self.stand_still()
        return time.perf_counter() - started

    async def xdotool(self, *words: str) -> None:
        process = await asyncio.create_subprocess_exec("xdotool", *words, env=dict(self.display.environment))
        assert await process.wait() == 0

    async def stand_still(self) -> None:
        before = await self.picture()
        while True:
            await asyncio.sleep(_STILL)
            now = await self.picture()
            if now == before:
                return
            before = now

    async def picture(self) -> bytes:
        size = await self.screen.size()
        return grab(self.grabber, Box.of_size(size))[2]

    async def learn_places(self, task: Task) -> None:
        """Where each step clicks: found once, beforehand."""
        for name, _ in task.steps:
            tree = await self.screen.tree()
            node = next(
                each for each in tree if each.actionable and (each.name == name if name else each.role == "textbox")
            )
            self.places[f"{task.title} {name}"] = node.box.center
            await self.screen.tap(node.box.center)
            await self.screen.settle()

    async def replayed(self, task: Task, how: str = "replayed") -> float:
        await self.screen.settle()
        started = time.perf_counter()
        values = {"text": TEXT} if "{text}" in task.instruction else {}
        result = await self.agent.act(task.instruction, **values)
        seconds = time.perf_counter() - started
        assert result.how == how, f"{task.title} was {result.how}: {result}"
        return seconds

    async def tree_time(self, looks: int) -> Row:
        seconds: list[float] = []
        for _ in range(looks):
            started = time.perf_counter()
            await self.screen.look()
            seconds.append(time.perf_counter() - started)
        tree = await self.screen.tree()
        return {"program": tree.title, "elements": len(tree.nodes), "tree, ms": statistics.median(seconds) * 1000}


async def measure(turns: int) -> dict[str, list[Row]]:
    rows: list[Row] = []
    trees: list[Row] = []
    together: list[list[Pair]] = []
    for program, tasks in (("galculator", CALCULATOR), ("mousepad", EDITOR)):
        async with AsyncExitStack() as stack:
            stage = await open_stage(stack, program)
            for task in tasks:
                await stage.replayed(task, "asked")
                await stage.learn_places(task)
            pairs: dict[str, list[Pair]] = {task.title: [] for task in tasks}
            for turn in range(turns + 1):
                for task in tasks:
                    pair = await stage.by_hand(task), await stage.replayed(task)
                    if turn:  # the first one warms up
                        pairs[task.title].append(pair)
            trees.append(await stage.tree_time(4 * turns))
        rows += [row(f"{program}: {task.title}", len(task.steps), pairs[task.title]) for task in tasks]
        together += pairs.values()
    whole = [(sum(hand for hand, _ in turn), sum(replay for _, replay in turn)) for turn in zip(*together, strict=True)]
    steps = sum(len(task.steps) for task in (*CALCULATOR, *EDITOR))
    return {
        f"Acts on programs, {turns} turns": [*rows, row("all", steps, whole)],
        "Reading the elements": trees,
    }


async def open_stage(stack: AsyncExitStack, program: str) -> Stage:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    display = await stack.enter_async_context(open_display(process_environment(), {"GSETTINGS_BACKEND": "memory"}))
    screen = await DesktopScreen(LinuxDesktop(display.name, display.environment)).open()
    stack.push_async_callback(screen.close)
    await screen.launch(program)
    await screen.settle()
    recordings = Recordings(FolderRecordings(folder / "recordings"), "desktop")
    opened = launch.screen(screen, settings=Settings(runs=folder), recordings=recordings)
    agent = await stack.enter_async_context(opened)
    return Stage(display, agent, stack.enter_context(new_grabber(display.name)))


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
    turns = 2 if arguments.quick else 7
    show(asyncio.run(measure(turns)), as_json=arguments.json)


if __name__ == "__main__":
    main()
