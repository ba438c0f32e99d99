"""The program editor: checks what is typed, runs it beside the live view, and lets it be paused and looked into."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from askonce.errors import AskonceError, ConfigError, NotAllowed, ScreenClosed
from askonce.playground.folder_files import FolderFiles, OpenedFile, ProgramFormat
from askonce.playground.interrupted_programs import InterruptedProgram, interrupted_programs
from askonce.playground.panel import Panel, PanelEvent
from askonce.playground.program_commands import PROGRAM_COMMANDS
from askonce.playground.program_problems import CheckedText, check_text, named_in
from askonce.playground.program_runs import EditorRun, Resumed, RunEnd, RunListener, ScriptRun, StpRun
from askonce.playground.wire_messages import log_defect, wire_error
from askonce.program.line_inspection import InterruptedLine

if TYPE_CHECKING:
    from askonce.playground.playground_session import PlaygroundSession

RunStateWord = Literal["idle", "running", "paused", "asking", "done", "failed", "stopped"]
OFTEN = 0.1
"""Seconds between two messages about a run that goes on."""
MOST_OUTPUT = 500
"""How many lines of what a program told are kept."""
WORK = "the program"


class ProgramPanel(Panel):
    """The editor of one session. One program runs at a time; while it is paused between lines, the screen is free."""

    commands = PROGRAM_COMMANDS

    def __init__(self, session: PlaygroundSession) -> None:
        super().__init__(session)
        self.files = FolderFiles(session.options.folder, session.mask)
        self.text: dict[str, Any] = {}
        """What is in the editor, as far as it was opened, saved or run."""
        self._state: RunStateWord = "idle"
        self._run: EditorRun | None = None
        self._task: asyncio.Task[RunEnd] | None = None
        self._ending: asyncio.Task[None] | None = None
        self._screen = AsyncExitStack()
        self._is_stopping = False
        self._going_on = asyncio.Event()
        self._answer: asyncio.Future[str] | None = None
        self._question = ""
        self._output: list[str] = []
        self._error: Mapping[str, str] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._began = 0.0
        self._resumed = ""
        """The run that is, or was, resumed."""

    def greet(self) -> Iterator[PanelEvent]:
        if self.text:
            yield "program.text", self.text
        yield "program", self.fields()

    async def close(self) -> None:
        if self._task and self._ending:
            self._task.cancel()
            await asyncio.wait({self._ending})

    # ---- checking

    async def check(self, text: str, format: ProgramFormat, values: Mapping[str, Any], file: str) -> CheckedText:
        given = {**values, **self.session.secrets}
        path, kind = self._path(file, format), self.session.agent.screen.kind
        return await asyncio.to_thread(check_text, text, format, given, path, kind)

    def _path(self, file: str, format: ProgramFormat) -> Path:
        return self.session.options.folder / (file or f"untitled.{format}")

    def show_text(self, text: str, format: ProgramFormat, file: str, version: str) -> None:
        """Tell all who look what is in the editor now."""
        self.text = {"text": text, "format": format, "file": file, "version": version, "replanned": False}
        self.session.tell("program.text", self.text)

    # ---- running

    async def start(
        self,
        text: str,
        format: ProgramFormat,
        values: Mapping[str, Any],
        breakpoints: frozenset[int],
        file: str,
        *,
        begins_held: bool,
    ) -> None:
        """Begin a run, if the text has no errors."""
        self.refuse_while_running()
        if taken := values.keys() & self.session.secrets.keys():
            raise ConfigError(f"{', '.join(sorted(taken))} is a secret here", remedy="choose another name")
        self.session.refuse_while_working()
        (await self.check(text, format, values, file)).refuse_errors()
        secrets = self.session.secrets
        given = {**values, **{name: secrets[name] for name in named_in(text, secrets)}}
        agent = self.session.agent
        listener = RunListener(self._changed, self._told, self._held, self._ask)
        if format == "stp":
            run: EditorRun = StpRun(agent, text, listener, given, breakpoints, begins_held=begins_held)
        else:
            path = self._path(file, format)
            run = ScriptRun(agent, text, listener, given, breakpoints, path, begins_held=begins_held)
        await self._begin(run, "")
        self.show_text(text, format, file, str(self.text.get("version", "")) if file else "")
        self._set("running")
        self._go(run)

    async def interrupted(self) -> list[InterruptedProgram]:
        """Programs that can be resumed here."""
        return await asyncio.to_thread(interrupted_programs, self.session.agent.settings.runs)

    async def take_up(self, name: str, answer: InterruptedLine, breakpoints: frozenset[int]) -> None:
        """Resume a program from its journal, on the screen as it is now."""
        self.refuse_while_running()
        self.session.refuse_while_working()
        interrupted = next((program for program in await self.interrupted() if program.run == name), None)
        if interrupted is None:
            raise ConfigError(f"there is no program to resume in {name!r}", remedy="run it from its start")
        secrets = self.session.secrets
        interrupted.refuse_without(list(secrets))
        given = {name: secrets[name] for name in interrupted.secrets}
        listener = RunListener(self._changed, self._told, self._held, self._ask)
        resumed = Resumed(interrupted.journal, answer)
        run = StpRun(self.session.agent, interrupted.text, listener, given, breakpoints, resumed=resumed)
        await self._begin(run, name)
        self.show_text(interrupted.text, "stp", "", "")
        self._set("running")
        self._go(run)

    async def _begin(self, run: EditorRun, resumed: str) -> None:
        await self._screen.enter_async_context(self.session.working(WORK))
        self._run, self._output, self._error, self._is_stopping = run, [], None, False
        self._began = time.monotonic()
        self._resumed = resumed

    def _go(self, run: EditorRun) -> None:
        self._task = asyncio.create_task(self.session.tools.run(run.go()))
        self._ending = asyncio.create_task(self._end(self._task))

    async def _end(self, task: asyncio.Task[RunEnd]) -> None:
        state: RunStateWord = "stopped"
        try:
            await asyncio.wait({task})
            if not task.cancelled():
                state = task.result()
        except AskonceError as error:
            if gone := _closing_in(error):
                self._error = _interruption(gone.message)
                self.session.end(gone.message)
            elif not self._is_stopping:
                self._error = wire_error(error)
        except Exception as error:  # noqa: BLE001 - the boundary to those who look, who get it
            log_defect(error, self.session.mask)
            self._error = wire_error(error)
        finally:
            if state == "stopped" and not self._is_stopping and not self._error and self.session.closed_because:
                self._error = _interruption(self.session.closed_because)
            self._task = None
            self._set("failed" if self._error else state)
            await self._screen.aclose()

    async def _held(self) -> None:
        """The run waits. Between two lines the screen is free for hands and asks."""
        run = self.run
        self._going_on.clear()
        if run.is_between_lines:
            await self._screen.aclose()
        self._set("paused")
        while not await self._takes_screen(run):
            run.pause()
            self._going_on.clear()
        self._set("running")

    async def _takes_screen(self, run: EditorRun) -> bool:
        """Wait until the run may go on. False if somebody began to use the screen just before."""
        await self._going_on.wait()
        if run.is_between_lines and not self._is_stopping:
            try:
                await self._screen.enter_async_context(self.session.working(WORK))
            except NotAllowed:
                return False
        return True

    async def _ask(self, question: str) -> str:
        self._answer = asyncio.get_running_loop().create_future()
        self._question = question
        self._set("asking")
        try:
            return await self._answer
        finally:
            self._answer, self._question = None, ""
            self._set("running")

    # ---- what is asked of a run

    @property
    def run(self) -> EditorRun:
        if self._run is None or self._task is None:
            raise ConfigError("no program is running", remedy="run it first")
        return self._run

    def go_on(self, how: Callable[[], None]) -> None:
        """Let a run that is held go on, if nothing else has the screen."""
        if self._state != "paused":
            raise ConfigError("the program is not paused", remedy="pause it first")
        if self.run.is_between_lines:
            self.session.refuse_while_working()
        how()
        self._going_on.set()

    def refuse_while_running(self) -> None:
        if self._task:
            raise ConfigError("a program is running", remedy="stop it first")

    def saved(self, file: OpenedFile) -> dict[str, Any]:
        """Note that a file was saved. What runs stays what is shown."""
        if not self._task:
            self.show_text(file.text, file.format, file.file, file.version)
        return {"file": file.file, "version": file.version, "format": file.format}

    async def stop(self) -> bool:
        """End it before its next action; asked again, at once."""
        task = self._task
        if task is None or self._run is None:
            return False
        is_enough = self._run.stop() and not self._is_stopping
        self._is_stopping = True
        self._going_on.set()
        if not is_enough or self._answer:
            task.cancel()
        return True

    def answer(self, text: str) -> None:
        if self._answer is None or self._answer.done():
            raise ConfigError("the program asks nothing now", remedy="wait for its question")
        self._answer.set_result(text)

    # ---- telling

    def _told(self, text: str) -> None:
        self._output = [*self._output, text][-MOST_OUTPUT:]
        self._changed()

    def _changed(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(OFTEN, self.tell)

    def _set(self, state: RunStateWord) -> None:
        self._state = state
        self.tell()

    def tell(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        run = self._run
        if run and run.source != self.text.get("text"):
            self.text = {**self.text, "text": run.source, "replanned": True}
            self.session.tell("program.text", self.text)
        self.session.tell("program", self.fields())

    def fields(self) -> dict[str, Any]:
        run = self._run
        return {
            "state": self._state,
            "line": run.line if run else 0,
            "path": run.place if run else "",
            "between_lines": bool(run and run.is_between_lines),
            "variables": run.variables(whole=self._state != "running") if run else [],
            "belief": run.belief() if run else [],
            "breakpoints": sorted(run.breakpoints) if run and self._task else None,
            "output": self._output,
            "question": self._question,
            "error": self._error,
            "resumed": self._resumed,
            "seconds": round(time.monotonic() - self._began, 1) if run else 0.0,
        }


def _closing_in(error: BaseException | None) -> ScreenClosed | None:
    """The closing of the screen that led to an error."""
    while error is not None and not isinstance(error, ScreenClosed):
        error = error.__cause__
    return error


def _interruption(reason: str) -> Mapping[str, str]:
    return {
        "message": f"the program was interrupted: {reason}",
        "remedy": "open a screen again and resume it there, under Program: its journal has what was done",
        "kind": ScreenClosed.__name__,
    }
