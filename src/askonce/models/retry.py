"""Retries requests after temporary failures."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable

from askonce.errors import ModelUnavailable
from askonce.lazy import dataclass
from askonce.models.http_errors import Refused
from askonce.models.messages import Reply, Request
from askonce.models.model_protocol import Model
from askonce.models.wrapper import ModelWrapper

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0
LONGEST_WAIT_ASKED_FOR = 60.0
_PASSING = frozenset({408, 409, 429})


@dataclass(frozen=True, slots=True)
class Retry:
    """A request is about to be retried.

    >>> str(Retry("gpt", attempt=1, of=3, seconds=0.5, error=ModelUnavailable("busy")))
    'busy; asking again in 0.5 s (1 of 3)'
    """

    model: str
    attempt: int
    of: int
    seconds: float
    error: ModelUnavailable

    def __str__(self) -> str:
        return f"{self.error.message}; asking again in {self.seconds:.1f} s ({self.attempt} of {self.of})"


class Retrying(ModelWrapper):
    """A model that retries up to `retries` times.

    Lost connections and the statuses 408, 409, 429 and 5xx are retried after a pause that doubles each time, or as long
    as the provider asks for. Other errors are final: what the provider does not accept it will not accept later, and
    where nothing listens nobody will answer. So is a timeout, which has already taken its full time.

    >>> model = Retrying(ScriptedModel(["yes"]), retries=3)
    """

    def __init__(
        self,
        model: Model,
        retries: int,
        on_retry: Callable[[Retry], None] | None = None,
        *,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        super().__init__(model)
        self._retries = retries
        self._on_retry = on_retry
        self._pause = pause
        self._chance = chance

    async def ask(self, request: Request) -> Reply:
        for attempt in range(1, self._retries + 1):
            try:
                return await self._model.ask(request)
            except ModelUnavailable as error:
                if not _passes(error):
                    raise
                seconds = self._seconds(attempt, error)
                if self._on_retry:
                    self._on_retry(Retry(self.name, attempt, self._retries, seconds, error))
            await self._pause(seconds)
        return await self._model.ask(request)

    def _seconds(self, attempt: int, error: ModelUnavailable) -> float:
        asked = error.retry_after if isinstance(error, Refused) else None
        if asked is not None:
            return min(asked, LONGEST_WAIT_ASKED_FOR)
        # Jitter: between half and all of the pause, so that many clients do not retry at the same moment.
        return min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE) * (0.5 + self._chance() / 2)


def _passes(error: ModelUnavailable) -> bool:
    if error.final:
        return False
    return error.status is None or error.status in _PASSING or error.status >= 500
