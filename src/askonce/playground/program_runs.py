"""A program or a script that runs in the editor: paused, stepped, looked into and changed in the same way."""

from __future__ import annotations

import inspect
import json
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Literal

from askonce.agent import Agent
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.playground.program_problems import examine_text
from askonce.program.data_types import holds_secret, kind_of
from askonce.program.line_inspection import InterruptedLine
from askonce.program.pause_gate import PauseGate, StepKind, Stopped, line_to_hold
from askonce.program.program_result import user_variables
from askonce.program.program_run import ProgramRun
from askonce.program.value_summary import summarise
from askonce.program.value_text import readable_json, to_text
from askonce.script.player import ItemProgress, Player
from askonce.script.script_agent import Surroundings
from askonce.trace import Entry, LineStarted, ProgramStarted, Told

LONGEST_VALUE = 20_000
"""How many characters a value may have to be edited; of a longer one the beginning is shown."""
RunEnd = Literal["done", "stopped"]


@dataclass(frozen=True, slots=True)
class RunListener:
    """Whom a run tells what happens, and asks what the program asks its user."""

    changed: Callable[[], None]
    told: Callable[[str], None]
    held: Callable[[], Awaitable[None]]
    """Awaited while the run is held."""
    ask: Callable[[str], Awaitable[str]]


class EditorRun(ABC):
    """One run of what is in the editor."""

    line = 0
    """The line that runs, or runs next; 0 at the end."""
    place = ""
    """The same in words, with the passes of loops."""
    source: str
    """The text that runs: a program may be replanned."""

    def __init__(self, text: str, listener: RunListener) -> None:
        self.source = text
        self.listener = listener

    @abstractmethod
    async def go(self) -> RunEnd: ...

    @abstractmethod
    def pause(self) -> None: ...

    @abstractmethod
    def resume(self) -> None: ...

    @abstractmethod
    def step(self, kind: StepKind) -> None: ...

    @abstractmethod
    def stop(self) -> bool:
        """Ask it to end; False if it has to be cancelled, since nothing of it is asked before its next item."""

    @property
    @abstractmethod
    def is_between_lines(self) -> bool:
        """Whether it is held, and nothing is under way."""

    @abstractmethod
    def set_breakpoints(self, lines: Iterable[int]) -> None: ...

    @property
    @abstractmethod
    def breakpoints(self) -> frozenset[int]: ...

    @abstractmethod
    def set_variable(self, name: str, value: Any) -> None: ...

    @abstractmethod
    def change_belief(self, lines: Sequence[str]) -> None: ...

    @abstractmethod
    def values(self) -> Mapping[str, Any]: ...

    def variables(self, *, whole: bool) -> list[dict[str, Any]]:
        """What the variables hold: all of it, or how it begins, which costs little."""
        return [variable_fields(name, value, whole=whole) for name, value in self.values().items()]

    def belief(self) -> list[dict[str, Any]]:
        return []


@dataclass(frozen=True, slots=True)
class Resumed:
    """A run that is taken up: its journal, and what its user says of the line at which it was interrupted."""

    journal: Path
    answer: InterruptedLine = ""


class StpRun(EditorRun):
    """A run of a program. An agent's own journal keeps it."""

    def __init__(
        self,
        agent: Agent,
        text: str,
        listener: RunListener,
        values: Mapping[str, Any],
        breakpoints: Iterable[int],
        *,
        begins_held: bool = False,
        resumed: Resumed | None = None,
    ) -> None:
        super().__init__(text, listener)
        self._resumed = resumed
        refuse_taken_names(values, agent.run)
        self._agent = agent
        self._values = values
        self._first = tuple(breakpoints)
        self._run: ProgramRun | None = None
        self._begins_held = begins_held

    def write(self, entry: Entry) -> None:
        match entry.event:
            case ProgramStarted() if self._begins_held and self._agent.running:
                self._agent.running.pause()
            case LineStarted() | Told():
                self._run = self._run or self._agent.running
                self._look()
                self.listener.changed()
            case _:
                pass

    async def go(self) -> RunEnd:
        self._agent.trace.subscribe(self)
        try:
            result = await self._agent.run(
                self.source,
                resume=self._resumed.journal if self._resumed else False,
                interrupted_line=self._resumed.answer if self._resumed else "",
                on_ask=self.listener.ask,
                on_tell=self.listener.told,
                breakpoints=self._first,
                on_pause=self._held,
                **self._values,
            )
        finally:
            self._agent.trace.unsubscribe(self)
            self._look()
        if result.answer is not None:
            self.listener.told(to_text(result.answer))
        return "done"

    async def _held(self, run: ProgramRun) -> None:
        self._run = run
        self._look()
        await self.listener.held()

    def _look(self) -> None:
        run = self._run
        if run:
            self.line, self.place, self.source = run.line, run.state.position, run.state.program.source

    def pause(self) -> None:
        self._going().pause()

    def resume(self) -> None:
        self._going().resume()

    def step(self, kind: StepKind) -> None:
        self._going().step(kind)

    def stop(self) -> bool:
        run = self._agent.running
        if run:
            run.stop()
        return run is not None

    @property
    def is_between_lines(self) -> bool:
        return self._run is not None and self._run.is_between_lines

    def set_breakpoints(self, lines: Iterable[int]) -> None:
        self._going().breakpoints = lines

    @property
    def breakpoints(self) -> frozenset[int]:
        run = self._run or self._agent.running
        return run.breakpoints if run else frozenset(self._first)

    def set_variable(self, name: str, value: Any) -> None:
        self._going().set_variable(name, value)

    def change_belief(self, lines: Sequence[str]) -> None:
        self._going().change_belief(*lines)

    def values(self) -> Mapping[str, Any]:
        return user_variables(self._run.state.scope.visible()) if self._run else {}

    def belief(self) -> list[dict[str, Any]]:
        entries = self._run.belief if self._run else ()
        return [{**asdict(entry), "says": entry.line()} for entry in entries]

    def _going(self) -> ProgramRun:
        run = self._agent.running
        if run is None:
            raise ConfigError("the program has not begun", remedy="wait for its first line")
        return run


class ScriptRun(EditorRun):
    """A run of the tasks of a YAML script, on the screen that is open."""

    def __init__(
        self,
        agent: Agent,
        text: str,
        listener: RunListener,
        values: Mapping[str, Any],
        breakpoints: Iterable[int],
        path: Path,
        *,
        begins_held: bool = False,
    ) -> None:
        super().__init__(text, listener)
        script = examine_text(text, values, path, agent.screen.kind).script
        assert script is not None  # it was checked
        self._agent = agent
        self._lines = script.lines
        self._gate = PauseGate()
        self._gate.on_hold = self._held
        if begins_held:
            self._gate.pause()
        self.set_breakpoints(breakpoints)
        nowhere = replace(agent.settings, runs=None)
        self._player = Player(script, Surroundings(nowhere), watch=self._watch, gate=self._gate)

    async def go(self) -> RunEnd:
        try:
            result = await self._player.play_with(self._agent)
        except Stopped:
            return "stopped"
        for name, value in result.results.items():
            self.listener.told(f"{name}: {summarise(value, 400)}")
        if result.result_type != "success":
            cause = result.cause
            raise ConfigError(result.error, remedy=cause.remedy if cause else "") from cause
        self.line, self.place = 0, "the end"
        return "done"

    async def _held(self) -> None:
        self.line, self.place = self._gate.line, f"line {self._gate.line}"
        await self.listener.held()

    def _watch(self, progress: ItemProgress) -> None:
        if progress.kind == "item-started":
            self.line, self.place = progress.line, f"{progress.name}: {progress.words}"
            self.listener.changed()

    def pause(self) -> None:
        self._gate.pause()

    def resume(self) -> None:
        self._gate.resume()

    def step(self, kind: StepKind) -> None:
        self._gate.step(kind)

    def stop(self) -> bool:
        self._gate.stop()
        return bool(self._gate.held_at)

    @property
    def is_between_lines(self) -> bool:
        return bool(self._gate.held_at)

    def set_breakpoints(self, lines: Iterable[int]) -> None:
        self._gate.breakpoints = frozenset(line_to_hold(self._lines, line) for line in lines)

    @property
    def breakpoints(self) -> frozenset[int]:
        return self._gate.breakpoints

    def set_variable(self, name: str, value: Any) -> None:
        self._player.set_value(name, value)

    def change_belief(self, lines: Sequence[str]) -> None:
        raise ConfigError("a script believes nothing", remedy="change its values, or write a program")

    def values(self) -> Mapping[str, Any]:
        return self._player.values


def variable_fields(name: str, value: Any, *, whole: bool) -> dict[str, Any]:
    """A variable as the editor shows it: its value as JSON, if it is not too long, or how it begins."""
    is_shown = whole and not holds_secret(value)
    text = json.dumps(readable_json(value), ensure_ascii=False, default=str) if is_shown else ""
    is_whole = is_shown and len(text) <= LONGEST_VALUE
    shown = text if is_whole else summarise(value, 400)
    return {"name": name, "value": shown, "kind": kind_of(value), "editable": is_whole}


def refuse_taken_names(values: Mapping[str, Any], method: Callable[..., object]) -> None:
    """Values go by name, so they cannot have the names of parameters."""
    parameters = inspect.signature(method).parameters
    if taken := [name for name in values if not name.isidentifier() or name in parameters]:
        raise ConfigError(f"{', '.join(taken)} cannot be the name of a value", remedy="choose another word")
