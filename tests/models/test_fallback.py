"""A second model for when the first cannot be reached."""

from __future__ import annotations

import threading

import pytest

from askonce.errors import ConfigError, ModelUnavailable, UnreadableReply
from askonce.models import Fallback, Message, OpenAIModel, Request
from askonce.testing import Fault, ModelServer

HELLO = Request((Message("user", ("hello",)),))


def pair(server: ModelServer, timeout: float = 10) -> Fallback:
    return Fallback(
        OpenAIModel(server.settings("first", timeout=timeout)), OpenAIModel(server.settings("second", timeout=10))
    )


@pytest.mark.parametrize(
    "fault", [Fault.status(503), Fault.status(401), Fault.cut()], ids=lambda fault: f"{fault.kind}-{fault.code}"
)
async def test_the_second_answers_when_the_first_cannot(server: ModelServer, fault: Fault) -> None:
    server.fail_next(fault)
    server.reply("here I am")
    model = pair(server)

    reply = await model.ask(HELLO)
    await model.close()

    assert (reply.text, reply.model) == ("here I am", "second")
    assert [asked.model for asked in server.requests] == ["first", "second"]


async def test_the_second_answers_when_the_first_takes_too_long(server: ModelServer) -> None:
    server.reply(Fault.slow(threading.Event()), when=lambda asked: asked.model == "first")
    server.reply("here I am")
    model = pair(server, timeout=0.05)

    assert (await model.ask(HELLO)).model == "second"
    await model.close()


async def test_the_second_stays_silent_when_the_first_answers(server: ModelServer) -> None:
    server.reply("here I am")
    model = pair(server)

    assert (await model.ask(HELLO)).model == "first"
    await model.close()

    assert model.name == "first"
    assert len(server.requests) == 1


async def test_an_unreadable_answer_is_not_passed_on(server: ModelServer) -> None:
    server.fail_next(Fault.empty())
    server.reply("here I am")
    model = pair(server)

    with pytest.raises(UnreadableReply):
        await model.ask(HELLO)
    await model.close()


async def test_when_both_fail_both_are_told(server: ModelServer) -> None:
    server.script([Fault.status(503, "first is down"), Fault.status(500, "second is down")])
    model = pair(server)

    with pytest.raises(ModelUnavailable, match="second is down") as caught:
        await model.ask(HELLO)
    await model.close()

    assert "first is down" in str(caught.value.__context__)


def test_families_must_be_the_same(server: ModelServer) -> None:
    with pytest.raises(ConfigError, match="gemini"):
        Fallback(OpenAIModel(server.settings("a")), OpenAIModel(server.settings("b", family="gemini")))
