"""Askonce as an agent of AndroidWorld, against a stand-in of its environment and of how it runs an episode."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from askonce import launch
from askonce.agent import Agent
from askonce.config import Settings
from askonce.embedded import EmbeddedModel
from askonce.errors import ConfigError, ScreenClosed
from askonce.geometry import Box, Point
from askonce.models import Reply, Request
from askonce.models.wrapper import ModelWrapper
from askonce.screens.fake import Button, FakeScreen
from askonce.screens.phones.phone_lock import hold_phone
from askonce.testing.phone import Contact, SamplePhone

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))

from android_world_agent.askonce_agent import AgentInteractionResult, AskonceAgent, open_phone
from android_world_agent.paced_run import AgentOpener, Pace

THREE = "press Save, press Send and press Close"


class Environment:
    """What AndroidWorld gives to an agent."""

    def __init__(self) -> None:
        self.interaction_cache = ""
        self.resets: list[bool] = []

    def reset(self, go_home: bool = False) -> None:
        self.interaction_cache = ""
        self.resets.append(go_home)


def run_episode(
    agent: AskonceAgent,
    goal: str,
    max_n_steps: int,
    termination_fn: Callable[[Environment], bool] = lambda env: False,
) -> list[AgentInteractionResult]:
    """The steps of an episode, as AndroidWorld's `episode_runner` takes them."""
    agent.reset(False)
    agent.set_max_steps(max_n_steps)
    results: list[AgentInteractionResult] = []
    for _ in range(max_n_steps):
        results.append(agent.step(goal))
        assert "step_number" not in results[-1].data
        if termination_fn(cast("Environment", agent.env)) or results[-1].done:
            break
    assert len({tuple(result.data) for result in results}) == 1  # AndroidWorld makes a list of each key
    return results


class PacedFake(FakeScreen):
    """A screen in memory that is touched when it is an action's turn."""

    def __init__(self) -> None:
        super().__init__(
            [Button(name, Box(20, 40 * row, 90, 20)) for row, name in enumerate(("Save", "Send", "Close"))]
        )
        self.pace = Pace()
        self.opened = 0

    async def tap(self, at: Point, *, count: int = 1) -> None:
        await self.pace.wait_for_turn()
        await super().tap(at, count=count)

    @property
    def taps(self) -> int:
        return sum(line.startswith("tap") for line in self.log)


class Author(ModelWrapper):
    """Writes one program for whatever is asked; the embedded model carries it out."""

    def __init__(self, program: str) -> None:
        super().__init__(EmbeddedModel())
        self._program = program

    async def ask(self, request: Request) -> Reply:
        if request.messages[0].text.startswith("You write programs"):
            return Reply(f"```\n{self._program}\n```", "author")
        return await self._model.ask(request)


def opener(screen: PacedFake, model: ModelWrapper | None = None) -> AgentOpener:
    @asynccontextmanager
    async def opened(pace: Pace) -> AsyncGenerator[Agent, None]:
        screen.pace = pace
        screen.opened += 1
        try:
            async with launch.screen(screen, model=model or EmbeddedModel(), settings=Settings(runs=None)) as agent:
                yield agent
        finally:
            screen.opened -= 1

    return opened


def agent_on(screen: PacedFake, environment: Environment | None = None, **options: Any) -> AskonceAgent:
    model = options.pop("model", None)
    return AskonceAgent(environment or Environment(), open_agent=opener(screen, model), **options)


def test_a_step_is_one_action_and_the_last_one_says_that_it_is_done() -> None:
    screen = PacedFake()
    agent = agent_on(screen, how="act")
    agent.reset()
    agent.set_max_steps(10)
    seen: list[tuple[int, bool]] = []
    while not seen or not seen[-1][1]:
        result = agent.step(THREE)
        seen.append((screen.taps, result.done))
    assert seen == [(1, False), (2, False), (3, True)]
    assert screen.opened == 0
    with pytest.raises(ConfigError, match="is over"):
        agent.step(THREE)


def test_the_budget_holds_and_a_run_whose_budget_ends_gives_the_phone_free() -> None:
    screen = PacedFake()
    agent = agent_on(screen, how="act")
    results = run_episode(agent, THREE, 2)
    assert [(result.done, result.data["status"]) for result in results] == [(False, "running"), (False, "out of steps")]
    assert "used up" in results[-1].data["reason"]
    assert (screen.taps, screen.opened) == (2, 0)
    assert run_episode(agent, THREE, 3)[-1].done


def test_an_answer_reaches_the_environment_before_the_task_is_judged() -> None:
    screen, environment = PacedFake(), Environment()
    program = 'Press Save\nset variable {answer} to "Tuesday"'
    agent = agent_on(screen, environment, model=Author(program))
    results = run_episode(agent, "On which day is it?", 5)
    assert [result.done for result in results] == [True]
    assert (environment.interaction_cache, results[0].data["answer"], screen.taps) == ("Tuesday", "Tuesday", 1)


def test_a_goal_that_nobody_can_reach_ends_the_episode_with_its_reason() -> None:
    result = run_episode(agent_on(PacedFake(), how="act"), "press Launch rocket", 5)[-1]
    assert (result.done, result.data["status"], result.data["action"]) == (True, "gave up", "")
    assert "Launch rocket" in result.data["reason"]


def test_an_episode_that_ends_early_is_closed_by_the_next_one() -> None:
    screen, environment = PacedFake(), Environment()
    agent = agent_on(screen, environment, how="act")
    agent.step(THREE)
    assert screen.opened == 1
    with pytest.raises(ConfigError, match="not for 'press Send'"):
        agent.step("press Send")
    agent.reset(go_home=True)
    assert (screen.opened, environment.resets) == (0, [True])
    assert run_episode(agent, "press Send", 5)[-1].done


def test_an_episode_that_android_world_ends_gives_the_phone_free_before_it_is_judged() -> None:
    screen = PacedFake()
    agent = agent_on(screen, how="act")
    results = agent.freed_after(run_episode)(agent, THREE, 5, termination_fn=lambda env: screen.taps == 1)
    assert [result.done for result in results] == [False]
    assert (screen.taps, screen.opened) == (1, 0)


def test_a_phone_that_breaks_is_no_failure_of_the_task() -> None:
    class Gone(PacedFake):
        async def tap(self, at: Point, *, count: int = 1) -> None:
            raise ScreenClosed("the phone is gone")

    screen = Gone()
    with pytest.raises(ScreenClosed, match="the phone is gone"):
        run_episode(agent_on(screen, how="act"), THREE, 5)
    assert screen.opened == 0


def test_an_unknown_way_is_refused() -> None:
    with pytest.raises(ConfigError, match="program, act"):
        agent_on(PacedFake(), how="guess")


def test_a_phone_is_driven_action_by_action_and_given_free() -> None:
    pytest.importorskip("uiautomator2", reason="pip install uiautomator2: the device server comes with it")
    with SamplePhone() as phone:
        host, port = phone.adb_server
        phone.launch("Contacts")
        opening = open_phone(phone.serial, EmbeddedModel(), adb_host=host, adb_port=port)
        agent = AskonceAgent(Environment(), how="act", open_agent=opening)
        goal = "tap Create contact, type Ann into Name and tap Save"
        results = run_episode(agent, goal, 9)
        assert [(result.data["action"].partition("(")[0], result.done) for result in results] == [
            ("Tap", False),
            ("Type", False),
            ("Tap", True),
        ]
        assert phone.records.contacts == [Contact("Ann", "")]
        with hold_phone(phone.serial):
            pass
