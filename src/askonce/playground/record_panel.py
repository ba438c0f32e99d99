"""Recording by hand: while it is on, gestures in the live view go through the recorder and become steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from askonce.errors import ConfigError
from askonce.geometry import Point
from askonce.playground.client_connection import ClientConnection
from askonce.playground.folder_files import EXPORTED, FolderFiles
from askonce.playground.panel import Panel, PanelCommand, PanelEvent
from askonce.playground.screen_panel import ScreenPanel
from askonce.recorder.check_proposals import CheckProposal
from askonce.recorder.hand_recorder import ExportFormat, HandRecorder
from askonce.recorder.hand_step import HandStep
from askonce.screens.gestures import Gesture
from askonce.values import Secret

if TYPE_CHECKING:
    from askonce.playground.playground_session import PlaygroundSession

RecordState = Literal["off", "on", "paused", "replaying"]
NAMES: Mapping[ExportFormat, str] = {
    "recording": "recording.yaml",
    "yaml": "script.yaml",
    "pytest": "test_recording.py",
    "stp": "recording.stp",
}
"""What a file is called that gets no name, by its form."""


class RecordCommand(PanelCommand["RecordPanel"]):
    """Something to do with what is being recorded."""


class StepCommand(RecordCommand):
    """Something to do with a recorded step."""

    step: int


class StartRecording(RecordCommand):
    needs_screen: ClassVar[bool] = True
    word: ClassVar[str] = "record.start"
    title: str = ""

    async def perform(self, panel: RecordPanel, client: ClientConnection) -> Mapping[str, Any]:
        return await panel.start(self.title)


class StopRecording(RecordCommand):
    word: ClassVar[str] = "record.stop"

    async def perform(self, panel: RecordPanel, client: ClientConnection) -> Mapping[str, Any]:
        return await panel.stop()


class PauseRecording(RecordCommand):
    """What is done from now on is not recorded."""

    word: ClassVar[str] = "record.pause"

    async def perform(self, panel: RecordPanel, client: ClientConnection) -> Mapping[str, Any] | None:
        panel.running.pause()


class ResumeRecording(RecordCommand):
    word: ClassVar[str] = "record.resume"

    async def perform(self, panel: RecordPanel, client: ClientConnection) -> Mapping[str, Any] | None:
        panel.running.resume()


class ProposeChecks(RecordCommand):
    """What can be checked at a point."""

    needs_screen: ClassVar[bool] = True
    word: ClassVar[str] = "record.checks"
    at: tuple[float, float]

    async def perform(self, panel: RecordPanel, client: ClientConnection) -> Mapping[str, Any]:
        return {"proposals": await panel.propose(Point(*self.at))}


class AddCheck(RecordCommand):
    """Add one of the checks that were proposed last."""

    needs_screen: ClassVar[bool] = True
    word: ClassVar[str] = "record.add_check"
    proposal: dict[str, Any]

    async def perform(self, panel: RecordPanel, client: ClientConnection) -> Mapping[str, Any] | None:
        await panel.add_check(self.proposal)


class RenameStep(StepCommand):
    word: ClassVar[str] = "record.rename"
    words: str

    async def perform(self, panel: RecordPanel, client: ClientConnection) -> Mapping[str, Any] | None:
        panel.recorder.rename(self.step, self.words)


class RemoveStep(StepCommand):
    word: ClassVar[str] = "record.remove"

    async def perform(self, panel: RecordPanel, client: ClientConnection) -> Mapping[str, Any] | None:
        panel.recorder.remove(self.step)


class MoveStep(StepCommand):
    word: ClassVar[str] = "record.move"
    to: int

    async def perform(self, panel: RecordPanel, client: ClientConnection) -> Mapping[str, Any] | None:
        panel.recorder.move(self.step, self.to)


class MakeVariable(StepCommand):
    word: ClassVar[str] = "record.make_variable"
    name: str = ""

    async def perform(self, panel: RecordPanel, client: ClientConnection) -> Mapping[str, Any] | None:
        panel.recorder.make_variable(self.step, self.name)


class MakeLiteral(StepCommand):
    word: ClassVar[str] = "record.make_literal"

    async def perform(self, panel: RecordPanel, client: ClientConnection) -> Mapping[str, Any] | None:
        panel.recorder.make_literal(self.step)


class UndoStep(RecordCommand):
    word: ClassVar[str] = "record.undo"

    async def perform(self, panel: RecordPanel, client: ClientConnection) -> Mapping[str, Any] | None:
        panel.recorder.undo()


class ReplayRecording(RecordCommand):
    needs_screen: ClassVar[bool] = True
    word: ClassVar[str] = "record.replay"

    async def perform(self, panel: RecordPanel, client: ClientConnection) -> Mapping[str, Any]:
        return await panel.replay()


class ExportRecording(RecordCommand):
    word: ClassVar[str] = "record.export"
    reads: ClassVar[bool] = True
    format: ExportFormat = "recording"

    async def perform(self, panel: RecordPanel, client: ClientConnection) -> Mapping[str, Any]:
        return await panel.export(self.format)


class SaveRecording(RecordCommand):
    """Write it into a file of the folder that was given at the start."""

    word: ClassVar[str] = "record.save"
    file: str = ""
    format: ExportFormat = "recording"
    overwrite: bool = False

    async def perform(self, panel: RecordPanel, client: ClientConnection) -> Mapping[str, Any]:
        return await panel.save(self.file, self.format, overwrites=self.overwrite)


class RecordPanel(Panel):
    commands = (
        StartRecording, StopRecording, PauseRecording, ResumeRecording, ProposeChecks, AddCheck, RenameStep, RemoveStep,
        MoveStep, MakeVariable, MakeLiteral, UndoStep, ReplayRecording, ExportRecording, SaveRecording,
    )  # fmt: skip

    def __init__(self, session: PlaygroundSession) -> None:
        super().__init__(session)
        self.state: RecordState = "off"
        self.file = ""
        self._recorder: HandRecorder | None = None
        self._proposals: dict[str, CheckProposal] = {}
        self._files = FolderFiles(session.options.folder, session.mask, EXPORTED)

    @property
    def recorder(self) -> HandRecorder:
        """What was recorded last, whether it still goes on or not."""
        if self._recorder is None:
            raise ConfigError("nothing is recorded yet", remedy="start a recording first")
        return self._recorder

    @property
    def running(self) -> HandRecorder:
        if self.state not in {"on", "paused"}:
            raise ConfigError("nothing is being recorded", remedy="start a recording first")
        return self.recorder

    def greet(self) -> Iterator[PanelEvent]:
        yield "recording", self.fields()

    async def close(self) -> None:
        if self.state in {"on", "paused"}:
            await self.stop()

    # ---- recording

    async def start(self, title: str) -> Mapping[str, Any]:
        """Begin a new recording. The one before is left as it is: it lies in the folder of its run."""
        if self.state != "off":
            raise ConfigError("a recording is under way already", remedy="stop it first")
        self.session.refuse_while_working()
        recorder = HandRecorder(self.session.agent, title, values=dict(self.session.secrets), on_change=self.on_change)
        async with self.session.turn:
            await recorder.begin()
        self.file = ""
        self.use(recorder)
        return self.fields()

    def use(self, recorder: HandRecorder) -> None:
        """Show a recorder, and give it what the hand does."""
        self._recorder, self.state = recorder, "on"
        self.session.panel(ScreenPanel).taker = self._take
        self.on_change()

    async def stop(self) -> Mapping[str, Any]:
        recorder = self.running
        self.session.panel(ScreenPanel).taker = None
        async with self.session.turn:
            await recorder.finish()
        self.state = "off"
        self.on_change()
        return self.fields()

    async def _take(self, gesture: Gesture) -> Mapping[str, Any] | None:
        step = await self.running.perform(gesture)
        return {"step": step.number if step else None}

    # ---- checks

    async def propose(self, at: Point) -> list[Mapping[str, Any]]:
        self.session.refuse_while_working()
        async with self.session.turn:
            proposals = await self.running.checks_at(at)
        self._proposals = {proposal.statement: proposal for proposal in proposals}
        return [{"kind": proposal.kind, "words": proposal.statement} for proposal in proposals]

    async def add_check(self, given: Mapping[str, Any]) -> None:
        found = self._proposals.get(str(given.get("words", "")))
        if found is None:
            raise ConfigError("this check was not proposed", remedy="point at something, and choose one of its checks")
        async with self.session.turn:
            await self.running.add_check(found)

    # ---- what comes out

    async def replay(self) -> Mapping[str, Any]:
        """Do all steps again from the start, on a new screen where there can be one."""
        recorder = self.recorder
        before, taker = self.state, self.session.panel(ScreenPanel).taker
        async with self.session.working("the replay"):
            self.state = "replaying"
            self.on_change()
            try:
                verdicts = await recorder.replay(self.session.fresh())
            finally:
                self.state = before
                self.session.panel(ScreenPanel).taker = taker
                self.on_change()
        found = sum(verdict.is_found for verdict in verdicts)
        return {**self.fields(), "found": found, "of": len(verdicts)}

    async def export(self, format: ExportFormat) -> Mapping[str, Any]:
        if self.state == "on":
            async with self.session.turn:
                await self.recorder.finish()
        made = self.recorder.export(format)
        return {"text": made.text, "remarks": list(made.remarks), "file": NAMES[format]}

    async def save(self, file: str, format: ExportFormat, *, overwrites: bool) -> Mapping[str, Any]:
        exported = await self.export(format)
        path = self._files.export(file.strip() or exported["file"], exported["text"], overwrites=overwrites)
        self.file = str(path)
        self.on_change()
        return {"file": self.file, "remarks": exported["remarks"]}

    # ---- what clients see

    def fields(self) -> dict[str, Any]:
        recorder = self._recorder
        if recorder is None:
            empty: dict[str, Any] = {"title": "", "steps": [], "problems": [], "can_undo": False, "file": ""}
            return {"state": self.state, **empty}
        is_paused = recorder.is_paused and self.state == "on"
        verdicts = recorder.verdicts
        return {
            "state": "paused" if is_paused else self.state,
            "title": recorder.title,
            "steps": [
                self._step(step, verdicts[place] if place < len(verdicts) else None)
                for place, step in enumerate(recorder.steps)
            ],
            "problems": list(recorder.problems),
            "can_undo": bool(recorder.steps),
            "file": self.file or (str(recorder.kept_file) if recorder.kept_file else ""),
        }

    def _step(self, step: HandStep, verdict: Any) -> dict[str, Any]:
        value = self.recorder.values.get(step.variable) if step.variable else None
        is_secret = isinstance(value, Secret)
        found = None if verdict is None or not verdict.is_tried else verdict.is_found
        return {
            "id": step.number,
            "words": step.words,
            "kind": step.kind,
            "detail": step.remark,
            "variable": {"name": step.variable, "value": value} if step.variable and not is_secret else None,
            "can_vary": bool(step.offer) and not step.variable,
            "offer": step.offer,
            "secret": step.variable if is_secret else None,
            "found_again": False if step.problem and found is None else found,
            "reason": step.problem or (verdict.reason if verdict else ""),
        }

    def on_change(self) -> None:
        self.session.tell("recording", self.fields())
