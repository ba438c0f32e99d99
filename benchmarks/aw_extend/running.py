"""One task on the sample phone: run, counted and judged."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Collection
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Literal
from zlib import crc32

from ablated_hands import AblatedHands, Part, keep_while_running
from phone_reader.reader import PhoneReader

from askonce import launch
from askonce.agent import Agent
from askonce.config import Limits, ModelRoles, ProgramSettings, Settings, read_settings
from askonce.embedded import EmbeddedModel
from askonce.errors import AskonceError, ConfigError
from askonce.models import Model, Reply, Request
from askonce.models.factory import Models, build_models
from askonce.models.wrapper import ModelWrapper
from askonce.program.author import author
from askonce.program.program_run import ProgramRun
from askonce.testing import ModelServer
from askonce.testing.model_server import Rule
from askonce.testing.phone import PhoneRecords, SamplePhone
from askonce.trace import Acted, Entry
from aw_extend.judge import faults
from aw_extend.tasks import Case, Task

ModelName = Literal["embedded", "reader", "readings", "configured"]
"""`reader` is the perfect reader of the tests, `readings` what others replied who saw prompts and pictures alone,
`configured` what ASKONCE_MODEL_NAME says."""
CHARACTERS_PER_TOKEN = 4
LONGEST = 3000.0
"""Seconds for a reply: a person may be answering."""
PATIENT = ProgramSettings(step_limits=Limits(steps=ProgramSettings().step_limits.steps))


@dataclass(frozen=True, slots=True)
class Call:
    """One question to a model, in tokens of 4 characters. `after` is how many UI actions had been done by then."""

    static: int
    dynamic: int
    output: int
    context: int
    """Of the dynamic ones, those that are not about the screen."""
    after: int
    is_plan: bool


@dataclass(frozen=True, slots=True)
class TaskRun:
    """What one run of a task took, and what is wrong with what it left."""

    task: Task
    seed: int
    faults: tuple[str, ...]
    calls: tuple[Call, ...]
    actions: int
    seconds: float
    disturbances: int = 0

    @property
    def is_success(self) -> bool:
        return not self.faults


@dataclass(slots=True)
class _Tally:
    """Hears of every call and of every UI action."""

    calls: list[Call] = field(default_factory=list[Call])
    actions: int = 0

    def write(self, entry: Entry) -> None:
        if isinstance(entry.event, Acted):
            self.actions += 1


class _CountedModel(ModelWrapper):
    def __init__(self, model: Model, tally: _Tally) -> None:
        super().__init__(model)
        self._tally = tally

    async def ask(self, request: Request) -> Reply:
        reply = await self._model.ask(request)
        system = [message.text for message in request.messages if message.role == "system"]
        others = [message.text for message in request.messages if message.role != "system"]
        is_plan = any("# Instruction" in text for text in others)
        context = [text.partition("\n# Screen\n")[0] for text in others]
        sizes = (_tokens(*system), _tokens(*others), _tokens(reply.text), _tokens(*context))
        self._tally.calls.append(Call(*sizes, self._tally.actions, is_plan))
        return reply


def _tokens(*texts: str) -> int:
    return -(-sum(map(len, texts)) // CHARACTERS_PER_TOKEN)


class Bench:
    """The phone and the agent with which everything is run."""

    def __init__(self, phone: SamplePhone, agent: Agent, tally: _Tally, *, by_hand: bool) -> None:
        self.phone, self.agent = phone, agent
        self._tally, self._by_hand = tally, by_hand

    async def run(self, task: Task, seed: int, *, left_out: Collection[Part] = (), disturb: bool = False) -> TaskRun:
        """Run a task: by its hand-written program, or by its own words alone."""
        case = task.case(seed)
        self._prepare(case, crc32(f"{task.name} {seed}".encode()) if disturb else None)
        started = time.perf_counter()
        try:
            await self._carry_out(task, case, left_out)
            failure = ()
        except AskonceError as error:
            failure = (f"it ended with an error: {error.message}",)
        seconds = time.perf_counter() - started
        found = tuple(faults(case.after, self.phone.records))
        disturbances = len(self.phone.disturbances)
        self.phone.disturb(None)
        calls = tuple(self._tally.calls)
        return TaskRun(task, seed, (*found, *failure), calls, self._tally.actions, seconds, disturbances)

    def _prepare(self, case: Case, seed: int | None) -> None:
        self.phone.reset()
        fill(self.phone.records, case.before)
        self.phone.disturb(seed)
        self._tally.calls.clear()
        self._tally.actions = 0

    async def _carry_out(self, task: Task, case: Case, left_out: Collection[Part]) -> None:
        if not self._by_hand and not left_out:
            await self.agent.pursue(case.words)
            return
        hands = AblatedHands(self.agent, left_out)
        settings = self.agent.settings.program
        with keep_while_running(self.agent):
            if self._by_hand:
                await ProgramRun(task.program_text, hands, settings, variables=case.given).go()
            else:
                written = await author(hands, case.words)
                await ProgramRun(written.program, hands, settings, task=case.words).go()


def fill(records: PhoneRecords, wanted: PhoneRecords) -> None:
    """Make the records of a phone like others, which stay as they are."""
    wanted = deepcopy(wanted)
    records.clear()
    records.contacts += wanted.contacts
    records.messages += wanted.messages
    records.events += wanted.events
    records.expenses += wanted.expenses
    records.recipes += wanted.recipes
    records.notes.update(wanted.notes)


@asynccontextmanager
async def open_bench(model: ModelName, rule: Rule | None = None) -> AsyncGenerator[Bench, None]:
    """`rule` answers in place of a model: it is asked as a model that sees pictures is, and may take its time."""
    tally = _Tally()
    settings = Settings(runs=None, program=PATIENT if rule else ProgramSettings())
    async with SamplePhone() as phone, _models(model, tally, rule) as models:
        host, port = phone.adb_server
        async with launch.android(phone.serial, adb_host=host, adb_port=port, model=models, settings=settings) as agent:
            agent.trace.subscribe(tally)
            yield Bench(phone, agent, tally, by_hand=model == "embedded")


@asynccontextmanager
async def _models(model: ModelName, tally: _Tally, rule: Rule | None) -> AsyncGenerator[Models, None]:
    if model == "embedded":
        yield Models.of(_CountedModel(EmbeddedModel(), tally))
    elif model == "configured":
        roles = read_settings().models
        if roles is None:
            remedy = "set ASKONCE_MODEL_NAME, or use --model embedded or reader"
            raise ConfigError("no model is configured", remedy=remedy)
        built = build_models(roles)
        yield Models(*(_CountedModel(one, tally) for one in (built.default, built.planning, built.insight)))
        await built.close()
    else:
        with ModelServer() as server:
            server.rule(rule or PhoneReader())
            asked = server.settings(timeout=LONGEST) if rule else server.settings(family="text")
            built = build_models(ModelRoles(asked))
            yield Models.of(_CountedModel(built.default, tally))
            await built.close()
