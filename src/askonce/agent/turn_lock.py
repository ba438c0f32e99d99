"""One thing at a time on one screen: the lock of an agent."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar, Token
from types import TracebackType


class TurnLock:
    """A reentrant lock: whatever its holder starts may enter, such as a question during an action."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._holder: object = None
        # Tasks that the holder starts inherit this; tasks of others do not have it.
        self._mine: ContextVar[object] = ContextVar("turn", default=None)
        self._entered: list[Token[object] | None] = []

    @property
    def is_mine(self) -> bool:
        """Whether this is done in the turn that is under way."""
        return self._holder is not None and self._mine.get() is self._holder

    async def __aenter__(self) -> None:
        if self.is_mine:
            self._entered.append(None)
            return
        await self._lock.acquire()
        self._holder = object()
        self._entered.append(self._mine.set(self._holder))

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        token = self._entered.pop()
        if token is not None:
            self._mine.reset(token)
            self._holder = None
            self._lock.release()
