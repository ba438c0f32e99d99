"""The frames of a page that have nothing to do with what is done in one of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from playwright.async_api import Error, Frame

from askonce.screens.web.page_scripts import call

_WITHIN = 0.5
"""The most seconds for them to take notice. Those that are stuck take no input either."""

_silent: WeakKeyDictionary[Frame, asyncio.Future[object]] = WeakKeyDictionary()
"""Frames that have not answered, as those do not that load only once they are scrolled to."""
_undoing: set[asyncio.Task[object]] = set()


async def tell_frames(
    frames: Sequence[Frame], name: str, argument: Any, undo: Callable[[Frame], Awaitable[object]]
) -> list[Frame]:
    """Those of the frames that answer to a call; in one that answers too late, it is undone."""
    alive = [frame for frame in frames if (known := _silent.get(frame)) is None or known.done()]
    telling = {frame: asyncio.ensure_future(call(frame, name, argument)) for frame in alive}
    if telling:
        await asyncio.wait(telling.values(), timeout=_WITHIN)
    for frame, answer in telling.items():
        if not answer.done():
            _silent[frame] = answer
            answer.add_done_callback(partial(_undo_late, frame, undo))
    return [frame for frame, answer in telling.items() if answer.done() and not answer.exception()]


def undo_soon(frames: Sequence[Frame], undo: Callable[[Frame], Awaitable[object]]) -> None:
    """Undo it without waiting for that."""
    for frame in frames:
        _undoing.add(task := asyncio.ensure_future(undo(frame)))
        task.add_done_callback(_undoing.discard)


async def let_text_in(frame: Frame) -> bool:
    """Let a text into a frame again that it was told to keep out. Whether something was kept out."""
    try:
        return await call(frame, "keepTextOut", False) is True
    except Error:
        return False


def _undo_late(frame: Frame, undo: Callable[[Frame], Awaitable[object]], answer: asyncio.Future[object]) -> None:
    if not answer.cancelled() and not answer.exception():
        undo_soon([frame], undo)
