"""What was asked in a session: tools by name, one at a time, each with its document, its cost and how it ended."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field

from askonce.actions import Action
from askonce.config import Seeing
from askonce.diagnostics.closest_name import did_you_mean
from askonce.errors import ConfigError, NotAllowed, ScreenClosed
from askonce.lazy import dataclass
from askonce.playground.client_connection import ClientConnection
from askonce.playground.live_document import LiveDocument
from askonce.playground.panel import Panel, PanelCommand, PanelEvent
from askonce.playground.wire_messages import log_defect, wire_error
from askonce.recordings.recording import Entry
from askonce.tools import action_tools
from askonce.tools.screen_tools import SCREEN_TOOLS
from askonce.tools.tool_arguments import ScreenTool, ToolContext
from askonce.tools.tool_outcome import ToolOutcome
from askonce.trace import Usage

if TYPE_CHECKING:
    from askonce.playground.playground_session import PlaygroundSession

AskState = Literal["running", "done", "failed", "stopped"]

MAIN = ("instruction", "demand", "statement", "question", "program", "target", "text", "script", "url", "app", "keys")
"""The fields that are what is asked; the first one that a tool has."""
MOST_SHOWN = 200
"""How many of the asks a client is told who comes later: the newest."""
LEFT_OUT = frozenset({"report", "tabs"})
"""Tools that the playground shows in other ways."""


class AskCommand(PanelCommand["AskRuns"]):
    """Ask for something by the name of a tool."""

    needs_screen: ClassVar[bool] = True
    word: ClassVar[str] = "ask"
    tool: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    values: dict[str, str | int | float] = Field(default_factory=dict)
    secrets: list[str] | None = None
    """The only secrets that may be used; None for all that the words name."""
    model: str | None = None
    sees: Seeing | None = None

    async def perform(self, panel: AskRuns, client: ClientConnection) -> Mapping[str, Any]:
        return await panel.ask(self)


class StopCommand(PanelCommand["AskRuns"]):
    """Stop what is asked now."""

    word: ClassVar[str] = "stop"

    async def perform(self, panel: AskRuns, client: ClientConnection) -> Mapping[str, Any]:
        return {"stopped": await panel.stop()}


class AgainCommand(PanelCommand["AskRuns"]):
    """Ask for the same again: what was recorded of it is replayed."""

    needs_screen: ClassVar[bool] = True
    word: ClassVar[str] = "again"
    ask: int

    async def perform(self, panel: AskRuns, client: ClientConnection) -> Mapping[str, Any]:
        return await panel.ask(panel.find(self.ask).command)


@dataclass(slots=True)
class AskRecord:
    """One thing that was asked, and what came of it."""

    number: int
    command: AskCommand
    words: str
    state: AskState = "running"
    outcome: Mapping[str, Any] = field(default_factory=dict[str, Any])
    picture: str = ""
    how: str = ""
    why: str = ""
    seconds: float = 0.0
    usage: Usage = Usage()
    error: Mapping[str, str] | None = None
    address: str = ""
    """Where the screen was before it."""
    entries: Sequence[Entry] = ()
    """What of the recordings it made or used."""

    @property
    def given(self) -> dict[str, Any]:
        """The values that it was given by name."""
        return {**(self.command.arguments.get("values") or {}), **self.command.values}

    def fields(self) -> dict[str, Any]:
        return {
            "ask": self.number,
            "tool": self.command.tool,
            "arguments": self.command.arguments,
            "words": self.words,
            "state": self.state,
            "outcome": self.outcome,
            "picture": self.picture,
            "how": self.how,
            "why": self.why,
            "seconds": round(self.seconds, 3),
            "calls": self.usage.calls,
            "tokens": self.usage.tokens,
            "cost": self.usage.cost,
            "error": self.error,
        }


class AskRuns(Panel):
    commands = (AskCommand, StopCommand, AgainCommand)

    def __init__(self, session: PlaygroundSession) -> None:
        super().__init__(session)
        self.asks: list[AskRecord] = []
        self._document: LiveDocument | None = None
        self._running: asyncio.Task[ToolOutcome] | None = None

    def find(self, number: int) -> AskRecord:
        if not 1 <= number <= len(self.asks):
            raise ConfigError(f"nothing was asked with the number {number}", remedy=f"there are {len(self.asks)}")
        return self.asks[number - 1]

    def hello(self) -> Mapping[str, Any]:
        return {"tools": list(self._tools()), "mode": self.session.options.mode}

    def greet(self) -> Iterator[PanelEvent]:
        for record in self.asks[-MOST_SHOWN:]:
            yield "asked", record.fields()
        if self._document:
            yield "run", self._document.whole()

    async def close(self) -> None:
        await self.stop()

    async def stop(self) -> bool:
        """Stop what is asked now; False if nothing is."""
        running = self._running
        if running is None:
            return False
        running.cancel()
        await asyncio.wait({running})
        return True

    # ---- asking

    async def ask(self, command: AskCommand) -> Mapping[str, Any]:
        """Carry it out. What was asked and failed has an answer, too: it says why."""
        session = self.session
        work = self._context(command)
        asked = self._read(command, work)
        async with session.working(f"ask {len(self.asks) + 1}"):
            record = AskRecord(len(self.asks) + 1, command, _words(command))
            self.asks.append(record)
            session.tell("asked", record.fields())
            began, before = time.monotonic(), session.agent.usage.total
            try:
                with ExitStack() as stack:
                    self._set_up(command, stack)
                    self._document = LiveDocument(session.agent.trace, record.number, session.tell)
                    stack.enter_context(self._document)
                    recordings = session.agent.recordings
                    record.entries = stack.enter_context(recordings.watched()) if recordings else ()
                    record.address = session.agent.known_address
                    await self._carry_out(record, asked)
            finally:
                record.seconds = time.monotonic() - began
                record.usage = session.agent.usage.total - before if session.tools.is_open else record.usage
                if record.state == "running":
                    record.state = "stopped"
                session.tell("asked", record.fields())
        return record.fields()

    async def _carry_out(self, record: AskRecord, asked: Any) -> None:
        self._running = asyncio.create_task(self.session.tools.run(asked()))
        try:
            await asyncio.wait({self._running})
            if self._running.cancelled():
                record.state = "stopped"
                return
            self._note(record, self._running.result())
        except ScreenClosed as error:
            record.state, record.error = "failed", wire_error(error)
            self.session.end(error.message)
        except Exception as error:  # noqa: BLE001 - what was asked has failed, and its record says why
            log_defect(error, self.session.mask)
            record.state, record.error = "failed", wire_error(error)
        finally:
            self._running.cancel()
            self._running = None

    def _note(self, record: AskRecord, outcome: ToolOutcome) -> None:
        trace, data = self.session.agent.trace, dict(outcome.data or {})
        record.state = "done"
        record.outcome = {"text": outcome.text, "data": outcome.data}
        record.how, record.why = str(data.get("how", "")), str(data.get("why", ""))
        if outcome.picture:
            record.picture = trace.keep_image(outcome.picture.image, outcome.picture.media_type)

    def _set_up(self, command: AskCommand, stack: ExitStack) -> None:
        """Have this be asked of the model, and in the way, that it wants."""
        session = self.session
        if command.model:
            if session.models is None:
                raise NotAllowed("the model of this session cannot be changed", remedy="leave out the model")
            stack.enter_context(session.models.only_now(command.model))
        if command.sees:
            before = session.agent.settings
            session.agent.settings = replace(before, act=replace(before.act, sees=command.sees))
            stack.callback(setattr, session.agent, "settings", before)

    def _context(self, command: AskCommand) -> ToolContext:
        known = self.session.secrets
        if command.secrets is None:
            return ToolContext(self.session.agent, known)
        for name in command.secrets:
            if name not in known:
                remedy = did_you_mean(name, known, otherwise="set it first, with its value")
                raise ConfigError(f"there is no secret {name!r}", remedy=remedy)
        return ToolContext(self.session.agent, {name: known[name] for name in command.secrets})

    def _read(self, command: AskCommand, work: ToolContext) -> Any:
        """What carries it out, with arguments that were checked."""
        name, arguments = command.tool, dict(command.arguments)
        if command.values:
            kept = "variables" if name == "run_program" else "values"
            arguments[kept] = {**(arguments.get(kept) or {}), **command.values}
        self._refuse_own_page(arguments)
        if name in SCREEN_TOOLS and name not in LEFT_OUT:
            tool = SCREEN_TOOLS[name].read(arguments)
            return lambda: tool.perform(work)
        actions = action_tools.named(self.session.agent.actions)
        if name not in actions:
            hint = did_you_mean(name, {**SCREEN_TOOLS, **actions}, otherwise="see the list of tools")
            raise ConfigError(f"there is no tool named {name!r}", remedy=hint)
        return lambda: action_tools.perform(work, name, arguments)

    def _refuse_own_page(self, arguments: Mapping[str, Any]) -> None:
        for value in arguments.values():
            if isinstance(value, str) and self.session.is_own_page(value):
                raise NotAllowed("the playground cannot be shown in itself", remedy="go to another address")

    def _tools(self) -> Iterator[dict[str, Any]]:
        for name, tool in SCREEN_TOOLS.items():
            if name not in LEFT_OUT:
                yield _described_tool(tool)
        for name, action in action_tools.named(self.session.agent.actions).items():
            yield _described_action(name, action)


@cache  # each client is told, and a schema takes its time
def _described_tool(tool: type[ScreenTool]) -> dict[str, Any]:
    return _tool(tool.name(), tool.describe(), tool.model_json_schema(), reads=tool.reads)


@cache
def _described_action(name: str, action: type[Action[Any]]) -> dict[str, Any]:
    return _tool(name, action_tools.describe(action), action_tools.schema_of(action), reads=False)


def _tool(name: str, says: str, schema: dict[str, Any], *, reads: bool) -> dict[str, Any]:
    schema.pop("description", None)
    fields = schema.get("properties", {})
    main = next((field for field in MAIN if field in fields), next(iter(schema.get("required", [])), ""))
    return {"name": name, "says": says, "reads": reads, "main": main, "schema": schema}


def _words(command: AskCommand) -> str:
    """What was asked, in a few words."""
    given = command.arguments
    main = next((given[name] for name in MAIN if name in given), "")
    return main if isinstance(main, str) else str(main)
