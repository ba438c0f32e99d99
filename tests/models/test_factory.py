"""From settings to models that work."""

from __future__ import annotations

from dataclasses import replace

import pytest

from askonce.config import ModelRoles
from askonce.errors import ModelUnavailable
from askonce.models import Message, Model, Models, Request, Retry, Retrying, build_model, build_models
from askonce.models.scripted_model import ScriptedModel
from askonce.testing import Fault, ModelServer

HELLO = Request((Message("user", ("hello",)),))


async def test_a_built_model_retries_as_its_settings_say(server: ModelServer) -> None:
    server.fail_next(Fault.status(429, retry_after=0))
    server.reply("fine")
    notes: list[Retry] = []
    model = build_model(server.settings(retries=1), notes.append)

    assert (await model.ask(HELLO)).text == "fine"
    await model.close()

    assert len(notes) == 1
    assert isinstance(model, Model)


def test_no_retries_need_no_wrapper(server: ModelServer) -> None:
    assert not isinstance(build_model(server.settings(retries=0)), Retrying)


async def test_an_unanswered_request_of_the_model_server_is_not_retried(server: ModelServer) -> None:
    notes: list[Retry] = []
    model = build_model(server.settings(retries=3), notes.append)

    with pytest.raises(ModelUnavailable, match="no rule of the model server"):
        await model.ask(HELLO)
    await model.close()

    assert len(server.requests) == 1
    assert notes == []


def test_roles_without_their_own_settings_share_the_default(server: ModelServer) -> None:
    models = build_models(ModelRoles(server.settings("all"), planning=server.settings("planner")))

    assert models.insight is models.default
    assert models.planning is not models.default
    assert (models.default.name, models.planning.name) == ("all", "planner")


def test_a_single_model_has_every_role() -> None:
    default, other = ScriptedModel([]), ScriptedModel([])

    assert Models.of(default) == Models(default, default, default)
    assert Models.of(default, insight=other) == Models(default, default, other)


def test_equal_settings_share_one_model(server: ModelServer) -> None:
    default = server.settings()

    models = build_models(ModelRoles(default, planning=replace(default), insight=replace(default, retries=9)))

    assert models.planning is models.default
    assert models.insight is not models.default


async def test_each_model_is_closed_once() -> None:
    class Closing(ScriptedModel):
        closed = 0

        async def close(self) -> None:
            self.closed += 1

    one, other = Closing([]), Closing([])

    await Models.of(one, planning=other).close()

    assert (one.closed, other.closed) == (1, 1)
