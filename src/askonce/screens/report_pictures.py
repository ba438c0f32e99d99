"""Pictures that are kept for people: what a report shows of the screen when no model has to see it."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from askonce.screens.eyes import Eyes
from askonce.screens.page_evidence import safe_url
from askonce.screens.screen_protocol import Shot
from askonce.trace import Blob, Looked, Trace

Taking = Callable[[], Awaitable[Shot]]
"""A way to take a picture."""


async def keep_picture(eyes: Eyes, trace: Trace, taking: Taking | None = None, *, shared: int = 0) -> Blob:
    """Keep a picture of the screen as it is now, without what is secret, and write down that it was looked at.

    `taking` is how it is taken, where that is not as usual. `shared` is how many actions before the last one have no
    picture of their own.
    """
    began = time.perf_counter()
    shot = await (taking() if taking else eyes.shot(exact=False))
    return note_picture(shot, eyes, trace, time.perf_counter() - began, shared=shared)


def note_picture(shot: Shot, eyes: Eyes, trace: Trace, seconds: float = 0.0, *, shared: int = 0) -> Blob:
    """Keep a picture that was taken, and write down that the screen was looked at."""
    kept = trace.keep_image(shot.image, shot.media_type)
    trace.emit(
        Looked(
            act=trace.act,
            round=trace.round,
            shot=kept,
            screen=shot.frame.region.edges,
            address=safe_url(eyes.known_address),
            withheld=shot.withheld,
            shared=shared,
            is_earlier=shot.is_earlier,
            seconds=seconds,
        )
    )
    return kept
