"""What replaying costs: one flow of twenty steps over several pages, by hand and replayed.

    python benchmarks/replay.py [--quick] [--json] [--with-midscene [FOLDER]]

First table: milliseconds a step of (a) plain Playwright as a person writes it, (b) acts replayed with a trace,
(c) replayed with screenshots for the report, and (d) Midscene.js from npm with a warm cache, when asked for. They take
turns, each run has a new browser context, and ratios are medians over the turns, since a busy machine is as busy for
all. Only the flow is timed, up to its last effect.

Second table: the same recording after changes, with the model calls that they made necessary.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, async_playwright
from replay.acts import read
from replay.flow import ADA, GRACE, STEPS, Values, check, run_by_hand
from replay.looks import Name
from replay.midscene import Guide, find_places, open_midscene
from replay.ours import open_agent, run_acts
from replay.site import Site, Visit
from showing import Row, show

from askonce.config import read_settings
from askonce.screens.web import BrowserOptions
from askonce.screens.web.browser_launch import launch_browser
from askonce.testing import ModelServer

VIEWPORT: Any = {"width": 1280, "height": 800}
BY_HAND, REPLAYED, SHOWN = "(a) Playwright by hand", "(b) replayed", "(c) replayed, with screenshots"
MIDSCENE, HURRIED = "(d) Midscene.js, cache warm", "(d) the same, told not to wait after actions"
SLOW_TURNS = 3
GOALS = {REPLAYED: "≤ 1.00 × (a)", SHOWN: "≤ 1.40 × (a)", MIDSCENE: "≥ 12 × (b)"}

CHANGES: tuple[tuple[str, Name, Values, int], ...] = (
    ("nothing", "plain", ADA, 0),
    ("all that is typed", "plain", GRACE, 0),
    ("classes, ids, wrappers, order", "cosmetic", ADA, 0),
    ("that, and what is typed", "cosmetic", GRACE, 0),
    ("that, and a button translated", "translated", GRACE, 1),
    ("the same again, once healed", "translated", ADA, 0),
)
"""What is different from the recorded run, and how many model calls that makes necessary."""


@dataclass(frozen=True, slots=True)
class Stage:
    """What all contestants have in common."""

    site: Site
    server: ModelServer
    browser: Browser
    folder: Path

    @asynccontextmanager
    async def visit(self, look: Name) -> AsyncGenerator[tuple[Page, Visit], None]:
        """A page of a new visitor, on the first page of the site."""
        visit, cookies = self.site.enter(look)
        context = await self.browser.new_context(viewport=VIEWPORT)
        await context.add_cookies(cookies)
        page = await context.new_page()
        await page.goto(self.site.url)
        try:
            yield page, visit
        finally:
            await context.close()

    async def by_hand(self) -> float:
        async with self.visit("plain") as (page, visit):
            started = time.perf_counter()
            await run_by_hand(page, ADA)
            seconds = time.perf_counter() - started
        check(visit, ADA)
        return seconds

    async def ours(
        self, look: Name = "plain", values: Values = ADA, *, shots: bool = False
    ) -> tuple[float, Sequence[str]]:
        """Seconds, and how each act ended."""
        async with (
            self.visit(look) as (page, visit),
            open_agent(page, self.server.settings(), self.folder, shots=shots) as agent,
        ):
            started = time.perf_counter()
            ended = await run_acts(agent, values)
            seconds = time.perf_counter() - started
        check(visit, values)
        return seconds, ended

    async def replayed(self, *, shots: bool) -> float:
        seconds, ended = await self.ours(shots=shots)
        assert set(ended) == {"replayed"}, ended
        return seconds


Contestant = Callable[[], Awaitable[float]]


async def compare(contestants: Mapping[str, Contestant], server: ModelServer, turns: int) -> list[Row]:
    """Let them take turns; the first turn warms up and does not count. Those of whole seconds a step get few turns."""
    timings: dict[str, list[float]] = {name: [] for name in contestants}
    calls: Counter[str] = Counter()
    for turn in range(turns + 1):
        for name, run in contestants.items():
            if turn > SLOW_TURNS and name in {MIDSCENE, HURRIED}:
                continue
            before = len(server.requests)
            seconds = await run()
            if turn:
                calls[name] += len(server.requests) - before
                timings[name].append(seconds * 1000 / STEPS)
    return [
        {
            "contestant": name,
            "ms a step": statistics.median(timings[name]),
            "best": min(timings[name]),
            "× (a)": ratio(timings[name], timings[BY_HAND]),
            "× (b)": ratio(timings[name], timings[REPLAYED]),
            "to reach": GOALS.get(name, "-"),
            "model calls a run": calls[name] / len(timings[name]),
        }
        for name in contestants
    ]


def ratio(some: Sequence[float], others: Sequence[float]) -> float:
    """Turn by turn, as far as both went."""
    return statistics.median(one / other for one, other in zip(some, others, strict=False))


async def change(stage: Stage) -> list[Row]:
    rows: list[Row] = []
    for changed, look, values, forced in CHANGES:
        before = len(stage.server.requests)
        _, ended = await stage.ours(look, values)
        counted = Counter(ended)
        rows.append(
            {
                "changed since the recording": changed,
                "model calls": len(stage.server.requests) - before,
                "necessary": forced,
                **{how: counted[how] for how in ("replayed", "healed", "asked")},
            }
        )
    return rows


async def midscene(stage: Stage, stack: AsyncExitStack, packages: Path) -> Mapping[str, Contestant]:
    """Midscene.js with its cache filled, as it comes and without its wait of 300 ms after each action."""
    async with stage.visit("plain") as (page, visit):
        stage.server.rule(Guide(await find_places(page, ADA, stage.server.settings())))
    check(visit, ADA)
    runs = stage.folder / "midscene"
    opened = await stack.enter_async_context(open_midscene(packages, runs, stage.site, stage.server.settings()))

    async def run(options: Mapping[str, Any]) -> float:
        visit, cookies = stage.site.enter("plain")
        seconds = await opened.run(cookies, ADA, options)
        check(visit, ADA)
        return seconds

    await run({})
    return {MIDSCENE: lambda: run({}), HURRIED: lambda: run({"waitAfterAction": 0})}


async def measure(*, turns: int, packages: Path | None) -> dict[str, list[Row]]:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        site, server = stack.enter_context(Site()), stack.enter_context(ModelServer())
        playwright = await stack.enter_async_context(async_playwright())
        browser = await launch_browser(playwright, BrowserOptions(executable=read_settings().browser))
        assert isinstance(browser, Browser)
        stack.push_async_callback(browser.close)
        stage = Stage(site, server, browser, folder)
        server.rule(read)
        _, ended = await stage.ours()
        assert set(ended) == {"asked"}, ended
        contestants: dict[str, Contestant] = {
            BY_HAND: stage.by_hand,
            REPLAYED: lambda: stage.replayed(shots=False),
            SHOWN: lambda: stage.replayed(shots=True),
        }
        if packages:
            contestants |= await midscene(stage, stack, packages)
        return {
            f"A flow of {STEPS} steps, {turns} turns": await compare(contestants, server, turns),
            "The recording after changes": await change(stage),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--quick", action="store_true", help="fewer turns; done within a minute")
    parser.add_argument(
        "--with-midscene",
        nargs="?",
        type=Path,
        const=Path(tempfile.gettempdir()) / "askonce-midscene",
        metavar="FOLDER",
        help="install Midscene.js into FOLDER (a temporary one without it) and measure it too; needs node",
    )
    arguments = parser.parse_args()
    tables = asyncio.run(measure(turns=3 if arguments.quick else 9, packages=arguments.with_midscene))
    show(tables, as_json=arguments.json)


if __name__ == "__main__":
    main()
