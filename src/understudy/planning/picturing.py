"""Pictures for the report, which nobody needs in order to act."""

from __future__ import annotations

import asyncio

from understudy.errors import ScreenError
from understudy.planning.stage import Stage
from understudy.screens import Shot, Tree
from understudy.trace import Looked

PATIENCE = 3.0
"""Seconds that a picture may take: a screen that hangs is told of by others."""


async def picture(stage: Stage, known: Tree | None = None) -> None:
    """Keep a picture of the screen as it is now, if it can be seen: no picture is worth a failure.

    `known` is what is on the screen, where that has been found out without reading it again.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            keep(stage, await (stage.eyes.snap(known) if known else stage.eyes.shot(exact=False)))
    except (ScreenError, TimeoutError):
        return


def keep(stage: Stage, shot: Shot) -> None:
    stage.trace.emit(
        Looked(
            act=stage.trace.act,
            round=stage.trace.round,
            shot=stage.trace.keep_image(shot.image, shot.media_type),
            screen=shot.frame.region.edges,
            address=stage.page,
        )
    )
