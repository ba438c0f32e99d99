"""View transitions: while one is prepared or runs, a page is painted as it was before, whatever its elements hold by
then."""

from __future__ import annotations

import asyncio

from playwright.async_api import Error, Frame, Page

from askonce.screens.web.page_scripts import call

_PATIENCE = 1.0
"""The most seconds that a frame may take to answer."""


async def is_painted_as_it_is(page: Page, within: float = 0.0) -> bool:
    """Whether no frame of a page is in a transition. One that ends is waited for, `within` so many seconds."""
    return all(await asyncio.gather(*(_is_current(frame, within) for frame in page.frames)))


async def _is_current(frame: Frame, within: float) -> bool:
    """A frame that is gone or hangs is in none."""
    try:
        async with asyncio.timeout(within + _PATIENCE):
            return await call(frame, "settleWatch", ["isCurrent", within * 1000]) is not False
    except (Error, TimeoutError):
        return True
