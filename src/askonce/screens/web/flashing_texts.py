"""Texts that a page shows only for a moment: a picture may have them although they are there neither before nor after
it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from uuid import uuid4

from playwright.async_api import Error, Frame, Page

from askonce.screens.web.page_scripts import script

_PATIENCE = 1.0
"""The most seconds that a frame may take to answer."""


async def watch_flashing_texts(page: Page) -> str:
    """Note from now on what comes and goes. Returns the name of this watch: there may be others."""
    name = uuid4().hex
    await asyncio.gather(*(_tell(frame, "begin", name) for frame in page.frames))
    return name


async def take_flashing_texts(page: Page, name: str) -> Sequence[str]:
    """What came and went since then, or was moved about by a script."""
    told = await asyncio.gather(*(_tell(frame, "end", name) for frame in page.frames))
    return [text for texts in told for text in texts]


async def _tell(frame: Frame, command: str, name: str) -> Sequence[str]:
    """Nothing where a frame is gone or hangs: what is in it then does not blink either."""
    try:
        async with asyncio.timeout(_PATIENCE):
            return json.loads(await frame.evaluate(script("flashingTexts", "flashing_texts"), [command, name]) or "[]")
    except (Error, TimeoutError, ValueError):
        return ()
