"""Looks at pages of many sizes, in Chromium: the first one, one at a page that has not changed, one after a change."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence

from playwright.async_api import Browser, CDPSession, Page

from askonce.screens.web.page_tree import read_tree
from scale.growth import Series

VIEWPORT = {"width": 1280, "height": 1000}
STYLE = """<!doctype html><style>body { margin: 0; font: 6px sans-serif } .grid { display: flex; flex-wrap: wrap }
.grid .row { width: 24px; height: 10px; overflow: clip; white-space: nowrap }</style>"""
LAYOUTS = {"in view": ("grid", 10_000), "in a long list": ("list", 100_000)}
"""Where the elements are: so many fit into one view at most."""
CHANGE = "(text) => { document.querySelectorAll('.row')[5].children[1].textContent = text }"


def markup(layout: str, count: int) -> str:
    """A page with so many elements, five in a row, of which one can be tapped."""
    rows = "".join(
        f"<div class=row><span>n{row}</span><b>{row}</b><a href=/{row}>g{row}</a><i>x</i></div>"
        for row in range(count // 5)
    )
    return f"{STYLE}<div class={layout}>{rows}</div>"


async def measure_pages(browser: Browser, sizes: Sequence[int], turns: int) -> list[Series]:
    series: dict[str, Series] = {}
    for words, (layout, most) in LAYOUTS.items():
        for size in (size for size in sizes if size <= most):
            context = await browser.new_context(viewport=VIEWPORT)  # pyright: ignore[reportArgumentType]
            page = await context.new_page()
            await page.set_content(markup(layout, size))
            for name, cost in (await _measure_page(page, await context.new_cdp_session(page), turns)).items():
                series.setdefault(f"{name}, {words}", Series(f"{name}, {words}")).costs[size] = cost
            await context.close()
    return list(series.values())


async def _measure_page(page: Page, session: CDPSession, turns: int) -> dict[str, float]:
    await session.send("Performance.enable")
    look = lambda: read_tree(page, session)  # noqa: E731
    costs = {"the first look": await _working(look, session), "a look at the same": float("inf")}
    costs |= {"a look after one change": float("inf"), "the whole page": await _working(_whole(page), session)}
    for turn in range(turns):
        costs["a look at the same"] = min(costs["a look at the same"], await _working(look, session))
        await page.evaluate(CHANGE, f"t{turn}")
        costs["a look after one change"] = min(costs["a look after one change"], await _working(look, session))
    return costs


def _whole(page: Page) -> Callable[[], Awaitable[object]]:
    return lambda: read_tree(page, whole=True)


async def _working(work: Callable[[], Awaitable[object]], session: CDPSession) -> float:
    """Milliseconds of processor time, of this process and of the page."""
    before, started = await _page_seconds(session), time.process_time()
    await work()
    spent = time.process_time() - started
    return (spent + await _page_seconds(session) - before) * 1000


async def _page_seconds(session: CDPSession) -> float:
    metrics = (await session.send("Performance.getMetrics"))["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "ThreadTime")
