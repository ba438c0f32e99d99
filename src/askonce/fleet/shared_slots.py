"""Slots that are shared by runs, or taken by one alone.

A run that took workers down is played alone in the end, so that those beside it are not blamed for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager


class SharedSlots:
    """Many may be in at the same time, or one that is alone. Who wants to be alone gets in before those who came
    later."""

    def __init__(self) -> None:
        self._changed = asyncio.Condition()
        self._inside = 0
        self._is_alone = False
        self._wanting = 0

    @asynccontextmanager
    async def taken(self, *, alone: bool) -> AsyncGenerator[None, None]:
        async with self._changed:
            if alone:
                self._wanting += 1
                try:
                    await self._changed.wait_for(lambda: not self._inside)
                finally:
                    self._wanting -= 1
            else:
                await self._changed.wait_for(lambda: not self._is_alone and not self._wanting)
            self._inside += 1
            self._is_alone = alone
        try:
            yield
        finally:
            async with self._changed:
                self._inside -= 1
                self._is_alone = False
                self._changed.notify_all()
