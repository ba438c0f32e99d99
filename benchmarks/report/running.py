"""Memory of a long run: whether it grows with the steps, with a picture of each kept on the disk.

    python -m report.running STEPS FOLDER (disk|memory)

prints the readings as JSON. The screen costs nothing to open and the model nothing to ask, but what is between them is
as in any run: looks, prompts, replies, finding, actions, events, pictures. The growth is compared with the same run
whose pictures and texts stay in memory.
"""

from __future__ import annotations

import asyncio
import gc
import json
import re
import subprocess
import sys
import tracemalloc
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from showing import Row

from askonce.agent import Agent
from askonce.config import Settings, ShotSettings
from askonce.geometry import Box
from askonce.models import Reply, Request
from askonce.models.factory import Models
from askonce.models.families import Family, family_named
from askonce.screens.fake import Button, FakeScreen, Text
from askonce.trace import MemoryStore, Trace, Usage

HERE = Path(__file__).parent.parent
AT_FIRST = 100
"""Steps after which all that is made once has been made."""
IN_ACT = 5
GOAL = 0.05
"""Of what the pictures of the later steps take on the disk."""


class CountingModel:
    """Taps the button a few times and says that it is done. It remembers nothing of what it was asked."""

    name = "counting"
    family: Family = family_named("generic")

    def __init__(self) -> None:
        self._left = IN_ACT + 1

    async def ask(self, request: Request) -> Reply:
        self._left = self._left - 1 if self._left else IN_ACT
        text = self._tap(request) if self._left else '<complete success="true">counted</complete>'
        return Reply(text, self.name, Usage(calls=1, prompt_tokens=1000, completion_tokens=40))

    def _tap(self, request: Request) -> str:
        found = re.search(r'\[(\d+)\] button "Count"', request.messages[-1].text)
        if found is None:
            raise LookupError("the button is not in the list of elements")
        target = json.dumps({"target": {"prompt": "Count", "element": int(found[1])}})
        action = f"<action-type>Tap</action-type><action-param-json>{target}</action-param-json>"
        return f"<thought>One more.</thought><log>Count on</log>{action}"

    async def close(self) -> None: ...


def counter() -> FakeScreen:
    """A screen that looks different after each tap."""
    shown = Text("0", Box(300, 20, 400, 40))
    rows = [
        Text(f"Line {number} of a page as long as most", Box(20, 80 + number * 24, 500, 20)) for number in range(20)
    ]

    def count() -> None:
        shown.label = f"{int(shown.label) + 1}"
        screen.log.clear()

    button = Button("Count", Box(20, 20, 200, 40), on_tap=count)
    screen = FakeScreen([button, shown, *rows])
    return screen


@dataclass(frozen=True, slots=True)
class Reading:
    """After so many steps: megabytes of objects, of the process, and of pictures on the disk."""

    steps: int
    objects: float
    process: float
    pictures: float


async def _run(steps: int, folder: Path, *, on_disk: bool) -> list[Reading]:
    settings = Settings(runs=folder, shots=ShotSettings("actions", "jpeg"))
    trace = Trace(folder)
    if not on_disk:
        trace.store = MemoryStore()
    agent = Agent(counter(), Models.of(CountingModel()), settings=settings, trace=trace)
    readings: list[Reading] = []
    tracemalloc.start()
    for done in range(IN_ACT, steps + 1, IN_ACT):
        await agent.act("count on", sees="both")
        if done in {AT_FIRST, steps}:
            readings.append(_read(done, folder))
    await agent.close()
    return readings


def _read(steps: int, folder: Path) -> Reading:
    gc.collect()
    pictures = [path.stat().st_size for path in (folder / "blobs").glob("*") if path.suffix != ".txt"]
    return Reading(steps, tracemalloc.get_traced_memory()[0] / 1e6, resident(), sum(pictures) / 1e6)


def resident(process: str = "self") -> float:
    """Megabytes that a process has in memory now, as the system counts them."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return float("nan")
    return int(re.findall(r"VmRSS:\s+(\d+) kB", status.read_text())[0]) / 1000


def measure_memory(steps: int, folder: Path) -> list[Row]:
    """In processes of their own: what was measured before would blur the figures."""
    kept, in_memory = _readings(steps, folder / "disk", "disk"), _readings(steps, folder / "memory", "memory")
    return [_growth("on the disk", kept, kept), _growth("in memory, to compare", in_memory, kept)]


def _growth(name: str, readings: Sequence[Reading], kept: Sequence[Reading]) -> Row:
    first, last = readings
    steps = last.steps - first.steps
    growth, written = last.objects - first.objects, kept[1].pictures - kept[0].pictures
    return {
        "pictures": name,
        "steps": f"{first.steps} to {last.steps}",
        "MB at first": first.objects,
        "MB at last": last.objects,
        "kB a step": growth * 1000 / steps,
        "× bytes of pictures": growth / written,
        "process MB at first": first.process,
        "at last": last.process,
        "to reach": f"≤ {GOAL}" if readings is kept else "-",
    }


def _readings(steps: int, folder: Path, place: str) -> list[Reading]:
    command = [sys.executable, "-m", "report.running", str(steps), str(folder), place]
    done = subprocess.run(command, cwd=HERE, check=True, stdout=subprocess.PIPE, text=True)
    return [Reading(**reading) for reading in json.loads(done.stdout)]


if __name__ == "__main__":
    found = asyncio.run(_run(int(sys.argv[1]), Path(sys.argv[2]), on_disk=sys.argv[3] == "disk"))
    names = ("steps", "objects", "process", "pictures")
    print(json.dumps([{name: getattr(reading, name) for name in names} for reading in found]))
