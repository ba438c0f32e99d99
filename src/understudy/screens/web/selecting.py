"""Finds elements by XPath, CSS selector or Playwright locator, in the page and in its frames."""

from __future__ import annotations

from playwright.async_api import Error, Frame, Locator, Page

from understudy.errors import ConfigError
from understudy.geometry import Box

MOST_MATCHES = 20
"""How many matches are looked at: more than one is too many already."""


async def select_boxes(page: Page, selector: str) -> list[Box]:
    """The boxes of the visible matches in the page, or if it has none in its frames.

    A single one out of view is scrolled to.
    """
    matches = await _visible_matches(page.main_frame, selector)
    if not matches:
        inner = [frame for frame in page.frames if frame is not page.main_frame]
        matches = [match for frame in inner for match in await _visible_matches(frame, selector)]
    if len(matches) == 1:
        await matches[0].scroll_into_view_if_needed()
    boxes = [await match.bounding_box() for match in matches]
    return [Box(box["x"], box["y"], box["width"], box["height"]) for box in boxes if box]


async def _visible_matches(frame: Frame, selector: str) -> list[Locator]:
    found = frame.locator(selector)
    try:
        count = await found.count()
    except Error as error:
        if not any(word in error.message for word in ("selector", "SyntaxError", "Unexpected token")):
            raise
        raise ConfigError(
            f"{selector!r} is not a selector",
            remedy="write an XPath (//button), a CSS selector (#save) or a Playwright locator (text=Save)",
        ) from error
    several = [found.nth(index) for index in range(min(count, MOST_MATCHES))]
    return [one for one in several if await one.is_visible()]
