"""Pictures that are kept for people: what a report shows of the screen when no model has to see it."""

from __future__ import annotations

from understudy.screens.eyes import Eyes
from understudy.screens.protocol import Navigator
from understudy.screens.tree import Tree
from understudy.trace import Blob, Looked, Trace


async def keep_picture(eyes: Eyes, trace: Trace, known: Tree | None = None) -> Blob:
    """Keep a picture of the screen as it is now, without what is secret, and write down that it was looked at.

    `known` is what is on the screen, where that has been found out without reading it again.
    """
    shot = await (eyes.snap(known) if known else eyes.shot(exact=False))
    kept = trace.keep_image(shot.image, shot.media_type)
    address = eyes.screen.address if isinstance(eyes.screen, Navigator) else ""
    screen = shot.frame.region.edges
    trace.emit(Looked(act=trace.act, round=trace.round, shot=kept, screen=screen, address=address))
    return kept
