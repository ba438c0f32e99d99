"""Watching the screen for a while, blocking."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from askonce.agent.observation_queries import Watching as AsyncWatching
from askonce.insight.observation import Seen
from askonce.sync.blocking_methods import Blocking, blocking


class Watching(Blocking[AsyncWatching]):
    """A while that is watched: made by `agent.observe`, started and stopped by its block, and asked afterwards."""

    start = blocking(AsyncWatching.start)
    stop = blocking(AsyncWatching.stop)
    query = blocking(AsyncWatching.query)
    answer = blocking(AsyncWatching.answer)
    verdict = blocking(AsyncWatching.verdict)
    check = blocking(AsyncWatching.check)

    @property
    def texts(self) -> tuple[Seen, ...]:
        return self.unblocked.texts

    @property
    def frames(self) -> int:
        return self.unblocked.frames

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()
