"""Pictures for the report. Acting does not need them, so a picture that cannot be taken is not an error."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from askonce.errors import AskonceError
from askonce.planning.act_context import ActContext
from askonce.screens import Shot
from askonce.screens.report_pictures import Taking, keep_picture

PATIENCE = 3.0
"""The most seconds for a picture. A screen that hangs is reported elsewhere."""

T = TypeVar("T")


async def photograph(context: ActContext) -> Shot | None:
    """Take a picture for the report, if the screen can be captured."""
    return await _at_best(context.eyes.shot(exact=False))


async def keep_report_shot(context: ActContext, taking: Taking | None = None, *, shared: int = 0) -> bool:
    """Keep a picture of the screen as it is now, if it can be captured. Whether it could."""
    return await _at_best(keep_picture(context.eyes, context.trace, taking, shared=shared)) is not None


async def _at_best(work: Awaitable[T]) -> T | None:
    try:
        async with asyncio.timeout(PATIENCE):
            return await work
    except (AskonceError, TimeoutError):
        return None
