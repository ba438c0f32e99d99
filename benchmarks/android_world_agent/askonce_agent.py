"""Askonce with the methods of AndroidWorld's `EnvironmentInteractingAgent`."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from typing import Any, Literal, Protocol, TypeVar, get_args

from android_world_agent.paced_run import AgentOpener, Pace, PacedRun, PacedScreen
from askonce import launch
from askonce.agent import Agent
from askonce.errors import ConfigError
from askonce.launch import AnyModel
from askonce.program.author import asks_question
from askonce.program.value_text import to_text
from askonce.screens.android.adb_client import AdbServer
from askonce.screens.phones.phone_lock import hold_phone

T = TypeVar("T")

How = Literal["program", "act"]
"""Whether a program is written for the goal and run, or the goal is carried out as one act."""


class Environment(Protocol):
    """What an agent needs of AndroidWorld's `AsyncEnv`."""

    interaction_cache: str
    """The answer that a task which asks for something is judged by."""

    def reset(self, go_home: bool = False) -> Any: ...


@dataclass(frozen=True, slots=True)
class AgentInteractionResult:
    """The result of one step, as AndroidWorld's class of this name."""

    done: bool
    data: dict[str, Any]
    """The same keys in every step: AndroidWorld makes a list of each."""


class AskonceAgent:
    """One step is one UI action. After the last one the phone is free, so that the task can be judged.

    AndroidWorld's own reading of the screen (`env.get_state`) needs an accessibility service, which Android switches
    off while our device server runs. So it is not asked for during an episode.
    """

    def __init__(
        self,
        env: Environment,
        *,
        serial: str = "emulator-5554",
        how: How = "program",
        name: str = "askonce",
        model: AnyModel | None = None,
        open_agent: AgentOpener | None = None,
    ) -> None:
        if how not in get_args(How):
            raise ConfigError(f"how is {how!r}", remedy=f"use one of {', '.join(get_args(How))}")
        self.env, self.name = env, name
        self.transition_pause: float | None = None
        """Set by AndroidWorld, and not needed: a run knows when the screen has settled."""
        self._how: How = how
        self._open_agent = open_agent or open_phone(serial, model)
        self._limit: int | None = None
        self._run: PacedRun | None = None
        self._goal = ""
        self._is_over = False

    def set_max_steps(self, max_steps: int) -> None:
        self._limit = max_steps

    def reset(self, go_home: bool = False) -> None:
        """End what still runs, and begin a new episode."""
        self.close()
        self._is_over = False
        self.env.reset(go_home=go_home)

    def step(self, goal: str) -> AgentInteractionResult:
        """Do the next UI action for a goal."""
        if self._is_over:
            raise ConfigError(f"the episode for {self._goal!r} is over", remedy="call reset before the next step")
        if self._run is None:
            self._goal = goal
            self._run = PacedRun(self._open_agent, _work(goal, self._how), self._limit)
        elif goal != self._goal:
            raise ConfigError(f"the episode is for {self._goal!r}, not for {goal!r}", remedy="call reset first")
        self._is_over = True  # also if the run breaks
        turn = self._run.advance()
        self._is_over = turn.status != "running"
        if turn.answer:
            self.env.interaction_cache = turn.answer
        return AgentInteractionResult(turn.status in {"done", "gave up"}, asdict(turn))

    def freed_after(self, run_episode: Callable[..., T]) -> Callable[..., T]:
        """AndroidWorld's `run_episode`, after which the phone is free however the episode ended.

        AndroidWorld may end one by itself, by what it sees on the phone, and tells its agent nothing of that.
        """

        def run(*args: Any, **options: Any) -> T:
            try:
                return run_episode(*args, **options)
            finally:
                self.close()

        return run

    def close(self) -> None:
        """End what still runs. The phone is free afterwards."""
        if self._run:
            self._run.close()
        self._run = None


def _work(goal: str, how: How) -> Callable[[Agent], Any]:
    async def pursue(agent: Agent) -> str:
        answer = (await agent.pursue(goal)).answer
        return "" if answer is None else to_text(answer)

    async def act(agent: Agent) -> str:
        result = await agent.act(goal)
        return str(result) if asks_question(goal) else ""

    return pursue if how == "program" else act


def open_phone(serial: str, model: AnyModel | None = None, *, adb_host: str = "", adb_port: int = 0) -> AgentOpener:
    """Opens an agent on the phone with this serial number, for one episode."""

    @asynccontextmanager
    async def opened(pace: Pace) -> AsyncGenerator[Agent, None]:
        device = await AdbServer(adb_host, adb_port).choose(serial)
        with hold_phone(device.serial):
            screen = PacedScreen(device)
            screen.pace = pace
            try:
                await screen.open()
                async with launch.screen(screen, model=model) as agent:
                    yield agent
            finally:
                await screen.close()

    return opened
