"""The tools that are methods of an agent, and those that open and close sessions. One class each: its docstring and
fields are what clients read, and what their arguments are checked against."""

from __future__ import annotations

import inspect
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from understudy.agent import Agent
from understudy.errors import ConfigError
from understudy.mcp.names import tool_name
from understudy.mcp.outcome import Outcome
from understudy.mcp.sessions import Session, Sessions, Wish
from understudy.screens import Navigator
from understudy.screens.eyes import Eyes
from understudy.trace import Usage
from understudy.values import Secret

Values = dict[str, str | int | float]

SESSION_NOTE = "the id that open_session gave; may be left out while this connection has exactly one"
VALUES_NOTE = "what {name} in the words stands for; pass what changes this way, so that recordings serve for all values"


class Arguments(BaseModel, ABC):
    """The arguments of a tool."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)
    reads: ClassVar[bool] = False
    """Whether it leaves the page as it is."""

    @classmethod
    def name(cls) -> str:
        return tool_name(cls.__name__)

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Self:
        try:
            return cls.model_validate(dict(given))
        except ValidationError as error:
            wrong = "; ".join(f"{'.'.join(map(str, one['loc'])) or 'it'}: {one['msg']}" for one in error.errors())
            names = ", ".join(cls.model_fields) or "none"
            raise ConfigError(f"{cls.name()} does not fit: {wrong}", remedy=f"its arguments are {names}") from None


class OnServer(Arguments):
    """The arguments of a tool that has to do with sessions."""

    @abstractmethod
    async def perform(self, sessions: Sessions, owner: str | None) -> Outcome: ...


@dataclass(frozen=True, slots=True)
class Work:
    """What a tool works with: the agent, and the secrets that words may name."""

    agent: Agent
    secrets: Mapping[str, Secret]

    def values_for(self, words: str, given: Values) -> dict[str, str | int | float | Secret]:
        """The values that were passed, and those secrets that the words name."""
        if taken := given.keys() & self.secrets.keys():
            raise ConfigError(f"{', '.join(sorted(taken))} is a secret of this server", remedy="choose another name")
        return {**given, **{name: one for name, one in self.secrets.items() if f"{{{name}}}" in words}}


class OnScreen(Arguments):
    """The arguments of a tool that works on the screen of a session."""

    session: str | None = Field(default=None, description=SESSION_NOTE)

    @abstractmethod
    async def perform(self, work: Work) -> Outcome: ...


# ---- sessions


class OpenSession(OnServer):
    """Open a browser on a page and get the id of the session. Close it with close_session when you are done."""

    url: str = Field(default="", description="the page to start on")
    headed: bool = Field(default=False, description="show the browser window")
    mobile: bool = Field(default=False, description="the page believes that it is on a phone and is touched")
    recordings: str | None = Field(
        default=None, description="keep what works under this name, and do it again without a model the next time"
    )
    context: str = Field(
        default="", description="background knowledge, such as how the application is meant to be used"
    )

    async def perform(self, sessions: Sessions, owner: str | None) -> Outcome:
        session = await sessions.open(owner, Wish(**self.model_dump()))
        told = _about(session)
        return Outcome(f"The session {session.id} is open on {told['address'] or 'a blank page'}.", told)


class CloseSession(OnServer):
    """Close a session and its browser. Its trace and report stay."""

    session: str | None = Field(default=None, description=SESSION_NOTE)

    async def perform(self, sessions: Sessions, owner: str | None) -> Outcome:
        session = sessions.find(self.session, owner)
        folder = session.agent.trace.folder
        await session.close()
        return Outcome(f"The session {session.id} is closed.", {"session": session.id}, run=folder)


class ListSessions(OnServer):
    """Tell which sessions are open, with the page that each is on."""

    reads = True

    async def perform(self, sessions: Sessions, owner: str | None) -> Outcome:
        told = [{**_about(one), "yours": owner is not None and one.owner == owner} for one in sessions]
        lines = "\n".join(f"{one['session']}: {one['address']}" for one in told)
        return Outcome(lines or "No session is open.", {"sessions": told})


def _about(session: Session) -> dict[str, Any]:
    screen = session.agent.screen
    return {"session": session.id, "address": screen.address if isinstance(screen, Navigator) else ""}


# ---- acting and reading


class Act(OnScreen):
    """Carry out an instruction in plain words, looking at the page after each step, until it is done. Good for several
    steps at once, such as "log in as bob with {password} and put the red mug into the basket"."""

    instruction: str
    values: Values = Field(default_factory=dict, description=VALUES_NOTE)
    deep_think: bool = Field(default=False, description="plan with sub-goals and memories, for long instructions")
    rounds: int | None = Field(default=None, ge=1, description="how many rounds it may take")
    timeout: float | None = Field(default=None, gt=0, description="how many seconds it may take")

    async def perform(self, work: Work) -> Outcome:
        values: dict[str, Any] = work.values_for(self.instruction, self.values)
        _refuse_taken(values, Agent.act)
        done = await work.agent.act(
            self.instruction, deep_think=self.deep_think or None, rounds=self.rounds, timeout=self.timeout, **values
        )
        steps = [str(step) for step in done.steps]
        lines = "".join(f"\n  {number}. {step}" for number, step in enumerate(steps, 1))
        return Outcome(
            done.message + (f"\nDone:{lines}" if steps else ""),
            {
                "message": done.message,
                "steps": steps,
                "how": done.how,
                "why": done.why,
                "rounds": done.rounds,
                "seconds": round(done.seconds, 3),
                "usage": _usage(done.usage),
            },
        )


class Looking(OnScreen):
    """What can be said of everything that is read off the page."""

    reads = True
    values: Values = Field(default_factory=dict, description=VALUES_NOTE)
    within: str | None = Field(default=None, description='the only part that counts, such as "the basket panel"')
    whole_page: bool = Field(default=False, description="look at the whole page, not only at what is in view")

    def options(self, work: Work, words: str) -> dict[str, Any]:
        within: dict[str, Any] = {} if self.within is None else {"within": self.within}
        return {"values": work.values_for(words, self.values), "whole_page": self.whole_page, **within}


class Query(Looking):
    """Read something off the page as data. Say what, and its shape if that matters: "string[], the names of the items",
    "number, the total", "{name: string, price: number}[], the rows of the table". Or pass an object with one entry for
    each field. What cannot be read is an error, never a guess."""

    demand: str | dict[str, str]
    scroll: bool = Field(default=False, description="read a list that is longer than the screen")

    async def perform(self, work: Work) -> Outcome:
        options = self.options(work, json.dumps(self.demand))
        answer = await work.agent.answer(self.demand, scroll=self.scroll, **options)
        value = _plain(answer.value)
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
        return Outcome(text, {"value": value, "source": answer.source, "reason": answer.reason})


class Check(Looking):
    """Check that a statement about the page is true, such as 'the total is 12.50'. A false one is an error CheckFailed
    with the reason; what can be told neither way is an error CannotTell."""

    statement: str

    async def perform(self, work: Work) -> Outcome:
        verdict = await work.agent.check(self.statement, **self.options(work, self.statement))
        return Outcome(f"True: {verdict.reason}", {"holds": True, "reason": verdict.reason, "source": verdict.source})


class WaitFor(Looking):
    """Wait until a statement about the page is true. One that is not true in time is an error OutOfTime."""

    statement: str
    timeout: float = Field(default=30.0, gt=0, le=3600, description="seconds")

    async def perform(self, work: Work) -> Outcome:
        options = self.options(work, self.statement)
        verdict = await work.agent.wait_for(self.statement, timeout=self.timeout, **options)
        return Outcome(f"True: {verdict.reason}", {"holds": True, "reason": verdict.reason, "source": verdict.source})


class Locate(OnScreen):
    """Find an element by words and tell where it is, without touching it."""

    reads = True
    target: str = Field(description="the element in words, such as \"the button 'Save'\"")
    values: Values = Field(default_factory=dict, description=VALUES_NOTE)
    deep: bool = Field(default=False, description="find its section first, then the element in that")

    async def perform(self, work: Work) -> Outcome:
        values = work.values_for(self.target, self.values)
        found = await work.agent.locate(self.target, deep=self.deep, values=values)
        box, point = found.box, found.touch
        text = f"At {point.x:g},{point.y:g}, found by {found.finder}."
        edges = [box.left, box.top, box.right, box.bottom]
        return Outcome(text, {"box": edges, "point": [point.x, point.y], "finder": found.finder})


class Screenshot(OnScreen):
    """A picture of the page as it is in view now. Elements that show a secret are painted over."""

    reads = True

    async def perform(self, work: Work) -> Outcome:
        screen = work.agent.screen
        shot = await Eyes(screen, work.agent.trace.mask).shot()
        return Outcome(screen.address if isinstance(screen, Navigator) else "", picture=shot)


class RunProgram(OnScreen):
    """Run a program for a longer job: loops, conditions and variables around steps in plain words. Pass its text, or
    the name of a .stp file. It is checked before anything is done; mistakes are told with their lines."""

    program: str
    variables: dict[str, Any] = Field(default_factory=dict, description="what {name} stands for at its start")

    async def perform(self, work: Work) -> Outcome:
        from understudy.agent.running import read_text

        source = read_text(self.program)[1]
        if taken := self.variables.keys() & work.secrets.keys():
            raise ConfigError(f"{', '.join(sorted(taken))} is a secret of this server", remedy="choose another name")
        variables: dict[str, Any] = {**self.variables, **work.values_for(source, {})}
        _refuse_taken(variables, Agent.run)
        done = await work.agent.run(self.program, **variables)
        told = {
            "answer": _plain(done.answer),
            "told": list(done.told),
            "variables": _plain(dict(done.variables)),
            "lines": done.lines,
            "actions": done.actions,
            "seconds": round(done.seconds, 3),
            "usage": _usage(done.usage),
        }
        return Outcome("\n".join(dict.fromkeys((*done.told, str(done)))), told)


class Report(OnScreen):
    """Write the report of what happened in the session so far, as one HTML file, and tell where it is."""

    reads = True

    async def perform(self, work: Work) -> Outcome:
        path = work.agent.report().resolve()
        return Outcome(f"The report is {path}", {"report": str(path)}, run=work.agent.trace.folder)


SERVER_TOOLS: Mapping[str, type[OnServer]] = {one.name(): one for one in (OpenSession, CloseSession, ListSessions)}
SCREEN_TOOLS: Mapping[str, type[OnScreen]] = {
    one.name(): one for one in (Act, Query, Check, WaitFor, Locate, Screenshot, RunProgram, Report)
}


def _refuse_taken(values: Mapping[str, object], method: Callable[..., object]) -> None:
    """Values go by name, so they cannot have the names of parameters."""
    parameters = inspect.signature(method).parameters
    if taken := [name for name in values if not name.isidentifier() or name in parameters]:
        raise ConfigError(f"{', '.join(taken)} cannot be the name of a value", remedy="choose another word")


def _usage(usage: Usage) -> dict[str, Any]:
    return asdict(usage)


def _plain(value: Any) -> Any:
    """As JSON data: a value may be a date, or what pydantic made of a reply."""
    return json.loads(json.dumps(value, ensure_ascii=False, default=str))
