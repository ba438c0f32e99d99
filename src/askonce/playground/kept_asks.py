"""Keep: what worked in a sitting, reordered, renamed, proved from the start, exported and saved."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field

from askonce.agent import Agent
from askonce.errors import AskonceError, ConfigError, NotAllowed
from askonce.playground.ask_runs import AskRuns
from askonce.playground.client_connection import ClientConnection
from askonce.playground.folder_files import EXPORTED, FolderFiles
from askonce.playground.kept_flow import KeptFlow, KeptFormat, KeptItem, recording_of
from askonce.playground.panel import Panel, PanelCommand, PanelEvent
from askonce.recorder.replay_verdicts import StepVerdict, go_to_start, replay_steps
from askonce.recordings.recording import RecordedTarget
from askonce.recordings.slots import slots_in
from askonce.tools import action_tools
from askonce.tools.screen_tools import SCREEN_TOOLS
from askonce.tools.tool_arguments import ToolContext
from askonce.values import Secret

if TYPE_CHECKING:
    from askonce.playground.playground_session import PlaygroundSession

NAMES: Mapping[KeptFormat, str] = {
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

    needs_screen: ClassVar[bool] = True
    word: ClassVar[str] = "kept.run_all"

    async def perform(self, panel: KeptAsks, client: ClientConnection) -> Mapping[str, Any]:
        return await panel.run_all()


class StopProving(PanelCommand["KeptAsks"]):
    """Stop what runs from the start."""

    word: ClassVar[str] = "kept.stop"

    async def perform(self, panel: KeptAsks, client: ClientConnection) -> Mapping[str, Any]:
        return {"stopped": await panel.stop()}


class SaveKept(PanelCommand["KeptAsks"]):
    """Write it into a file of the folder; what is not proven only where that is wanted."""

    word: ClassVar[str] = "kept.save"
    file: str = ""
    format: KeptFormat = "recording"
    unproven: bool = False
    overwrite: bool = False

    async def perform(self, panel: KeptAsks, client: ClientConnection) -> Mapping[str, Any]:
        return panel.save(self.file, self.format, may_be_unproven=self.unproven, overwrites=self.overwrite)


class KeptAsks(Panel):
    commands = (KeepAsk, ListKept, MoveKept, RenameKept, RemoveKept, ExportKept, ProveKept, StopProving, SaveKept)

    def __init__(self, session: PlaygroundSession) -> None:
        super().__init__(session)
        self.flow = KeptFlow()
        self._state: Literal["idle", "proving"] = "idle"
        self._files = FolderFiles(session.options.folder, session.mask, EXPORTED)
        self._proof: asyncio.Task[None] | None = None

    def greet(self) -> Iterator[PanelEvent]:
        yield "kept", self.fields()

    async def close(self) -> None:
        await self.stop()

    def fields(self) -> dict[str, Any]:
        items = [item.fields() for item in self.flow.items]
        return {"state": self._state, "items": items, "is_proven": self.flow.is_proven}

    def changed(self) -> dict[str, Any]:
        self.session.tell("kept", self.fields())
        return self.fields()

    def refuse_while_proving(self) -> None:
        if self._state == "proving":
            raise NotAllowed("all of it is being run", remedy="wait until that has ended, or stop it")

    # ---- keeping

    def keep(self, number: int) -> None:
        self.refuse_while_proving()
        session = self.session
        asked = session.panel(AskRuns).find(number)
        command, agent = asked.command, session.agent
        if asked.state != "done":
            raise ConfigError(f"ask {number} has not worked", remedy="keep one that is done")
        action = action_tools.named(agent.actions).get(command.tool)
        known: dict[str, str | Secret] = {
            **{name: str(value) for name, value in asked.given.items()},
            **session.secrets,
        }
        names = {item.reading.name for item in self.flow.items if item.reading}
        recording = recording_of(
            command.tool,
            command.arguments,
            asked.entries,
            action,
            screen=agent.screen.kind,
            address=asked.address,
            why=asked.why,
            taken={*known, *names},
        )
        used = slots_in(recording.steps)
        values = {name: value for name, value in known.items() if name in used}
        is_said = isinstance(command.arguments.get("demand", ""), str)
        title = (" ".join(asked.words.split()) if is_said else "") or recording.instruction
        targets = [entry for entry in asked.entries if isinstance(entry, RecordedTarget)]
        arguments = {**command.arguments, **({"values": asked.given} if asked.given else {})}
        answer = str(asked.outcome.get("text", ""))
        item = KeptItem(number, command.tool, title, recording, values, asked.address, arguments, targets, answer)
        self.flow.add(item)

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
            self._proof = asyncio.create_task(session.tools.run(self._prove(items)))
            try:
                await asyncio.wait({self._proof})
                if not self._proof.cancelled():
                    self._proof.result()
            finally:
                self._proof.cancel()
                self._proof, self._state = None, "idle"
                self.changed()
        return self.fields()

    async def stop(self) -> bool:
        """Stop what runs from the start; False if nothing does."""
        proof = self._proof
        if proof is None:
            return False
        proof.cancel()
        await asyncio.wait({proof})
        return True

    async def _prove(self, items: list[KeptItem]) -> None:
        async with self.session.fresh() or nullcontext(self.session.agent) as agent:
            agent.trace.mask.learn(self.session.secrets)
            for place, item in enumerate(items):
                if not await self._prove_item(agent, item, items[0].address if place == 0 else ""):
                    for other in items[place + 1 :]:
                        other.proof, other.reason = "not tried", f"{item.title!r} before it did not hold"
                    return

    async def _prove_item(self, agent: Agent, item: KeptItem, start: str) -> bool:
        if item.reading:
            await go_to_start(agent, start)
            await self._read_again(agent, item)
            self.changed()
            return item.proof == "proven"
        verdicts = await replay_steps(agent, item.recording, item.values, start)
        failed = next((verdict for verdict in verdicts if not verdict.is_found), None)
        item.proof = "failed" if failed else "proven"
        item.reason = _reason(verdicts, failed)
        self.changed()
        return failed is None

    async def _read_again(self, agent: Agent, item: KeptItem) -> None:
        """Read what was read, in the same words. Another answer is no failure: what is read may change."""
        try:
            asked = SCREEN_TOOLS[item.tool].read(item.arguments)
            outcome = await asked.perform(ToolContext(agent, self.session.secrets))
        except AskonceError as error:
            item.proof, item.reason = "failed", agent.trace.mask(error.message)
            return
        is_same = item.tool == "locate" or outcome.text == item.answer
        item.proof, item.reason = "proven", "" if is_same else f"it reads now: {outcome.text}"

    # ---- what comes out

    def export(self, format: KeptFormat) -> dict[str, Any]:
        made = self.flow.export(format)
        remarks = list(made.remarks)
        return {"text": made.text, "file": NAMES[format], "remarks": remarks, "is_proven": self.flow.is_proven}

    def save(self, file: str, format: KeptFormat, *, may_be_unproven: bool, overwrites: bool) -> dict[str, Any]:
        self.refuse_while_proving()
        exported = self.export(format)
        if not self.flow.is_proven and not may_be_unproven:
            raise Unproven(
                "what is kept has not been run from the start, as it is now",
                remedy="run all of it from the start first, or save it unproven",
            )
        path = self._files.export(file.strip() or exported["file"], exported["text"], overwrites=overwrites)
        return {"file": str(path), "remarks": exported["remarks"], "is_proven": exported["is_proven"]}


def _reason(verdicts: Sequence[StepVerdict], failed: StepVerdict | None) -> str:
    if failed is None:
        return ""
    number = list(verdicts).index(failed) + 1
    return f"step {number} of {len(verdicts)}: {failed.reason}" if len(verdicts) > 1 else failed.reason
