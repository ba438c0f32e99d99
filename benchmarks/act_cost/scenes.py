"""The scenes: five tasks of MiniWoB++, a shop, and two programs. Each says how it ended."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from miniwob.pages import NO_LIMIT, UTTERANCE, served
from miniwob.tasks import package_folder
from playwright.async_api import Page
from program_cost import tasks
from readings import Follower

from askonce import launch
from askonce.agent import Agent
from askonce.config import ModelSettings, Settings
from askonce.testing.apps import SampleApps
from askonce.testing.shop import SampleShop

SEED = 3
LONGEST = 3000.0
"""Seconds that one act may take: a person may be answering."""

# The cover that comes after an episode stays, unlike in the benchmark of these pages: it is what a model has to see
# through. The first reward counts, whatever is tapped afterwards.
BEGIN = """([seed, limit]) => {
    core.EPISODE_MAX_TIME = limit;
    core.countdownTimer = () => {};
    core.setDataMode("train");
    const end = core.endEpisode;
    core.endEpisode = function (reward, ...rest) {
        window.firstReward ??= reward;
        return end.call(this, reward, ...rest);
    };
    Math.seedrandom(seed);
    core.startEpisodeReal();
}"""

PLANETS = {"Venus": 0, "Mars": 2, "Uranus": 28}
PLANETS_PROGRAM = (
    "Create a list of objects named {planets}, with the following items:\n"
    + "".join(
        f'    - An object with "name" set to "{name}" and "moons" set to {moons}\n' for name, moons in PLANETS.items()
    )
    + """
Iterate through each item in {planets}, recorded as {planet}:
    In the Notes app, write a new note titled {planet.name} with the text "{planet.moons} moons", and save it.
    In the Notes app, count the notes in the list, record as {count}
    Tell user "{planet.name}: {count} notes so far"
"""
)


Play = Callable[[Page, ModelSettings, Follower], Awaitable[str]]
"""Plays a scene. The answer is empty where it ended right, else it says what is wrong."""


@dataclass(frozen=True, slots=True)
class Scene:
    name: str
    play: Play
    needs_package: bool = False
    """Whether its page comes from the package `miniwob`."""


def has_package() -> bool:
    try:
        return package_folder().is_dir()
    except (ImportError, SystemExit):
        return False


@asynccontextmanager
async def _agent(page: Page, model: ModelSettings, follower: Follower) -> AsyncGenerator[Agent, None]:
    with TemporaryDirectory() as folder:
        async with launch.page(page, model=model, settings=Settings(runs=Path(folder))) as agent:
            agent.trace.subscribe(follower)
            yield agent


def _episode(task: str) -> Play:
    async def play(page: Page, model: ModelSettings, follower: Follower) -> str:
        with served(package_folder()) as address:
            await page.set_viewport_size({"width": 332, "height": 214})
            await page.goto(f"{address}miniwob/{task}.html", wait_until="load")
            await page.evaluate(BEGIN, [SEED, NO_LIMIT])
            await page.wait_for_function("() => WOB_TASK_READY")
            said = await page.evaluate(UTTERANCE)
            async with _agent(page, model, follower) as agent:
                await agent.act(said if isinstance(said, str) else json.dumps(said), timeout=LONGEST)
            reward = await page.evaluate("() => window.firstReward")
        return "" if reward == 1 else f"the reward is {reward}"

    return play


async def _shop(page: Page, model: ModelSettings, follower: Follower) -> str:
    with SampleShop() as shop:
        await page.goto(shop.url)
        async with _agent(page, model, follower) as agent:
            await agent.act(
                "log in as bob with the password teatime, put a Red mug and Forest honey into the basket and open the "
                "basket",
                timeout=LONGEST,
            )
        shown = await page.inner_text("body")
    missing = [text for text in ("Your basket", "Red mug", "Forest honey", "Hello, Bob") if text not in shown]
    return f"the page does not show {', '.join(missing)}" if missing else ""


async def _contacts(page: Page, model: ModelSettings, follower: Follower) -> str:
    task = tasks.contacts(3)
    with SampleApps() as apps:
        await page.goto(apps.url)
        async with _agent(page, model, follower) as agent:
            await agent.run(task.program)
        try:
            task.check(apps)
        except AssertionError as error:
            return str(error)
    return ""


async def _planets(page: Page, model: ModelSettings, follower: Follower) -> str:
    with SampleApps() as apps:
        await page.goto(apps.url)
        async with _agent(page, model, follower) as agent:
            await agent.run(PLANETS_PROGRAM)
        made = sorted((note.title, note.text) for note in apps.notes)
    wanted = sorted((name, f"{moons} moons") for name, moons in PLANETS.items())
    return "" if made == wanted else f"the notes are {made}"


SCENES = (
    *(
        Scene(task, _episode(task), needs_package=True)
        for task in ("login-user", "click-checkboxes", "choose-date", "use-autocomplete", "book-flight")
    ),
    Scene("shop", _shop),
    Scene("contacts program", _contacts),
    Scene("planets program", _planets),
)
