"""What a trace and its pictures cost a run: time and bytes a step, in a real browser.

Several agents do the same things on pages of their own. They take turns in an order that is another each time, so that
a busy machine is as busy for all. One keeps no trace: the others are compared with it, turn by turn.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Browser, Page
from showing import Row

from askonce import launch
from askonce.agent import Agent
from askonce.config import Settings, ShotSettings
from askonce.report.document import Report
from askonce.report.html_page import pieces
from askonce.report.report_files import write_report
from askonce.testing.shop import SampleShop
from askonce.testing.shop.catalogue import catalogue
from report.opening import VIEWPORT

NOTHING = "no trace"
SHOP = "sample shop"
SETTINGS: dict[str, ShotSettings | None] = {
    NOTHING: None,
    "trace, no pictures": ShotSettings("seen"),
    **{
        f"{when}, {format}": ShotSettings(when, format)
        for when in ("rounds", "actions")
        for format in ("jpeg", "webp", "png")
    },
}
ALL = tuple(SETTINGS)
FEW = (NOTHING, "trace, no pictures", "rounds, jpeg", "actions, jpeg")
GOALS = {"trace, no pictures": "≤ 1.10", "rounds, jpeg": "≤ 1.50", "actions, jpeg": "≤ 1.80"}
"""Times what the same takes without a trace, on the shop. Photographs show what the dearest pages cost."""

PHOTOGRAPHS = """<!doctype html><title>Photographs</title><body style="margin:0;font:16px sans-serif">
<button onclick="draw()" style="margin:8px">Next photograph</button> <b id=name></b><canvas id=c width=1280 height=740>
</canvas><script>
let count = 0;
function draw() {
  const pen = c.getContext("2d"), sky = pen.createLinearGradient(0, 0, 300 * (count % 5), 740);
  name.textContent = `Photograph ${++count}`;
  sky.addColorStop(0, `hsl(${count * 47} 60% 70%)`);
  sky.addColorStop(1, `hsl(${count * 91} 50% 25%)`);
  pen.fillStyle = sky;
  pen.fillRect(0, 0, 1280, 740);
  for (let hill = 0; hill < 40; hill++) {
    pen.fillStyle = `hsl(${count * 31 + hill * 9} 40% ${20 + hill}% / .35)`;
    pen.beginPath();
    pen.ellipse((hill * 397 + count * 83) % 1280, 300 + hill * 11, 180, 90 + hill, hill, 0, 7);
    pen.fill();
  }
  const grain = pen.getImageData(0, 0, 1280, 740);
  let seed = count;
  for (let place = 0; place < grain.data.length; place += 4) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    const by = (seed >> 16) % 17 - 8;
    for (let colour = 0; colour < 3; colour++) grain.data[place + colour] += by;
  }
  pen.putImageData(grain, 0, 0);
}
draw();
</script>"""
"""A page as a gallery is: soft colours, soft edges, and the grain that a camera leaves."""

Deed = Callable[[], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Stage:
    """What is done on a page in each turn: single actions, and an act of so many actions."""

    name: str
    open: Callable[[Page], Awaitable[object]]
    singly: Callable[[Agent, int], Sequence[Deed]]
    act: Callable[[int], str]
    in_act: int


def shop_stage(shop: SampleShop) -> Stage:
    words = [product.name for product in catalogue().products]

    def singly(agent: Agent, turn: int) -> Sequence[Deed]:
        word = words[turn % len(words)]
        return (
            lambda: agent.type("the search field", word),
            lambda: agent.tap("Search"),
            lambda: agent.tap("the basket"),
        )

    def act(turn: int) -> str:
        return f'type "{words[-turn % len(words)]}" into the search field and press Enter'

    return Stage(SHOP, lambda page: page.goto(shop.url), singly, act, in_act=2)


def photograph_stage() -> Stage:
    def singly(agent: Agent, turn: int) -> Sequence[Deed]:
        return (lambda: agent.tap("Next photograph"),) * 2

    act = 'tap "Next photograph"'
    return Stage("photographs", lambda page: page.set_content(PHOTOGRAPHS), singly, lambda turn: act, in_act=1)


@dataclass(slots=True)
class Contestant:
    """An agent with one setting, and what its steps took: milliseconds, turn by turn."""

    name: str
    agent: Agent
    singly: list[float] = field(default_factory=list[float])
    acting: list[float] = field(default_factory=list[float])
    working: list[float] = field(default_factory=list[float])
    """Processor time of our own process."""
    steps: int = 0

    async def turn(self, stage: Stage, turn: int) -> None:
        deeds = stage.singly(self.agent, turn)
        worked, started = time.process_time(), time.perf_counter()
        for deed in deeds:
            await deed()
        between = time.perf_counter()
        await self.agent.act(stage.act(turn))
        ended = time.perf_counter()
        self.singly.append((between - started) * 1000 / len(deeds))
        self.acting.append((ended - between) * 1000 / stage.in_act)
        self.working.append((time.process_time() - worked) * 1000 / (len(deeds) + stage.in_act))
        self.steps += len(deeds) + stage.in_act

    def forget(self) -> None:
        """What was measured while all was new."""
        for timings in (self.singly, self.acting, self.working):
            timings.clear()


@asynccontextmanager
async def _contestants(
    browser: Browser, stage: Stage, names: Sequence[str], folder: Path
) -> AsyncGenerator[list[Contestant], None]:
    async with AsyncExitStack() as stack:
        made: list[Contestant] = []
        for name in names:
            shots = SETTINGS[name]
            page = await browser.new_page(viewport=VIEWPORT)
            stack.push_async_callback(page.close)
            await stage.open(page)
            settings = Settings(runs=folder / name, shots=shots) if shots else Settings(runs=None)
            agent = await stack.enter_async_context(launch.page(page, settings=settings))
            made.append(Contestant(name, agent))
        yield made


async def compare(
    browser: Browser, stage: Stage, names: Sequence[str], turns: int, folder: Path
) -> tuple[list[Row], list[Row]]:
    """What steps took, and what they left on the disk. The first turn warms up and its time does not count."""
    async with _contestants(browser, stage, names, folder) as contestants:
        for turn in range(turns + 1):
            for contestant in random.Random(turn).sample(contestants, len(contestants)):
                await contestant.turn(stage, turn)
                if turn == 0:
                    contestant.forget()
    without = contestants[0]
    times = [_times(stage, contestant, without) for contestant in contestants]
    return times, [_sizes(stage, contestant) for contestant in contestants if contestant is not without]


def _times(stage: Stage, one: Contestant, without: Contestant) -> Row:
    return {
        "page": stage.name,
        "what is kept": one.name,
        "ms a single action": statistics.median(one.singly),
        "× no trace": _ratio(one.singly, without.singly),
        "ms an action of an act": statistics.median(one.acting),
        "× no trace, acts": _ratio(one.acting, without.acting),
        "our processor ms a step": statistics.median(one.working),
        "to reach": GOALS.get(one.name, "-") if stage.name == SHOP else "-",
    }


def _ratio(some: Sequence[float], others: Sequence[float]) -> float:
    return statistics.median(one / other for one, other in zip(some, others, strict=True))


def _sizes(stage: Stage, one: Contestant) -> Row:
    trace, shots = one.agent.trace.folder, SETTINGS[one.name]
    assert trace
    assert shots
    blobs = list((trace / "blobs").iterdir())
    pictures = [path.stat().st_size for path in blobs if path.suffix != ".txt"]
    texts = [path.stat().st_size for path in blobs if path.suffix == ".txt"]
    beside = write_report(trace, trace / "beside.html", folder=True)
    whole = write_report(trace, trace / "whole.html", folder=False, pictures=shots.format)
    return {
        "page": stage.name,
        "what is kept": one.name,
        "steps": one.steps,
        "pictures": len(pictures),
        "a picture": statistics.mean(pictures) / 1000 if pictures else 0.0,
        "a step: events": (trace / "trace.jsonl").stat().st_size / 1000 / one.steps,
        "its texts": sum(texts) / 1000 / one.steps,
        "its pictures": sum(pictures) / 1000 / one.steps,
        "report beside them": (beside.stat().st_size / 1000 - page_size()) / one.steps,
        "report with them": (whole.stat().st_size / 1000 - page_size()) / one.steps,
    }


def page_size() -> float:
    """Kilobytes of a report that tells nothing."""
    return sum(map(len, pieces(Report(title="", runs=()), (), (), {}, {}))) / 1000
