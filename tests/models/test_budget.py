"""What a run may use up."""

from __future__ import annotations

import threading

import pytest

from askonce.config import Limits
from askonce.errors import ModelTimeout, OutOfTime, OverBudget
from askonce.models import Budget, Budgeted, Message, OpenAIModel, Request
from askonce.models.scripted_model import ScriptedModel
from askonce.testing import Fault, ModelServer
from askonce.trace import Usage

HELLO = Request((Message("user", ("x" * 400,)),))


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_step_after_the_last_is_refused() -> None:
    budget = Budget(Limits(steps=2))
    budget.step()
    budget.step()

    with pytest.raises(OverBudget) as caught:
        budget.step()

    assert caught.value.message == "the budget of steps is used up: 2 of 2"
    assert "ASKONCE_MAX_STEPS" in caught.value.remedy
    assert budget.steps == 2


async def test_no_question_is_asked_once_the_tokens_are_used_up() -> None:
    inner = ScriptedModel(["y" * 40] * 3)
    budget = Budget(Limits(tokens=200))
    model = Budgeted(inner, budget)
    await model.ask(HELLO)
    await model.ask(HELLO)

    with pytest.raises(OverBudget, match="the budget of tokens is used up: 220 of 200"):
        await model.ask(HELLO)

    assert len(inner.asked) == 2
    with pytest.raises(OverBudget):
        budget.step()


async def test_money_is_counted_by_the_prices_set(server: ModelServer) -> None:
    server.reply("y" * 40)
    model = Budgeted(OpenAIModel(server.settings()), Budget(Limits(money=0.0001)))
    await model.ask(HELLO)

    with pytest.raises(OverBudget, match=r"money is used up: \$0.0001 of \$0.0001"):
        await model.ask(HELLO)
    await model.close()

    assert len(server.requests) == 1


def test_models_share_one_budget() -> None:
    budget = Budget(Limits(tokens=10))
    budget.add(Usage(calls=1, prompt_tokens=6))
    budget.check()
    budget.add(Usage(calls=1, prompt_tokens=6))

    with pytest.raises(OverBudget):
        budget.check()


@pytest.mark.parametrize(
    ("limits", "below", "last"),
    [
        (Limits(tokens=10), Usage(prompt_tokens=6, completion_tokens=3), Usage(prompt_tokens=1)),
        (Limits(money=0.5), Usage(cost=0.25), Usage(cost=0.25)),
    ],
    ids=["tokens", "money"],
)
def test_a_budget_that_is_used_up_exactly_allows_no_further_question(limits: Limits, below: Usage, last: Usage) -> None:
    budget = Budget(limits)
    budget.add(below)
    budget.check()
    budget.add(last)

    with pytest.raises(OverBudget):
        budget.check()


def test_the_last_second_is_not_in_the_budget() -> None:
    clock = Clock()
    budget = Budget(Limits(seconds=5), clock=clock)
    budget.check()
    clock.now += 4.5
    budget.check()
    clock.now += 0.5

    with pytest.raises(OverBudget, match=r"5\.0 s of 5 s"):
        budget.check()


def test_time_runs_from_the_first_use() -> None:
    clock = Clock()
    budget = Budget(Limits(seconds=5), clock=clock)
    clock.now += 1000
    budget.step()
    clock.now += 4
    budget.step()
    assert budget.seconds_left == 1.0
    clock.now += 2

    with pytest.raises(OverBudget, match=r"the budget of time is used up: 6\.0 s of 5 s"):
        budget.step()


async def test_a_question_ends_when_the_time_does(server: ModelServer) -> None:
    server.fail_next(Fault.slow(threading.Event()))
    model = Budgeted(OpenAIModel(server.settings()), Budget(Limits(seconds=0.05)))

    with pytest.raises(OverBudget, match="time"):
        await model.ask(HELLO)
    await model.close()


async def test_the_timeout_of_one_request_is_not_the_budget(server: ModelServer) -> None:
    server.fail_next(Fault.slow(threading.Event()))
    model = Budgeted(OpenAIModel(server.settings(timeout=0.05)), Budget(Limits(seconds=60)))

    with pytest.raises(ModelTimeout):
        await model.ask(HELLO)
    await model.close()


async def test_another_timeout_passes_through() -> None:
    model = Budgeted(ScriptedModel([OutOfTime("the act took too long")]), Budget(Limits(seconds=60)))

    with pytest.raises(OutOfTime):
        await model.ask(HELLO)


async def test_without_limits_everything_goes() -> None:
    budget = Budget(Limits())
    model = Budgeted(ScriptedModel(["fine"]), budget)

    assert (await model.ask(HELLO)).text == "fine"
    assert budget.usage.tokens == 101
    assert model.name == "scripted"
    assert model.family.name == "generic"
