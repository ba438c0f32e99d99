"""A point of the screen inside the frame that shows it."""

from __future__ import annotations

import json

from playwright.async_api import ElementHandle, Frame, Page

from askonce.geometry import Point
from askonce.lazy import dataclass
from askonce.screens.web.page_scripts import call, script

_DEEPEST = 16


@dataclass(frozen=True, slots=True)
class Spot:
    """A frame, and a point in its own units."""

    frame: Frame
    point: Point

    @property
    def argument(self) -> list[float]:
        """The point as scripts take it."""
        return [self.point.x, self.point.y]


async def spots_at(page: Page, at: Point) -> list[Spot]:
    """The frames at a point, from the page itself to the innermost, of any origin."""
    spot = Spot(page.main_frame, at)
    spots = [spot]
    while len(page.frames) > 1 and len(spots) < _DEEPEST:
        inner: str | None = await call(spot.frame, "pointInFrame", spot.argument)
        if inner is None:
            break
        element = (await spot.frame.evaluate_handle(script("frameAt", "spot"), spot.argument)).as_element()
        frame = await element.content_frame() if element else None
        if frame is None:
            break
        x, y = json.loads(inner)
        spot = Spot(frame, Point(x, y))
        spots.append(spot)
    return spots


async def element_at(page: Page, at: Point, call: str, *parts: str) -> tuple[Spot, ElementHandle | None]:
    """The element that a script finds at a point, in the innermost frame there."""
    spot = (await spots_at(page, at))[-1]
    handle = await spot.frame.evaluate_handle(script(call, "spot", *parts), spot.argument)
    return spot, handle.as_element()


async def are_hit_together(page: Page, at: Point, other: Point, *, or_inside: bool) -> bool:
    """Whether one text lies at both points; `or_inside`, whether something of what lies here lies at the other."""
    here, there = (await spots_at(page, at))[-1], (await spots_at(page, other))[-1]
    if here.frame is not there.frame:
        return False
    return bool(await call(here.frame, "areHitTogether", [here.argument, there.argument, or_inside]))
