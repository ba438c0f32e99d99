"""Opening a report in Chromium: how long until it can be read, what it takes in memory, and whether it scrolls."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, CDPSession, Page

from askonce.screens.web.devtools import ask
from report.running import resident

VIEWPORT: Any = {"width": 1280, "height": 800}
READY = "() => document.documentElement.dataset.ready === 'yes'"
OPEN_ALL = """() => {
  const button = [...document.querySelectorAll('#filters button')].find((one) => one.textContent === 'open all');
  const height = () => document.querySelector('#rows').getBoundingClientRect().height;
  const before = height(), started = performance.now();
  button.click();
  const after = height(), took = performance.now() - started;
  if (after <= before) throw new Error('nothing was opened');
  return took;
}"""
SCROLL = """async (frames) => {
  const tree = document.querySelector('#tree');
  const next = () => new Promise(requestAnimationFrame);
  tree.scrollTop = 0;
  await next(); await next();
  const far = tree.scrollHeight - tree.clientHeight;
  const took = [];
  let last = await next();
  for (let frame = 1; frame <= frames; frame++) {
    tree.scrollTop = far * frame / frames;
    const now = await next();
    took.push(now - last);
    last = now;
  }
  const rows = [...document.querySelectorAll('#rows .row')];
  return { took, end: rows.at(-1).getBoundingClientRect().bottom - tree.getBoundingClientRect().bottom };
}"""
SEARCH = """(word) => {
  const field = document.querySelector('#search');
  const type = (text) => { field.value = text; field.dispatchEvent(new Event('input', { bubbles: true })); };
  const started = performance.now();
  type(word);
  document.querySelector('#tree').getBoundingClientRect();
  const took = performance.now() - started;
  if (!document.querySelector('#rows .row')) throw new Error(`nothing was found for ${word}`);
  type('');
  return took;
}"""
STEP_ON = """(steps) => {
  document.querySelector('#tree').focus();
  const took = [];
  for (let step = 0; step < steps; step++) {
    const started = performance.now();
    const was = location.hash;
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true, cancelable: true }));
    document.querySelector('#details').getBoundingClientRect();
    if (location.hash === was) throw new Error(`nothing comes before ${was}`);
    took.push(performance.now() - started);
  }
  return took.sort((one, other) => one - other)[steps >> 1];
}"""
LAST = """() => {
  document.querySelector('#tree').focus();
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true }));
}"""
FRAMES, STEPS = 60, 20
MOST_LEFT = 250
"""Pixels below the last row in view: some more rows than are in view are drawn."""
PATIENCE = 120_000


@dataclass(frozen=True, slots=True)
class Opened:
    """A page that was opened: milliseconds until it could be read, and megabytes when it could."""

    ready: float
    working: float
    """Processor time of the page's main thread: what a busy machine does not blur."""
    heap: float
    process: float
    """All of the process that shows the page."""


@dataclass(frozen=True, slots=True)
class Used:
    """What it is like to use a page, in milliseconds."""

    unfolding: float
    """Opening all parts of the run at once."""
    frame: float
    """Half of the frames were shorter while the list scrolled from top to end."""
    longest: float
    drawing: float
    """Processor time that the page's main thread took for one of them."""
    searching: float
    stepping: float
    """Going to the step before, at the end of the run."""


async def open_report(browser: Browser, page: Path) -> Opened:
    async with _tab(browser) as (tab, session):
        started = time.perf_counter()
        await _read(tab, page)
        return await _measured(browser, session, (time.perf_counter() - started) * 1000)


async def use_report(browser: Browser, page: Path) -> Used:
    """Open all parts of a report, scroll to its end, search in it, and step back from there."""
    async with _tab(browser) as (tab, session):
        await _read(tab, page)
        unfolding = await tab.evaluate(OPEN_ALL)
        worked = await _worked(session)
        told = await tab.evaluate(SCROLL, FRAMES)
        drawing = (await _worked(session) - worked) / FRAMES
        took: list[float] = sorted(told["took"])
        if abs(told["end"]) > MOST_LEFT:
            raise AssertionError(f"the end of the list is {told['end']} pixels from the end of its pane")
        searching = await tab.evaluate(SEARCH, "product")
        await tab.evaluate(LAST)
        stepping = await tab.evaluate(STEP_ON, STEPS)
        return Used(unfolding, took[len(took) // 2], took[-1], drawing, searching, stepping)


async def open_plain(browser: Browser, page: Path) -> Opened:
    """Open a page that has no script: what a report is compared with."""
    async with _tab(browser) as (tab, session):
        started = time.perf_counter()
        await tab.goto(page.as_uri(), wait_until="load", timeout=PATIENCE)
        return await _measured(browser, session, (time.perf_counter() - started) * 1000)


def without_script(page: Path, out: Path) -> Path:
    """The same page with the same data in it, but without what draws it."""
    text = page.read_text("utf-8")
    out.write_text(text[: text.rindex("<script>")] + "</body></html>", "utf-8")
    return out


@asynccontextmanager
async def _tab(browser: Browser) -> AsyncGenerator[tuple[Page, CDPSession], None]:
    """A tab in a context of its own, in which nothing is known of any page."""
    context = await browser.new_context(viewport=VIEWPORT)
    tab = await context.new_page()
    session = await context.new_cdp_session(tab)
    await ask(session, "Performance.enable", {"timeDomain": "threadTicks"})
    yield tab, session
    await context.close()


async def _measured(browser: Browser, session: CDPSession, ready: float) -> Opened:
    working = await _worked(session)
    await ask(session, "HeapProfiler.collectGarbage")
    usage = await ask(session, "Runtime.getHeapUsage")
    return Opened(ready, working, usage["usedSize"] / 1e6, await _process(browser))


async def _worked(session: CDPSession) -> float:
    """Milliseconds of processor time that the page's main thread took so far."""
    told = await ask(session, "Performance.getMetrics")
    return next(one["value"] for one in told["metrics"] if one["name"] == "TaskDuration") * 1000


async def _process(browser: Browser) -> float:
    """The page's process is the largest of those that show pages: there is no other page."""
    whole = await browser.new_browser_cdp_session()
    told = await ask(whole, "SystemInfo.getProcessInfo")
    await whole.detach()
    return max(resident(one["id"]) for one in told["processInfo"] if one["type"] == "renderer")


async def _read(tab: Page, page: Path) -> None:
    """Open a report and wait until it is drawn, and its first picture can be."""
    await tab.goto(page.as_uri(), wait_until="commit", timeout=PATIENCE)
    await tab.wait_for_function(READY, polling="raf", timeout=PATIENCE)
    await tab.evaluate("() => document.querySelector('#details img').decode()")
