"""The pace that a provider of models asks for, which all workers of a fleet keep.

Where one of them is told to wait, nobody asks that provider until then. After it they come back spread over some time,
and not all at once.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Callable

from askonce.config import ModelSettings
from askonce.errors import FleetUnavailable, ModelUnavailable
from askonce.fleet.fleet_database import FleetDatabase
from askonce.models.http_errors import Refused
from askonce.models.messages import Reply, Request
from askonce.models.model_protocol import Model
from askonce.models.wrapper import ModelWrapper

_TOO_MANY = 429
_BUSY = frozenset({503, 529})
_FIRST_WAIT, _LONGEST_WAIT = 1.0, 64.0
"""Seconds where the provider does not say how long; doubled each time that it refuses again."""
_MOST_HELD = 600.0
"""How long a call waits for its turn before it fails."""
_LEAST_SPREAD, _MOST_SPREAD = 0.5, 30.0
_LOOK_AGAIN = 5.0


def account_of(settings: ModelSettings) -> str:
    """What an account with a provider is called in the database; nobody can tell the key from it."""
    key = settings.api_key.reveal() if settings.api_key else ""
    return hashlib.sha256(f"askonce\0{settings.base_url}\0{key}".encode()).hexdigest()[:24]


class ProviderPace:
    """Until when nobody may ask, by account."""

    def __init__(
        self,
        database: FleetDatabase,
        *,
        permit: Callable[[], None] = lambda: None,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._database = database
        self._permit = permit
        self._chance = chance

    async def wait(self, account: str) -> float:
        """Wait for the turn of this call; for how many seconds it did."""
        waited, spread = 0.0, 0.0
        while (left := await self.seconds_left(account)) > 0 or spread:
            if left > _MOST_HELD:
                raise ModelUnavailable(
                    f"the provider has asked the fleet to wait for {left:.0f} s more",
                    remedy="wait, or use another model",
                    final=True,
                )
            if left <= 0:  # the time is over: each comes back at a moment of its own
                await asyncio.sleep(spread)
                waited, spread = waited + spread, 0.0
                continue
            spread = self._chance() * min(max(left / 2, _LEAST_SPREAD), _MOST_SPREAD)
            pause = min(left, _LOOK_AGAIN)
            await asyncio.sleep(pause)
            waited += pause
            self._permit()
        return waited

    async def seconds_left(self, account: str) -> float:
        """For how long nobody may ask. A database that is away says nothing."""
        try:
            rows = await self._database.rows(
                "SELECT extract(epoch FROM until - now()) AS left FROM provider_pace WHERE account = %(account)s",
                {"account": account},
            )
        except FleetUnavailable:
            return 0.0
        return max(0.0, float(rows[0]["left"])) if rows else 0.0

    async def hold(self, account: str, seconds: float | None) -> None:
        """Let nobody ask for so long; without a number, for longer each time that the provider refuses anew."""
        try:
            await self._database.rows(
                """INSERT INTO provider_pace AS pace VALUES (
                       %(account)s, now() + make_interval(secs => coalesce(%(seconds)s, %(first)s)), 0)
                   ON CONFLICT (account) DO UPDATE SET
                       refusals = CASE WHEN pace.until > now() THEN pace.refusals
                           WHEN pace.until > now() - interval '2 minutes' THEN least(pace.refusals + 1, 20)
                           ELSE 0 END,
                       until = greatest(pace.until, now() + make_interval(secs => coalesce(%(seconds)s,
                           least(%(longest)s, %(first)s * power(2, CASE WHEN pace.until > now() THEN pace.refusals
                           WHEN pace.until > now() - interval '2 minutes' THEN least(pace.refusals + 1, 20)
                           ELSE 0 END)))))""",
                {"account": account, "seconds": seconds, "first": _FIRST_WAIT, "longest": _LONGEST_WAIT},
            )
        except FleetUnavailable:
            return  # this worker waits by itself


class PacedModel(ModelWrapper):
    """A model that keeps the pace of the fleet. It stands inside of what retries."""

    def __init__(self, model: Model, pace: ProviderPace, account: str) -> None:
        super().__init__(model)
        self._pace = pace
        self._account = account

    async def ask(self, request: Request) -> Reply:
        await self._pace.wait(self._account)
        try:
            return await self._model.ask(request)
        except Refused as error:
            is_busy = error.status in _BUSY and error.retry_after is not None
            if (error.status == _TOO_MANY or is_busy) and not error.final:
                await self._pace.hold(self._account, error.retry_after)
            raise
