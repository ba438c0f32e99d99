"""The recorder: gestures of a person's hand go in, a recording comes out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Literal

from askonce.agent import Agent
from askonce.errors import AskonceError, ConfigError, RecordingError
from askonce.geometry import Point
from askonce.locate.element_description import own_words, wordings
from askonce.planning.action_watcher import Look
from askonce.recorder.check_proposals import CheckKind, CheckProposal, proposals_at
from askonce.recorder.gesture_reader import GestureReader
from askonce.recorder.hand_context import hand_context, is_true
from askonce.recorder.hand_step import HandStep, Moment
from askonce.recorder.recorded_moments import Sitting
from askonce.recorder.replay_verdicts import StepVerdict, replay_steps
from askonce.recorder.value_names import checked_name, value_name
from askonce.recordings.exports import Export, export_pytest, export_stp, export_yaml
from askonce.recordings.exports.step_sentences import checked_statement, is_checking
from askonce.recordings.recording import Recording, RecordingFile
from askonce.recordings.recording_writer import write_recordings
from askonce.report.atomic_write import placed
from askonce.screens.gestures import Gesture, HandAim
from askonce.screens.ui_tree import Node
from askonce.values import Secret
from askonce.vision.icons import is_unnamed_icon, named_tree

ExportFormat = Literal["recording", "yaml", "pytest", "stp"]
_MOST_PROPOSALS = 8
_EXPORTS: Mapping[str, Callable[..., Export]] = {"yaml": export_yaml, "pytest": export_pytest, "stp": export_stp}


def _kept_name(number: int) -> str:
    """In the folder of the run: what was recorded so far, whatever happens to the recorder. There may be several."""
    return "recording.yaml" if number == 1 else f"recording-{number}.yaml"


class HandRecorder:
    """Records what a person does on the screen of an agent.

    >>> recorder = HandRecorder(agent, "save the form")
    >>> await recorder.begin()
    >>> step = await recorder.perform(HandPress(Point(70, 75)))
    >>> step.words
    "Tap the button 'Save'"
    """

    def __init__(
        self,
        agent: Agent,
        title: str = "",
        *,
        values: Mapping[str, str | Secret] | None = None,
        earlier: RecordingFile | None = None,
        on_change: Callable[[], None] | None = None,
    ) -> None:
        """`values` are known by name: what is typed and equals one of them is recorded as that. `earlier` recordings
        are written with the new one."""
        self._agent = agent
        self._sitting = Sitting(title, values)
        self._context = hand_context(agent)
        self._reader = GestureReader(self._context, self._sitting, self._describe)
        self._earlier = earlier or RecordingFile()
        self.listeners: list[Callable[[], None]] = [on_change] if on_change else []
        """Called whenever there is something new to show."""
        self._turn = asyncio.Lock()
        self._is_paused = False
        self._start = ""
        """The address at which it began, as it was opened."""
        self._kept: Path | None = None
        self.verdicts: tuple[StepVerdict, ...] = ()
        """What the last replay said of the steps; empty after a change."""
        self._context.trace.mask.learn(self._sitting.values)

    # ---- what was recorded

    @property
    def steps(self) -> Sequence[HandStep]:
        return self._sitting.shown(self._context.trace.mask)

    @property
    def title(self) -> str:
        """The instruction under which the steps are recorded."""
        return self._context.trace.mask(self._sitting.title)

    @property
    def start(self) -> str:
        """The address where the first step was done."""
        return self._start

    @property
    def values(self) -> Mapping[str, str | Secret]:
        """The values that the steps use, by name."""
        return dict(self._sitting.values)

    @property
    def problems(self) -> Sequence[str]:
        """The steps that would not be found again, with the reason."""
        return [f"{step.words}: {step.problem}" for step in self.steps if step.problem]

    @property
    def is_paused(self) -> bool:
        return self._is_paused

    @property
    def kept_file(self) -> Path | None:
        """Where what was recorded so far is kept on disk; None where this run keeps nothing."""
        folder = self._context.trace.folder
        if self._kept is None and folder:
            number = next(number for number in count(1) if not (folder / _kept_name(number)).exists())
            self._kept = folder / _kept_name(number)
        return self._kept

    # ---- recording

    async def begin(self) -> None:
        """Look at the screen. Called once, before the first gesture; the first gesture does it otherwise."""
        async with self._turn:
            await self._begin()

    async def follow(self, recording: Recording) -> None:
        """Go on after steps that are recorded already and were replayed since `begin`, which saw where they start."""
        async with self._turn:
            await self._begin()
            for step in recording.steps:
                self._sitting.add(Moment(0, fixed=step))
            self._sitting.began = recording.page or self._sitting.began
            await self._reader.begin()

    async def perform(self, gesture: Gesture) -> HandStep | None:
        """Perform a gesture and record it; None where it was noise, or is a part of the step before."""
        async with self._turn:
            await self._begin()
            if self._is_paused:
                await self._reader.pass_by(gesture)
                return None
            moment = await self._reader.take(gesture)
            self._changed()
            return self._shown(moment.number) if moment else None

    async def aim(self, aim: HandAim) -> None:
        """Look at what is pressed next before it is, so that a press takes no longer."""
        async with self._turn:
            await self._begin()
            if not self._is_paused:
                await self._reader.aim(aim)

    async def finish(self) -> None:
        """Take up what is still being typed, and what brought something to the screen."""
        async with self._turn:
            await self._reader.end()
            self._changed()

    def pause(self) -> None:
        self._is_paused = True
        self._tell()

    def resume(self) -> None:
        self._is_paused = False
        self._tell()

    async def _begin(self) -> None:
        if not self._start:
            await self._reader.begin()
            self._start = await self._context.address()

    # ---- checks

    async def checks_at(self, at: Point) -> Sequence[CheckProposal]:
        """What could be checked at a point: statements that the elements prove now, without a model."""
        async with self._turn:
            await self._begin()
            await self._reader.flush()
            self._context.eyes.blink()
            tree, before = await self._context.eyes.tree(), self._reader.before_last
            proposals = proposals_at(at, tree, before) if tree else ()
            proved = [each for each in proposals if await is_true(each.statement, self._context.eyes)]
            return proved[:_MOST_PROPOSALS]

    async def add_check(self, proposal: CheckProposal) -> HandStep:
        """Add a check that was proposed. One that is not true any more is refused."""
        async with self._turn:
            await self._begin()
            await self._reader.flush()
            self._context.eyes.blink()
            if not await is_true(proposal.statement, self._context.eyes):
                raise ConfigError(f"{proposal.statement} is not to be seen now", remedy="point at it again")
            self._reader.lead_to(proposal.statement)
            moment = self._sitting.add(Moment(0, check=proposal))
            self._changed()
            return self._shown(moment.number)

    async def add_check_at(self, kind: CheckKind, at: Point) -> HandStep:
        """Add the first check of a kind that can be made at a point."""
        proposals = await self.checks_at(at)
        found = next((proposal for proposal in proposals if proposal.kind == kind), None)
        if found is None:
            kinds = ", ".join(dict.fromkeys(proposal.kind for proposal in proposals)) or "none"
            raise ConfigError(
                f"no {kind} can be checked at {at.x:g},{at.y:g}", remedy=f"what can be checked there: {kinds}"
            )
        return await self.add_check(found)

    # ---- changing what was recorded

    def rename(self, number: int, words: str) -> None:
        """Say a step in other words: they become its intent. Empty words go back to its own."""
        moment = self._sitting.moment(number)
        if moment.check or (moment.fixed and checked_statement(moment.fixed)):
            raise ConfigError("a check says what it checks", remedy="remove it, and point at something else")
        if is_checking(words):
            raise ConfigError(
                f"{words.strip()!r} would be a check, and this step does something",
                remedy="say what it does; a check is added by pointing at something",
            )
        self._sitting.check_names(words, "the name of the step")
        moment.words = " ".join(words.split())
        self._changed()

    def set_title(self, title: str) -> None:
        self._sitting.set_title(title)
        self._changed()

    def remove(self, number: int) -> None:
        moment = self._sitting.moment(number)
        self._sitting.moments.remove(moment)
        self._reader.forget(moment)
        if moment.variable:
            self._sitting.drop_value(moment.variable)
        self._changed()

    def move(self, number: int, to: int) -> None:
        """Put a step at another place, from 0."""
        moment = self._sitting.moment(number)
        if not 0 <= to < len(self._sitting.moments):
            raise ConfigError(f"there is no place {to}", remedy=f"there are 0 to {len(self._sitting.moments) - 1}")
        self._sitting.moments.remove(moment)
        self._sitting.moments.insert(to, moment)
        self._changed()

    def undo(self) -> None:
        """Take the last step out of the recording. What it did to the screen stays."""
        if not self._sitting.moments:
            raise ConfigError("there is no step to take back")
        self.remove(self._sitting.moments[-1].number)

    def make_variable(self, number: int, name: str = "") -> None:
        """Record the name of a value in place of the text that a step types."""
        moment = self._sitting.moment(number)
        if moment.seen is None or not moment.typed:
            raise ConfigError("this step types nothing", remedy="choose one that does")
        if moment.variable and isinstance(self._sitting.values.get(moment.variable), Secret):
            raise ConfigError("this text is a secret, and has a name already")
        others = {each for each in self._sitting.values if each != moment.variable}
        chosen = checked_name(name) if name else moment.offer or value_name("", others)
        if chosen in others and self._sitting.values[chosen] != moment.typed:
            raise ConfigError(f"there is a variable {chosen} already, with another value", remedy="choose another name")
        self._set_variable(moment, chosen)

    def make_literal(self, number: int) -> None:
        """Record the text itself again. A secret stays one."""
        moment = self._sitting.moment(number)
        if isinstance(self._sitting.values.get(moment.variable), Secret):
            raise ConfigError("a secret is written nowhere", remedy="leave it as it is")
        self._set_variable(moment, "")

    def _set_variable(self, moment: Moment, name: str) -> None:
        assert moment.seen
        earlier, moment.variable, moment.is_named = moment.variable, name, bool(name)
        text = f"{{{name}}}" if name else moment.typed
        action = moment.seen.action.model_copy(update={"text": text})
        moment.seen = replace(moment.seen, action=action)
        if name:
            self._sitting.set_value(name, moment.typed)
            self._sitting.open_in_title(name, moment.typed)
        if earlier and earlier != name:
            self._sitting.drop_value(earlier)
        self._changed()

    # ---- what comes out

    def recording(self) -> RecordingFile:
        """All that is recorded, with the earlier recordings that it was begun with."""
        made = self._sitting.recording(self._context)
        if isinstance(made, str):
            if self._earlier.size:
                return self._earlier
            raise RecordingError(f"there is nothing to write: {made}", remedy="do something first")
        return self._earlier.with_entries(made)

    def write(self, path: Path) -> None:
        """Write the recordings file, whole or not at all."""
        text = write_recordings(self.recording())
        with placed(path) as draft:
            draft.write_text(text, encoding="utf-8")

    def export(self, form: ExportFormat) -> Export:
        """What was recorded in another form."""
        if form == "recording":
            return Export(write_recordings(self.recording()))
        if form not in _EXPORTS:
            raise ConfigError(f"there is no format {form!r}", remedy=f"use one of recording, {', '.join(_EXPORTS)}")
        made = self._sitting.recording(self._context)
        if isinstance(made, str):
            raise RecordingError(f"there is nothing to export: {made}", remedy="do something first")
        plain = {name: value for name, value in self._sitting.values.items() if not isinstance(value, Secret)}
        url = self._start if self._start.startswith(("http://", "https://", "file://")) else ""
        return _EXPORTS[form]([made], url=url, values=plain)

    async def replay(self, fresh: AbstractAsyncContextManager[Agent] | None = None) -> Sequence[StepVerdict]:
        """Do all steps again from the start, without a model, and say of each whether it was found again.

        `fresh` is an agent on a new screen; without one it is done on this one, beginning at the first address.
        """
        async with self._turn:
            await self._reader.flush()
            made = self._sitting.recording(self._context)
            numbers = [moment.number for moment in self._sitting.moments]
            if isinstance(made, str):
                raise RecordingError(f"there is nothing to replay: {made}", remedy="do something first")
            if fresh is None:
                verdicts = await replay_steps(self._agent, made, self._sitting.values, self._start)
            else:
                async with fresh as agent:
                    verdicts = await replay_steps(agent, made, self._sitting.values, self._start)
            self.verdicts = tuple(verdicts) if len(verdicts) == len(numbers) else ()
            self._tell()
            return verdicts

    # ---- inside

    def _shown(self, number: int) -> HandStep:
        return next(step for step in self.steps if step.number == number)

    def _changed(self) -> None:
        """Keep what there is now on disk, and tell whoever shows it."""
        self.verdicts = ()
        if self.kept_file and self._sitting.moments:
            self.write(self.kept_file)
        self._tell()

    def _tell(self) -> None:
        for listener in self.listeners:
            listener()

    async def _describe(self, node: Node | None, look: Look, at: Point) -> str:
        """Words for an element: its own where they lead back to it, else those of a model where one is configured."""
        if node is None or look.tree is None:
            return f"what is at {at.x:g},{at.y:g}"
        whole = look.outline.tree if look.outline else look.tree
        known = whole.find(node.number)
        words = (own_words(known, whole) if known else "") or own_words(node, look.tree)
        words = await self._describe_icon(node) or words
        if not words and self._agent.settings.models is not None:
            try:
                words = await self._agent.describe(at)
            except AskonceError:
                words = ""
        return words or next(iter(wordings(node, look.tree)))

    async def _describe_icon(self, node: Node) -> str:
        """Words for an icon without a name, if it can be seen where it was touched and its picture tells what it is."""
        if not is_unnamed_icon(node):
            return ""
        named = await named_tree(self._context.eyes)
        seen = named.find(node.number) if named else None
        return own_words(seen, named) if named and seen and seen.name and seen.box == node.box else ""
