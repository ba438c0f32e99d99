"""Calls of models, told as they end."""

from __future__ import annotations

import pytest

from askonce.agent import Agent
from askonce.config import Settings
from askonce.errors import ModelUnavailable
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.screens.fake import Button, FakeScreen
from askonce.trace import Usage
from askonce.trace.model_calls import ModelCallEnd


def agent_with(*replies: str | Exception) -> Agent:
    screen = FakeScreen([Button("Save", Box(20, 60, 100, 30))])
    return Agent(screen, Models.of(ScriptedModel(replies)), settings=Settings(runs=None, patience=0))


async def test_each_call_is_told_with_its_role_and_its_cost_and_they_add_up_to_the_totals() -> None:
    calls: list[ModelCallEnd] = []
    agent = agent_with('<complete success="true">Done.</complete>', '{"value": "blue", "reason": "it is"}')
    agent.on_model_call(calls.append)
    await agent.act("look around")
    await agent.ask("which colour has the sky?")
    assert [(call.role, call.model, call.error) for call in calls] == [
        ("planning", "scripted", ""),
        ("insight", "scripted", ""),
    ]
    assert sum((call.usage for call in calls), Usage()) == agent.usage.total
    assert agent.usage.total.calls == 2
    assert agent.usage.seconds == sum(call.seconds for call in calls)


async def test_a_call_that_failed_is_told_with_the_reason_and_costs_nothing() -> None:
    calls: list[ModelCallEnd] = []
    agent = agent_with(ModelUnavailable("no connection"))
    agent.on_model_call(calls.append)
    with pytest.raises(ModelUnavailable):
        await agent.act("look around")
    assert [(call.error, call.usage.calls) for call in calls] == [("no connection", 0)]


async def test_a_function_that_raises_stops_nothing_and_is_told_no_more() -> None:
    told: list[str] = []

    def count(call: ModelCallEnd) -> None:
        told.append(call.model)
        raise RuntimeError("my own fault")

    agent = agent_with(*['<complete success="true">Done.</complete>'] * 2)
    agent.on_model_call(count)
    with pytest.warns(UserWarning, match="my own fault"):
        await agent.act("look around")
    await agent.act("look around again")
    assert told == ["scripted"]
