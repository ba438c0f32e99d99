"""Episodes: one instruction, one act, one reward."""

from __future__ import annotations

import asyncio
import time
import traceback
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import Browser, BrowserContext, Page

from askonce.agent import Agent
from askonce.config import ActSettings, Settings
from askonce.errors import AskonceError, GaveUp, ModelError
from askonce.models import Model, Reply, Request
from askonce.models.factory import Models
from askonce.screens.web import WebScreen, open_page_screen
from askonce.trace import Acted, Entry
from miniwob.pages import Ending, begin, ending
from miniwob.tasks import Task

EMBEDDED = "askonce.embedded.embedded_model:EmbeddedModel"
SETTINGS = Settings(runs=None, act=ActSettings(rounds=15, timeout=20))

Verdict = Literal["success", "declined", "wrong", "crashed"]


def same(utterance: str) -> str:
    return utterance


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one episode."""

    task: Task
    seed: int
    said: str
    """The instruction."""
    ending: Ending
    steps: int = 0
    seconds: float = 0.0
    """What the act took, without loading the page."""
    plans: tuple[float, ...] = ()
    """The seconds that the model took for each answer."""
    message: str = ""
    """The agent's last word, or its error."""
    error: AskonceError | None = None
    crash: str = ""

    @property
    def verdict(self) -> Verdict:
        """Declined is only what the model itself says it cannot do, before the page was spoilt. Whoever claims to be
        done and is not, ends the episode without a reward, or runs out of rounds or time, acted wrongly."""
        if self.crash:
            return "crashed"
        if self.ending.is_success:
            return "success"
        if isinstance(self.error, GaveUp | ModelError) and not self.ending.done:
            return "declined"
        return "wrong"

    def as_row(self) -> dict[str, Any]:
        return {
            "task": self.task.name,
            "seed": self.seed,
            "instruction": self.said,
            "verdict": self.verdict,
            "reward": self.ending.reward,
            "done": self.ending.done,
            "steps": self.steps,
            "seconds": round(self.seconds, 4),
            "plan seconds": [round(one, 5) for one in self.plans],
            "error": type(self.error).__name__ if self.error else "",
            "message": self.message,
            "crash": self.crash,
        }


class Timed:
    """A model that notes how long each answer of another one takes."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.name, self.family = model.name, model.family
        self.seconds: list[float] = []

    async def ask(self, request: Request) -> Reply:
        started = time.perf_counter()
        try:
            return await self._model.ask(request)
        finally:
            self.seconds.append(time.perf_counter() - started)

    async def close(self) -> None:
        await self._model.close()


@dataclass(slots=True)
class EpisodeTrace:
    """Hears everything that happens in an act."""

    entries: list[Entry] = field(default_factory=list[Entry])

    def write(self, entry: Entry) -> None:
        self.entries.append(entry)

    @property
    def steps(self) -> int:
        return sum(isinstance(entry.event, Acted) and not entry.event.error for entry in self.entries)


def load_model(name: str) -> Callable[[], Model]:
    """What makes the model named `module:Class`."""
    module, _, class_name = name.partition(":")
    return getattr(import_module(module), class_name)


class Player:
    """Plays episodes on one page, which is opened anew when an act closed it or left something beside it."""

    def __init__(self, browser: Browser, address: str, new_model: Callable[[], Model]) -> None:
        self._browser = browser
        self._address = address
        self._new_model = new_model
        self._context: BrowserContext | None = None
        self._screen: WebScreen | None = None
        self._page: Page | None = None

    async def play(self, task: Task, seed: int, reword: Callable[[str], str] = same) -> Result:
        """One episode. An error that is none of ours is a fault to be shown: it comes back with where it arose."""
        said = ""
        try:
            page, _ = await self.open()
            said = reword(await begin(page, self._address, task, seed))
            return await self.act(task, seed, said)
        except Exception as error:  # noqa: BLE001 - one fault must not hide the other episodes; it is told at the end
            await self.close()
            crash = "".join(traceback.format_exception(error))
            return Result(task, seed, said, Ending(False, 0.0), message=repr(error), crash=crash)

    async def act(
        self,
        task: Task,
        seed: int,
        said: str,
        *,
        hear: Callable[[Agent, EpisodeTrace], None] = lambda agent, episode_trace: None,
    ) -> Result:
        """Act on the episode that has begun, and read the reward when the act is over."""
        page, screen = await self.open()
        model, episode_trace = Timed(self._new_model()), EpisodeTrace()
        agent = Agent(screen, Models.of(model), settings=SETTINGS)
        agent.trace.subscribe(episode_trace)
        error, started = None, time.perf_counter()
        try:
            message = (await agent.act(said)).message
        except AskonceError as problem:
            error, message = problem, str(problem)
        seconds = time.perf_counter() - started
        hear(agent, episode_trace)
        await agent.close()
        await model.close()
        how = Ending(False, 0.0, "the page was closed") if page.is_closed() else await ending(page)
        return Result(task, seed, said, how, episode_trace.steps, seconds, tuple(model.seconds), message, error)

    async def begin(self, task: Task, seed: int) -> str:
        page, _ = await self.open()
        return await begin(page, self._address, task, seed)

    async def open(self) -> tuple[Page, WebScreen]:
        """The page to play on and the screen on it."""
        if self._page and self._screen and self._context:
            if not self._page.is_closed() and self._context.pages == [self._page] and not self._screen.dialog:
                return self._page, self._screen
            await self.close()
        # Some instructions are written by the page in the words of its locale and zone.
        self._context = await self._browser.new_context(locale="en-US", timezone_id="UTC")
        self._page = await self._context.new_page()
        self._screen = await open_page_screen(self._page)
        return self._page, self._screen

    async def close(self) -> None:
        screen, context = self._screen, self._context
        self._screen = self._context = self._page = None
        if screen:
            await screen.close()
        if context:
            await context.close()


@asynccontextmanager
async def opened_browser(executable: Path | None) -> AsyncGenerator[Browser]:
    from playwright.async_api import async_playwright

    from askonce.screens.web import BrowserOptions
    from askonce.screens.web.browser_launch import launch_browser

    async with async_playwright() as playwright:
        browser = await launch_browser(playwright, BrowserOptions(executable=executable))
        if not isinstance(browser, Browser):
            raise TypeError("a browser without a profile was expected")
        yield browser
        await browser.close()


Job = tuple[Task, int, Callable[[str], str]]


async def play_all(
    jobs: Sequence[Job], players: Iterable[Player], tell: Callable[[Result], None] = lambda result: None
) -> list[Result]:
    """All episodes, on as many pages at once as there are players; results in the order of the jobs."""
    results: dict[int, Result] = {}
    waiting = iter(list(enumerate(jobs)))

    async def work(player: Player) -> None:
        for number, (task, seed, reword) in waiting:
            results[number] = await player.play(task, seed, reword)
            tell(results[number])
        await player.close()

    await asyncio.gather(*map(work, players))
    return [results[number] for number in range(len(jobs))]
