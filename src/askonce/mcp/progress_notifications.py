"""Progress for a client: what the trace of a session says while a call is under way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

from askonce.tools.tool_progress import in_words
from askonce.trace import Entry, Trace

SendProgress = Callable[[float, float | None, str | None], Awaitable[None]]
"""Sends one notification: how far, of how much if that is known, and a message."""


class _ProgressSink:
    """A sink that keeps messages about events until they are sent."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[str | None] = asyncio.Queue()

    def write(self, entry: Entry) -> None:
        if message := in_words(entry):
            self.messages.put_nowait(message)


@asynccontextmanager
async def reporting_progress(trace: Trace, send: SendProgress) -> AsyncGenerator[None, None]:
    """Report to a client what happens in the block. All is sent before the block ends, unless the call is cancelled."""
    sink = _ProgressSink()
    trace.subscribe(sink)
    sending = asyncio.create_task(_send_all(sink.messages, send))
    try:
        yield
    finally:
        trace.unsubscribe(sink)
        sink.messages.put_nowait(None)
        try:
            await asyncio.wait({sending})
        finally:
            sending.cancel()


async def _send_all(messages: asyncio.Queue[str | None], send: SendProgress) -> None:
    count = 0
    while (message := await messages.get()) is not None:
        count += 1
        await send(count, None, message)
