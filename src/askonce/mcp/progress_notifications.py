"""Progress for a client: what the trace of a session says while a call is under way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

from askonce.tools.tool_progress import in_words
from askonce.trace import Entry, Trace

Tell = Callable[[float, float | None, str | None], Awaitable[None]]
"""Sends one notice: how far, of how much if that is known, in words."""


class _Ear:
    """A sink that keeps words about events for whoever passes them on."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[str | None] = asyncio.Queue()

    def write(self, entry: Entry) -> None:
        if words := in_words(entry):
            self.heard.put_nowait(words)


@asynccontextmanager
async def telling(trace: Trace, tell: Tell) -> AsyncGenerator[None, None]:
    """Tell a client what happens in the block. All is told before the block is left, unless the call is cancelled."""
    ear = _Ear()
    trace.subscribe(ear)
    passing = asyncio.create_task(_pass_on(ear.heard, tell))
    try:
        yield
    finally:
        trace.unsubscribe(ear)
        ear.heard.put_nowait(None)
        try:
            await asyncio.wait({passing})
        finally:
            passing.cancel()


async def _pass_on(heard: asyncio.Queue[str | None], tell: Tell) -> None:
    count = 0
    while (words := await heard.get()) is not None:
        count += 1
        await tell(count, None, words)
