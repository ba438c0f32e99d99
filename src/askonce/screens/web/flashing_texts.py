"""Texts that a page shows only for a moment: a picture may have them although they are there neither before nor after
it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from uuid import uuid4

from playwright.async_api import Error, Frame, Page

from askonce.errors import ScreenError
from askonce.screens.web.page_scripts import call

_BEGINS = 1.0
"""The most seconds that a frame may take to begin; one that takes longer begins as soon as it goes on."""
_ANSWERS = 2.0
"""The most seconds that it may take to tell."""


async def watch_flashing_texts(page: Page, within: float) -> str:
    """Note what comes and goes, from when each frame is painted as it is; a view transition that ends is waited for,
    `within` so many seconds. Returns the name of this watch: there may be others."""
    name = uuid4().hex
    await asyncio.gather(*(_begin(frame, name, within) for frame in page.frames))
    return name


async def take_flashing_texts(page: Page, name: str) -> Sequence[str]:
    """What came and went since then, or was moved about by a script. A `ScreenError` where a frame does not tell,
    or shows a document that was not watched: a picture may show what that one had, or what was there before it."""
    told = await asyncio.gather(*(_tell(frame, name) for frame in page.frames))
    return [text for texts in told for text in texts]


async def _tell(frame: Frame, name: str) -> Sequence[str]:
    try:
        texts = await _ask(frame, ["end", name], _ANSWERS)
    except TimeoutError as error:
        raise ScreenError("a part of the page does not answer") from error
    if texts is None and not frame.is_detached():
        raise ScreenError("a part of the page came, or was left, while a picture was taken")
    return texts or ()


async def _begin(frame: Frame, name: str, within: float) -> None:
    with suppress(TimeoutError):
        await _ask(frame, ["begin", name, within * 1000], _BEGINS + within)


async def _ask(frame: Frame, asked: Sequence[Any], patience: float) -> Sequence[str] | None:
    """What a frame answers; None where its document is gone, or has no watch of this name. A `TimeoutError` where it
    hangs."""
    try:
        async with asyncio.timeout(patience):
            answer = await call(frame, "flashingTexts", asked)
            return json.loads(answer) if answer else None
    except (Error, ValueError):
        return None
