"""What a queue may spend in a day holds over all workers, also while their calls are under way."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from cut_line import CutLine
from postgres import Postgres

from askonce.errors import ConfigError, QueueLimitReached
from askonce.fleet.fleet_database import FleetDatabase
from askonce.fleet.queue_limits import QueueLimit, QueueLimits
from askonce.trace.usage import Usage
from askonce.values import Secret


async def ask(limits: QueueLimits, usage: Usage, under_way: list[int]) -> bool:
    """A call as a worker makes it; whether it was made."""
    try:
        reserved = await limits.reserve("e2e")
    except QueueLimitReached:
        return False
    under_way.append(1)
    await asyncio.sleep(0)
    await limits.settle(reserved, "e2e", usage)
    return True


async def test_the_limit_of_calls_is_exact_however_many_ask_at_once(fleet_url: str) -> None:
    async with FleetDatabase.opened(Secret(fleet_url)) as one, FleetDatabase.opened(Secret(fleet_url)) as other:
        workers = [QueueLimits(one), QueueLimits(other)]
        await workers[0].set("e2e", QueueLimit(calls=7))
        made = await asyncio.gather(*(ask(workers[number % 2], Usage(1, 10), []) for number in range(20)))
        assert made.count(True) == 7
        (spending,) = await workers[1].spending("e2e")
        assert spending.spent.calls == 7
        assert spending.used_up == "7 of 7 calls"
        with pytest.raises(QueueLimitReached, match="limit of the queue e2e is used up") as reached:
            await workers[0].check("e2e")
        assert reached.value.until == spending.until
        await workers[0].check("nightly")


async def test_tokens_are_overspent_by_one_call_at_most(fleet_url: str) -> None:
    async with FleetDatabase.opened(Secret(fleet_url)) as database:
        limits = QueueLimits(database)
        await limits.set("e2e", QueueLimit(tokens=1000))
        made = await asyncio.gather(*(ask(limits, Usage(1, 90, 0, 10), []) for _ in range(24)))
        assert made.count(True) == 10
        (spending,) = await limits.spending()
        assert spending.spent.tokens == 1000


async def test_money_counts_and_a_raised_limit_lets_them_go_on(fleet_url: str) -> None:
    async with FleetDatabase.opened(Secret(fleet_url)) as database:
        limits = QueueLimits(database)
        await limits.set("e2e", QueueLimit(money=0.05))
        cost = Usage(1, 100, cost=0.02)
        assert [await ask(limits, cost, []) for _ in range(4)] == [True, True, True, False]
        await limits.set("e2e", QueueLimit(money=1.0))
        assert await ask(limits, cost, [])


async def test_a_call_whose_cost_nobody_knows_counts_as_usual(fleet_url: str) -> None:
    async with FleetDatabase.opened(Secret(fleet_url)) as database:
        limits = QueueLimits(database)
        await limits.set("e2e", QueueLimit(tokens=1000))
        assert await ask(limits, Usage(1, 100), [])
        await limits.settle(await limits.reserve("e2e"), "e2e", None)
        (spending,) = await limits.spending()
        assert (spending.spent.calls, spending.spent.tokens) == (2, 200)


async def test_calls_of_a_worker_that_was_lost_count_once(fleet_url: str) -> None:
    async with FleetDatabase.opened(Secret(fleet_url)) as database:
        limits = QueueLimits(database)
        await limits.set("e2e", QueueLimit(tokens=1000))
        assert await ask(limits, Usage(1, 100), [])
        left = await limits.reserve("e2e")
        await database.rows("UPDATE reservations SET made = now() - interval '1 hour'")
        assert await ask(limits, Usage(1, 100), [])
        (spending,) = await limits.spending()
        assert (spending.spent.calls, spending.spent.tokens) == (3, 300)
        await limits.settle(left, "e2e", Usage(1, 150))  # it was only suspended
        (spending,) = await limits.spending()
        assert (spending.spent.calls, spending.spent.tokens) == (3, 350)


async def test_a_call_counts_once_although_answers_about_it_are_lost(postgres: Postgres, fleet_url: str) -> None:
    line = CutLine(postgres.port)
    async with (
        line.open(),
        FleetDatabase.opened(Secret(fleet_url)) as database,
        FleetDatabase.opened(Secret(postgres.url(fleet_url.rpartition("/")[2], line.port))) as cut_off,
    ):
        limits, others = QueueLimits(cut_off), QueueLimits(database)
        await others.set("e2e", QueueLimit(calls=5, tokens=1000))
        line.lose_answer(b"INSERT INTO reservations", b"COMMIT")
        reserved = await limits.reserve("e2e")
        assert line.unanswered == []
        (spending,) = await others.spending("e2e")
        assert spending.under_way.calls == 1

        line.lose_answer(b"INSERT INTO spending", b"COMMIT")
        await limits.settle(reserved, "e2e", Usage(1, 70))
        assert line.unanswered == []
        assert await ask(limits, Usage(1, 30), [])  # waits until nothing is under way
        (spending,) = await others.spending("e2e")
        assert (spending.spent.calls, spending.spent.tokens, spending.under_way.calls) == (2, 100, 0)


async def test_what_a_call_has_cost_is_counted_when_the_database_is_back(postgres: Postgres, fleet_url: str) -> None:
    async with FleetDatabase.opened(Secret(fleet_url)) as database:
        limits = QueueLimits(database)
        await limits.set("e2e", QueueLimit(tokens=100))
        reserved = await limits.reserve("e2e")
        postgres.stop()
        await limits.settle(reserved, "e2e", Usage(1, 100))  # nobody waits for it
        postgres.start()
        assert not await ask(limits, Usage(1, 1), [])
        (spending,) = await limits.spending("e2e")
        assert (spending.spent.calls, spending.spent.tokens) == (1, 100)


async def test_what_is_spent_without_a_limit_is_told_too(fleet_url: str) -> None:
    async with FleetDatabase.opened(Secret(fleet_url)) as database:
        limits = QueueLimits(database)
        assert await ask(limits, Usage(1, 100), [])
        (spending,) = await limits.spending()
        assert (spending.queue, spending.spent.tokens, spending.used_up) == ("e2e", 100, "")


@pytest.mark.parametrize("limit", [QueueLimit(calls=-1), QueueLimit(money=float("nan")), QueueLimit(tokens=10**16)])
async def test_a_limit_that_makes_no_sense_is_refused(fleet_url: str, limit: QueueLimit) -> None:
    async with FleetDatabase.opened(Secret(fleet_url)) as database:
        with pytest.raises(ConfigError, match="cannot be the limit"):
            await QueueLimits(database).set("e2e", limit)


async def test_the_next_day_begins_at_midnight_in_utc_by_the_clock_of_the_database(fleet_url: str) -> None:
    async with FleetDatabase.opened(Secret(fleet_url), connections=1) as database:
        for statement in (
            """CREATE FUNCTION now() RETURNS timestamptz LANGUAGE sql STABLE AS $$
               SELECT timestamptz '2031-12-31 23:59:00+00' $$""",
            "SET search_path TO askonce_fleet, pg_catalog, public",
        ):
            await database.rows(statement)
        limits = QueueLimits(database)
        await limits.set("e2e", QueueLimit(calls=0))
        for asked in (limits.check("e2e"), limits.reserve("e2e")):
            with pytest.raises(QueueLimitReached, match="wait until 2032-01-01 00:00 UTC") as reached:
                await asked
            assert reached.value.until == datetime(2032, 1, 1, tzinfo=UTC)
