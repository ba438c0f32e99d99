"""View transitions: while one is prepared or runs, a page is painted as it was before, whatever its elements hold by
then."""

from __future__ import annotations

import asyncio

from playwright.async_api import Error, Frame, Page

from askonce.screens.web.page_scripts import call

_PATIENCE = 5.0
"""The most seconds that a frame may take to answer: large ones take long to be read, and answer after that."""


async def is_painted_as_it_is(page: Page) -> bool:
    """Whether no frame of a page is in a transition."""
    return all(await asyncio.gather(*map(_is_current, page.frames)))


async def _is_current(frame: Frame) -> bool:
    """A frame that is gone is in none; one that does not answer may be in one."""
    try:
        async with asyncio.timeout(_PATIENCE):
            return await call(frame, "settleWatch", ["isCurrent", 0]) is not False
    except TimeoutError:
        return False
    except Error:
        return True
