"""What clients ask of the program editor."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import Field

from askonce.errors import ConfigError
from askonce.playground.client_connection import ClientConnection
from askonce.playground.folder_files import ProgramFormat
from askonce.playground.panel import PanelCommand
from askonce.program.line_inspection import InterruptedLine
from askonce.program.pause_gate import StepKind

if TYPE_CHECKING:
    from askonce.playground.program_panel import ProgramPanel

MOST_BREAKPOINTS = 1000


class CheckProgram(PanelCommand["ProgramPanel"]):
    """Say what is wrong with a text."""

    word: ClassVar[str] = "program.check"
    reads: ClassVar[bool] = True
    text: str
    format: ProgramFormat = "stp"
    variables: dict[str, Any] = Field(default_factory=dict)
    file: str = ""

    async def perform(self, panel: ProgramPanel, client: ClientConnection) -> Mapping[str, Any]:
        return (await panel.check(self.text, self.format, self.variables, self.file)).fields()


class RunProgram(PanelCommand["ProgramPanel"]):
    """Begin to run a text; with `paused`, it is held before its first line."""

    needs_screen: ClassVar[bool] = True
    word: ClassVar[str] = "program.run"
    text: str
    format: ProgramFormat = "stp"
    variables: dict[str, Any] = Field(default_factory=dict)
    breakpoints: set[int] = Field(default_factory=set[int], max_length=MOST_BREAKPOINTS)
    file: str = ""
    paused: bool = False

    async def perform(self, panel: ProgramPanel, client: ClientConnection) -> None:
        await panel.start(
            self.text, self.format, self.variables, frozenset(self.breakpoints), self.file, begins_held=self.paused
        )


class PauseProgram(PanelCommand["ProgramPanel"]):
    """Pause before the next action or line; a script before its next item."""

    word: ClassVar[str] = "program.pause"

    async def perform(self, panel: ProgramPanel, client: ClientConnection) -> None:
        panel.run.pause()


class ResumeProgram(PanelCommand["ProgramPanel"]):
    word: ClassVar[str] = "program.resume"

    async def perform(self, panel: ProgramPanel, client: ClientConnection) -> None:
        panel.go_on(panel.run.resume)


class StepProgram(PanelCommand["ProgramPanel"]):
    """Run one line; a call of a function is one line, unless it is stepped into."""

    word: ClassVar[str] = "program.step"
    kind: StepKind = "over"

    async def perform(self, panel: ProgramPanel, client: ClientConnection) -> None:
        panel.go_on(lambda: panel.run.step(self.kind))


class StopProgram(PanelCommand["ProgramPanel"]):
    """End before the next action; asked again, end at once."""

    word: ClassVar[str] = "program.stop"

    async def perform(self, panel: ProgramPanel, client: ClientConnection) -> Mapping[str, Any]:
        return {"stopped": await panel.stop()}


class ListInterrupted(PanelCommand["ProgramPanel"]):
    """The programs that were interrupted and can be resumed."""

    word: ClassVar[str] = "program.interrupted"
    reads: ClassVar[bool] = True

    async def perform(self, panel: ProgramPanel, client: ClientConnection) -> Mapping[str, Any]:
        return {"runs": [interrupted.fields() for interrupted in await panel.interrupted()]}


class TakeUpProgram(PanelCommand["ProgramPanel"]):
    """Resume a program that was interrupted. `interrupted_line` says of a line that may be done whether it is."""

    needs_screen: ClassVar[bool] = True
    word: ClassVar[str] = "program.take_up"
    run: str
    interrupted_line: InterruptedLine = ""
    breakpoints: set[int] = Field(default_factory=set[int], max_length=MOST_BREAKPOINTS)

    async def perform(self, panel: ProgramPanel, client: ClientConnection) -> None:
        await panel.take_up(self.run, self.interrupted_line, frozenset(self.breakpoints))


class SetBreakpoints(PanelCommand["ProgramPanel"]):
    word: ClassVar[str] = "program.set_breakpoints"
    lines: set[int] = Field(max_length=MOST_BREAKPOINTS)

    async def perform(self, panel: ProgramPanel, client: ClientConnection) -> Mapping[str, Any]:
        panel.run.set_breakpoints(self.lines)
        panel.tell()
        return {"breakpoints": sorted(panel.run.breakpoints)}


class SetVariable(PanelCommand["ProgramPanel"]):
    """Give a variable another value: as it is in `value`, or as JSON in `json_text`."""

    word: ClassVar[str] = "program.set_variable"
    name: str
    value: Any = None
    json_text: str | None = None

    async def perform(self, panel: ProgramPanel, client: ClientConnection) -> None:
        panel.run.set_variable(self.name, self.value if self.json_text is None else self._read(self.json_text))
        panel.tell()

    def _read(self, text: str) -> Any:
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise ConfigError(
                f"what {{{self.name}}} is to be is not JSON", remedy='put quotes around text: "red mug"'
            ) from None


class SetBelief(PanelCommand["ProgramPanel"]):
    """Change the belief, as a planner does: `+ text`, `-3`, `!3`."""

    word: ClassVar[str] = "program.set_belief"
    changes: list[str] = Field(min_length=1)

    async def perform(self, panel: ProgramPanel, client: ClientConnection) -> None:
        panel.run.change_belief(self.changes)
        panel.tell()


class AnswerProgram(PanelCommand["ProgramPanel"]):
    """Answer what a program asks its user."""

    word: ClassVar[str] = "program.answer"
    text: str

    async def perform(self, panel: ProgramPanel, client: ClientConnection) -> None:
        panel.answer(self.text)


class ListFiles(PanelCommand["ProgramPanel"]):
    word: ClassVar[str] = "program.files"
    reads: ClassVar[bool] = True

    async def perform(self, panel: ProgramPanel, client: ClientConnection) -> Mapping[str, Any]:
        return {"files": panel.files.names()}


class OpenFile(PanelCommand["ProgramPanel"]):
    word: ClassVar[str] = "program.open"
    file: str

    async def perform(self, panel: ProgramPanel, client: ClientConnection) -> Mapping[str, Any]:
        panel.refuse_while_running()
        opened = panel.files.open(self.file)
        panel.show_text(opened.text, opened.format, opened.file, opened.version)
        return panel.text


class SaveProgram(PanelCommand["ProgramPanel"]):
    """Save a text; `version` is that of the file when it was opened, and empty for a new one."""

    word: ClassVar[str] = "program.save"
    file: str
    text: str
    version: str = ""
    overwrite: bool = False

    async def perform(self, panel: ProgramPanel, client: ClientConnection) -> Mapping[str, Any]:
        saved = panel.files.save(self.file, self.text, self.version, overwrites=self.overwrite)
        return panel.saved(saved)


PROGRAM_COMMANDS: tuple[type[PanelCommand[Any]], ...] = (
    CheckProgram,
    RunProgram,
    PauseProgram,
    ResumeProgram,
    StepProgram,
    StopProgram,
    ListInterrupted,
    TakeUpProgram,
    SetBreakpoints,
    SetVariable,
    SetBelief,
    AnswerProgram,
    ListFiles,
    OpenFile,
    SaveProgram,
)
