"""The tools that are methods of an agent. One class each: its docstring and fields are what clients read, and what
their arguments are checked against."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from pydantic import Field

from askonce.actions import Target
from askonce.errors import ConfigError, NotOperable
from askonce.screens import Shot, Tabs
from askonce.tools.tool_arguments import TIMEOUT_NOTE, VALUES_NOTE, ScreenTool, ToolContext, Values
from askonce.tools.tool_outcome import ToolOutcome
from askonce.tools.tool_targets import TARGET_NOTE, read_numbers

if TYPE_CHECKING:
    from askonce.trace import Usage


class ActTool(ScreenTool):
    """Carry out an instruction in plain words, looking at the page after each step, until it is done. Good for several
    steps at once, such as "log in as bob with {password} and put the red mug into the basket"."""

    instruction: str
    values: Values = Field(default_factory=dict, description=VALUES_NOTE)
    deep_think: bool = Field(default=False, description="plan with sub-goals and memories, for long instructions")
    rounds: int | None = Field(default=None, ge=1, description="how many rounds it may take")
    timeout: float | None = Field(default=None, ge=0, description="how many seconds the whole of it may take")

    async def perform(self, work: ToolContext) -> ToolOutcome:
        values: dict[str, Any] = work.values_for(self.instruction, self.values)
        _refuse_taken(values, type(work.agent).act)
        done = await work.agent.act(
            self.instruction, deep_think=self.deep_think or None, rounds=self.rounds, timeout=self.timeout, **values
        )
        steps = [str(step) for step in done.steps]
        lines = "".join(f"\n  {number}. {step}" for number, step in enumerate(steps, 1))
        return ToolOutcome(
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


class ReadTool(ScreenTool):
    """The options of everything that is read from the page."""

    reads = True
    values: Values = Field(default_factory=dict, description=VALUES_NOTE)
    within: str | None = Field(default=None, description='the only part that counts, such as "the basket panel"')
    whole_page: bool = Field(default=False, description="look at the whole page, not only at what is in view")

    def options(self, work: ToolContext, words: str) -> dict[str, Any]:
        within: dict[str, Any] = {} if self.within is None else {"within": self.within}
        return {"values": work.values_for(words, self.values), "whole_page": self.whole_page, **within}


class QueryTool(ReadTool):
    """Read something off the page as data. Say what, and its shape if that matters: "string[], the names of the items",
    "number, the total", "{name: string, price: number}[], the rows of the table". Or pass an object with one entry for
    each field. What cannot be read is an error, never a guess."""

    demand: str | dict[str, str]
    scroll: bool = Field(default=False, description="read a list that is longer than the screen")

    async def perform(self, work: ToolContext) -> ToolOutcome:
        options = self.options(work, json.dumps(self.demand))
        answer = await work.agent.answer(self.demand, scroll=self.scroll, **options)
        value = _plain(answer.value)
        return ToolOutcome(_shown(value), {"value": value, "source": answer.source, "reason": answer.reason})


class AskTool(ReadTool):
    """Answer a question about the page in words, such as "what keeps the order from being placed?"."""

    question: str

    async def perform(self, work: ToolContext) -> ToolOutcome:
        answer = await work.agent.answer(self.question, returns=str, **self.options(work, self.question))
        return ToolOutcome(answer.value, {"value": answer.value, "source": answer.source, "reason": answer.reason})


class CheckTool(ReadTool):
    """Check that a statement about the page is true, such as 'the total is 12.50'. A false one is an error CheckFailed
    with the reason; what cannot be decided is an error CannotTell."""

    statement: str
    timeout: float | None = Field(default=None, ge=0, le=3600, description=TIMEOUT_NOTE)

    async def perform(self, work: ToolContext) -> ToolOutcome:
        wait: dict[str, Any] = {} if self.timeout is None else {"timeout": self.timeout}
        options = self.options(work, self.statement) | wait
        verdict = await work.agent.check(self.statement, **options)
        return ToolOutcome(
            f"True: {verdict.reason}", {"holds": True, "reason": verdict.reason, "source": verdict.source}
        )


class WaitForTool(ReadTool):
    """Wait until a statement about the page is true. One that is not true in time is an error OutOfTime."""

    statement: str
    timeout: float = Field(default=30.0, ge=0, le=3600, description=TIMEOUT_NOTE)

    async def perform(self, work: ToolContext) -> ToolOutcome:
        options = self.options(work, self.statement)
        verdict = await work.agent.wait_for(self.statement, timeout=self.timeout, **options)
        return ToolOutcome(
            f"True: {verdict.reason}", {"holds": True, "reason": verdict.reason, "source": verdict.source}
        )


class LocateTool(ScreenTool):
    """Find an element by words and return where it is, without touching it."""

    reads = True
    target: str = Field(description=TARGET_NOTE)
    values: Values = Field(default_factory=dict, description=VALUES_NOTE)
    deep: bool = Field(default=False, description="find its section first, then the element in that")
    timeout: float | None = Field(default=None, ge=0, le=3600, description=TIMEOUT_NOTE)

    async def perform(self, work: ToolContext) -> ToolOutcome:
        target = Target.of(self.target, deep=self.deep)
        numbered = await read_numbers([target], work.eyes())
        values = work.values_for(self.target, self.values)
        wait: dict[str, Any] = {} if self.timeout is None else {"timeout": self.timeout}
        found = await work.agent.locate(target, values=values, recordable=not numbered, **wait)
        box, point = found.box, found.touch
        text = f"At {point.x:g},{point.y:g}, found by {found.finder}."
        edges = [box.left, box.top, box.right, box.bottom]
        return ToolOutcome(text, {"box": edges, "point": [point.x, point.y], "finder": found.finder})


class DescribeTool(ScreenTool):
    """Words by which the element at a point is found again; they have been tried out."""

    reads = True
    x: float = Field(description="pixels from the left edge of what is in view")
    y: float = Field(description="pixels from its upper edge")

    async def perform(self, work: ToolContext) -> ToolOutcome:
        words = await work.agent.describe((self.x, self.y))
        return ToolOutcome(words, {"words": words})


class ElementsTool(ScreenTool):
    """List the elements of the page as a model sees them. A number in front, as in "[12]", names that element in the
    next call for as long as it stays on the page."""

    reads = True
    about: str = Field(default="", description="words of what you look for; that is listed where not all has room")
    whole_page: bool = Field(default=False, description="the whole page, not only what is in view")
    tokens: int = Field(default=1200, ge=50, le=100_000, description="how long the list may be, about")

    async def perform(self, work: ToolContext) -> ToolOutcome:
        from askonce.prompts.element_list import list_elements
        from askonce.vision.seen_tree import seen_tree

        eyes = work.eyes()
        tree = await (eyes.whole_tree() if self.whole_page else seen_tree(eyes))
        if tree is None:
            remedy = "look at it with screenshot, or install askonce[vision]"
            raise NotOperable("this screen has no element tree", remedy=remedy)
        return ToolOutcome(list_elements(tree.masked(eyes.mask), budget=self.tokens, hint=self.about))


class TabsTool(ScreenTool):
    """List the open tabs with their numbers, as switch_tab takes them."""

    reads = True

    async def perform(self, work: ToolContext) -> ToolOutcome:
        screen = work.agent.screen
        tabs = await screen.tabs() if isinstance(screen, Tabs) else ()
        lines = (
            f"{'*' if tab.current else ' '} {number}. {tab.title or tab.address}" for number, tab in enumerate(tabs, 1)
        )
        listed = [{"number": number, **asdict(tab)} for number, tab in enumerate(tabs, 1)]
        return ToolOutcome("\n".join(lines) or "No tab is open.", {"tabs": listed})


class ScreenshotTool(ScreenTool):
    """A picture of the page as it is in view now, or of one element. Elements that show a secret are painted over."""

    reads = True
    within: str | None = Field(default=None, description=TARGET_NOTE)
    values: Values = Field(default_factory=dict, description=VALUES_NOTE)

    async def perform(self, work: ToolContext) -> ToolOutcome:
        eyes = work.eyes()
        shot = await eyes.shot()
        if self.within is not None:
            target = Target.of(self.within)
            await read_numbers([target], work.eyes())
            image = await work.agent.screenshot(within=target, values=work.values_for(self.within, self.values))
            shot = Shot(image, "image/png", shot.frame)
        return ToolOutcome("\n".join(filter(None, (await eyes.address(), shot.withheld))), picture=shot)


class EvaluateTool(ScreenTool):
    """Run JavaScript in the page and return its value as JSON: an expression such as document.title, or a function
    such as "(name) => document.querySelector(name).value"."""

    script: str = Field(description="an expression, or a function that gets the argument")
    argument: Any = Field(default=None, description="what a function gets, as JSON")

    async def perform(self, work: ToolContext) -> ToolOutcome:
        value = _plain(await work.agent.evaluate(self.script, self.argument))
        return ToolOutcome(_shown(value), {"value": value})


class RunProgramTool(ScreenTool):
    """Run a program for a longer job: loops, conditions and variables around steps in plain words. Pass its text, or
    the name of a .stp file. It is checked before anything is done; mistakes are reported with their lines."""

    program: str
    variables: dict[str, Any] = Field(default_factory=dict, description="what {name} stands for at its start")

    async def perform(self, work: ToolContext) -> ToolOutcome:
        from askonce.agent.program_setup import read_text

        source = read_text(self.program)[1]
        if taken := self.variables.keys() & work.secrets.keys():
            raise ConfigError(f"{', '.join(sorted(taken))} is a secret here", remedy="choose another name")
        variables: dict[str, Any] = {**self.variables, **work.values_for(source, {})}
        _refuse_taken(variables, type(work.agent).run)
        done = await work.agent.run(self.program, **variables)
        data = {
            "answer": _plain(done.answer),
            "told": list(done.told),
            "variables": _plain(dict(done.variables)),
            "lines": done.lines,
            "actions": done.actions,
            "seconds": round(done.seconds, 3),
            "usage": _usage(done.usage),
        }
        return ToolOutcome("\n".join(dict.fromkeys((*done.told, str(done)))), data)


class ReportTool(ScreenTool):
    """Write the report of what happened in the session so far, as one HTML file, and return its path."""

    reads = True

    async def perform(self, work: ToolContext) -> ToolOutcome:
        path = work.agent.report().resolve()
        return ToolOutcome(f"The report is {path}", {"report": str(path)}, run=work.agent.trace.folder)


SCREEN_TOOLS: Mapping[str, type[ScreenTool]] = {
    tool.name(): tool
    for tool in (
        ActTool,
        QueryTool,
        AskTool,
        CheckTool,
        WaitForTool,
        LocateTool,
        DescribeTool,
        ElementsTool,
        TabsTool,
        ScreenshotTool,
        EvaluateTool,
        RunProgramTool,
        ReportTool,
    )
}


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


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
