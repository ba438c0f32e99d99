"""Waiting in the page until texts can be read, so that it need not be read again and again."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.async_api import Page

from askonce.lazy import dataclass
from askonce.screens.screen_protocol import ShownMessages
from askonce.screens.ui_tree import plain
from askonce.screens.web.page_scripts import call


@dataclass(frozen=True, slots=True)
class ShownTexts:
    """What a page says once texts can be read."""

    told: ShownMessages
    is_due: bool
    """Whether something that was typed is still to have an effect."""
    stirs: str | None
    """What the page looks like: see `page_appearance`."""


async def await_texts(page: Page, texts: Sequence[str], timeout: float, *, pictured: bool) -> ShownTexts | None:
    """What the page says if all texts surely can be read within `timeout` seconds; if it is to be `pictured`, also what
    it looks like.

    A frame tells nobody whether it is in view, so what stands in one is not found, and not waited for where there are
    any.
    """
    wanted = [plain(text.strip().removesuffix("…")) for text in texts]
    limit = 0 if len(page.frames) > 1 else timeout * 1000
    told = await call(page.main_frame, "awaitTexts", [wanted, limit, pictured])
    if not told:
        return None
    besides = told["besides"] if len(page.frames) == 1 else None
    beside, live = (tuple(besides[name]) for name in ("beside", "live")) if besides else (None, ())
    return ShownTexts(ShownMessages(tuple(told["messages"]), beside, live), told["isDue"], told["stirs"])
