"""Whether a page still looks the same: then a picture of it need not be taken again."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable

from playwright.async_api import CDPSession, Page

from askonce.screens.web.page_scripts import call
from askonce.screens.web.render_counts import read_render_counts


async def read_appearance(page: Page, session: CDPSession | None) -> tuple[Hashable | None]:
    """What stays equal only while no style and no layout is computed, and no frame changes, scrolls, loads or gets
    input; None in it where that does not tell, as on a page that moves by itself."""
    told = await asyncio.gather(*(call(frame, "settleWatch", ["stirs", 0]) for frame in page.frames))
    counts = await read_render_counts(page, session)  # only now: what a script has changed is laid out by that question
    is_known = counts is not None and all(isinstance(text, str) for text in told)
    return ((page, page.url, counts, tuple(told)) if is_known else None,)
