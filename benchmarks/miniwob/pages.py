"""The pages of the package on loopback, and one episode on such a page: how it begins, and how it ended."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from os import PathLike
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from miniwob.tasks import Task

NO_LIMIT = 2_000_000_000
"""Milliseconds until a page ends an episode by itself: three weeks, near the most that a page's timer can hold."""

# The package hides the same things from its own agents: the instruction, the score, and the cover that asks for the
# next episode. The cover never comes here, since a tap on it would begin a new episode and wipe out the reward of this
# one. An instruction that shows a patch of colour, and does not name it in words, stays in view.
BEGIN = """([seed, limit]) => {
    core.EPISODE_MAX_TIME = limit;
    core.countdownTimer = () => {};
    core.setDataMode("train");
    Math.seedrandom(seed);
    core.startEpisodeReal();
    core.startEpisode = () => {};
    const query = document.getElementById("query");
    const isWhole = [...query.querySelectorAll("*")].every((part) => part.tagName === "BR" || part.textContent.trim());
    const isWords = isWhole || core.getUtterance() !== query.textContent.replace(/\\s+/g, " ").trim();
    const style = document.createElement("style");
    style.textContent = (isWords ? "#query, #query-wrap, " : "") + "#reward-display, #click-canvas "
        + "{ visibility: hidden !important }";
    document.head.append(style);
}"""

UTTERANCE = "() => { const said = core.getUtterance(); return said.utterance ?? said; }"

END = """() => typeof WOB_DONE_GLOBAL === "undefined"
    ? { done: false, reward: 0, reason: "the page was left" }
    : { done: WOB_DONE_GLOBAL, reward: WOB_RAW_REWARD_GLOBAL, reason: WOB_REWARD_REASON }"""


@dataclass(frozen=True, slots=True)
class Ending:
    """What the page says of an episode: whether it is over, and the reward without the penalty for time."""

    done: bool
    reward: float
    reason: str = ""

    @property
    def is_success(self) -> bool:
        return self.done and self.reward > 0


class _Pages(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def guess_type(self, path: str | PathLike[str]) -> str:
        """Pages and scripts are written in UTF-8 and do not say so."""
        kind = super().guess_type(path)
        return f"{kind}; charset=utf-8" if kind in {"text/html", "text/javascript", "application/javascript"} else kind

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads who asked for which picture."""


@contextmanager
def served(package: Path) -> Generator[str, None, None]:
    """The address under which the pages are served as long as the block lasts."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Pages, directory=str(package / "html")))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


async def begin(page: Page, address: str, task: Task, seed: int) -> str:
    """Load the page of a task anew, begin the episode of a seed, and give its instruction.

    Loading anew costs a tenth of a second and is what makes episodes independent: several pages keep state in widgets.
    """
    width, height = task.viewport
    if page.viewport_size != {"width": width, "height": height}:
        await page.set_viewport_size({"width": width, "height": height})
    await page.goto(address + task.path, wait_until="load")
    await page.evaluate(BEGIN, [seed, NO_LIMIT])
    await page.wait_for_function("() => WOB_TASK_READY")
    said = await page.evaluate(UTTERANCE)
    return said if isinstance(said, str) else json.dumps(said)


async def ending(page: Page) -> Ending:
    """How the episode stands. Asked for when the act is over, and not before."""
    found = await page.evaluate(END)
    reward = found["reward"]
    return Ending(
        bool(found["done"]), float(reward) if isinstance(reward, int | float) else 0.0, str(found["reason"] or "")
    )
