"""Controls that cannot be seen: those that a page hides, and those in other tabs."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from playwright.async_api import Error, Frame, Page
from pydantic import TypeAdapter

from askonce.screens.screen_protocol import UnseenElement
from askonce.screens.web.page_scripts import script

_CONTROLS = TypeAdapter(list[tuple[str, str, bool]])
_WITHIN = 1.0
"""How many seconds a frame or tab has to answer: this is only for a better error."""
_MOST_TABS = 5


async def unseen_elements(page: Page, tabs: Sequence[Page]) -> list[UnseenElement]:
    """What `page` hides, in all its frames, and what can be seen in the other `tabs`."""
    others = [tab for tab in tabs if tab is not page][:_MOST_TABS]
    asked = [*page.frames, *(tab.main_frame for tab in others)]
    found = await asyncio.gather(*(_controls(frame) for frame in asked))
    unseen = [
        UnseenElement(role, name, "is hidden")
        for controls in found[: len(page.frames)]
        for role, name, is_hidden in controls
        if is_hidden
    ]
    for tab, controls in zip(others, found[len(found) - len(others) :], strict=True):
        where = f'is in the tab "{await _title(tab)}"'
        unseen += [UnseenElement(role, name, where) for role, name, is_hidden in controls if not is_hidden]
    return unseen


async def _controls(frame: Frame) -> list[tuple[str, str, bool]]:
    try:
        async with asyncio.timeout(_WITHIN):
            return _CONTROLS.validate_json(await frame.evaluate(script("controlsByName", "unseen")))
    except (Error, TimeoutError):
        return []


async def _title(tab: Page) -> str:
    try:
        async with asyncio.timeout(_WITHIN):
            return " ".join((await tab.title()).split()) or tab.url
    except (Error, TimeoutError):
        return tab.url
