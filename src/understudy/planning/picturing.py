"""Pictures for the report, which nobody needs in order to act."""

from __future__ import annotations

import asyncio

from understudy.errors import ScreenError
from understudy.planning.stage import Stage
from understudy.screens import Tree
from understudy.screens.picturing import keep_picture

PATIENCE = 3.0
"""Seconds that a picture may take: a screen that hangs is told of by others."""


async def picture(stage: Stage, known: Tree | None = None) -> None:
    """Keep a picture of the screen as it is now, if it can be seen: no picture is worth a failure."""
    try:
        async with asyncio.timeout(PATIENCE):
            await keep_picture(stage.eyes, stage.trace, known)
    except (ScreenError, TimeoutError):
        return
