"""Plays: one sentence on an application whose data is as new, and a verdict from that data."""

from __future__ import annotations

import asyncio
import time
import traceback
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

from miniwob.episodes import EpisodeTrace, Timed
from playwright.async_api import Browser, Page

from askonce.agent import Agent
from askonce.config import ActSettings, Settings
from askonce.errors import AskonceError, GaveUp, ModelError
from askonce.models import Model
from askonce.models.factory import Models
from askonce.prompts.element_list import list_elements
from askonce.screens.web import open_page_screen
from askonce.trace import Acted
from real_apps.application import Application, RunningApplication
from real_apps.sentences import Sentence, Snapshot

SETTINGS = Settings(runs=None, act=ActSettings(timeout=60))
PATIENCE = 3.0
"""Seconds in which an application may finish what the last action started."""

Verdict = Literal["right", "declined", "wrong", "crashed"]
UNDONE = object()
LOOKS = ("Scroll(", "Wait(", "Hover(")
"""Actions that are only looking."""
OPENS = ("Tap(", "Press(keys='Escape'")
"""Actions that open something to look into, and close it again."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one sentence."""

    application: Application
    sentence: Sentence
    verdict: Verdict
    steps: tuple[str, ...] = ()
    """The actions that were done."""
    rounds: int = 0
    seconds: float = 0.0
    message: str = ""
    """The agent's last word, its answer, or its error."""
    difference: dict[str, Any] = field(default_factory=dict[str, Any])
    """What became different."""
    elements: str = ""
    """The elements of the page in the end, unless all is right."""

    @property
    def acted_in_vain(self) -> bool:
        return self.verdict == "declined" and bool(self.steps)

    def as_row(self) -> dict[str, Any]:
        return {
            "application": self.application.name,
            "sentence": self.sentence.text,
            "has to be declined": self.sentence.declines,
            "verdict": self.verdict,
            "steps": list(self.steps),
            "rounds": self.rounds,
            "seconds": round(self.seconds, 3),
            "message": self.message,
            "difference": self.difference,
            "elements": self.elements,
        }


class Player:
    """Plays sentences on one application, each on a page and data of its own."""

    def __init__(self, app: RunningApplication, browser: Browser, new_model: Callable[[], Model]) -> None:
        self._app = app
        self._browser = browser
        self._new_model = new_model

    async def play(self, sentence: Sentence) -> Result:
        """An error that is none of ours is a fault to be shown: it comes back with where it arose."""
        application = self._app.application
        try:
            async with self.opened(sentence) as (page, before):
                return await self._judged(sentence, page, before)
        except Exception as error:  # noqa: BLE001 - one fault must not hide the other sentences; it is shown at the end
            crash = "".join(traceback.format_exception(error))
            return Result(application, sentence, "crashed", message=crash)

    @asynccontextmanager
    async def opened(self, sentence: Sentence) -> AsyncGenerator[tuple[Page, Snapshot]]:
        page = await self._app.new_page(self._browser)
        try:
            await self._app.goto(page, sentence.at or self._app.application.start)
            yield page, await self._quiet(page)
        finally:
            await page.context.close()

    async def _judged(self, sentence: Sentence, page: Page, before: Snapshot) -> Result:
        model, trace = Timed(self._new_model()), EpisodeTrace()
        screen = await open_page_screen(page)
        agent = Agent(screen, Models.of(model), settings=SETTINGS)
        agent.trace.subscribe(trace)
        error, answer, started = None, UNDONE, time.perf_counter()
        try:
            answer = await self._asked(agent, sentence)
        except AskonceError as problem:
            error = problem
        seconds = time.perf_counter() - started
        # What was typed counts for many pages when the field is left, which a tester's next step would do.
        page = next((open_page for open_page in reversed(page.context.pages) if not open_page.is_closed()), page)
        await self._app.leave_field(page)
        after = await self._settled(page, sentence, before, wait=error is None)
        tree = await screen.tree()
        await agent.close()
        await model.close()
        await screen.close()
        steps = actions(trace)
        verdict = judge(sentence, before, after, error, answer, steps)
        return Result(
            self._app.application,
            sentence,
            verdict,
            steps,
            len(model.seconds),
            seconds,
            str(error) if error else str(answer),
            sentence.difference(before, after),
            "" if verdict == "right" else list_elements(tree),
        )

    async def _asked(self, agent: Agent, sentence: Sentence) -> Any:
        if sentence.kind == "ask":
            return await agent.query(sentence.text, returns=type(sentence.answer))
        if sentence.kind == "check":
            return (await agent.verdict(sentence.text)).holds
        return (await agent.act(sentence.text, **sentence.values)).message

    async def _snapshot(self, page: Page) -> Snapshot:
        view = dict(await self._app.view(page)) if not page.is_closed() else {"closed": True}
        return Snapshot(self._app.state.read() | view.pop("data", {}), view)

    async def _quiet(self, page: Page) -> Snapshot:
        """The application when it no longer changes by itself."""
        last = await self._snapshot(page)
        while True:
            await asyncio.sleep(0.25)
            now = await self._snapshot(page)
            if now == last:
                return now
            last = now

    async def _settled(self, page: Page, sentence: Sentence, before: Snapshot, *, wait: bool) -> Snapshot:
        """The application when it is as the sentence wants it and stays so, or when it had time enough."""
        ends = time.perf_counter() + (PATIENCE if wait else 0.5)
        while True:
            after = await self._snapshot(page)
            if sentence.is_met(before, after) or time.perf_counter() > ends:
                return await self._quiet(page)
            await asyncio.sleep(0.1)


def actions(trace: EpisodeTrace) -> tuple[str, ...]:
    """What was tried, in words: an action that failed may have done half of it. To scroll or wait is to look."""
    events = [entry.event for entry in trace.entries]
    tried = [event for event in events if isinstance(event, Acted) and not event.action.startswith(LOOKS)]
    return tuple(f"{each.action} {each.params}{f' failed: {each.error}' if each.error else ''}" for each in tried)


def judge(
    sentence: Sentence,
    before: Snapshot,
    after: Snapshot,
    error: AskonceError | None,
    answer: Any,
    steps: Sequence[str],
) -> Verdict:
    """Declined is only what the model itself says it cannot do, while nothing changed in the data but what was wanted,
    and a question that gets an error for an answer. What has to be declined is right only if nothing was done but to
    look: what was opened to look into is closed again, and the page is as it was."""
    is_met = sentence.is_met(before, after)
    is_declined = isinstance(error, GaveUp | ModelError) or (sentence.kind != "act" and error is not None)
    if sentence.declines:
        only_looked = not steps or (before == after and all(step.startswith(OPENS) for step in steps))
        return "right" if is_declined and only_looked and is_met else "wrong"
    if error is None:
        is_answered = sentence.kind == "act" or answer == sentence.answer
        return "right" if is_met and is_answered else "wrong"
    return "declined" if is_declined and sentence.is_begun(before, after) else "wrong"
