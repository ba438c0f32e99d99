"""Watching the screen for a while, blocking."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from askonce.agent.observation_queries import ObservationQueries
from askonce.insight.observation import Seen
from askonce.sync.blocking_methods import Blocking, blocking


class Watching(Blocking[ObservationQueries]):
    """A while that is watched: made by `agent.observe`, started and stopped by its block, and asked afterwards.

    >>> with agent.observe() as watched:
    ...     agent.tap("the Save button")
    >>> watched.check('the text "Saved" appeared')
    """

    stop = blocking(ObservationQueries.stop)
    query = blocking(ObservationQueries.query)
    answer = blocking(ObservationQueries.answer)
    verdict = blocking(ObservationQueries.verdict)
    check = blocking(ObservationQueries.check)

    def start(self) -> Self:
        """Begin to watch. The block of an observation does this.

        >>> watched = agent.observe().start()
        >>> watched.stop()
        """
        self.runner.run(self.unblocked.start())
        return self

    @property
    def texts(self) -> tuple[Seen, ...]:
        return self.unblocked.texts

    @property
    def frames(self) -> int:
        return self.unblocked.frames

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()
