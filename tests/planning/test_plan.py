"""What a reply expects is compared with the values that it names."""

from __future__ import annotations

import pytest
from replies import say, type_into

from askonce.agent import Agent
from askonce.config import Settings
from askonce.errors import ModelUnavailable
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.screens.fake import FakeScreen, Field


def naming(expect: str) -> Agent:
    """An agent whose planner types a name, and is done with that if what it expects is there."""
    reply = say(type_into(1, "{name}"), expect=expect, done="typed")
    screen = FakeScreen([Field("Name", Box(20, 20, 200, 20))])
    return Agent(screen, Models.of(ScriptedModel([reply])), settings=Settings(runs=None))


async def test_an_expected_value_may_be_a_slot() -> None:
    assert (await naming('field "Name" is "{name}"').act("type {name}", name="Ann")).message == "typed"


async def test_an_act_is_not_done_while_what_it_expects_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("askonce.planning.planner_rounds.PATIENCE", 0.2)
    with pytest.raises(ModelUnavailable):
        await naming('field "Name" is "{name}!"').act("type {name}", name="Ann")
