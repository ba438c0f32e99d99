"""What the engine itself costs: one round of an act, settling after an action, and the import.

    python benchmarks/overhead.py [--quick] [--json]

Each figure stands beside a baseline measured in the same run, since absolute times say little on a busy machine.
"""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from playwright.async_api import async_playwright
from showing import Row, parse_arguments, show

from askonce.agent import Agent
from askonce.config import Settings
from askonce.geometry import Box, Point
from askonce.models import Request
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.screens import Shot, Tree
from askonce.screens.fake import Button, CheckBox, FakeScreen, Field, Text, Widget
from askonce.screens.web import BrowserOptions, open_page_screen
from askonce.screens.web.browser_launch import launch_browser

ROUND_GOAL = 5.0
IMPORT_GOAL = 1.3

TAP = (
    "<thought>The next box has to be ticked.</thought><log>Tick it</log>"
    '<action-type>Tap</action-type><action-param-json>{"target": {"prompt": "a box", PLACE}}</action-param-json>'
)
PLACES = {"screenshot": '"bbox": [20, 70, 120, 100]', "both": '"element": 3', "elements": '"element": 3'}
DONE = '<complete success="true">ticked</complete>'


class StillScreen(FakeScreen):
    """A screen that costs nothing to look at, so that only the engine is measured."""

    async def capture(self) -> Shot:
        if not hasattr(self, "_still"):
            self._still = await super().capture()
        return self._still

    async def tree(self) -> Tree:
        if not hasattr(self, "_known"):
            self._known = await super().tree()
        return self._known


def ordinary_page() -> list[Widget]:
    """Sixty elements, as many as an ordinary page shows at once."""
    rows: list[Widget] = [Field("Search", Box(10, 5, 200, 20)), Button("Go", Box(220, 5, 50, 20))]
    for number in range(20):
        top = 40 + number * 25
        rows += [
            CheckBox(f"Choose item {number}", Box(10, top, 150, 20)),
            Text(f"Item {number} costs {number}.00", Box(170, top, 200, 20)),
            Button(f"Delete item {number}", Box(400, top, 120, 20)),
        ]
    return rows


async def round_cost(rounds: int, folder: Path) -> list[Row]:
    """Milliseconds of processor time a round for each way of seeing, trace on disk included.

    Model and screen cost nothing here, so a busy machine does not blur the figure.
    """
    rows: list[Row] = []
    for sees, place in PLACES.items():
        left, tap = [0], TAP.replace("PLACE", place)

        def reply(request: Request, left: list[int] = left, tap: str = tap) -> str:
            left[0] -= 1
            # In turn one and another, since the same over and over without effect would end the act.
            return tap.replace("a box", f"box {left[0] % 2}") if left[0] > 0 else DONE

        runs = folder / sees
        agent = Agent(StillScreen(ordinary_page()), Models.of(ScriptedModel(reply)), settings=Settings(runs=runs))
        timings: list[float] = []
        for _ in range(5):
            left[0] = rounds
            started = time.process_time()
            await agent.act("tick the boxes", sees=sees, rounds=rounds + 1)
            timings.append((time.process_time() - started) * 1000 / rounds)
        await agent.close()
        rows.append({"sees": sees, "ms a round": statistics.median(timings), "to reach": ROUND_GOAL})
    return rows


PAGES = {
    "nothing happens": "<button id=b style='width:100px'>Go</button>",
    "DOM changes": "<button id=b style='width:100px' onclick=\"document.body.append('x')\">Go</button>",
    "list of 2,000 rows": "<button id=b style='width:100px' onclick=\"document.body.append('x')\">Go</button>"
    + "<p>row</p>" * 2000,
    "transition of 100 ms": (
        "<style>#b{transition:margin 100ms}</style>"
        "<button id=b style='width:100px' onclick=\"b.style.marginLeft = b.style.marginLeft ? '' : '9px'\">Go</button>"
    ),
    "endless animation": (
        "<style>@keyframes t{to{opacity:.5}}i{animation:t 1s infinite}</style><i>o</i>"
        "<button id=b style='width:100px'>Go</button>"
    ),
}


async def settle_cost(repeats: int) -> list[Row]:
    """A tap with settling against Playwright's own click, which waits for nothing after it."""
    rows: list[Row] = []
    async with async_playwright() as playwright:
        browser = await launch_browser(playwright, BrowserOptions())
        page = await (await browser.new_context()).new_page()
        screen = await open_page_screen(page)
        for name, html in PAGES.items():
            await page.set_content(html)
            box = await page.locator("#b").bounding_box()
            assert box
            at = Point(box["x"] + 50, box["y"] + 8)

            async def tap(at: Point = at) -> None:
                await screen.tap(at)
                await screen.settle()

            click = await median_time(lambda: page.click("#b", position={"x": 50, "y": 8}), repeats)
            ours = await median_time(tap, repeats)
            rows.append({"page": name, "click ms": click, "tap and settle ms": ours, "ratio": ours / click})
        await screen.close()
        await browser.close()
    return rows


async def median_time(action: Callable[[], Awaitable[None]], repeats: int) -> float:
    timings: list[float] = []
    for _ in range(repeats):
        started = time.perf_counter()
        await action()
        timings.append((time.perf_counter() - started) * 1000)
    return statistics.median(timings)


def import_cost(repeats: int) -> list[Row]:
    """`import askonce` against `import pydantic`, each less the start of Python itself."""

    def best(statement: str) -> float:
        timings: list[float] = []
        for _ in range(repeats):
            started = time.perf_counter()
            subprocess.run([sys.executable, "-c", statement], check=True)
            timings.append((time.perf_counter() - started) * 1000)
        return min(timings)

    bare = best("pass")
    pydantic, ours = best("import pydantic; pydantic.BaseModel") - bare, best("import askonce") - bare
    agent = best("from askonce import Agent") - bare
    return [
        {"import": "pydantic.BaseModel", "ms": pydantic, "ratio": 1.0, "to reach": "-"},
        {"import": "askonce", "ms": ours, "ratio": ours / pydantic, "to reach": f"{IMPORT_GOAL}"},
        {"import": "askonce.Agent", "ms": agent, "ratio": agent / pydantic, "to reach": "-"},
    ]


async def measure(*, quick: bool) -> dict[str, list[Row]]:
    with tempfile.TemporaryDirectory() as folder:
        return {
            "One act round, without model and screen": await round_cost(20 if quick else 100, Path(folder)),
            "Tap and settle against Playwright's click": await settle_cost(10 if quick else 40),
            "Import": import_cost(5 if quick else 15),
        }


if __name__ == "__main__":
    arguments = parse_arguments(__doc__ or "")
    show(asyncio.run(measure(quick=arguments.quick)), as_json=arguments.json)
