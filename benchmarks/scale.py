"""How costs grow: with the elements of a page, and with the steps of a run.

    python benchmarks/scale.py [--quick] [--json]

- Pages: looks at pages of 100 to 100,000 elements in Chromium, all of them in view (up to 10,000) or in a long list.
- Trees: finding, anchors, prompts, masking and cheap answers over the elements of 100 to 100,000.
- Runs: acts with their prompts, replays, traces and reports of 10 to 10,000 steps.

Figures are milliseconds of processor time, of the page as well, since those of a clock say little on a busy machine.
The exponent is the slope of a straight line through their logarithms: 1 is linear, and nothing is to be above that.
Where something grows faster between two sizes, `bends` says so. A look gives 20,000 elements at most: finding is linear
up to there, and grows with an exponent of 1.3 in larger trees, with the garbage collector off as well.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.async_api import Browser, async_playwright
from scale.growth import Series
from scale.pages import measure_pages
from scale.runs import measure_runs
from scale.trees import measure_trees
from showing import Row, parse_arguments, show

from askonce.config import read_settings
from askonce.screens.web import BrowserOptions
from askonce.screens.web.browser_launch import launch_browser

ELEMENTS = (100, 1_000, 10_000, 100_000)
STEPS = (10, 100, 1_000, 10_000)
MOST_ACTS = 1_000
"""Rounds of one act; as many as anybody allows it."""


async def measure_scale(*, quick: bool) -> dict[str, list[Row]]:
    elements, steps = (ELEMENTS[:3], STEPS[:3]) if quick else (ELEMENTS, STEPS)
    with tempfile.TemporaryDirectory() as folder:
        runs = await measure_runs(steps, 100 if quick else MOST_ACTS, Path(folder))
    async with async_playwright() as playwright:
        browser = await launch_browser(playwright, BrowserOptions(executable=read_settings().browser))
        assert isinstance(browser, Browser)
        pages = await measure_pages(browser, elements, 2 if quick else 5)
        await browser.close()
    return {
        "Pages, by elements": rows(pages, elements),
        "Trees, by elements": rows(measure_trees(elements, 2 if quick else 5), elements),
        "Runs, by steps": rows(runs, steps),
    }


def rows(series: Sequence[Series], sizes: Sequence[int]) -> list[Row]:
    return [one.row(sizes) for one in series]


if __name__ == "__main__":
    arguments = parse_arguments(__doc__ or "")
    show(asyncio.run(measure_scale(quick=arguments.quick)), as_json=arguments.json)
