"""What the runs of a queue may spend on models in a day, over all workers.

A call is reserved before it is made, with what a call of the queue usually costs, and settled once its cost is known.
So calls that are under way count, and many workers at once spend no more than one would. Days are those of UTC.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any, Literal
from uuid import uuid4

from askonce.errors import ConfigError, FleetUnavailable, QueueLimitReached
from askonce.fleet.fleet_database import Connection, FleetDatabase, Row
from askonce.fleet.job_queue import checked_queue
from askonce.lazy import dataclass
from askonce.trace.usage import Usage

_TODAY = "(now() AT TIME ZONE 'UTC')::date"
_TOMORROW = f"({_TODAY} + 1)::timestamp AT TIME ZONE 'UTC'"
"""The clock of the database counts: a worker whose own is late would try again and again in a day that has passed."""
_FORGOTTEN = "15 minutes"
"""After this, a call that nobody settled counts with what was reserved for it."""
_USUAL_DAYS = 7
_PAUSE = 0.25
_MOST = 10**15
_STATE = f"""
SELECT coalesce(sum(calls) FILTER (WHERE day = {_TODAY}), 0)::bigint AS calls,
    coalesce(sum(tokens) FILTER (WHERE day = {_TODAY}), 0)::bigint AS tokens,
    coalesce(sum(money) FILTER (WHERE day = {_TODAY}), 0) AS money,
    {_TOMORROW} AS until,
    coalesce(sum(calls), 0)::bigint AS usual_calls,
    coalesce(sum(tokens) / nullif(sum(calls), 0), 0)::bigint AS usual_tokens,
    coalesce(sum(money) / nullif(sum(calls), 0), 0) AS usual_money,
    under_way.*
FROM (SELECT count(*) AS way_calls, coalesce(sum(tokens), 0)::bigint AS way_tokens,
        coalesce(sum(money), 0) AS way_money
    FROM reservations WHERE queue = %(queue)s AND day = {_TODAY} AND NOT is_counted) AS under_way
LEFT JOIN spending ON queue = %(queue)s AND day > {_TODAY} - {_USUAL_DAYS}
GROUP BY way_calls, way_tokens, way_money
"""


@dataclass(frozen=True, slots=True)
class QueueLimit:
    """The most that a queue may spend in a day; None is no limit."""

    calls: int | None = None
    tokens: int | None = None
    money: float | None = None

    def __bool__(self) -> bool:
        return (self.calls, self.tokens, self.money) != (None, None, None)

    def over(self, other: QueueLimit) -> QueueLimit:
        """These limits, and those of another where there is none."""
        return QueueLimit(
            other.calls if self.calls is None else self.calls,
            other.tokens if self.tokens is None else self.tokens,
            other.money if self.money is None else self.money,
        )

    def reached(self, spent: Usage) -> str:
        """What is used up; empty if nothing is."""
        if self.calls is not None and spent.calls >= self.calls:
            return f"{spent.calls} of {self.calls} calls"
        if self.tokens is not None and spent.tokens >= self.tokens:
            return f"{spent.tokens} of {self.tokens} tokens"
        if self.money is not None and spent.cost >= self.money:
            return f"${spent.cost:.4f} of ${self.money:g}"
        return ""


@dataclass(frozen=True, slots=True)
class QueueSpending:
    """What a queue has spent today, and what is under way."""

    queue: str
    limit: QueueLimit
    spent: Usage
    under_way: Usage
    until: datetime
    """When the next day begins, in UTC."""

    @property
    def used_up(self) -> str:
        """What is used up; empty if nothing is."""
        return self.limit.reached(self.spent)


@dataclass(frozen=True, slots=True)
class Reservation:
    """A call that may be made."""

    key: str
    """Made before it is asked for, so that an answer that is lost reserves no second one."""
    queue: str


class QueueLimits:
    """The limits of all queues."""

    def __init__(self, database: FleetDatabase) -> None:
        self._database = database
        self._unsettled: set[asyncio.Task[None]] = set()

    async def set(self, queue: str, limit: QueueLimit) -> None:
        """Set what a queue may spend in a day. What has no limit has none from now on."""
        checked_queue(queue)
        for what, most in (("calls", limit.calls), ("tokens", limit.tokens), ("money", limit.money)):
            if most is not None and not 0 <= most < _MOST:
                raise ConfigError(
                    f"{most} cannot be the limit of {what}",
                    remedy=f"give 0 or more, and less than {_MOST:,}; --none takes the limits away",
                )
        await self._database.rows(
            """INSERT INTO limits VALUES (%(queue)s, %(calls)s, %(tokens)s, %(money)s) ON CONFLICT (queue)
               DO UPDATE SET calls = excluded.calls, tokens = excluded.tokens, money = excluded.money""",
            {"queue": queue, "calls": limit.calls, "tokens": limit.tokens, "money": limit.money},
        )

    async def spending(self, queue: str = "") -> list[QueueSpending]:
        """What queues have spent today: one, or all that have a limit or spent something."""
        rows = await self._database.rows(
            f"""SELECT {_TOMORROW} AS until, queue,
                   limits.calls AS most_calls, limits.tokens AS most_tokens, limits.money AS most_money,
                   spent.calls, spent.tokens, spent.money,
                   (SELECT count(*) FROM reservations r WHERE r.queue = found.queue AND r.day = {_TODAY}
                       AND NOT r.is_counted) AS way_calls,
                   (SELECT coalesce(sum(r.tokens), 0) FROM reservations r WHERE r.queue = found.queue
                       AND r.day = {_TODAY} AND NOT r.is_counted) AS way_tokens
                FROM (SELECT queue FROM limits UNION SELECT queue FROM spending WHERE day = {_TODAY}) AS found
                LEFT JOIN limits USING (queue)
                LEFT JOIN (SELECT * FROM spending WHERE day = {_TODAY}) AS spent USING (queue)
                WHERE %(queue)s IN ('', queue) ORDER BY queue""",
            {"queue": queue},
        )
        return [
            QueueSpending(
                row["queue"],
                QueueLimit(row["most_calls"], row["most_tokens"], row["most_money"]),
                _usage(row),
                Usage(row["way_calls"], int(row["way_tokens"])),
                row["until"],
            )
            for row in rows
        ]

    async def check(self, queue: str) -> None:
        """Raise `QueueLimitReached` if nothing is left of what the queue may spend today."""
        for found in await self.spending(queue):
            if found.used_up:
                raise _reached(queue, found.used_up, found.until)

    async def reserve(self, queue: str, permit: Callable[[], None] = lambda: None) -> Reservation | None:
        """Reserve a call; None where the queue has no limit. Raises `QueueLimitReached` if none is left today.

        Where calls that are under way may use up the rest, they are waited for. So is a database that is away, as
        long as `permit` allows it.
        """
        wanted = Reservation(uuid4().hex, queue)
        while True:
            try:
                async with self._database.transaction() as connection:
                    decided = await _reserve(connection, wanted)
            except FleetUnavailable:
                decided = False
            if decided is not False:
                return decided
            permit()
            await asyncio.sleep(_PAUSE * (1 + random.random()))

    async def settle(self, reserved: Reservation | None, queue: str, usage: Usage | None) -> None:
        """Count what a call has cost. None is a call whose cost nobody knows: it counts as reserved.

        Where the database is away, what was reserved is settled when it is back, and nobody waits for that.
        """
        try:
            await self._settle(reserved, queue, usage)
        except FleetUnavailable:
            if reserved is not None:
                task = asyncio.create_task(self._settle_later(reserved, usage))
                self._unsettled.add(task)
                task.add_done_callback(self._unsettled.discard)

    async def _settle_later(self, reserved: Reservation, usage: Usage | None) -> None:
        while True:
            await asyncio.sleep(_PAUSE * (1 + random.random()))
            with suppress(FleetUnavailable):
                return await self._settle(reserved, reserved.queue, usage)

    async def _settle(self, reserved: Reservation | None, queue: str, usage: Usage | None) -> None:
        cost = usage or Usage(calls=1)
        async with self._database.transaction() as connection:
            row: Row | None = None
            if reserved is not None:
                query = "DELETE FROM reservations WHERE key = %s RETURNING *"
                row = await (await connection.execute(query, (reserved.key,))).fetchone()
                if row is None:
                    return  # it was settled before, and the answer was lost
            tokens, money, calls = cost.tokens, cost.cost, max(cost.calls, 1)
            if row and usage is None:
                tokens, money = row["tokens"], row["money"]
            if row and row["is_counted"]:
                tokens, money, calls = tokens - row["tokens"], money - row["money"], calls - 1
            day = row["day"] if row else None
            await _spend(connection, queue, calls, tokens, money, day)


async def _reserve(connection: Connection, wanted: Reservation) -> Reservation | Literal[False] | None:
    """The reservation, None where there is no limit, or False where it has to wait."""
    queue = wanted.queue
    cursor = await connection.execute("SELECT * FROM limits WHERE queue = %s FOR UPDATE", (queue,))
    row = await cursor.fetchone()
    limit = QueueLimit(row["calls"], row["tokens"], row["money"]) if row else QueueLimit()
    if not limit:
        return None
    made = await connection.execute("SELECT 1 AS found FROM reservations WHERE key = %s", (wanted.key,))
    if await made.fetchone():
        return wanted
    await _count_forgotten(connection, queue)
    # In one statement: what is settled meanwhile goes from one table to the other.
    cursor = await connection.execute(_STATE, {"queue": queue})  # pyright: ignore[reportArgumentType]
    found = await cursor.fetchone() or {}
    spent = Usage(found["calls"], found["tokens"], cost=found["money"])
    way, way_tokens, way_money = found["way_calls"], found["way_tokens"], found["way_money"]
    if used_up := limit.reached(spent):
        raise _reached(queue, used_up, found["until"])
    if limit.calls is not None and spent.calls + way >= limit.calls:
        raise _reached(queue, f"{spent.calls + way} of {limit.calls} calls", found["until"])
    is_close = (limit.tokens is not None and spent.tokens + way_tokens + found["usual_tokens"] > limit.tokens) or (
        limit.money is not None and spent.cost + way_money + found["usual_money"] > limit.money
    )
    is_priced = limit.tokens is not None or limit.money is not None
    if way and (is_close or (is_priced and not found["usual_calls"])):  # the first one shows what a call costs
        return False
    await connection.execute(
        f"INSERT INTO reservations (key, queue, day, tokens, money) VALUES (%s, %s, {_TODAY}, %s, %s)",  # pyright: ignore[reportArgumentType]
        (wanted.key, queue, found["usual_tokens"], found["usual_money"]),
    )
    return wanted


async def _count_forgotten(connection: Connection, queue: str) -> None:
    """Count calls of workers that were lost, with what was reserved for them."""
    cursor = await connection.execute(
        f"""UPDATE reservations SET is_counted = true
            WHERE queue = %s AND NOT is_counted AND made < now() - interval '{_FORGOTTEN}' RETURNING *""",  # pyright: ignore[reportArgumentType]
        (queue,),
    )
    for row in await cursor.fetchall():
        await _spend(connection, queue, 1, row["tokens"], row["money"], row["day"])
    await connection.execute("DELETE FROM reservations WHERE is_counted AND made < now() - interval '1 day'")


async def _spend(connection: Connection, queue: str, calls: int, tokens: int, money: float, day: Any) -> None:
    await connection.execute(
        f"""INSERT INTO spending VALUES (%(queue)s, coalesce(%(day)s, {_TODAY}), %(calls)s, %(tokens)s, %(money)s)
            ON CONFLICT (queue, day) DO UPDATE SET calls = spending.calls + excluded.calls,
            tokens = spending.tokens + excluded.tokens, money = spending.money + excluded.money""",  # pyright: ignore[reportArgumentType]
        {"queue": queue, "day": day, "calls": calls, "tokens": tokens, "money": money},
    )


def _usage(row: Row) -> Usage:
    return Usage(calls=row["calls"] or 0, prompt_tokens=row["tokens"] or 0, cost=row["money"] or 0.0)


def _reached(queue: str, used_up: str, until: datetime) -> QueueLimitReached:
    return QueueLimitReached(
        f"the limit of the queue {queue} is used up for today: {used_up}",
        remedy=f"raise it with `askonce fleet limit {queue} …`, or wait until {until:%Y-%m-%d %H:%M} UTC",
        until=until,
    )
