"""What a planned step costs on a page with 5,000 elements, against one screenshot of the same page."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

from playwright.async_api import Browser

from askonce.agent import Agent
from askonce.errors import AskonceError
from askonce.models import Model
from askonce.models.factory import Models
from askonce.screens.web import open_page_screen
from askonce.trace import Looked
from miniwob.episodes import SETTINGS, EpisodeTrace, Timed

ELEMENTS = 5000
DENSE = "font: 5px sans-serif; padding: 0; width: 15px; height: 10px; overflow: hidden; float: left; border: 0"
LONG = "display: block; width: 300px; height: 24px"
PAGES = {
    "all 5,000 in view": DENSE,
    "5,000 in a long list": LONG,
}
ASKED = ('Click on the "Item 40" button.', 'Click on the "Item 4321" button.')


async def measure(browser: Browser, new_model: Callable[[], Model], *, repeats: int) -> list[dict[str, Any]]:
    """For each kind of page: medians of one answer, of a look and an answer, and of one screenshot, taken in turns."""
    rows: list[dict[str, Any]] = []
    for title, style in PAGES.items():
        context = await browser.new_context(viewport={"width": 1280, "height": 800})
        page = await context.new_page()
        await page.set_content(_page(style))
        async with await open_page_screen(page) as screen:
            for said in ASKED:
                answers, looks, shots, ends = list[float](), list[float](), list[float](), set[str]()
                for _ in range(repeats):
                    await page.evaluate("() => scrollTo(0, 0)")
                    started = time.perf_counter()
                    await screen.capture()
                    shots.append(time.perf_counter() - started)
                    model, episode_trace = Timed(new_model()), EpisodeTrace()
                    agent = Agent(screen, Models.of(model), settings=SETTINGS)
                    agent.trace.subscribe(episode_trace)
                    try:
                        ends.add((await agent.act(said)).message)
                    except AskonceError as error:
                        ends.add(f"{type(error).__name__}: {error.message}")
                    # Only the first of each: what comes after the tap is another page to look at.
                    answers += model.seconds[:1]
                    looks += [
                        entry.event.seconds for entry in episode_trace.entries if isinstance(entry.event, Looked)
                    ][:1]
                answer, look, shot = median(answers), median(looks), median(shots)
                rows.append(
                    {
                        "page": title,
                        "instruction": said,
                        "answer ms": 1000 * answer,
                        "look ms": 1000 * look,
                        "screenshot ms": 1000 * shot,
                        "answer / screenshot": answer / shot,
                        "look and answer / screenshot": (look + answer) / shot,
                        "ended": " | ".join(sorted(ends))[:60],
                    }
                )
        await context.close()
    return rows


def _page(style: str) -> str:
    items = "".join(f'<button style="{style}">Item {number}</button>' for number in range(1, ELEMENTS + 1))
    return f"<!doctype html><title>Many</title><body style='margin: 0'>{items}"
