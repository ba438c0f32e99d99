"""Scrolling: the page, or what lies under a point, in frames and shadow roots too."""

from __future__ import annotations

from typing import Literal

from playwright.async_api import Page

from askonce.geometry import Point, Size
from askonce.screens.screen_protocol import Edge
from askonce.screens.web.frame_points import spots_at
from askonce.screens.web.page_scripts import script
from askonce.screens.web.settle import Settling

Outcome = Literal["moved", "end", "none"]
Unit = Literal["pixel", "screenful"]

_VAST = 1e7
"""Further than any page is long."""
_LONGEST = 20
"""How often a list that loads more at its end is followed there."""
_WAY: dict[Edge, tuple[float, float]] = {
    "top": (0, -_VAST),
    "bottom": (0, _VAST),
    "left": (-_VAST, 0),
    "right": (_VAST, 0),
}


async def scroll_by(page: Page, dx: float, dy: float, at: Point | None, view: Size, *, unit: Unit = "pixel") -> None:
    """Scroll by a distance, or by a share of what is in view of the scrolled area. What cannot be scrolled by script
    (maps, canvases) gets a turn of the wheel."""
    outcome = await _scroll(page, dx, dy, at, view, unit, chain=True)
    if outcome == "none":
        place = at or _middle(view)
        await page.mouse.move(place.x, place.y)
        width, height = (view.width, view.height) if unit == "screenful" else (1, 1)
        await page.mouse.wheel(dx * width, dy * height)


async def scroll_to_edge(page: Page, edge: Edge, at: Point | None, view: Size, settling: Settling) -> None:
    """Scroll as far as it goes. A list that grows while it is scrolled is followed a bounded number of times."""
    dx, dy = _WAY[edge]
    for _ in range(_LONGEST):
        outcome = await _scroll(page, dx, dy, at, view, "pixel", chain=False)
        if outcome == "none":
            await scroll_by(page, dx / _VAST * view.width, dy / _VAST * view.height, at, view)
        if outcome != "moved":
            return
        await settling.settle()
        await settling.begin(page)


async def _scroll(
    page: Page, dx: float, dy: float, at: Point | None, view: Size, unit: Unit, *, chain: bool
) -> Outcome:
    if at is None:
        outcome: Outcome = await page.main_frame.evaluate(script("scrollPage", "spot", "scroll"), [dx, dy, unit])
        if outcome != "none":
            return outcome
    found: Outcome = "none"
    for spot in reversed(await spots_at(page, at or _middle(view))):
        outcome = await spot.frame.evaluate(script("scrollAt", "spot", "scroll"), [spot.argument, dx, dy, unit, chain])
        if outcome == "moved" or (outcome == "end" and not chain):
            return outcome
        found = outcome if outcome == "end" else found
    return found


def _middle(view: Size) -> Point:
    return Point(view.width / 2, view.height / 2)
