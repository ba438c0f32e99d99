"""Programs in a batch: they run like scripts, on a page given by the batch."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import field
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from askonce import launch
from askonce.agent import Agent
from askonce.errors import AskonceError, ProgramFailed
from askonce.lazy import dataclass
from askonce.program.journal import Journal
from askonce.program.line_inspection import InterruptedLine
from askonce.program.program_result import ProgramResult
from askonce.screens.screen_choice import ScreenChoice
from askonce.screens.screen_kind import OpenContext
from askonce.script.player import ItemProgress, ResultType, ScriptResult, TaskResult, Watch
from askonce.script.script_agent import Surroundings, keeping_session
from askonce.script.script_outputs import write_json
from askonce.trace import Entry, LineStarted, Sink, Usage
from askonce.values import Secret


@dataclass(frozen=True, slots=True)
class ProgramFile:
    """A program with everything needed to run it in a batch."""

    path: Path
    screen: ScreenChoice
    variables: Mapping[str, Any] = field(default_factory=dict[str, Any])
    recordings: str | None = None
    work_folder: Path | None = None
    report: bool = True
    journal: Journal | None = None
    """Where it is written down instead of beside the trace."""
    resume: bool = False
    """Whether it goes on from where its journal ends."""
    interrupted_line: InterruptedLine = ""

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def secrets(self) -> dict[str, Secret]:
        return {name: value for name, value in self.variables.items() if isinstance(value, Secret)}


class ProgramPlayer:
    """Runs one program once."""

    def __init__(
        self, program: ProgramFile, around: Surroundings, *, watch: Watch | None = None, sinks: Sequence[Sink] = ()
    ) -> None:
        self._program = program
        self._around = around
        self._watch = watch
        self._sinks = (self, *sinks)
        self._agent: Agent | None = None
        self._answer: ProgramResult | None = None
        self._cause: AskonceError | None = None
        self._output: Path | None = None
        self._report: Path | None = None
        self._line = 0
        self._started = time.perf_counter()

    async def play(self) -> ScriptResult:
        """Run it. Failures of the program are in the result; only cancellation is raised."""
        program, around = self._program, self._around
        self._started = time.perf_counter()
        try:
            program.screen.kind.check_modules()
            async with AsyncExitStack() as own:
                opening = program.screen.kind.open(program.screen.options, self._context())
                found = await (around.kept or own).enter_async_context(opening)
                agent = await own.enter_async_context(
                    launch.screen(
                        found.screen,
                        model=around.model,
                        settings=around.settings,
                        recordings=launch.open_recordings(program.recordings, around.settings, around.recording_store),
                        title=program.name,
                        permit=around.permit,
                        build=around.build,
                    )
                )
                self._agent = agent
                agent.trace.mask.learn(program.secrets)
                for sink in self._sinks:
                    agent.trace.subscribe(sink)
                await found.begin()
                async with keeping_session(found.screen, around):
                    self._answer = await agent.run(
                        program.path,
                        journal=program.journal,
                        resume=program.resume,
                        interrupted_line=program.interrupted_line,
                        work_folder=program.work_folder,
                        **program.variables,
                    )
                    self._keep(agent, self._answer)
        except AskonceError as error:
            self._cause = error
        finally:
            if self._agent and self._agent.trace.folder and program.report:
                self._report = self._agent.report().resolve()
        return self.result()

    def result(self) -> ScriptResult:
        """The current state."""
        kind: ResultType = "failed" if self._cause or self._answer is None else "success"
        seconds = time.perf_counter() - self._started
        line = self._cause.line if isinstance(self._cause, ProgramFailed) else 0
        error = str(self._cause) if self._cause else ""
        status = "done" if kind == "success" else "failed"
        return ScriptResult(
            script=self._program.path,
            result_type=kind,
            tasks=(TaskResult(self._program.name, status, error, line, seconds),),
            results=dict(self._answer.variables) if self._answer else {},
            output=self._output,
            report=self._report,
            trace=self._agent.trace.folder if self._agent else None,
            error=error,
            cause=self._cause,
            duration=seconds,
            usage=self._agent.usage.total if self._agent else Usage(),
        )

    def write(self, entry: Entry) -> None:
        """Receive the lines of the program, as a sink of its trace."""
        match entry.event:
            case LineStarted(line=line, words=words) if self._watch:
                self._watch(ItemProgress("item-started", 0, self._program.name, line, words))
            case _:
                pass

    def _context(self) -> OpenContext:
        around = self._around
        return OpenContext(around.settings, headed=around.headed, host=around.host, logins=around.logins)

    def _keep(self, agent: Agent, answer: ProgramResult) -> None:
        runs = self._around.settings.runs
        if runs is None:
            return
        stamp = f"{datetime.now():%Y%m%d-%H%M%S}-{uuid4().hex[:4]}"
        self._output = (runs / "output" / f"{self._program.name}-{stamp}.json").absolute()
        result = {"answer": answer.answer, "told": answer.told, "variables": answer.variables}
        write_json(self._output, result, agent.trace.mask)
