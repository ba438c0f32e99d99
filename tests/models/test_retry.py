"""Asking again."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from askonce.errors import ModelTimeout, ModelUnavailable, UnreadableReply
from askonce.models import Message, OpenAIModel, Reply, Request, Retry, Retrying
from askonce.models.http_errors import read_retry_after
from askonce.testing import Fault, ModelServer

HELLO = Request((Message("user", ("hello",)),))


class Waiting:
    """Stands in for the clock: remembers the pauses instead of taking them."""

    def __init__(self) -> None:
        self.pauses: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.pauses.append(seconds)


async def ask(server: ModelServer, retries: int, notes: list[Retry] | None = None) -> tuple[Reply, list[float]]:
    waiting = Waiting()
    client = OpenAIModel(server.settings(timeout=5))
    model = Retrying(client, retries, notes.append if notes is not None else None, pause=waiting, chance=lambda: 1.0)
    try:
        return await model.ask(HELLO), waiting.pauses
    finally:
        await model.close()


@pytest.mark.parametrize(
    "fault",
    [*map(Fault.status, (408, 409, 429, 500, 502, 503)), Fault.cut(), Fault.truncated()],
    ids=lambda fault: f"{fault.kind}-{fault.code}",
)
async def test_a_passing_failure_is_tried_again(server: ModelServer, fault: Fault) -> None:
    server.fail_next(fault, times=2)
    server.reply("at last")

    reply, pauses = await ask(server, retries=3)

    assert reply.text == "at last"
    assert pauses == [0.5, 1.0]


async def test_pauses_double_up_to_a_cap(server: ModelServer) -> None:
    server.fail_next(Fault.status(500), times=6)
    server.reply("at last")

    _, pauses = await ask(server, retries=6)

    assert pauses == [0.5, 1.0, 2.0, 4.0, 8.0, 8.0]


async def test_chance_takes_up_to_half_of_a_pause(server: ModelServer) -> None:
    server.fail_next(Fault.status(500))
    server.reply("at last")
    waiting = Waiting()
    model = Retrying(OpenAIModel(server.settings()), 1, pause=waiting, chance=lambda: 0.0)

    await model.ask(HELLO)
    await model.close()

    assert waiting.pauses == [0.25]


@pytest.mark.parametrize(("asked", "pause"), [(7, 7.0), (0, 0.0), (3600, 60.0)])
async def test_the_provider_says_how_long_to_wait_within_reason(server: ModelServer, asked: int, pause: float) -> None:
    server.fail_next(Fault.status(429, retry_after=asked))
    server.reply("at last")

    _, pauses = await ask(server, retries=1)

    assert pauses == [pause]


def test_a_wait_may_be_given_as_a_date() -> None:
    now = datetime(2030, 1, 1, 12, 0, 0, tzinfo=UTC)

    assert read_retry_after("Tue, 01 Jan 2030 12:00:30 GMT", now) == 30.0
    assert read_retry_after("Tue, 01 Jan 2030 11:00:00 GMT", now) == 0.0
    assert read_retry_after("inf") is None
    assert read_retry_after("nan") is None


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
async def test_other_refusals_are_final(server: ModelServer, status: int) -> None:
    server.fail_next(Fault.status(status))

    with pytest.raises(ModelUnavailable) as caught:
        await ask(server, retries=3)

    assert caught.value.status == status
    assert len(server.requests) == 1


async def test_where_nothing_listens_is_asked_once() -> None:
    with ModelServer() as gone:
        client, waiting = OpenAIModel(gone.settings()), Waiting()

    with pytest.raises(ModelUnavailable, match="nothing listens"):
        await Retrying(client, 3, pause=waiting).ask(HELLO)
    await client.close()

    assert waiting.pauses == []


async def test_the_last_failure_is_the_one_that_is_told(server: ModelServer) -> None:
    server.script([Fault.status(500), Fault.status(500), Fault.status(503, "really down")])

    with pytest.raises(ModelUnavailable, match="really down"):
        await ask(server, retries=2)

    assert len(server.requests) == 3


async def test_a_timeout_is_not_tried_again(server: ModelServer) -> None:
    server.fail_next(Fault.slow(60))
    waiting = Waiting()
    model = Retrying(OpenAIModel(server.settings(timeout=0.05)), 3, pause=waiting)

    with pytest.raises(ModelTimeout):
        await model.ask(HELLO)
    await model.close()

    assert waiting.pauses == []


async def test_an_unreadable_answer_is_not_tried_again(server: ModelServer) -> None:
    server.fail_next(Fault.empty())

    with pytest.raises(UnreadableReply):
        await ask(server, retries=3)

    assert len(server.requests) == 1


async def test_each_retry_is_told_in_a_sentence(server: ModelServer) -> None:
    server.fail_next(Fault.status(429, "slow down", retry_after=2))
    server.reply("at last")
    notes: list[Retry] = []

    await ask(server, retries=3, notes=notes)

    assert [str(note) for note in notes] == [
        "scripted answered with status 429: slow down; asking again in 2.0 s (1 of 3)"
    ]
