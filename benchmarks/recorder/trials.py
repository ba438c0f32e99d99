"""A flow is done by hand, recorded, and replayed from the start on the application as new."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from playwright.async_api import Browser, Error, Page

from askonce.agent import Agent
from askonce.config import Settings
from askonce.errors import AskonceError
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.recorder.hand_recorder import HandRecorder
from askonce.screens.gestures import Gesture
from askonce.screens.web import PageOptions, WebScreen, open_page_screen
from askonce.testing.shop import SampleShop
from recorder.person import Person
from recorder.sites import Site

_VIEW = """() => [location.pathname, document.title, document.body.innerText.replace(/\\s+/g, " "),
...[...document.querySelectorAll("input, select, textarea")].map(field =>
  field.type === "checkbox" || field.type === "radio" ? field.checked : field.type === "hidden" ? "" : field.value)]"""

_LONGEST = 40.0
"""Seconds that a flow and its replay may take."""
_RESTS, _PRESSES = 0.2, 0.08
"""Seconds that the pointer of a person rests before a click, and that the button is down."""
Move = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Flow:
    site: str
    title: str
    moves: Sequence[Move]


@dataclass(slots=True)
class Outcome:
    """What came of a flow."""

    flow: Flow
    steps: list[str] = field(default_factory=list[str])
    told: int = 0
    """Steps of which the recorder said that they would not be found again."""
    replayed: int = 0
    wrong: int = 0
    """Steps that were replayed and did something else, though nobody was told."""
    calls: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list[str])


def read_flows() -> list[Flow]:
    text = (Path(__file__).parent / "flows.yaml").read_text("utf-8")
    return [Flow(site, title, moves) for site, flows in yaml.safe_load(text).items() for title, moves in flows.items()]


async def try_flow(flow: Flow, site: Site, folder: Path) -> Outcome:
    outcome, started = Outcome(flow), time.perf_counter()
    try:
        async with asyncio.timeout(_LONGEST):
            await _try(flow, site, folder, outcome)
    except (AskonceError, Error, ValueError, TimeoutError) as error:
        outcome.faults.append(f"{type(error).__name__}: {error}")
    outcome.seconds = time.perf_counter() - started
    return outcome


async def _try(flow: Flow, site: Site, folder: Path, outcome: Outcome) -> None:
    model = ScriptedModel([])
    page = await site.new_page()
    options = PageOptions(uploads=folder)
    try:
        screen = await open_page_screen(page, options)
        async with _agent(screen, model) as agent:
            recorder = await _record(flow, site, folder, agent, screen, outcome)
            done = await _view(screen.page), site.read_data()
    finally:
        await page.context.close()
    verdicts = await _replay(recorder, site, options, model, outcome, done)
    outcome.replayed = sum(verdict.is_found for verdict in verdicts)
    problems = [bool(step.problem) for step in recorder.steps]
    failed = next((place for place, verdict in enumerate(verdicts) if not verdict.is_found), None)
    outcome.told = sum(problems)
    outcome.faults += [f"told: {problem}" for problem in recorder.problems]
    if failed is not None and not problems[failed]:
        outcome.faults.append(f"step {failed + 1}, {recorder.steps[failed].words}: {verdicts[failed].reason}")
    outcome.calls = len(model.asked)


async def _record(
    flow: Flow, site: Site, folder: Path, agent: Agent, screen: WebScreen, outcome: Outcome
) -> HandRecorder:
    recorder = HandRecorder(agent, flow.title)
    person = Person(screen.page, folder, lambda: screen.page)

    async def take(gesture: Gesture) -> None:
        try:
            await recorder.perform(gesture)
        finally:
            person.heard()

    await screen.watch_hands(take)
    await screen.navigate(site.address)
    await screen.page.locator(site.ready).first.wait_for()
    await recorder.begin()
    for move in flow.moves:
        for verb, argument in move.items():
            await person.do(verb, argument)
    await screen.unwatch_hands()
    await recorder.finish()
    outcome.steps = [step.words for step in recorder.steps]
    outcome.faults += [f"not heard: {move}" for move in person.unheard]
    outcome.faults += [news for news in screen.news() if "by hand failed" in news]
    return recorder


async def _replay(
    recorder: HandRecorder, site: Site, options: PageOptions, model: ScriptedModel, outcome: Outcome, done: Any
) -> Sequence[Any]:
    page = await site.new_page()
    try:
        screen = await open_page_screen(page, options)
        agent = Agent(screen, Models.of(model), settings=Settings(runs=None))
        verdicts = await recorder.replay(_given(agent))
        if all(verdict.is_found for verdict in verdicts):
            again = await _view(screen.page), site.read_data()
            if again != done and not recorder.problems:
                outcome.wrong = 1
                outcome.faults.append(f"wrong: {_difference(done, again)}")
        await screen.close()
        return verdicts
    finally:
        await page.context.close()


@asynccontextmanager
async def _agent(screen: WebScreen, model: ScriptedModel) -> AsyncGenerator[Agent]:
    agent = Agent(screen, Models.of(model), settings=Settings(runs=None))
    try:
        yield agent
    finally:
        await agent.close()


@asynccontextmanager
async def _given(agent: Agent) -> AsyncGenerator[Agent]:
    yield agent


async def _view(page: Page) -> Any:
    """What the page shows in the end, once two looks are the same."""
    await page.evaluate("document.activeElement?.blur()")
    before, now = None, await page.evaluate(_VIEW)
    while before != now:
        await page.wait_for_timeout(150)
        before, now = now, await page.evaluate(_VIEW)
    return now


def _difference(one: Any, other: Any) -> str:
    for before, after in zip([*one[0], one[1]], [*other[0], other[1]], strict=False):
        if before != after:
            return f"{str(before)[:160]!r} became {str(after)[:160]!r}"
    return "a field more or less"


async def click_delays(browser: Browser, pairs: int) -> tuple[list[float], list[float]]:
    """Seconds from the end of a click until the page hears it, without and with the recorder, in turns. The pointer
    comes, rests and presses as long as that of a person."""
    with SampleShop() as shop:
        page = await (await browser.new_context()).new_page()
        screen = await open_page_screen(page)
        heard = asyncio.Event()
        await page.expose_function("hear", heard.set)
        async with _agent(screen, ScriptedModel([])) as agent:
            recorder = HandRecorder(agent)

            async def take(gesture: Gesture) -> None:
                await recorder.perform(gesture)

            await screen.navigate(shop.url)
            await page.evaluate("document.addEventListener('click', event => { event.preventDefault(); hear() })")
            session = await page.context.new_cdp_session(page)
            delays: tuple[list[float], list[float]] = ([], [])
            box = await page.locator("main a").first.bounding_box() or {"x": 300, "y": 250, "width": 0, "height": 0}
            at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

            async def mouse(kind: str, x: float = at[0], y: float = at[1], **more: Any) -> None:
                await session.send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **more})

            for turn in range(pairs * 2):
                if turn % 2:
                    await screen.watch_hands(take, on_aim=recorder.aim)
                    await recorder.begin()
                await mouse("mouseMoved", 20, 20)
                await mouse("mouseMoved")
                await asyncio.sleep(_RESTS)
                await mouse("mousePressed", button="left", clickCount=1)
                await asyncio.sleep(_PRESSES)
                heard.clear()
                started = time.perf_counter()
                await mouse("mouseReleased", button="left", clickCount=1)
                await asyncio.wait_for(heard.wait(), 20)
                delays[turn % 2].append(time.perf_counter() - started)
                if turn % 2:
                    await screen.unwatch_hands()
        await page.context.close()
    return delays
