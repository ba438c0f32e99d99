"""What seeing costs: traces, pictures and reports, while a run goes on and afterwards.

    python benchmarks/report.py [--quick] [--json]

- Steps: what a trace and its pictures add to an action, against the same agent without a trace. Agents take turns on
  pages of their own, ratios are medians over the turns.
- Sizes: bytes a step of events, texts and pictures, and of the report with its pictures beside it or in it.
- Making: seconds and memory for the report of a run of 100, 1,000 and 5,000 steps; they are to grow in step with it.
- Opening: until the report is drawn and its first picture is there, against the same page without its script. A run of
  1,000 steps is to open in less than two seconds.
- Using: opening all parts, scrolling, searching and going from step to step in it.
- Memory: whether a run's grows with its steps. Pictures go to the disk.

The runs of 100 and more steps are made up (see `report/traces.py`), with real pictures; the others are real.
"""

from __future__ import annotations

import asyncio
import shutil
import statistics
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, async_playwright
from report import opening, steps
from report.making import Made, make
from report.opening import Opened, Used
from report.running import measure_memory
from report.traces import Shape, write_trace
from showing import Row, parse_arguments, show

from askonce.config import read_settings
from askonce.screens.web import BrowserOptions
from askonce.screens.web.browser_launch import launch_browser
from askonce.testing.shop import SampleShop

LENGTHS = (100, 1000, 5000)
OPEN_GOAL = {1000: 2000}
"""Milliseconds in which a run of so many steps is to open."""
FRAME_GOAL = 16
"""Milliseconds that a frame lasts when there are 60 in a second."""
FORMS: dict[Shape, dict[str, bool]] = {"acts": {"folder": True, "one file": False}, "program": {"program": True}}
"""Runs, and the ways in which they are written: whether the pictures lie in files beside the page."""
MOST_GROWTH = 1.5
"""How much more a step may cost in the longest run than in the shortest: Python's garbage collector takes a fifth."""
PATHS = ("", "?q=mug", "?q=tea", "login", "basket", "?q=nothing")


@dataclass(frozen=True, slots=True)
class Long:
    """The report of a long run."""

    steps: int
    form: str
    made: Made
    opened: Sequence[Opened]
    plain: Sequence[Opened]
    used: Used


async def measure(*, quick: bool) -> dict[str, list[Row]]:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        shop = stack.enter_context(SampleShop())
        playwright = await stack.enter_async_context(async_playwright())
        browser = await launch_browser(playwright, BrowserOptions(executable=read_settings().browser))
        assert isinstance(browser, Browser)
        stack.push_async_callback(browser.close)
        times, sizes = await measure_steps(browser, shop, folder, quick=quick)
        pictures = await take_pictures(browser, shop)
        lengths = LENGTHS[:2] if quick else LENGTHS
        reports = [
            one for length in lengths for one in await measure_long(browser, length, pictures, folder, quick=quick)
        ]
        return {
            "Steps, with and without a trace": times,
            "Sizes, kB, without the page itself": sizes,
            "Making the report": [making_row(one, reports) for one in reports],
            "Opening it in Chromium": [opening_row(one) for one in reports],
            "Using it, ms": [using_row(one) for one in reports],
            "Memory of a run": await asyncio.to_thread(measure_memory, 200 if quick else 1000, folder / "memory"),
        }


async def measure_steps(
    browser: Browser, shop: SampleShop, folder: Path, *, quick: bool
) -> tuple[list[Row], list[Row]]:
    times: list[Row] = []
    sizes: list[Row] = []
    names, turns = (steps.FEW, 2) if quick else (steps.ALL, 15)
    for stage in (steps.shop_stage(shop), steps.photograph_stage()):
        timed, sized = await steps.compare(browser, stage, names, turns, folder / stage.name)
        times += timed
        sizes += sized
    return times, sizes


async def take_pictures(browser: Browser, shop: SampleShop) -> list[bytes]:
    """What pages of the shop look like, as they are kept by default."""
    page = await browser.new_page(viewport=opening.VIEWPORT)
    taken: list[bytes] = []
    for path in PATHS:
        await page.goto(shop.url + path)
        taken.append(await page.screenshot(type="jpeg", quality=80))
    await page.close()
    return taken


async def measure_long(
    browser: Browser, steps: int, pictures: Sequence[bytes], folder: Path, *, quick: bool
) -> list[Long]:
    """The reports of long runs: acts, with the pictures beside the page and in it, and a program with one loop."""
    measured: list[Long] = []
    for shape, forms in FORMS.items():
        trace = await asyncio.to_thread(write_trace, folder / f"{shape} {steps}", steps, pictures, shape)
        for form, is_folder in forms.items():
            page = trace / f"{form}.html"
            made = await asyncio.to_thread(make, trace, page, is_folder=is_folder, times=1 if quick else 3)
            measured.append(await measure_page(browser, steps, form, made, turns=1 if quick else 5))
        shutil.rmtree(trace)
    return measured


async def measure_page(browser: Browser, steps: int, form: str, made: Made, *, turns: int) -> Long:
    """Open a report and the same page without its script, in turns."""
    bare = opening.without_script(made.page, made.page.with_name("bare.html"))
    opened: list[Opened] = []
    plain: list[Opened] = []
    for _ in range(turns):
        opened.append(await opening.open_report(browser, made.page))
        plain.append(await opening.open_plain(browser, bare))
    return Long(steps, form, made, opened, plain, await opening.use_report(browser, made.page))


def making_row(one: Long, all: Sequence[Long]) -> Row:
    first = next(other for other in all if other.form == one.form)
    step, first_step = (each.made.working * 1000 / each.steps for each in (one, first))
    return {
        "steps": one.steps,
        "form": one.form,
        "seconds": one.made.seconds,
        "processor ms a step": step,
        f"× that of {first.steps} steps": step / first_step,
        "to reach": f"≤ {MOST_GROWTH}" if one is not first else "-",
        "peak MB": one.made.megabytes,
        "MB of the page": one.made.size,
    }


def opening_row(one: Long) -> Row:
    ready, plain = ([each.ready for each in ones] for ones in (one.opened, one.plain))
    process, bare = (statistics.median(each.process for each in ones) for ones in (one.opened, one.plain))
    return {
        "steps": one.steps,
        "form": one.form,
        "ready in ms": statistics.median(ready),
        "to reach": f"≤ {OPEN_GOAL[one.steps]}" if one.steps in OPEN_GOAL else "-",
        "× without script": statistics.median(a / b for a, b in zip(ready, plain, strict=True)),
        "processor ms": statistics.median(each.working for each in one.opened),
        "heap MB": statistics.median(each.heap for each in one.opened),
        "process MB": process,
        "× without script, MB": process / bare,
    }


def using_row(one: Long) -> Row:
    used = one.used
    return {
        "steps": one.steps,
        "form": one.form,
        "open all parts": used.unfolding,
        "a frame while scrolling": used.frame,
        "the longest": used.longest,
        "processor ms of a frame": used.drawing,
        "to reach": f"≤ {FRAME_GOAL}",
        "search": used.searching,
        "the step before": used.stepping,
    }


if __name__ == "__main__":
    arguments = parse_arguments(__doc__ or "")
    show(asyncio.run(measure(quick=arguments.quick)), as_json=arguments.json)
