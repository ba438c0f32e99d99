"""Where a provider asks one worker to wait, all of them do."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest

from askonce.config import ModelRoles
from askonce.errors import ModelUnavailable, QueueLimitReached
from askonce.fleet.fleet_database import FleetDatabase
from askonce.fleet.provider_pace import ProviderPace, account_of
from askonce.fleet.queue_limits import QueueLimit, QueueLimits
from askonce.fleet.shared_models import SharedModels
from askonce.models import Message, Request
from askonce.testing import Fault, ModelServer
from askonce.testing.received_request import Asked
from askonce.values import Secret

REQUEST = Request((Message("user", ("hello",)),))


def allow() -> None:
    """Whatever is asked for."""


async def test_after_one_refusal_no_worker_asks_before_its_time(fleet_url: str) -> None:
    with ModelServer() as server:
        times: list[float] = []

        def hear(asked: Asked) -> str | Fault:
            times.append(time.monotonic())
            return Fault.status(429, retry_after=2) if len(times) == 1 else "hello"

        server.rule(hear)
        async with FleetDatabase.opened(Secret(fleet_url)) as one, FleetDatabase.opened(Secret(fleet_url)) as other:
            models = [SharedModels(each, "e2e", allow).build(ModelRoles(server.settings())) for each in (one, other)]
            first = asyncio.ensure_future(models[0].default.ask(REQUEST))
            pace, account = ProviderPace(other), account_of(server.settings())
            while not await pace.seconds_left(account):
                assert not first.done()
            assert len(server.requests) == 1
            await asyncio.gather(first, *(models[1].default.ask(REQUEST) for _ in range(4)))
            for each in models:
                await each.close()
    assert len(times) == 6
    assert min(times[1:]) - times[0] >= 1.9


async def test_without_a_word_of_the_provider_the_wait_doubles_with_each_new_refusal(
    fleet_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("askonce.fleet.provider_pace._FIRST_WAIT", 100.0)  # what a slow machine takes is no part of it
    monkeypatch.setattr("askonce.fleet.provider_pace._LONGEST_WAIT", 10_000.0)
    async with FleetDatabase.opened(Secret(fleet_url)) as database:
        pace, waits = ProviderPace(database), []
        for _ in range(4):
            await pace.hold("a", None)
            await pace.hold("a", None)  # of another worker, at the same time
            waits.append(round(await pace.seconds_left("a") / 100))
            await database.rows("UPDATE provider_pace SET until = now() - interval '1 second'")
        assert waits == [1, 2, 4, 8]


async def test_each_comes_back_at_a_moment_of_its_own(fleet_url: str) -> None:
    async with FleetDatabase.opened(Secret(fleet_url)) as database:
        for chance in (0.0, 0.5, 1.0):
            pace, held, waited = ProviderPace(database, chance=lambda c=chance: c), 0.1, 0.0
            while not waited:  # who looks when the time is over has nothing to wait for
                held *= 2
                await pace.hold("a", held)
                waited = await pace.wait("a")
            assert 0.5 * chance < waited <= held + max(0.5, held / 2) * chance


async def test_a_wait_of_hours_is_an_error_and_not_a_slot_that_stands_still(fleet_url: str) -> None:
    async with FleetDatabase.opened(Secret(fleet_url)) as database:
        pace = ProviderPace(database)
        await pace.hold("a", 7200.0)
        with pytest.raises(ModelUnavailable, match="asked the fleet to wait"):
            await pace.wait("a")
        assert await pace.wait("b") == 0


async def test_an_account_is_known_by_its_key_and_shows_nothing_of_it() -> None:
    with ModelServer() as server:
        settings = server.settings()
    other = replace(settings, api_key=Secret("another-key"))
    assert account_of(settings) != account_of(other)
    assert account_of(settings) == account_of(replace(settings, name="another-model"))
    assert "key" not in account_of(settings)


async def test_a_model_of_a_queue_that_has_spent_its_share_is_not_asked(fleet_url: str) -> None:
    with ModelServer() as server:
        server.reply("hello")
        async with FleetDatabase.opened(Secret(fleet_url)) as database:
            await QueueLimits(database).set("e2e", QueueLimit(calls=2))
            models = SharedModels(database, "e2e", allow).build(ModelRoles(server.settings()))
            for _ in range(2):
                await models.planning.ask(REQUEST)
            with pytest.raises(QueueLimitReached):
                await models.default.ask(REQUEST)
            assert len(server.requests) == 2
            await models.close()
