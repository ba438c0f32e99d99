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
from askonce.recorder.replay_verdicts import StepVerdict
from askonce.screens.gestures import Gesture
from askonce.screens.web import PageOptions, WebScreen, open_page_screen
from askonce.testing.shop import SampleShop
from recorder.judgement import difference
from recorder.person import Person
from recorder.sites import Site

_VIEW = """() => document.activeElement?.blur() ?? ({ address: location.pathname, title: document.title,
lines: document.body.innerText.split("\\n").map(line => line.replace(/\\s+/g, " ").trim()).filter(Boolean),
fields: [...document.querySelectorAll("input, select, textarea")].map(field =>
  ["checkbox", "radio"].includes(field.type) ? field.checked : field.type === "hidden" ? "" : field.value) })"""

_LONGEST = 60.0
"""Seconds that a flow and its replay may take."""
_RESTS, _PRESSES = 0.2, 0.08
"""Seconds that the pointer of a person rests before a click, and that the button is down."""
_AT_REST, _MOST_CHANGING = 0.5, 5.0
"""Seconds without a change after which a page has come to its end, and the most that it is waited for."""
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
    """1 where the application ended up otherwise than without a recorder, though nobody was told."""
    calls: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list[str])


def read_flows() -> list[Flow]:
    text = (Path(__file__).parent / "flows.yaml").read_text("utf-8")
    sites: Mapping[str, Mapping[str, Sequence[Move | Sequence[Move]]]] = yaml.safe_load(text)
    return [Flow(site, title, _flat(moves)) for site, flows in sites.items() for title, moves in flows.items()]


def _flat(moves: Sequence[Move | Sequence[Move]]) -> list[Move]:
    """Moves that several flows have in common are written once, as a list in the list."""
    return [each for move in moves for each in ([move] if isinstance(move, Mapping) else move)]


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
    visits = (await _visit(flow, site, folder), await _visit(flow, site, folder))
    page = await site.new_page()
    options = PageOptions(uploads=folder)
    try:
        screen = await open_page_screen(page, options)
        async with _agent(screen, model) as agent:
            recorder = await _record(flow, site, folder, agent, screen, outcome)
            _judge(outcome, "recorded", visits, await _end(screen.page, site))
    finally:
        await page.context.close()
    verdicts, replayed = await _replay(recorder, site, options, model)
    problems = [bool(step.problem) for step in recorder.steps]
    if replayed is not None and not any(problems):
        _judge(outcome, "replayed", visits, replayed)
    outcome.replayed = sum(verdict.is_found for verdict in verdicts)
    failed = next((place for place, verdict in enumerate(verdicts) if not verdict.is_found), None)
    outcome.told = sum(problems)
    outcome.faults += [f"told: {problem}" for problem in recorder.problems]
    if failed is not None and not problems[failed]:
        outcome.faults.append(f"step {failed + 1}, {recorder.steps[failed].words}: {verdicts[failed].reason}")
    outcome.calls = len(model.asked)


async def _visit(flow: Flow, site: Site, folder: Path) -> Any:
    """How the application ends up where the flow is done with no recorder."""
    page = await site.new_page()
    try:
        person = Person(folder, lambda: page.context.pages[-1], is_watched=False)
        page.on("dialog", person.be_asked)
        person.watch_requests(page.context)
        await page.goto(site.address)
        await page.locator(site.ready).first.wait_for()
        await person.do_all(flow.moves)
        return await _end(page.context.pages[-1], site)
    finally:
        await page.context.close()


async def _end(page: Page, site: Site) -> Any:
    """What the page shows once it shows the same for a while, such as no sign that it loads; or at last."""
    view, since, until = await _view(page), time.monotonic(), time.monotonic() + _MOST_CHANGING
    while time.monotonic() < min(until, since + _AT_REST):
        await page.wait_for_timeout(100)
        if (now := await _view(page)) != view:
            view, since = now, time.monotonic()
    return {"page": view, "data": site.read_data()}


def _judge(outcome: Outcome, doing: str, visits: tuple[Any, Any], end: Any) -> None:
    if differs := difference(visits, end):
        outcome.wrong = 1
        outcome.faults.append(f"wrong when {doing}: {differs}")


async def _record(
    flow: Flow, site: Site, folder: Path, agent: Agent, screen: WebScreen, outcome: Outcome
) -> HandRecorder:
    recorder = HandRecorder(agent, flow.title)
    person = Person(folder, lambda: screen.page)
    screen.page.on("dialog", person.be_asked)

    async def take(gesture: Gesture) -> None:
        try:
            await recorder.perform(gesture)
        finally:
            person.heard()

    await screen.watch_hands(take)
    await screen.navigate(site.address)
    await screen.page.locator(site.ready).first.wait_for()
    await recorder.begin()
    await person.do_all(flow.moves)
    await screen.unwatch_hands()
    await recorder.finish()
    outcome.steps = [step.words for step in recorder.steps]
    outcome.faults += [f"not heard: {move}" for move in person.unheard]
    outcome.faults += [news for news in screen.news() if "by hand failed" in news]
    return recorder


async def _replay(
    recorder: HandRecorder, site: Site, options: PageOptions, model: ScriptedModel
) -> tuple[Sequence[StepVerdict], Any]:
    """How each step fared, and how the application ended up where all were found."""
    page = await site.new_page()
    try:
        screen = await open_page_screen(page, options)
        agent = Agent(screen, Models.of(model), settings=Settings(runs=None))
        verdicts = await recorder.replay(_given(agent))
        end = await _end(screen.page, site) if all(verdict.is_found for verdict in verdicts) else None
        await screen.close()
        return verdicts, end
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
    before, now = None, await _look(page)
    while before != now or now is None:
        await asyncio.sleep(0.15)
        before, now = now, await _look(page)
    return now


async def _look(page: Page) -> Any:
    try:
        return await page.evaluate(_VIEW)
    except Error:
        return None  # it is just moving to another page


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
