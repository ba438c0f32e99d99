"""Keep: what worked in a sitting, reordered, renamed, proved from the start, exported and saved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field

from askonce.agent import Agent
from askonce.errors import ConfigError, NotAllowed
from askonce.playground.ask_runs import AskRuns
from askonce.playground.client_connection import ClientConnection
from askonce.playground.kept_flow import KeptFlow, KeptFormat, KeptItem, recording_of
from askonce.playground.panel import Panel, PanelCommand, PanelEvent
from askonce.playground.saved_files import SavedFiles
from askonce.recorder.replay_verdicts import StepVerdict, replay_steps
from askonce.recordings.slots import slots_in
from askonce.tools import action_tools
from askonce.values import Secret

if TYPE_CHECKING:
    from askonce.playground.playground_session import PlaygroundSession

ENDINGS: Mapping[KeptFormat, str] = {
    "recording": "kept.yaml",
    "yaml": "script.yaml",
    "pytest": "test_kept.py",
    "stp": "kept.stp",
}


class Unproven(NotAllowed):
    """What is to be saved was not proved from the start."""


class KeepAsk(PanelCommand["KeptAsks"]):
    """Keep an ask that worked."""

    word: ClassVar[str] = "keep"
    ask: int

    async def perform(self, panel: KeptAsks, client: ClientConnection) -> Mapping[str, Any]:
        panel.keep(self.ask)
        return panel.changed()


class ListKept(PanelCommand["KeptAsks"]):
    word: ClassVar[str] = "kept"
    reads: ClassVar[bool] = True

    async def perform(self, panel: KeptAsks, client: ClientConnection) -> Mapping[str, Any]:
        return panel.fields()


class MoveKept(PanelCommand["KeptAsks"]):
    word: ClassVar[str] = "kept.move"
    place: int = Field(alias="from")
    to: int

    async def perform(self, panel: KeptAsks, client: ClientConnection) -> Mapping[str, Any]:
        panel.refuse_while_proving()
        panel.flow.move(self.place, self.to)
        return panel.changed()


class RenameKept(PanelCommand["KeptAsks"]):
    word: ClassVar[str] = "kept.rename"
    at: int
    title: str = Field(max_length=300)

    async def perform(self, panel: KeptAsks, client: ClientConnection) -> Mapping[str, Any]:
        panel.flow.rename(self.at, panel.session.mask(self.title))
        return panel.changed()


class RemoveKept(PanelCommand["KeptAsks"]):
    word: ClassVar[str] = "kept.remove"
    at: int

    async def perform(self, panel: KeptAsks, client: ClientConnection) -> Mapping[str, Any]:
        panel.refuse_while_proving()
        panel.flow.remove(self.at)
        return panel.changed()


class ExportKept(PanelCommand["KeptAsks"]):
    word: ClassVar[str] = "kept.export"
    reads: ClassVar[bool] = True
    format: KeptFormat = "recording"

    async def perform(self, panel: KeptAsks, client: ClientConnection) -> Mapping[str, Any]:
        return panel.export(self.format)


class ProveKept(PanelCommand["KeptAsks"]):
    """Do all of it again from the start, without a model for its steps, and say of each whether it holds."""

    word: ClassVar[str] = "kept.run_all"

    async def perform(self, panel: KeptAsks, client: ClientConnection) -> Mapping[str, Any]:
        return await panel.run_all()


class SaveKept(PanelCommand["KeptAsks"]):
    """Write it into a file of the folder; what is not proven only where that is wanted."""

    word: ClassVar[str] = "kept.save"
    file: str = ""
    format: KeptFormat = "recording"
    unproven: bool = False

    async def perform(self, panel: KeptAsks, client: ClientConnection) -> Mapping[str, Any]:
        return panel.save(self.file, self.format, may_be_unproven=self.unproven)


class KeptAsks(Panel):
    commands = (KeepAsk, ListKept, MoveKept, RenameKept, RemoveKept, ExportKept, ProveKept, SaveKept)

    def __init__(self, session: PlaygroundSession) -> None:
        super().__init__(session)
        self.flow = KeptFlow()
        self._state: Literal["idle", "proving"] = "idle"
        self._files = SavedFiles(session.options.folder)

    def greet(self) -> Iterator[PanelEvent]:
        yield "kept", self.fields()

    def fields(self) -> dict[str, Any]:
        items = [item.fields() for item in self.flow.items]
        return {"state": self._state, "items": items, "is_proven": self.flow.is_proven}

    def changed(self) -> dict[str, Any]:
        self.session.tell("kept", self.fields())
        return self.fields()

    def refuse_while_proving(self) -> None:
        if self._state == "proving":
            raise NotAllowed("all of it is being run", remedy="wait until that has ended")

    # ---- keeping

    def keep(self, number: int) -> None:
        self.refuse_while_proving()
        session = self.session
        asked = session.panel(AskRuns).find(number)
        command, agent = asked.command, session.agent
        if asked.state != "done":
            raise ConfigError(f"ask {number} has not worked", remedy="keep one that is done")
        action = action_tools.named(agent.actions).get(command.tool)
        recording = recording_of(
            command.tool,
            command.arguments,
            asked.entries,
            action,
            screen=agent.screen.kind,
            address=asked.address,
            why=asked.why,
        )
        given: dict[str, Any] = {**(command.arguments.get("values") or {}), **command.values}
        known: dict[str, str | Secret] = {**{name: str(value) for name, value in given.items()}, **session.secrets}
        used = slots_in(recording.steps)
        values = {name: value for name, value in known.items() if name in used}
        title = " ".join(asked.words.split()) or recording.instruction
        self.flow.add(KeptItem(number, command.tool, title, recording, values, asked.address))

    # ---- proving

    async def run_all(self) -> Mapping[str, Any]:
        """Do the items one after the other, on a new screen where there can be one, at the first address."""
        items = list(self.flow.items)
        if not items:
            raise ConfigError("nothing is kept yet", remedy="keep something that worked first")
        session = self.session
        async with session.working("the proof"):
            self._state = "proving"
            for item in items:
                item.proof, item.reason = "unproven", ""
            self.changed()
            try:
                await session.tools.run(self._prove(items))
            finally:
                self._state = "idle"
                self.changed()
        return self.fields()

    async def _prove(self, items: list[KeptItem]) -> None:
        async with self.session.fresh() or nullcontext(self.session.agent) as agent:
            agent.trace.mask.learn(self.session.secrets)
            for place, item in enumerate(items):
                if not await self._prove_item(agent, item, items[0].address if place == 0 else ""):
                    for other in items[place + 1 :]:
                        other.proof, other.reason = "not tried", f"{item.title!r} before it did not hold"
                    return

    async def _prove_item(self, agent: Agent, item: KeptItem, start: str) -> bool:
        verdicts = await replay_steps(agent, item.recording, item.values, start)
        failed = next((verdict for verdict in verdicts if not verdict.is_found), None)
        item.proof = "failed" if failed else "proven"
        item.reason = _reason(verdicts, failed)
        self.changed()
        return failed is None

    # ---- what comes out

    def export(self, format: KeptFormat) -> dict[str, Any]:
        made = self.flow.export(format)
        remarks = list(made.remarks)
        return {"text": made.text, "file": ENDINGS[format], "remarks": remarks, "is_proven": self.flow.is_proven}

    def save(self, file: str, format: KeptFormat, *, may_be_unproven: bool) -> dict[str, Any]:
        self.refuse_while_proving()
        exported = self.export(format)
        if not self.flow.is_proven and not may_be_unproven:
            raise Unproven(
                "what is kept has not been run from the start, as it is now",
                remedy="run all of it from the start first, or save it unproven",
            )
        path = self._files.write(file.strip() or exported["file"], exported["text"])
        return {"file": str(path), "remarks": exported["remarks"], "is_proven": exported["is_proven"]}


def _reason(verdicts: Sequence[StepVerdict], failed: StepVerdict | None) -> str:
    if failed is None:
        return ""
    number = list(verdicts).index(failed) + 1
    return f"step {number} of {len(verdicts)}: {failed.reason}" if len(verdicts) > 1 else failed.reason
