"""Hands for programs without a browser: a ledger that lines can be added to, and a planner that follows a script."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from askonce.actions import Action, ActionSpace
from askonce.companion import Companion, Jump
from askonce.config import ProgramSettings
from askonce.geometry import Box
from askonce.insight.answers import Verdict
from askonce.models import Reply, Request
from askonce.program.line_inspection import OUTCOME
from askonce.program.program_result import ProgramResult
from askonce.program.program_run import ProgramRun
from askonce.screens.expectation import Expectation
from askonce.screens.fake import FakeScreen, Text
from askonce.trace import Answered, Entry, Event, Trace, Usage
from askonce.values import Instruction, Value

PLAIN = ProgramSettings(final_check=False, replans=0)


@dataclass(frozen=True)
class Done:
    message: str = "done"
    results: Mapping[str, Any] = field(default_factory=dict[str, Any])
    jump: Jump = ""
    actions: Sequence[str] = ()
    usage: Usage = field(default_factory=Usage)
    how: str = "asked"


Behaviour = Callable[["Ledger", re.Match[str], Companion], Awaitable[Done]]


class Ledger:
    """A screen that shows the entries of a ledger, and hands that add to it.

    `scripts` says what is done for a step whose words fit a pattern; "add …" is known. `truths` are the sentences
    about the screen that are true. `replies` are what the model says when it is consulted.
    """

    def __init__(self, **scripts: Behaviour) -> None:
        self.entries: list[str] = []
        self.scripts: list[tuple[str, Behaviour]] = [("add (?P<what>.+)", add)]
        self.truths: set[str] = set()
        self.questions: list[str] = []
        self.replies: list[str] = []
        self.requests: list[Request] = []
        self.outcome = ""
        """What an inspection finds; by default, whether the entry is there."""
        self.inspections: list[str] = []
        self.inspecting: Behaviour = inspect_ledger
        self.steps: list[str] = []
        self.templates: list[str] = []
        self.contexts: list[str] = []
        self.trace = Trace()
        self.events: list[Event] = []
        self.trace.subscribe(self)
        self.actions = ActionSpace(self.screen)

    def write(self, entry: Entry) -> None:
        self.events.append(entry.event)

    @property
    def screen(self) -> FakeScreen:
        return FakeScreen([Text(one, Box(0, 20 * n, 400, 20 * n + 18)) for n, one in enumerate(self.entries[-20:])])

    def on(self, pattern: str, behaviour: Behaviour) -> None:
        self.scripts.insert(0, (pattern, behaviour))

    async def step(self, words: str, /, *, values: Mapping[str, Value], companion: Companion) -> Done:
        said = str(Instruction.of(words, values))
        if inspected := re.match(r'Find out whether this step was done already: "(?:add )?(?P<what>[^"]*)"', said):
            self.inspections.append(companion.around(()))
            return await self.inspecting(self, inspected, companion)
        self.steps.append(said)
        self.templates.append(words)
        for pattern, behaviour in self.scripts:
            if found := re.fullmatch(pattern, said, re.IGNORECASE):
                return await behaviour(self, found, companion)
        raise AssertionError(f"no script for {said!r}")

    async def do(self, action: Action[Any], /) -> str:
        self.entries.append(str(action))
        return "as you wish"

    async def verdict(self, statement: str, /, **options: Any) -> Verdict:
        said = str(Instruction.of(statement, options.get("values")))
        self.questions.append(said)
        self.ask(100)
        return Verdict(said, said in self.truths, "as scripted", "model")

    async def query(self, demand: str, /, returns: Any = str, **options: Any) -> Any:
        raise AssertionError("nobody asks for this")

    async def consult(self, request: Request) -> Reply:
        self.requests.append(request)
        self.ask(100)
        return Reply(self.replies.pop(0), "scripted", Usage(1, 100, 0, 10))

    async def now(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC)

    def ask(self, tokens: int) -> None:
        """A call to a model, as it shows in the trace."""
        self.trace.emit(Answered(act=1, round=1, role="planning", model="m", text="ok", prompt_tokens=tokens))

    async def act(self, companion: Companion, action: str, expects: Sequence[Expectation] = ()) -> None:
        """One action, as the act loop does it."""
        await companion.acting(action, expects)
        await companion.touching(is_repeatable=False)
        self.entries.append(action)
        await companion.acted(action, "", "")
        companion.verified(expects, ())


async def inspect_ledger(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
    is_there = "done" if found["what"] in ledger.entries else "not done"
    return Done("looked", {OUTCOME: ledger.outcome or is_there})


async def add(ledger: Ledger, found: re.Match[str], companion: Companion) -> Done:
    """One look, one action. A step that may have been done already is looked at first."""
    what = found["what"]
    context = companion.around(())
    ledger.contexts.append(context)
    ledger.ask(len(context) // 4)
    if companion.replays or what not in ledger.entries:
        expects = (Expectation("visible", what),)
        companion.believe((f"+ progress: {what} is in the ledger",), expects)
        await ledger.act(companion, what, expects)
    return Done(f"added {what}", actions=(what,))


async def run(ledger: Ledger, program: str, settings: ProgramSettings = PLAIN, **options: Any) -> ProgramResult:
    return await ProgramRun(program, ledger, settings, **options).go()
