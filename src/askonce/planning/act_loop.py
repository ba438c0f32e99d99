"""One act: replay what is recorded, ask the planner for the rest, keep what worked.

`PlannerRounds` asks the planner round after round, `Replay` repeats a recording, and a `Dialogue` holds what the
planner is told. An act without a recording is one run of rounds. An act with one is a replay; where the screen differs,
a run of rounds for that step, and then the replay again. A step of a program differs in its dialogue alone.
After each round a recording is looked for again. Which recording is replayed, and whether one is, is decided in
`recall`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from askonce.actions import Action
from askonce.config import ActSettings
from askonce.errors import GaveUp, ReplayFailed, ScreenMoved
from askonce.history import RecordingAbandoned, RecordingOffered, StepToHeal
from askonce.planning.act_context import ActContext
from askonce.planning.act_recorder import is_passed_over
from askonce.planning.act_result import ActResult, PerformedAction
from askonce.planning.act_span import act_span
from askonce.planning.deviation_text import describe_deviation, step_in_words, values_in_words
from askonce.planning.dialogue import Dialogue
from askonce.planning.heal_extent import HealExtent
from askonce.planning.join_point import why_not_from
from askonce.planning.plan import GiveUp
from askonce.planning.planner import ActTask
from askonce.planning.planner_rounds import PlannerRounds
from askonce.planning.recall import (
    find_joining,
    find_recording,
    is_done_already,
    keep_needless,
    keep_recording,
    known_recordings,
    not_recorded,
    recorder_for,
)
from askonce.planning.replay import Deviation, Replay
from askonce.planning.result_recall import keep_results, recall_results
from askonce.planning.send_guard import SendGuard
from askonce.planning.step_dialogue import StepDialogue
from askonce.planning.told_errors import outright_failures
from askonce.recordings.anchor_resolver import is_elsewhere
from askonce.recordings.recordable import dependence
from askonce.recordings.recording import RecordedStep, Recording
from askonce.recordings.tree_outline import Outline
from askonce.screens import Tree
from askonce.screens.screen_protocol import hiding_dialog
from askonce.trace.events import How


class Act:
    """One running act. There is a new one for each call, so two acts share nothing."""

    def __init__(
        self,
        context: ActContext,
        task: ActTask,
        settings: ActSettings,
        *,
        recordable: bool = False,
        patience: float = 0.0,
    ) -> None:
        """`recordable` vouches that the same steps will do next time, whatever the instruction says.

        For `patience` seconds it is waited for what the instruction names and is not there yet.
        """
        self._context = context
        self._task = task
        self._timeout = settings.timeout
        self._is_recordable = recordable
        self._dialogue = _dialogue_for(context)
        self._recorder = recorder_for(context, task.instruction)
        self._rounds = PlannerRounds(context, task, settings, self._dialogue, self._recorder, patience)
        self._replay: Replay | None = None
        self._how: How = "asked"
        self._why = ""
        self._led: tuple[RecordedStep, ...] = ()
        """What the planner did before a recording was joined."""
        self._may_join = False
        self._is_joined = False
        self._offered: Recording | None = None
        """The recording that the planner may go on with."""
        self._unfit = ""
        """Where the screen differed from the recording last, for errors."""
        self._unlearnt = ""
        """Why nothing is learnt of what a planner said to be well, as where the page said outright that it failed."""

    async def run(self) -> ActResult:
        """Carry out the instruction, or raise the reason why it was not carried out."""
        async with act_span(
            self._context,
            str(self._task.instruction),
            model=self._context.planner.name,
            sees=self._task.sees,
            rounds=self._rounds.limit,
            timeout=self._timeout,
        ) as span:
            began = await self._context.address()
            try:
                span.message = await self._carry_out()
            finally:
                span.actions, span.how, span.why = len(self._rounds.performed), self._how, self._why
            if self._how != "replayed" and self._context.recordings:
                span.why = await self._keep(began)
            await self._keep_results()
        return ActResult(
            span.message,
            tuple(self._rounds.performed),
            self._rounds.asked,
            span.usage,
            span.seconds,
            self._how,
            span.why,
            self._dialogue.results,
            self._dialogue.jump,
        )

    async def _carry_out(self) -> str:
        """Replay what is recorded, or have the planner carry out the instruction; the last message."""
        changed = ""
        if not self._dialogue.missing and self._may_replay:
            is_done, changed = await is_done_already(self._context, self._task.instruction)
            if is_done:
                self._how = "replayed"
                return "Nothing had to be done, as recorded."
        if replay := await self._recall(changed):
            return await self._replay_and_heal(replay)
        if await self._read_again(after_steps=False):
            self._how, self._why = "replayed", ""
            return "Read again, where it was read before."
        if self._context.is_strict:
            raise await not_recorded(self._context, self._task.instruction, self._why)
        if self._may_join:
            known = await known_recordings(self._context, self._task.instruction)
            self._offer(known[0] if known else None)
        return await self._ask()

    @property
    def _may_replay(self) -> bool:
        return self._context.companion is None or self._context.companion.replays

    async def _recall(self, changed: str) -> Replay | None:
        """The recording to replay, if there is one for this instruction and it may be replayed.

        `changed` says why it does not count as done, where it once did.
        """
        if not self._may_replay:
            self._why = "it was interrupted halfway, so nothing is replayed"
        else:
            self._replay, self._why = await find_recording(self._context, self._task.instruction)
            self._why = changed if changed and self._replay is None else self._why
            self._may_join = self._replay is None and self._context.is_recordable
        return self._replay

    async def _read_again(self, *, after_steps: bool) -> bool:
        """Read all results of the step where they were read before. Returns whether that worked."""
        missing = self._dialogue.missing
        if not missing or self._dialogue.results or not self._may_replay:
            return False
        read = await recall_results(self._context, self._task.instruction, missing, after_steps=after_steps)
        self._dialogue.results |= read or {}
        return read is not None

    async def _ask(self) -> str:
        """Have the planner carry out the instruction, or lead to where a recording of it goes on; the last message."""
        self._is_joined = False
        while (end := await self._rounds.until_end_or(self._join)) is None:
            if self._replay:
                return await self._replay_and_heal(self._replay)
        if isinstance(end, GiveUp):
            raise GaveUp(
                f"gave up on {str(self._task.instruction)!r}: {end.reason or 'no reason given'}{self._unfit}",
                remedy=end.remedy,
                steps=tuple(map(str, self._rounds.performed)),
            )
        return end.message

    def _offer(self, recording: Recording | None, begin: int = 0) -> None:
        """Let the planner go on with a recording, if it speaks the dialect that has a word for that; None: no more.

        Of its steps those are on offer that were not repeated yet: from `begin` on, from 0.
        """
        has_word = self._context.planner.family.dialect == "tags"
        self._offered = recording if has_word else None
        steps = self._offered.steps[begin:] if self._offered else ()
        words = tuple(step_in_words(step, self._task.instruction, purpose=False) for step in steps)
        self._dialogue.offer_recording(RecordingOffered(words, begin + 1) if words else None)

    async def _join(self, done: Sequence[Action[Any]], rest: Sequence[Action[Any]]) -> bool:
        """Go on as recorded, if a recording of this instruction fits here, or the planner says where it does.

        `done` and `rest` are the parts of a reply that is being carried out.
        """
        if self._is_joined:
            return True
        if self._rounds.go_on is not None and self._offered and not rest:
            return await self._join_as_asked(self._offered, self._rounds.go_on)
        done = [*self._rounds.attempted, *done]
        if not self._may_join or not done or len(done) != len(self._rounds.performed):
            return False
        made = self._recorder.steps if self._recorder else ()
        try:
            joined = await find_joining(self._context, self._task.instruction, done, made, rest)
        except ScreenMoved:
            joined = None
        if joined:
            self._take_up(*joined)
        return self._is_joined

    async def _join_as_asked(self, recording: Recording, number: int) -> bool:
        """Go on with the recorded step that the planner named; it is told why, where that cannot be."""
        instruction, left = self._task.instruction, self._replay
        if left and left.recording is recording and number < left.position:
            reason = f"step {number + 1} was repeated already"
        else:
            try:
                reason = await why_not_from(recording, number, self._rounds.attempted, self._context, instruction)
            except ScreenMoved as error:
                reason = str(error)
        if reason:
            self._dialogue.tell(f"- it cannot go on with recorded step {number + 1}: {reason}")
            return False
        replay = Replay(recording, self._context, instruction)
        replay.join(number)
        if self._context.recordings:
            self._context.recordings.use(recording)
        self._take_up(replay, number)
        return True

    def _take_up(self, replay: Replay, number: int) -> None:
        """Go on with a step of a recording, from 0."""
        made = self._recorder.take() if self._recorder else ()
        self._led = (*self._led, *(self._replay.steps if self._replay else ()), *made)
        self._replay = replay
        self._may_join, self._is_joined, self._how = False, True, "healed"
        self._offer(None)
        reason = f"it goes on as recorded, from step {number + 1} of {len(replay.recording.steps)}"
        self._why = f"{self._why}; {reason}"
        self._context.note(reason)

    # ---- with a recording

    async def _replay_and_heal(self, replay: Replay) -> str:
        """Replay a recording, and have the planner do each step where the screen differs."""
        self._rounds.patience = 0.0  # the replay has waited already
        while deviation := await self._go_on(replay):
            before, tree = len(self._rounds.attempted), await self._tree()
            unfit = describe_deviation(deviation, replay, tree, self._context.trace.mask)
            if self._context.is_strict:
                raise self._replay_failed(unfit)
            self._how, self._unfit = "healed", f"\nIt was recorded, but not all of it fits any more: {unfit}"
            self._rounds.guard = SendGuard(self._context, replay.held)
            if self._recorder:
                self._recorder.follow(replay.steps)
            if deviation.is_lost:
                self._step_to_heal(deviation, replay, tree)
                return await self._abandon_recording(deviation.reason)
            extent = HealExtent.of(replay, deviation.number, self._context.space, tree)
            step = self._step_to_heal(deviation, replay, tree)
            self._dialogue.ask_to_heal(step)
            end = await self._rounds.until_end()
            self._dialogue.end_healing()
            if isinstance(end, GiveUp):
                return await self._abandon_recording(end.reason, step)
            done = self._rounds.attempted[before:]
            if done and (refusal := await replay.refused_again(tree)):
                self._unlearnt = f"the page says {refusal!r}"
                return await self._abandon_recording(f"more was done about it, and the page still says {refusal!r}")
            # What was done instead takes the step's place in the recording.
            if unsent := self._rounds.guard.refusal:
                return await self._abandon_recording(unsent)
            made = self._recorder.take() if self._recorder else ()
            self._unlearnt = await replay.mend(made, tree) or self._unlearnt
            if excess := extent.excess(done, await self._tree()):
                return await self._abandon_recording(f"more than this step was done: {excess}")
        self._how = "healed" if self._how == "healed" else "replayed"
        is_read = await self._read_again(after_steps=True)
        if isinstance(self._dialogue, StepDialogue) and self._dialogue.missing and not is_read:
            return await self._ask_for_results(self._dialogue)
        performed, asked = len(self._rounds.performed), self._rounds.asked
        steps = "1 step" if performed == 1 else f"{performed} steps"
        times = "once" if asked == 1 else f"{asked} times"
        given = self._context.trace.mask(values_in_words(self._task.instruction))
        return f"Done again as recorded{given}, in {steps}{f'; the model was asked {times}' if asked else ''}."

    def _replay_failed(self, unfit: str) -> ReplayFailed:
        recordings = self._context.recordings
        return ReplayFailed(
            f"{str(self._task.instruction)!r} cannot be replayed, and recordings are strict: {unfit}",
            remedy=f"if that is right now, record it again ({recordings.place if recordings else ''}) with recordings "
            "read-write, such as ASKONCE_RECORDINGS=read-write",
            steps=tuple(map(str, self._rounds.performed)),
        )

    async def _tree(self) -> Tree | None:
        """The elements on the screen, if it has any and no dialog of a browser hides them."""
        if hiding_dialog(self._context.screen):
            return None
        try:
            return await self._context.eyes.tree()
        except ScreenMoved:
            await self._context.screen.settle()
            self._context.eyes.blink()
            return await self._context.eyes.tree()

    async def _go_on(self, replay: Replay) -> Deviation | None:
        before = len(replay.done)
        deviation = await replay.go_on()
        self._rounds.performed += map(PerformedAction, replay.done[before:])
        self._rounds.replayed += replay.actions[before:]
        return deviation

    def _step_to_heal(self, deviation: Deviation, replay: Replay, tree: Tree | None) -> StepToHeal:
        """The step that the planner is asked for, in words and as values. Says in the trace why it is asked."""
        steps = replay.recording.steps
        words = tuple(step_in_words(step, self._task.instruction, steps) for step in steps)
        number, step = deviation.number, steps[deviation.number]
        reason = f"step {number + 1} of {len(steps)}, {words[number]}: {deviation.reason}"
        self._why = f"{self._why}; {reason}" if self._why else reason
        self._context.note(f"not as recorded: {reason}")
        values, outline = step.filled_by(self._task.instruction), Outline(tree) if tree and not deviation.done else None
        return StepToHeal(
            words[number],
            step.action,
            step.params,
            frozenset(step.anchors),
            step.intent,
            deviation.reason,
            deviation.done,
            any(is_elsewhere(anchor, outline, values) for anchor in step.anchors.values()) if outline else False,
            before=words[:number],
            after=words[number + 1 :],
        )

    async def _abandon_recording(self, reason: str, step: StepToHeal | None = None) -> str:
        """The planner cannot do a `step`, or did more than that: it plans the rest without the recording."""
        self._how = "asked"
        self._why = f"{self._why}; the recording was left: {reason}"
        self._dialogue.abandon_recording(RecordingAbandoned(tuple(map(str, self._rounds.performed)), step))
        self._offer(self._replay.recording if self._replay else None, self._replay.position if self._replay else 0)
        return await self._ask()

    async def _ask_for_results(self, dialogue: StepDialogue) -> str:
        """All steps were replayed; only the results of the step are missing."""
        dialogue.ask_for_results([str(action) for action in self._rounds.performed])
        before = self._rounds.plans_run
        try:
            return await self._ask()
        finally:
            if self._rounds.plans_run > before:
                self._how = "healed"

    # ---- keeping

    async def _keep(self, began: str) -> str:
        """Record what worked. Returns why the planner was asked, and why nothing was recorded."""
        made = self._without_refusals(self._recorder.take() if self._recorder else ())
        if self._recorder and not self._rounds.performed and not self._rounds.attempted:
            refused = self._needless_doubt() or await keep_needless(
                self._context, self._task.instruction, began, self._rounds.seen
            )
            return "; ".join(filter(None, (self._why, refused)))
        steps = [*self._led, *(self._replay.steps if self._replay else ()), *made]
        unsent = self._rounds.guard.refusal if self._rounds.guard else ""
        unlearnt = self._unlearnt or unsent
        doubt = f"not recorded: {unlearnt}" if unlearnt else ""
        doubt = doubt or ("" if self._is_recordable else self._doubt(steps))
        left = self._replay.recording if self._replay and self._how == "asked" else None
        refused = doubt or await keep_recording(self._context, self._task.instruction, began, steps, left)
        return "; ".join(filter(None, (self._why, refused)))

    def _without_refusals(self, made: tuple[RecordedStep, ...]) -> tuple[RecordedStep, ...]:
        """Steps that do not know an outright failure at their end for harmless: the act came to nothing then, whatever
        was said of it. What was told before that did not keep it from going on."""
        if not made:
            return made
        refusals = outright_failures(made[-1].failures, self._task.instruction)
        known = tuple(text for text in made[-1].failures if text not in refusals)
        return (*made[:-1], made[-1].model_copy(update={"failures": known}))

    async def _keep_results(self) -> None:
        """Keep where the results stood, if the planner has just read all of them."""
        dialogue, rounds = self._dialogue, self._rounds
        if dialogue.read and dialogue.read == dialogue.results and not dialogue.jump and not dialogue.ran_code:
            did = bool(self._replay and self._replay.steps) or not all(map(is_passed_over, rounds.attempted))
            await keep_results(self._context, self._task.instruction, dialogue.results, rounds.seen, after_steps=did)

    def _needless_doubt(self) -> str:
        """Why an act for which nothing had to be done may need something next time, on the same screen."""
        if self._dialogue.results or self._dialogue.jump or self._dialogue.ran_code:
            return "not recorded: it gave results"
        # What a step of a program goes by may be in its variables and its belief.
        on_same_screen = self._context.companion is None
        reason = "" if self._is_recordable else dependence(self._task.instruction, on_same_screen=on_same_screen)
        return f"not recorded: {reason}" if reason else ""

    def _doubt(self, steps: Sequence[RecordedStep]) -> str:
        """Why the same steps may be wrong next time."""
        if self._dialogue.ran_code:
            return "not recorded: code was run, which was written for the values of this time"
        # Steps that lead to an answer are the same next time, and the answer is read again.
        names = [anchor.name for step in steps for anchor in step.anchors.values()]
        reason = dependence(self._task.instruction, gives=bool(self._dialogue.results), names=names)
        if not reason and self._recorder and self._recorder.borrowed:
            reason = f"{self._recorder.borrowed!r} was typed and comes from the screen"
        return f"not recorded: {reason}" if reason else ""


def _dialogue_for(context: ActContext) -> Dialogue:
    if context.companion is None:
        return Dialogue()
    return StepDialogue(context.companion, gives=context.planner.family.dialect == "tags")
