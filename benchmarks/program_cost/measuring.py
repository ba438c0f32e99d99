"""One program run for real, with everything that was asked and answered on the way.

The model is the perfect reader of the tests behind the model server, over HTTP: what is counted is what a provider
would have received.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from ablated_hands import PARTS, Part, run_without
from perfect_reader.plain_screen import PlainScreen
from perfect_reader.question import Question
from perfect_reader.reader import PerfectReader
from playwright.async_api import Page

from askonce import launch
from askonce.agent import Agent
from askonce.config import ModelRoles, ModelSettings, Settings
from askonce.models.factory import build_models
from askonce.testing import Asked, ModelServer
from askonce.trace import Acted, Entry, LineEnded

__all__ = ["PARTS", "Call", "Part", "Run", "Setting", "run_program", "tokens"]

CHARACTERS_PER_TOKEN = 4


def tokens(text: str) -> int:
    return -(-len(text) // CHARACTERS_PER_TOKEN)


@dataclass(frozen=True, slots=True)
class Call:
    """One question and its answer. `after` is how many UI actions had been done by then."""

    system: str
    asked: str
    reply: str
    after: int

    @property
    def static(self) -> int:
        return tokens(self.system)

    @property
    def dynamic(self) -> int:
        return tokens(self.asked)

    @property
    def output(self) -> int:
        return tokens(self.reply)

    @property
    def is_plan(self) -> bool:
        """Whether it was asked what to do, and not whether something is so."""
        return "# Instruction" in self.asked

    @property
    def screen(self) -> str:
        return Question(self.asked).page.text

    @property
    def step(self) -> str:
        question = Question(self.asked)
        return question.words(question.step).filled

    def said(self, tag: str) -> str:
        return "\n".join(re.findall(rf"<{tag}>(.*?)</{tag}>", self.reply, re.DOTALL)).strip()


@dataclass(frozen=True, slots=True)
class Run:
    """What one run took. `lines` are the program's lines that were carried out, those without a model among them."""

    calls: tuple[Call, ...]
    actions: int
    lines: int
    seconds: float
    answer: Any


class _Log:
    """Answers as the reader does, and keeps what was said; hears from the trace how many actions were done."""

    def __init__(self, reader: PerfectReader) -> None:
        self._reader = reader
        self.calls: list[Call] = []
        self.actions = 0
        self.lines = 0

    def __call__(self, asked: Asked) -> str:
        system = asked.messages[0].text
        reply = self._reader(system, asked.last)
        said = "\n".join(message.text for message in asked.messages[1:])
        self.calls.append(Call(system, said, reply, self.actions))
        return reply

    def write(self, entry: Entry) -> None:
        match entry.event:
            case Acted():
                self.actions += 1
            case LineEnded():
                self.lines += 1
            case _:
                pass


@dataclass(frozen=True, slots=True)
class Setting:
    """How a run is made: in a browser page, or on the screen that sends the same requests without one."""

    address: str
    page: Page | None = None
    left_out: tuple[Part, ...] = ()
    """Parts of what helps a step, to measure what they are worth."""
    several: bool = False


async def run_program(setting: Setting, program: str, variables: Mapping[str, Any] | None = None) -> Run:
    log = _Log(PerfectReader(several=setting.several))
    with ModelServer() as server:
        server.rule(log)
        async with _agent(setting, server.settings(family="text")) as agent:
            agent.trace.subscribe(log)
            result = await run_without(agent, program, setting.left_out, **(variables or {}))
    return Run(tuple(log.calls), result.actions, result.lines, result.seconds, result.answer)


@asynccontextmanager
async def _agent(setting: Setting, model: ModelSettings) -> AsyncGenerator[Agent, None]:
    settings = Settings(runs=None)
    if setting.page:
        await setting.page.goto(setting.address)
        async with launch.page(setting.page, model=model, settings=settings) as agent:
            yield agent
        return
    screen, models = PlainScreen(), build_models(ModelRoles(model))
    await screen.navigate(setting.address)
    async with Agent(screen, models, settings=settings) as agent:
        yield agent
    await models.close()
