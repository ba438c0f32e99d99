"""Whether a page still looks the same: then a picture of it need not be taken again."""

from __future__ import annotations

import asyncio

from playwright.async_api import CDPSession, Page

from askonce.geometry import Size
from askonce.lazy import dataclass, regex
from askonce.screens.web.page_scripts import call
from askonce.screens.web.render_counts import RenderCounts, read_render_counts

_UNZOOMED = regex(r"(\d{1,6}) (\d{1,6}) 1 ")


@dataclass(frozen=True, slots=True)
class PageAppearance:
    """What stays equal only while no style and no layout is computed, and no frame changes, scrolls, loads or gets
    input."""

    page: Page
    address: str
    counts: RenderCounts
    stirs: tuple[str, ...]

    @property
    def size(self) -> Size | None:
        """What is in view where no fingers have zoomed."""
        seen = _UNZOOMED.match(self.stirs[0])
        return Size(int(seen[1]), int(seen[2])) if seen else None


async def read_appearance(
    page: Page, session: CDPSession | None, told: str | None = None
) -> tuple[PageAppearance | None]:
    """What a page looks like; None in it where that does not tell, as on a page that moves by itself. A page without
    frames may have `told` it already."""
    answers = (
        [told] if told else await asyncio.gather(*(call(frame, "settleWatch", ["stirs", 0]) for frame in page.frames))
    )
    counts = await read_render_counts(page, session)  # only now: what a script has changed is laid out by that question
    stirs = tuple(text for text in answers if isinstance(text, str))
    is_known = counts is not None and len(stirs) == len(answers)
    return (PageAppearance(page, page.url, counts, stirs) if counts and is_known else None,)
