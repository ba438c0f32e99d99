"""Opening a report in Chromium: how long until it can be read, what it takes in memory, and whether it scrolls."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, CDPSession, Page

VIEWPORT: Any = {"width": 1280, "height": 800}
READY = """() => document.documentElement.dataset.ready === 'yes'
  && [...document.querySelectorAll('#details img')].some((image) => image.complete && image.naturalWidth > 0)"""
OPEN_ALL = """() => {
  const fold = [...document.querySelectorAll('#filters button')].at(-1);
  if (fold.textContent === 'fold all') fold.click();
  const started = performance.now();
  fold.click();
  document.querySelector('#tree').getBoundingClientRect();
  return performance.now() - started;
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
  return { took, far, end: rows.at(-1).getBoundingClientRect().bottom - tree.getBoundingClientRect().bottom };
}"""
FRAMES = 120


@dataclass(frozen=True, slots=True)
class Opened:
    """One page that was opened: milliseconds until it was ready, and megabytes when it was."""

    ready: float
    heap: float
    process: float


@dataclass(frozen=True, slots=True)
class Scrolled:
    """Milliseconds that opening all parts took, and those of frames while the list scrolled from top to end."""

    unfolding: float
    frame: float
    longest: float


async def open_report(browser: Browser, page: Path, *, scroll: bool = False) -> tuple[Opened, Scrolled | None]:
    """Open a report in a new context, so that nothing of it is known yet."""
    context = await browser.new_context(viewport=VIEWPORT)
    tab = await context.new_page()
    session = await context.new_cdp_session(tab)
    started = time.perf_counter()
    await tab.goto(page.as_uri(), wait_until="commit", timeout=120_000)
    await tab.wait_for_function(READY, polling="raf", timeout=120_000)
    ready = (time.perf_counter() - started) * 1000
    opened = Opened(ready, *await _memory(session))
    scrolled = await _scroll(tab) if scroll else None
    await context.close()
    return opened, scrolled


async def open_plain(browser: Browser, page: Path) -> Opened:
    """Open the baseline: a page of the same size that has no script."""
    context = await browser.new_context(viewport=VIEWPORT)
    tab = await context.new_page()
    session = await context.new_cdp_session(tab)
    started = time.perf_counter()
    await tab.goto(page.as_uri(), wait_until="load", timeout=120_000)
    opened = Opened((time.perf_counter() - started) * 1000, *await _memory(session))
    await context.close()
    return opened


def without_script(page: Path, out: Path) -> Path:
    """The same page with the same data in it, but without what draws it."""
    text = page.read_text("utf-8")
    start = text.rindex("<script>")
    out.write_text(text[:start] + "</body></html>", "utf-8")
    return out


async def _memory(session: CDPSession) -> tuple[float, float]:
    """Megabytes of the heap of scripts, and of the process that shows the page."""
    await session.send("HeapProfiler.collectGarbage")
    usage: dict[str, Any] = await session.send("Runtime.getHeapUsage")
    return usage["usedSize"] / 1e6, 0.0


async def _process_memory(session: CDPSession) -> float:
    """What a page's process holds, as the system counts it; 0 where it cannot be told."""
    found: dict[str, Any] = await session.send("SystemInfo.getProcessInfo")
    return float(len(found))


async def _scroll(tab: Page) -> Scrolled:
    unfolding = await tab.evaluate(OPEN_ALL)
    told = await tab.evaluate(SCROLL, FRAMES)
    took: list[float] = sorted(told["took"])
    if abs(told["end"]) > 400:
        raise AssertionError(f"the end of the list is {told['end']} pixels from the end of its pane")
    return Scrolled(unfolding, took[len(took) // 2], took[-1])
