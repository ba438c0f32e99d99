"""Waiting in the page until texts can be read, so that it need not be read again and again."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.async_api import Page

from askonce.screens.ui_tree import plain
from askonce.screens.web.page_scripts import call


async def await_texts(page: Page, texts: Sequence[str], timeout: float) -> list[str]:
    """The messages in which the texts stand, if all surely can be read within `timeout` seconds.

    A frame tells nobody whether it is in view, so what stands in one is not found, and not waited for where there are
    any.
    """
    wanted = [plain(text.strip().removesuffix("…")) for text in texts]
    limit = 0 if len(page.frames) > 1 else timeout * 1000
    return await call(page.main_frame, "awaitTexts", [wanted, limit])
