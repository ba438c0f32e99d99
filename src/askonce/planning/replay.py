"""Replays a recording: its steps in order, without a model, as long as the screen is as it was recorded.

Nothing waits after an action. Instead each step waits until the effect of the previous step is on the screen and its
own element is stable. Both are read in one look.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from askonce.actions import Action, Found, Target
from askonce.errors import AskonceError, ScreenMoved, TargetMoved
from askonce.lazy import dataclass
from askonce.locate import Passed, find
from askonce.locate.recorded_finder import NAME, find_anchor, is_told_apart
from askonce.planning.act_context import ActContext
from askonce.planning.action_execution import FATAL, MOST_AIMS, acted, acting, find_targets, perform
from askonce.planning.field_glance import FieldGlance, Foreseen, KnownScreen
from askonce.planning.held_fields import HeldFields, only_fills
from askonce.planning.key_focus import lead_keys
from askonce.planning.left_rows import LeftRows
from askonce.planning.list_search import bring_into_view
from askonce.planning.reached_effects import reached_state, shown_effects
from askonce.planning.report_shots import keep_report_shot
from askonce.planning.step_answer import StepAnswer, only_fields
from askonce.planning.step_targets import POLL, find_places, steady_places
from askonce.recordings.left_places import place_of
from askonce.recordings.recorded_dialog import dialog_deviation
from askonce.recordings.recorded_expectations import filled
from askonce.recordings.recording import Anchor, RecordedStep, Recording, is_same_step
from askonce.screens import AddressWatch, Node, Tree, Watchable
from askonce.screens.expectation import Expectation
from askonce.screens.eyes import Eyes
from askonce.screens.report_pictures import Taking
from askonce.screens.screen_protocol import hiding_dialog
from askonce.values import Instruction

NO_EFFECT = "it had no effect on the screen, as it had when it was recorded"
UNSENT = "the form that it sent is there again, as it was not when it was recorded"


@dataclass(frozen=True, slots=True)
class Deviation:
    """Where the screen is not as it was recorded."""

    number: int
    """The number of the step, from 0."""
    reason: str
    done: bool
    """Whether the step was performed, and only its effect differs."""
    is_lost: bool = False
    """Whether a field no longer holds what an earlier step put there: then that step is not enough any more."""


@dataclass(frozen=True, slots=True)
class _KnownTarget:
    """A finder that returns a known place, so that it appears in the trace like any other."""

    found: Found
    name: str = NAME

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
        return self.found


class Replay:
    """One recording that is being replayed."""

    def __init__(self, recording: Recording, context: ActContext, instruction: Instruction) -> None:
        self.recording = recording
        self.steps: list[RecordedStep] = []
        """What was done so far, as it should be recorded now."""
        self.done: list[str] = []
        """The same in words, replayed steps only."""
        self.actions: list[Action[Any]] = []
        """The actions of those, with their targets."""
        self._context = context
        self.instruction = instruction
        self._filling = instruction
        """The same with the values that go into the step that is being done."""
        self._next = 0
        self._is_mended = False
        """Whether a planner took part: it may have done more than it was asked for."""
        self._done: RecordedStep | None = None
        """The step that deviated, if it was performed and only its effect differs."""
        self._answer = StepAnswer(context, instruction)
        """What the last step was answered with."""
        self._left = LeftRows()
        self.held = HeldFields()
        """What the steps have filled in."""
        self._foreseen: Foreseen | None = None
        """What a glance after the last step should find, where one may be enough."""
        self._seen: KnownScreen | None = None
        """An earlier look that is still valid."""
        self._shared = 0
        """How many steps since the last picture only filled a field, and share the pictures before and after them."""
        self._has_typed_secret = False
        """Whether a step since the last picture has filled in a secret, which may be readable now."""

    @property
    def _shows(self) -> bool:
        return self._context.shots == "actions"

    @property
    def position(self) -> int:
        """The number of the step that comes next, from 0."""
        return self._next

    def join(self, number: int) -> None:
        """Begin with a later step: a planner has led there."""
        self._next, self._is_mended = number, True

    async def refused_again(self, since: Tree | None) -> str:
        """The failure that the page tells still, where a step was done, deviated, and somebody did more about it
        `since` that look; "" if it tells none any more."""
        return self._context.trace.mask(await self._answer.refused_again(since)) if self._done else ""

    async def mend(self, steps: tuple[RecordedStep, ...], since: Tree | None) -> str:
        """Continue after the step that deviated, with the steps that were performed instead of it or after it, `since`
        that look.

        Returns why that is not learnt, where somebody said that it is well: the page said outright that it failed, or
        nothing shows an effect.
        """
        self._is_mended, refusal = True, ""
        unlearnt = await self._ineffective(steps, since)
        if self._done is None:
            self._next += 1
        elif not steps and (refusal := await self._answer.refusal()):
            self.steps[-1] = self._done
        elif not steps or (len(steps) == 1 and is_same_step(steps[0], self._done) and self._is_repeatable(self._done)):
            unmet = await self._answer.unmet_at_end(thorough=True)
            await self._answer.lost_end(thorough=True)
            if steps and unmet:
                self.steps[-1] = steps[0]
            else:
                has_effect = await self._answer.has_effect() is True
                self.steps[-1] = self._done if steps else self._answer.healed(self._done, unmet, has_effect=has_effect)
            steps = ()
        self._left.release(self.steps)
        self.steps += steps
        self._answer, self._shared = StepAnswer(self._context, self.instruction), 0
        return f"the page says {self._context.trace.mask(refusal)!r}" if refusal else unlearnt

    async def _ineffective(self, steps: tuple[RecordedStep, ...], since: Tree | None) -> str:
        """Why a step that deviated has no effect still, with what was done instead of it or after it; "" if it has one,
        or had none when it was recorded. A step that was not done may not be needed."""
        if self._done is None and not steps:
            return ""
        step = self._done or self.recording.steps[self._next]
        has_effect = any(made.expects or made.changes or made.leaves for made in steps)
        if has_effect or not (step.expects or step.changes or step.leaves or step.form):
            return ""
        return NO_EFFECT if await self._answer.has_effect(None if self._done else since) is False else ""

    def _is_repeatable(self, step: RecordedStep) -> bool:
        """Whether a step that was done twice did no more than once, so that once is enough another time."""
        return self._context.space.read(step.action, step.params).is_repeatable

    async def go_on(self) -> Deviation | None:
        """Replay the remaining steps, until the end or until the screen differs."""
        deviation = None
        while self._next < len(self.recording.steps) and deviation is None:
            deviation = await self._do(self.recording.steps[self._next])
        deviation = deviation or await self._end()
        if deviation:
            self._context.eyes.blink()  # others look more closely
            if self._shared:
                await self._show()  # what the steps before it have done is seen before others do more
                self._context.eyes.blink()
        if deviation and deviation.done:
            self._answer.report(self._answer.missed)
        self._done = self.steps[-1] if deviation and deviation.done else None
        if self._done:
            self.steps[-1] = self._done.model_copy(update={"expects": (), "same_values": None})
        return deviation

    async def starts_here(self) -> bool:
        """Whether the elements of the first step are on the screen now."""
        step = self.recording.steps[0]
        self._filling = step.filled_by(self.instruction)
        anchors = [anchor for anchor in step.anchors.values() if anchor != Anchor()]
        found = [
            await find_anchor(anchor, self._context.screen, self._context.eyes, self._filling) for anchor in anchors
        ]
        is_known = anchors and not any(anchor.is_counted for anchor in anchors)
        return bool(is_known) and all(isinstance(place, Found) for place in found)

    async def _do(self, step: RecordedStep) -> Deviation | None:
        reason = ""
        for _ in range(MOST_AIMS):
            try:
                return await self._do_once(step)
            except TargetMoved as error:
                reason, self._seen = str(error), None
        return Deviation(self._next, reason, done=False)

    async def _do_once(self, step: RecordedStep) -> Deviation | None:
        """Raises TargetMoved where its element moved away right before it was touched: nothing was then, and it may be
        looked for again."""
        number, self._filling = self._next, step.filled_by(self.instruction)
        self._context.trace.round += 1
        try:
            action = self._context.space.read(step.action, step.params)
            places = await self._ready(step)
            if isinstance(places, Deviation):
                return places
            self._answer.report()
            await self._find(action, places)
            touched, before = await self._touch(places)
            if reached := self._reached(step, action, touched, before):
                return Deviation(number, reached, done=False)
            answer = StepAnswer(self._context, self._filling, step, self._expected(step, touched), touched, before)
            await answer.prepare(ends=number + 1 == len(self.recording.steps))
            self._foresee(answer)
            await lead_keys(action, step, self._context, self._filling)
        except FATAL:
            raise
        except AskonceError as error:
            return Deviation(number, str(error), done=False)
        await acting(action, self._context, answer.expects)
        try:
            output = await perform(action, self._context, self._filling, settles=not answer.expects)
        except FATAL:
            raise
        except AskonceError as error:
            await acted(action, self._context, error=str(error))
            if isinstance(error, TargetMoved):
                raise
            return Deviation(number, str(error), done=False)
        await acted(action, self._context, output)
        answer.begin()
        if step.leaves and touched and before:
            self._left.add(len(self.steps), place_of(touched, before.view, step.row_names(self._filling)))
        self.held.note(len(self.steps), step, touched, answer.expects)
        self.steps.append(step)
        self.done.append(str(action))
        self.actions.append(action)
        self._answer = answer
        self._next += 1
        return None

    def _reached(
        self, step: RecordedStep, action: Action[Any], touched: Node | None, before: KnownScreen | None
    ) -> str:
        """Why a step would undo or repeat what is so already; "" if nothing says so."""
        if step.action == "Tap" and touched and (reached := reached_state(step, touched)):
            return reached
        if not self._is_mended or action.is_repeatable:
            return ""
        shown = shown_effects(step, before.view, self._filling) if before else ()
        return f"{shown[0]} is met already, before the step" if shown else ""

    def _expected(self, step: RecordedStep, own: Node | None) -> tuple[Expectation, ...]:
        return tuple(filled(expected, self._filling, own) for expected in step.expected_for(self._filling))

    # ---- waiting

    async def _ready(self, step: RecordedStep) -> dict[str, Found] | Deviation:
        """Where the targets of a step are, once the last step has had its effect; or what differs."""
        if not step.anchors and self._answer.expects == ():
            await self._context.screen.settle()
        if places := await self._glimpsed(step):
            return places
        deadline = time.monotonic() + self._context.replay_patience
        is_settled = is_searched = is_read = False
        while True:
            if self._shows and not is_read and not self._answer.elsewhere():
                is_read = True  # where that was too soon, the next picture waits until all is there
                self._context.eyes.shoot_early()
            self._context.eyes.act_next()
            answer = await self._look(step, thorough=is_settled)
            if isinstance(answer, Deviation) and hiding_dialog(self._context.screen):
                return answer  # nothing changes until it is answered
            if isinstance(answer, Deviation) and not (answer.done or is_searched):
                is_searched = True
                if await bring_into_view(step, self._context, self._filling):
                    continue
            if not isinstance(answer, Deviation):
                answer = await self._steadied_and_shown(step, answer)
            if not isinstance(answer, Deviation):
                if not await self._context.eyes.answered() or time.monotonic() > deadline:
                    return answer
                self._context.eyes.blink()
                continue
            left = deadline - time.monotonic()
            if left <= 0 and is_settled:
                return await self._explained(answer)
            await self._wait(left)
            is_settled = left <= 0

    async def _glimpsed(self, step: RecordedStep) -> dict[str, Found] | None:
        """The place of a step's element, if the last step only filled a field: see `field_glance`."""
        last = self._answer
        if not only_fields(last.expects) or len(step.anchors) != 1 or step.needs:
            return None
        if last.touched is None or last.before is None:
            return None
        is_pictured = self._shows and not only_fields(step.expected_for(self._filling))
        values = " ".join(expected.value for expected in last.expects)
        self._has_typed_secret = self._has_typed_secret or self._context.trace.mask.hides(values)
        if is_pictured and self._has_typed_secret:
            return None  # a secret may be readable now, and must be found before a picture is taken
        (name, anchor) = next(iter(step.anchors.items()))
        glance = FieldGlance(last.touched, last.before, last.expects)
        foreseen, self._foreseen = self._foreseen, None
        held = None if self._fills(step) else self.held.besides(last.touched)
        found = await glance.find(foreseen, anchor, self._context.eyes, self._filling, held) if foreseen else None
        if found is None:
            return None
        if last.must_change(step, self._expected(step, found[0].node), found[1].view):
            return None  # what has the focus is not known by a glance, and would count as a change
        place, self._seen = found
        if is_pictured:
            await self._show(self._context.eyes.snap)
        elif self._shows:
            self._shared += 1  # one picture before and one after all the fields of a form are enough
        return {name: place}

    def _foresee(self, doing: StepAnswer) -> None:
        """Find out where a glance should find the next element, and let it be asked on the way."""
        self._foreseen = None
        step = next(iter(self.recording.steps[self._next + 1 : self._next + 2]), None)
        if step is None or not only_fields(doing.expects) or len(step.anchors) != 1 or step.needs:
            return
        if doing.touched is None or doing.before is None:
            return
        (anchor,) = step.anchors.values()
        filling = step.filled_by(self.instruction)
        glance = FieldGlance(doing.touched, doing.before, doing.expects)
        self._foreseen = glance.foresee(anchor, filling)
        if self._foreseen and only_fills(step, step.expected_for(filling)):
            self._context.eyes.foresee(doing.touched.number, self._foreseen.node.number)

    async def _touch(self, places: dict[str, Found]) -> tuple[Node | None, KnownScreen | None]:
        """What a step is about to touch, if that is exactly one element, and the screen before it."""
        nodes, eyes = [found.node for found in places.values()], self._context.eyes
        if hiding_dialog(self._context.screen):
            return None, self._answer.before  # the page that asks is as it was
        view = None if self._seen else await eyes.tree()
        before, self._seen = self._seen or (KnownScreen(view, eyes.known_whole) if view else None), None
        return nodes[0] if before and len(nodes) == 1 else None, before

    async def _wait(self, left: float) -> None:
        screen = self._context.screen
        if left > 0 and self._answer.elsewhere() and isinstance(screen, AddressWatch):
            await screen.wait_for_address(min(left, POLL))
        elif left > 0 and isinstance(screen, Watchable):
            await screen.wait_for_change(min(left, POLL))
        else:
            await screen.settle()
        self._context.eyes.blink()

    async def _look(self, step: RecordedStep, *, thorough: bool) -> dict[str, Found] | Deviation:
        try:
            if other := dialog_deviation(step, self._context.screen, self._filling):
                return Deviation(self._next, other, done=False)
            if self._needs_whole_page(step):
                await self._context.eyes.answered()
                await self._context.eyes.look_whole()
            last = self._answer
            if unmet := await last.unmet(thorough=thorough):
                last.missed = unmet
                return Deviation(self._next - 1, _not_met(unmet), done=True)
            if await last.is_unchanged():
                return Deviation(self._next - 1, NO_EFFECT, done=True)
            if await last.is_unsent():
                return Deviation(self._next - 1, UNSENT, done=True)
            if error := await last.told_error():
                return Deviation(self._next - 1, error, done=True)
            if lost := await self._lost_before(step):
                return Deviation(self._next, lost, done=False, is_lost=True)
            if last.expects and not step.anchors:
                await self._context.screen.settle()
            places = await find_places(step, self._context, self._filling)
            return Deviation(self._next, places, done=False) if isinstance(places, str) else places
        except ScreenMoved as error:
            self._context.eyes.blink()
            return Deviation(self._next, str(error), done=False)

    def _fills(self, step: RecordedStep) -> bool:
        return only_fills(step, step.expected_for(self._filling))

    async def _lost_before(self, step: RecordedStep) -> str:
        """Which field does not hold any more what an earlier step put there, where a step may send it; "" if none."""
        fills = self._fills(step)
        if (fills and not self.held.is_passed) or hiding_dialog(self._context.screen):
            return ""
        lost = await self.held.lost_on(self._context.eyes)
        return "" if fills else self._context.trace.mask(lost)

    def _needs_whole_page(self, step: RecordedStep) -> bool:
        """Whether the whole page is to be read for a step, or for those that follow without another look: then reading
        what is in view is saved."""
        # What is counted is read once the page has settled.
        is_counted = any(anchor.ordinal is not None for anchor in step.anchors.values())
        if self._answer.is_awaiting_change or is_counted or self._answer.elsewhere():
            return False
        return any(is_told_apart(anchor) for each in self._seen_together() for anchor in each.anchors.values())

    def _seen_together(self) -> Iterator[RecordedStep]:
        """The next step and those that a glance may be enough for, because the steps before them only fill fields."""
        for step in self.recording.steps[self._next :]:
            yield step
            if not only_fields(step.expects):
                return

    async def _steadied(self, step: RecordedStep, places: dict[str, Found]) -> dict[str, Found] | Deviation:
        steady = await steady_places(step, places, self._context)
        return Deviation(self._next, steady, done=False) if isinstance(steady, str) else steady

    async def _steadied_and_shown(self, step: RecordedStep, places: dict[str, Found]) -> dict[str, Found] | Deviation:
        if not self._shows:
            return await self._steadied(step, places)
        taking = None if self.steps else self._context.eyes.shot_again
        return (await asyncio.gather(self._steadied(step, places), self._show(taking)))[0]

    async def _explained(self, deviation: Deviation) -> Deviation:
        """What differs, with what came instead: that is the reason."""
        return replace(deviation, reason=await self._answer.explanation(done=deviation.done) + deviation.reason)

    async def _are_staying(self) -> bool:
        """Whether a row or dialog is still there that was gone at the end, or its page is not there to tell."""
        try:
            tree = await self._context.eyes.tree() if self._left and not hiding_dialog(self._context.screen) else None
        except ScreenMoved:
            return True  # what is on the next screen tells
        before = self._answer.before
        started = before.view.address if before else ""
        return tree is not None and self._left.look(tree, started, self._context.eyes.known_address)

    async def _end(self) -> Deviation | None:
        """Wait for the effect of the last step, and for the screen to settle."""
        deadline = time.monotonic() + self._context.replay_patience
        is_settled = is_unchanged = False
        lost = ""
        if hidden := self._answer.hidden():
            return Deviation(self._next - 1, hidden, done=True)
        while (
            (unmet := await self._answer.unmet_at_end(thorough=is_settled))
            or (is_unchanged := await self._answer.is_unchanged())
            or await self._answer.is_unsent()
            or await self._are_staying()
            or (lost := await self._answer.lost_end(thorough=is_settled))
        ):
            left = deadline - time.monotonic()
            if left <= 0 and is_settled:
                self._answer.missed = unmet
                reason = _not_met(unmet) or self._left.reason() or (NO_EFFECT if is_unchanged else lost or UNSENT)
                with suppress(ScreenMoved):
                    told = await self._answer.told_error()
                    reason = f"{told}; {reason}" if told else reason
                return await self._explained(Deviation(self._next - 1, reason, done=True))
            await self._wait(left)
            is_settled = left <= 0
        with suppress(ScreenMoved):
            if not hiding_dialog(self._context.screen) and (error := await self._answer.error_at_end()):
                self._answer.missed = ()
                return Deviation(self._next - 1, error, done=True)
        self._answer.report()
        await self._context.eyes.rest(pictured=self._shows)
        await self._show(self._context.eyes.last_shot)
        return None

    # ---- finding and showing

    async def _find(self, action: Action[Any], places: dict[str, Found]) -> None:
        """Give the action its targets. Those without an anchor are found as in any act."""
        for name in type(action).model_fields:
            target: object = getattr(action, name)
            if isinstance(target, Target) and name in places:
                known = (_KnownTarget(places[name]),)
                target.set_found(
                    await find(target.filled(self._filling), known, self._context.eyes, self._context.trace)
                )
        if not all(target.is_found for target in action.targets()):
            await find_targets(action, self._context, self._filling)

    async def _show(self, taking: Taking | None = None) -> None:
        """Keep a picture for the report, if pictures are on and the screen is stable."""
        if self._shows and await keep_report_shot(self._context, taking, shared=self._shared):
            self._shared, self._has_typed_secret = 0, False


def _not_met(unmet: tuple[Expectation, ...]) -> str:
    return "; ".join(f"{expected} is not met" for expected in unmet)
