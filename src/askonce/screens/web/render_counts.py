"""How often the browser has computed styles and layout: while these counts stand still, nothing looks different.

They count whatever the cause is, also what no observer in the page is told: rules of style sheets that a script
changes, what is under the mouse, loaded pictures and fonts, closed shadow roots. A page is brought up to date before it
is asked.
"""

from __future__ import annotations

import asyncio
from typing import Any
from weakref import WeakSet

from playwright.async_api import CDPSession, Error, Page

from askonce.lazy import dataclass
from askonce.screens.web.devtools import ask, on_its_way

_asked: WeakSet[CDPSession] = WeakSet()


@dataclass(frozen=True, slots=True)
class RenderCounts:
    styles: int
    layouts: int


async def read_render_counts(page: Page, session: CDPSession | None) -> RenderCounts | None:
    """None where nobody counts for all frames: in other browsers, and where a frame lives in a process of its own."""
    if session is None:
        return None
    try:
        if session not in _asked:
            await ask(session, "Performance.enable")
            _asked.add(session)
        frames, answer = await asyncio.gather(_read_frames(page, session), ask(session, "Performance.getMetrics"))
        if frames != len(page.frames):
            return None
        counts = {metric["name"]: int(metric["value"]) for metric in answer["metrics"]}
        return RenderCounts(counts["RecalcStyleCount"], counts["LayoutCount"])
    except (Error, KeyError, TypeError, ValueError):
        return None


async def begin_counts(page: Page, session: CDPSession | None) -> asyncio.Future[RenderCounts | None]:
    """The counts from before whatever is asked next, without waiting for them where the browser counts already: what is
    asked later is answered later."""
    counting = asyncio.ensure_future(read_render_counts(page, session))
    if session not in _asked:
        await asyncio.wait({counting})
    await on_its_way()
    return counting


async def _read_frames(page: Page, session: CDPSession) -> int:
    """How many frames live in the process of the page."""
    return _count_frames(await ask(session, "Page.getFrameTree")) if len(page.frames) > 1 else 1


def _count_frames(answer: dict[str, Any]) -> int:
    def count(tree: dict[str, Any]) -> int:
        return 1 + sum(count(inner) for inner in tree.get("childFrames", ()))

    return count(answer["frameTree"])
