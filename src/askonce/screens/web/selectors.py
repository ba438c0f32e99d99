"""Finds elements by XPath, CSS selector or Playwright locator, in the page and in its frames."""

from __future__ import annotations

import re

from playwright.async_api import Error, Frame, FrameLocator, Locator, Page
from pydantic import TypeAdapter

from askonce.errors import ConfigError
from askonce.geometry import Box
from askonce.screens.web.page_scripts import script
from askonce.screens.web.playwright_errors import first_line

INTO_FRAME = " |>>| "
"""Stands between the selector of a frame's element and a selector for what is inside that frame."""

_BOXES = TypeAdapter(list[tuple[float, float, float, float]])


async def select_boxes(page: Page, selector: str) -> list[Box]:
    """The boxes of the visible matches in the page, or if it has none in its frames.

    A single one out of view is scrolled to.
    """
    *frames, inner = selector.split(INTO_FRAME)
    if frames:
        place: Frame | FrameLocator = page.main_frame
        for frame in frames:
            place = place.frame_locator(_read_by_playwright(frame))
        return await _boxes(await _visible_matches(place, inner))
    boxes = await _boxes_in_page(page, selector)
    if boxes is None:
        boxes = await _boxes(await _visible_matches(page.main_frame, selector))
    if boxes:
        return boxes
    inside = [frame for frame in page.frames if frame is not page.main_frame]
    return await _boxes([match for frame in inside for match in await _visible_matches(frame, selector)])


async def count_hidden(page: Page, selector: str) -> int:
    """How many elements of the page match and cannot be seen."""
    if INTO_FRAME in selector:
        return 0
    found = page.main_frame.locator(_read_by_playwright(selector))
    return await found.count() - len(await _visible_matches(page.main_frame, selector))


async def _boxes_in_page(page: Page, selector: str) -> list[Box] | None:
    """In one round trip where Playwright's takes four; None when only Playwright can read the selector."""
    answer: object = await page.evaluate(script("selectBoxes", "matching", "select"), selector)
    if not isinstance(answer, str):
        return None
    return [Box(*box) for box in _BOXES.validate_json(answer)]


async def _boxes(matches: list[Locator]) -> list[Box]:
    if len(matches) == 1:
        await matches[0].scroll_into_view_if_needed()
    boxes = [await match.bounding_box() for match in matches]
    return [Box(box["x"], box["y"], box["width"], box["height"]) for box in boxes if box]


async def _visible_matches(place: Frame | FrameLocator, selector: str) -> list[Locator]:
    found = place.locator(_read_by_playwright(selector))
    try:
        seen: list[int] = await found.evaluate_all(script("seenPlaces", "select"))
    except Error as error:
        if "Failed to find frame" in error.message:
            return []
        if not any(word in error.message for word in ("selector", "SyntaxError", "Unexpected token")):
            raise
        raise ConfigError(
            f"{selector!r} is not a selector: {_cleaned(error.message)}",
            remedy="write an XPath (//button), a CSS selector (#save) or a Playwright locator (text=Save)",
        ) from error
    return [found.nth(index) for index in seen]


def _cleaned(message: str) -> str:
    """What the browser or Playwright has against a selector, without the names of calls and errors."""
    words = re.sub(r"^(?:\w*Error: |Failed to execute '\w+' on '\w+': )+", "", first_line(message))
    return words.removesuffix(" Did you mean to CSS.escape it?")


def _read_by_playwright(selector: str) -> str:
    """Playwright takes what begins with two strokes for an XPath, but not what begins with one."""
    return f"xpath={selector}" if selector.startswith("/") else selector
