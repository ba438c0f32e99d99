"""Pausing and stopping a run, between two actions or lines."""

from __future__ import annotations

import asyncio


class Stopped(asyncio.CancelledError):
    """Somebody asked the run to stop. Like any cancellation, it passes through everything between it and the run."""


class PauseGate:
    """Lets a run continue, wait or stop."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._open.set()
        self._is_stopped = False

    def pause(self) -> None:
        """Has no effect on a run that is stopped: nobody would resume it."""
        if not self._is_stopped:
            self._open.clear()

    def resume(self) -> None:
        self._open.set()

    def stop(self) -> None:
        self._is_stopped = True
        self._open.set()

    @property
    def is_paused(self) -> bool:
        return not self._open.is_set()

    async def wait(self) -> None:
        """Wait while the run is paused. Raises `Stopped` once it is stopped."""
        await self._open.wait()
        if self._is_stopped:
            raise Stopped
