"""Runs scripts: opens the screen, runs the tasks, and returns the results."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any, Literal

from askonce.agent import Agent
from askonce.config import Settings, read_settings
from askonce.diagnostics.closest_name import did_you_mean
from askonce.diagnostics.excerpt import format_problems
from askonce.errors import AskonceError, ConfigError, RunLost, ScriptError, ScriptFailed
from askonce.items.flow_items import Item
from askonce.launch import AnyModel
from askonce.lazy import dataclass
from askonce.program.pause_gate import PauseGate
from askonce.recordings.run_recordings import Recordings
from askonce.script.flow_player import FlowPlayer, words_of
from askonce.script.item_runner import ItemRunner
from askonce.script.name_checks import names_in
from askonce.script.script import Script
from askonce.script.script_agent import Surroundings, opened
from askonce.script.script_loader import examine_script, read_script
from askonce.script.script_models import ScriptTask
from askonce.script.script_outputs import Log, Output, log_path, output_path
from askonce.script.script_scope import Scope
from askonce.trace import Noted, TaskEnded, TaskStarted, Usage
from askonce.trace.recorder import Sink
from askonce.values import Mask, Secret

ResultType = Literal["success", "failed", "partialFailed", "notExecuted"]
TaskStatus = Literal["done", "failed", "notRun"]
UNNAMED_SCRIPT = "script.yaml"
"""What a script is called that was not read from a file."""


@dataclass(frozen=True, slots=True)
class TaskResult:
    """How a task ended."""

    name: str
    status: TaskStatus = "notRun"
    error: str = ""
    """The error, with the line of the item that failed."""
    line: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class ScriptResult:
    """The result of a script."""

    script: Path
    result_type: ResultType
    tasks: tuple[TaskResult, ...] = ()
    results: dict[str, Any] = field(default_factory=dict[str, Any])
    output: Path | None = None
    report: Path | None = None
    trace: Path | None = None
    error: str = ""
    cause: AskonceError | None = None
    """The error that stopped it, else the first that it went on after, as it was raised."""
    duration: float = 0.0
    """Seconds."""
    usage: Usage = field(default_factory=Usage)

    @property
    def success(self) -> bool:
        return self.result_type == "success"


@dataclass(frozen=True, slots=True)
class ItemProgress:
    """A progress event of a running script."""

    kind: Literal["task-started", "task-ended", "item-started", "item-ended"]
    task: int
    """The index of the task, from 0."""
    name: str
    """Its name."""
    line: int = 0
    words: str = ""
    """A short description of the item."""
    outcome: Literal["", "done", "failed"] = ""


Watch = Callable[[ItemProgress], None]


class Player:
    """Runs one script once."""

    def __init__(
        self,
        script: Script,
        around: Surroundings,
        *,
        watch: Watch | None = None,
        sinks: Sequence[Sink] = (),
        gate: PauseGate | None = None,
    ) -> None:
        """`gate` lets its items be paused and stepped through."""
        self._script = script
        self._around = around
        self._watch = watch
        self._sinks = sinks
        self._gate = gate or PauseGate()
        self._declared = {name for task in script.tasks for name in names_in(task.flow)}
        self._scope = Scope(script.variables, script.secrets, self._declared, ours=script.ours)
        self._tasks = [TaskResult(task.name) for task in script.tasks]
        self._output = Output(output_path(script, around), Mask())
        self._agent: Agent | None = None
        self._cause: AskonceError | None = None
        """What stopped it."""
        self._passed_over: AskonceError | None = None
        """The first failure of a task after which it went on."""
        self._line = 0
        self._task = 0
        self._report: Path | None = None
        self._started = time.perf_counter()

    async def play(self) -> ScriptResult:
        """Run it. Failures of the script are in the result; only cancellation is raised."""
        self._started = time.perf_counter()
        try:
            async with opened(self._script, self._around, self._scope) as agent:
                self._agent = agent
                await self._play_tasks(agent)
                if agent.recordings and any(task.status == "failed" for task in self._tasks):
                    agent.recordings.discard()
        except AskonceError as error:
            self._cause = self._cause or error
        finally:
            self._finish()
        return self.result()

    async def play_with(self, agent: Agent) -> ScriptResult:
        """Run its tasks with an agent that is there already, and whose report it becomes a part of."""
        self._started = time.perf_counter()
        self._agent = agent
        agent.trace.mask.learn(self._scope.secrets)
        try:
            await self._play_tasks(agent)
        except AskonceError as error:
            self._cause = self._cause or error
        return self.result()

    @property
    def values(self) -> dict[str, Any]:
        """What `{name}` stands for now; secrets, too."""
        return self._scope.all

    def set_value(self, name: str, value: Any) -> None:
        """Give a value another one, while its items are paused."""
        known = self._scope.all
        if not self._gate.held_at:
            raise ConfigError(f"{{{name}}} cannot be changed: the script goes on", remedy="pause it first")
        if isinstance(known.get(name), Secret):
            raise ConfigError(f"{{{name}}} is a secret, which nothing may replace", remedy="use another name")
        if name not in known and name not in self._declared:
            hint = did_you_mean(name, {*known, *self._declared}, otherwise="change one that the script has")
            raise ConfigError(f"the script has no value {{{name}}}", remedy=hint)
        self._scope.set(name, value)

    def result(self) -> ScriptResult:
        """The current state."""
        ends = [task.error for n, task in enumerate(self._tasks) if not self._script.tasks[n].continue_on_error]
        errors = [*ends, str(self._cause or ""), *(task.error for task in self._tasks)]
        agent = self._agent
        return ScriptResult(
            script=self._script.path,
            result_type=self._kind(),
            tasks=tuple(self._tasks),
            results=dict(self._output.results),
            output=self._output.path if self._output.path and self._output.path.is_file() else None,
            report=self._report,
            trace=agent.trace.folder if agent else None,
            error=next(filter(None, errors), ""),
            cause=self._cause or self._passed_over,
            duration=time.perf_counter() - self._started,
            usage=agent.usage.total if agent else Usage(),
        )

    def _kind(self) -> ResultType:
        failed = [n for n, task in enumerate(self._tasks) if task.status == "failed"]
        if not failed or self._cause:
            return "failed" if self._cause or any(task.status == "notRun" for task in self._tasks) else "success"
        return "partialFailed" if all(self._script.tasks[n].continue_on_error for n in failed) else "failed"

    async def _play_tasks(self, agent: Agent) -> None:
        self._output = Output(self._output.path, agent.trace.mask)
        self._output.write()
        log = self._listen(agent)
        where = self._script.shown or self._script.path
        for warning in self._script.warnings:
            text = f"{where}:{warning.location.line}: {warning.message}: {warning.suggestion}"
            agent.trace.emit(Noted(act=agent.trace.act, round=agent.trace.round, text=text))
        performer = ItemRunner(agent, self._scope, self._script.agent.contexts, self._folders())
        flowing = FlowPlayer(
            agent, self._scope, self._output, performer, self._tell_item, self._script.path, self._gate
        )
        is_over = False
        for number, task in enumerate(self._script.tasks):
            if is_over and not (self._script.cleans_up and number + 1 == len(self._tasks)):
                continue
            self._task = number
            agent.trace.emit(TaskStarted(name=task.name, number=number + 1, of=len(self._tasks)))
            try:
                await self._play_task(number, task, flowing)
            finally:
                agent.trace.emit(self._task_end(number, task))
            if log:
                log.flush()
            is_over = is_over or (self._tasks[number].status == "failed" and not task.continue_on_error)

    def _folders(self) -> tuple[Path, ...]:
        """Where relative paths may begin, the first of them first."""
        home, runs = self._around.home, self._around.settings.runs
        if home is None:
            return (Path(), self._script.path.parent)
        return (home, *([runs] if runs else []))

    def _task_end(self, number: int, task: ScriptTask) -> TaskEnded:
        result = self._tasks[number]
        outcome = "done" if result.status == "done" else "failed" if result.error else "stopped"
        is_last = number + 1 == len(self._tasks)
        continued = outcome == "failed" and task.continue_on_error and not is_last
        return TaskEnded(outcome=outcome, error=result.error, continued=continued)

    async def _play_task(self, number: int, task: ScriptTask, flowing: FlowPlayer) -> None:
        started = time.perf_counter()
        self._tell(ItemProgress("task-started", number, task.name))
        status: TaskStatus = "failed"
        error = ""
        self._line = 0
        try:
            await flowing.play_task(task.flow)
            status = "done"
        except RunLost:
            raise
        except AskonceError as failure:
            if task.continue_on_error:
                self._passed_over = self._passed_over or failure
            else:
                self._cause = failure
            where = f"{self._script.shown or self._script.path}:{self._line}: " if self._line else ""
            error = flowing.hidden(f"{where}{failure}")
        finally:
            seconds = time.perf_counter() - started
            line = self._line if status == "failed" else 0
            self._tasks[number] = TaskResult(task.name, status, error, line, seconds)
            self._tell(
                ItemProgress("task-ended", number, task.name, line, outcome="done" if status == "done" else "failed")
            )

    def _listen(self, agent: Agent) -> Log | None:
        for sink in self._sinks:
            agent.trace.subscribe(sink)
        path = log_path(self._script, self._around)
        if path is None:
            return None
        log = Log(path, agent.trace.mask)
        agent.trace.subscribe(log)
        return log

    def _finish(self) -> None:
        """Write the report, even after a failure."""
        agent, options = self._agent, self._script.agent
        if agent is None or agent.trace.folder is None or options.generate_report is False:
            return
        name = options.report_file_name or options.test_id
        runs = self._around.settings.runs
        out = runs / "reports" / f"{_file_name(name)}.html" if name and runs else None
        try:
            folder = {"html-and-external-assets": True, "single-html": False}.get(options.output_format or "")
            self._report = agent.report(out, folder=folder).resolve()
        except AskonceError as error:
            self._cause = self._cause or error

    def _tell_item(self, item: Item, outcome: str) -> None:
        if outcome == "failed":
            self._line = self._line or item.place.line  # the innermost item is the one at fault
            return
        kind = "item-started" if outcome == "started" else "item-ended"
        task, words = self._script.tasks[self._task], words_of(item)
        words = self._agent.trace.mask(words) if self._agent else words
        done = "" if outcome == "started" else "done"
        self._tell(ItemProgress(kind, self._task, task.name, item.place.line, words, done))

    def _tell(self, moment: ItemProgress) -> None:
        if self._watch:
            self._watch(moment)


def _file_name(name: str) -> str:
    return re.sub(r"[^\w.-]+", "-", name).strip(".-") or "report"


async def play(
    script: Script,
    *,
    host: object = None,
    model: AnyModel | None = None,
    settings: Settings | None = None,
    headed: bool = False,
    recordings: Recordings | None = None,
    watch: Watch | None = None,
    sinks: Sequence[Sink] = (),
) -> ScriptResult:
    """Run a script: in a new context of the browser given as `host`, in a tab of a given context, or else in
    a new browser. `watch` is notified about tasks and items, `sinks` about everything in the trace."""
    around = Surroundings(settings or read_settings(), model, host, headed, recordings)
    return await Player(script, around, watch=watch, sinks=sinks).play()


def _read(script: str | Path) -> tuple[Path, str]:
    """The name and the text of a script: a file, or the text itself."""
    if not isinstance(script, str | Path):  # pyright: ignore[reportUnnecessaryIsInstance] - callers need not be typed
        raise ConfigError(f"{type(script).__name__} is no script", remedy="pass its text, or a Path to its file")
    if isinstance(script, str) and ("\n" in script or not script.endswith((".yaml", ".yml"))):
        return Path(UNNAMED_SCRIPT), script
    return Path(script), read_script(Path(script))


async def run_tasks(agent: Agent, script: str | Path, variables: Mapping[str, Any]) -> dict[str, Any]:
    """Run the tasks of a script, its text or a file, with an agent that is there already. Returns its results."""
    path, text = _read(script)
    examined = examine_script(text, path, variables=variables, screen=agent.screen.kind)
    if examined.script is None:
        raise ScriptError(format_problems(str(path), text, examined.errors))
    nowhere = replace(agent.settings, runs=None)  # results are returned, and the report is the agent's
    result = await Player(examined.script, Surroundings(nowhere)).play_with(agent)
    if result.result_type == "failed":
        line = next((task.line for task in result.tasks if task.error == result.error), 0)
        raise ScriptFailed(result.error, line=line, results=result.results) from result.cause
    return result.results
