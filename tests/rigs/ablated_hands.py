"""Hands without some of what helps a step, to measure what each part is worth."""

from __future__ import annotations

import re
from collections.abc import Collection, Generator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Literal, get_args

from askonce.actions import Action, ActionSpace
from askonce.agent import Agent
from askonce.companion import Companion
from askonce.errors import CannotTell
from askonce.insight.answers import Verdict
from askonce.models import Reply, Request
from askonce.program.hands import Hands, StepDone
from askonce.program.program_result import ProgramResult
from askonce.program.program_run import ProgramRun
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens.expectation import Expectation
from askonce.trace import Trace
from askonce.values import Value

Part = Literal["tree", "variables", "belief", "retrieval", "merged", "replay"]
"""`merged` is one reply that says both what to do and whether the step is done; without it, that is a question more."""
PARTS: tuple[Part, ...] = get_args(Part)
_TITLES: Mapping[Part, str] = {
    "tree": "Where it is",
    "variables": "Variables",
    "belief": "Belief",
    "retrieval": "This step before",
}
_BELIEF = re.compile(r"b\d+ (?!=)")


class AblatedHands:
    """Wraps hands; `left_out` names the parts that are missing."""

    def __init__(self, hands: Hands, left_out: Collection[Part]) -> None:
        self._hands = hands
        self._left_out = frozenset(left_out)

    @property
    def trace(self) -> Trace:
        return self._hands.trace

    @property
    def actions(self) -> ActionSpace:
        return self._hands.actions

    @property
    def screen(self) -> Any:
        return getattr(self._hands, "screen", None)

    async def step(self, words: str, /, *, values: Mapping[str, Value], companion: Companion) -> StepDone:
        done = await self._hands.step(words, values=values, companion=AblatedCompanion(companion, self._left_out))
        if "merged" in self._left_out and not done.jump:
            verdict = await self.verdict(f"This step is done: {words}", values=values)
            if not verdict.holds:
                raise CannotTell(f"the step does not look done: {verdict.reason}")
        return done

    async def do(self, action: Action[Any], /) -> str:
        return await self._hands.do(action)

    async def verdict(self, statement: str, /, **options: Any) -> Verdict:
        lines = str(options.get("context", "")).splitlines()
        kept = [line for line in lines if ("belief" if _BELIEF.match(line) else "variables") not in self._left_out]
        return await self._hands.verdict(statement, **{**options, "context": "\n".join(kept)})

    async def query(self, demand: str, /, *, returns: Any = ..., **options: Any) -> Any:
        return await self._hands.query(demand, returns=returns, **options)

    async def consult(self, request: Request) -> Reply:
        return await self._hands.consult(request)

    async def now(self) -> datetime:
        return await self._hands.now()


class AblatedCompanion:
    """Wraps the companion of a step."""

    def __init__(self, companion: Companion, left_out: frozenset[Part]) -> None:
        self._companion = companion
        self._left_out = left_out

    def __getattr__(self, name: str) -> Any:
        return getattr(self._companion, name)

    @property
    def replays(self) -> bool:
        return self._companion.replays and "replay" not in self._left_out

    def around(self, attempts: Sequence[str], *, told: Sequence[str] = ()) -> str:
        titles = {title for part, title in _TITLES.items() if part in self._left_out}
        sections = re.split(r"^(?=## )", self._companion.around(attempts, told=told), flags=re.MULTILINE)
        kept = [one for one in sections if one.partition("\n")[0].removeprefix("## ") not in titles]
        return "".join(kept).rstrip("\n")

    def believe(self, changes: Sequence[str], expects: Sequence[Expectation]) -> None:
        if "belief" not in self._left_out:
            self._companion.believe(changes, expects)


@contextmanager
def keep_while_running(agent: Agent) -> Generator[None, None, None]:
    """Keep recordings for as long as a program runs, as an agent does: the next pass of a loop replays the last."""
    before, agent.recordings = agent.recordings, Recordings(MemoryRecordings(), "program")
    try:
        yield
    finally:
        agent.recordings = before


async def run_without(agent: Agent, program: str, left_out: Collection[Part], **variables: Any) -> ProgramResult:
    """Run a program as `agent.run` does, with parts left out."""
    with keep_while_running(agent):
        return await ProgramRun(
            program, AblatedHands(agent, left_out), agent.settings.program, variables=variables
        ).go()
