"""Replays a recording: its steps in order, without a model, as long as the screen is as it was recorded.

Nothing waits after an action. Instead each step waits until the effect of the previous step is on the screen and its
own element is stable. Both are read in one look.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from askonce.actions import Action, Found, Target
from askonce.errors import AskonceError, InvalidAction, ScreenMoved
from askonce.geometry import Box
from askonce.lazy import dataclass
from askonce.locate import Passed, find
from askonce.locate.recorded_finder import NAME, find_anchor, is_told_apart
from askonce.planning.act_context import ActContext
from askonce.planning.action_execution import FATAL, acted, acting, find_targets, perform
from askonce.planning.field_glance import FieldGlance, Foreseen, KnownScreen
from askonce.planning.list_search import bring_into_view
from askonce.planning.planner_view import record_expectations
from askonce.planning.reached_effects import reached_state, shown_effects
from askonce.planning.report_shots import keep_report_shot
from askonce.planning.second_look import CHANGED, has_changed
from askonce.planning.stall import tree_fingerprint
from askonce.planning.told_errors import ERROR, is_answered_well, told_errors
from askonce.recordings.left_places import LeftPlace, place_of
from askonce.recordings.needed_texts import is_shown
from askonce.recordings.recorded_dialog import dialog_deviation
from askonce.recordings.recorded_expectations import filled, holds, is_there
from askonce.recordings.recorded_texts import is_said_in
from askonce.recordings.recording import Anchor, RecordedStep, Recording
from askonce.recordings.slots import open_slots
from askonce.screens import AddressWatch, DocumentStatus, Inspectable, Node, TextWatch, Tree, Watchable
from askonce.screens.expectation import Expectation
from askonce.screens.eyes import Eyes
from askonce.screens.open_dialog import open_dialog
from askonce.screens.report_pictures import Taking
from askonce.screens.screen_protocol import hiding_dialog
from askonce.values import Instruction

NO_EFFECT = "it had no effect on the screen, as it had when it was recorded"
_TELL_NOTHING = frozenset({"gone", "address"})
"""Kinds of expectations that do not show how a step went: pages of failures have the same address."""
POLL = 0.25
"""The most seconds between two looks at a screen that has not reported a change."""


@dataclass(frozen=True, slots=True)
class Deviation:
    """Where the screen is not as it was recorded."""

    number: int
    """The number of the step, from 0."""
    reason: str
    done: bool
    """Whether the step was performed, and only its effect differs."""


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
        self._awaited: tuple[Expectation, ...] = ()
        self._ended = 0.0
        """When the last step was performed, and the wait for its effect began."""
        self._missed: tuple[Expectation, ...] = ()
        """Those of them that were not met at the last look."""
        self._touched: Node | None = None
        """The element of the last step, if it had exactly one."""
        self._before: KnownScreen | None = None
        """The look in which it was found."""
        self._unchanged: int | None = None
        """The screen before the last step, if only a change of it shows that the step had an effect."""
        self._compared: Tree | None = None
        """The same screen, as long as a message of an error has to be looked for."""
        self._has_error = False
        """Whether the page came with an error after the step that deviated."""
        self._failures: list[str] = []
        """What it told of failures."""
        self._is_unconfirmed = False
        """Whether it did not say that it worked, as it did when it was recorded."""
        self._left: dict[int, LeftPlace] = {}
        """The rows and dialogs that have to be gone at the end, by the number of the step among those done."""
        self._staying: set[int] = set()
        """Those of them that are not."""
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

    async def mend(self, steps: tuple[RecordedStep, ...]) -> None:
        """Continue after the step that deviated, with the steps that were performed instead of it or after it."""
        self._is_mended = True
        if self._done is None:
            self._next += 1
        elif not steps:
            unmet = await self._unmet_at_end(thorough=True)
            values = self._done.filled_by(self.instruction)
            known = {expected: filled(expected, values, self._touched) for expected in self._done.expects}
            expects = tuple(expected for expected in known if known[expected] not in unmet)
            self.steps[-1] = self._done.model_copy(
                update={
                    "expects": expects,
                    "changes": False,
                    "same_values": None,
                    "error": self._done.error or self._has_error,
                    "confirmed": self._done.confirmed and not self._is_unconfirmed,
                    "failures": (
                        *self._done.failures,
                        *(open_slots(text, values, loosely=True) for text in self._failures),
                    ),
                }
            )
        for number in self._staying:  # what was asked about is meant to be so
            self.steps[number] = self.steps[number].model_copy(update={"leaves": False})
        self._left.clear()
        self._staying.clear()
        self.steps += steps
        self._awaited, self._unchanged, self._compared, self._shared = (), None, None, 0

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
            self._report_verified(self._missed)
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
        number, self._filling = self._next, step.filled_by(self.instruction)
        self._context.trace.round += 1
        try:
            action = self._context.space.read(step.action, step.params)
            places = await self._ready(step)
            if isinstance(places, Deviation):
                return places
            self._report_verified()
            await self._find(action, places)
            await self._touch(places)
            if reached := self._reached(step, action):
                return Deviation(number, reached, done=False)
            expects = self._expected(step, self._touched)
            unchanged = await self._fingerprint_before(step, expects)
            self._foresee(expects)
        except FATAL:
            raise
        except AskonceError as error:
            return Deviation(number, str(error), done=False)
        await acting(action, self._context, expects)
        try:
            output = await perform(action, self._context, self._filling, settles=not expects)
        except FATAL:
            raise
        except AskonceError as error:
            await acted(action, self._context, error=str(error))
            return Deviation(number, str(error), done=False)
        await acted(action, self._context, output)
        self._note_place(step)
        self.steps.append(step)
        self.done.append(str(action))
        self.actions.append(action)
        self._awaited, self._ended, self._unchanged = expects, time.monotonic(), unchanged
        self._next += 1
        return None

    def _note_place(self, step: RecordedStep) -> None:
        """Note the row or dialog that a step was done in, where that has to be gone at the end."""
        if step.leaves and self._touched and self._before:
            place = place_of(self._touched, self._before.view, step.row_names(self._filling))
            self._left |= {len(self.steps): place} if place else {}

    def _reached(self, step: RecordedStep, action: Action[Any]) -> str:
        """Why a step would undo or repeat what is so already; "" if nothing says so."""
        if step.action == "Tap" and self._touched and (reached := reached_state(step, self._touched)):
            return reached
        if not self._is_mended or action.is_repeatable:
            return ""
        shown = shown_effects(step, self._before.view, self._filling) if self._before else ()
        return f"{shown[0]} is met already, before the step" if shown else ""

    def _expected(self, step: RecordedStep, own: Node | None) -> tuple[Expectation, ...]:
        return tuple(filled(expected, self._filling, own) for expected in step.expected_for(self._filling))

    async def _fingerprint_before(self, step: RecordedStep, expects: tuple[Expectation, ...]) -> int | None:
        """What must change for the step to have had an effect, if its expectations do not show that."""
        self._compared, self._has_error, self._is_unconfirmed, self._failures = None, False, False, []
        if self._before and not step.error and expects and {expected.kind for expected in expects} <= _TELL_NOTHING:
            self._compared = self._before.view
        if self._before is None or not self._must_change(step, expects, self._before.view):
            return None
        if self._context.eyes.known_whole:  # what was read with that is not compared with what is in view
            self._context.eyes.blink()
        tree = await self._context.eyes.tree()
        self._compared = None if step.error else tree
        return tree_fingerprint(tree, focus=len(step.anchors) < 2) if tree else None

    def _must_change(self, step: RecordedStep, expects: tuple[Expectation, ...], tree: Tree) -> bool:
        """Whether only a change of the screen shows that a step had an effect."""
        shows_nothing = all(expected.kind != "field" and holds(expected, tree) for expected in expects)
        return bool((step.changes and not expects) or (step.anchors and expects and shows_nothing))

    async def _explained(self, deviation: Deviation) -> Deviation:
        """What differs, with what came instead, an error of the page or a dialog: that is the reason."""
        screen = self._context.screen
        status = await screen.document_status() if deviation.done and isinstance(screen, DocumentStatus) else 0
        if status >= ERROR:
            self._has_error = True
            return replace(deviation, reason=f"the page came with the error {status}; {deviation.reason}")
        with suppress(ScreenMoved):
            view = await self._context.eyes.tree()
            known = {node.number for node in self._before.view} if self._before else ()
            if dialog := open_dialog(view, known) if view else "":
                return replace(deviation, reason=f"{self._context.trace.mask(dialog)}; {deviation.reason}")
        return deviation

    def _report_verified(self, missed: tuple[Expectation, ...] = ()) -> None:
        """Report which effects of the last step were seen, to the trace and the companion."""
        if not self._awaited:
            return
        record_expectations(self._context, self._awaited, missed, time.monotonic() - self._ended)
        if self._context.companion:
            self._context.companion.verified([expected for expected in self._awaited if expected not in missed], missed)

    # ---- waiting

    async def _ready(self, step: RecordedStep) -> dict[str, Found] | Deviation:
        """Where the targets of a step are, once the last step has had its effect; or what differs."""
        if not step.anchors and self._awaited == ():
            await self._context.screen.settle()
        if places := await self._glimpsed(step):
            return places
        deadline = time.monotonic() + self._context.replay_patience
        is_settled = is_searched = is_read = False
        while True:
            if self._shows and not is_read and not self._elsewhere():
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
                taking = None if self.steps else self._context.eyes.shot_again
                answer, _ = await asyncio.gather(self._steady(step, answer), self._show(taking))
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
        if not _only_fields(self._awaited) or len(step.anchors) != 1 or step.needs:
            return None
        if self._touched is None or self._before is None:
            return None
        is_pictured = self._shows and not _only_fields(step.expected_for(self._filling))
        values = " ".join(expected.value for expected in self._awaited)
        self._has_typed_secret = self._has_typed_secret or self._context.trace.mask.hides(values)
        if is_pictured and self._has_typed_secret:
            return None  # a secret may be readable now, and must be found before a picture is taken
        (name, anchor) = next(iter(step.anchors.items()))
        glance = FieldGlance(self._touched, self._before, self._awaited)
        foreseen, self._foreseen = self._foreseen, None
        found = await glance.find(foreseen, anchor, self._context.eyes, self._filling) if foreseen else None
        if found is None or self._must_change(step, self._expected(step, found[0].node), found[1].view):
            return None  # what has the focus is not known by a glance, and would count as a change
        place, self._seen = found
        if is_pictured:
            await self._show(self._context.eyes.snap)
        elif self._shows:
            self._shared += 1  # one picture before and one after all the fields of a form are enough
        return {name: place}

    def _foresee(self, expects: tuple[Expectation, ...]) -> None:
        """Find out where a glance should find the next element, and let it be asked on the way."""
        self._foreseen = None
        follows = self.recording.steps[self._next + 1 : self._next + 2]
        if not follows or not _only_fields(expects) or len(follows[0].anchors) != 1 or follows[0].needs:
            return
        if self._touched is None or self._before is None:
            return
        (anchor,) = follows[0].anchors.values()
        glance = FieldGlance(self._touched, self._before, expects)
        self._foreseen = glance.foresee(anchor, follows[0].filled_by(self.instruction))
        if self._foreseen:
            self._context.eyes.foresee(self._touched.number, self._foreseen.node.number)

    async def _touch(self, places: dict[str, Found]) -> None:
        """Note what a step is about to touch, and the screen before it."""
        nodes, eyes = [found.node for found in places.values()], self._context.eyes
        view = None if self._seen else await eyes.tree()
        self._before, self._seen = self._seen or (KnownScreen(view, eyes.known_whole) if view else None), None
        self._touched = nodes[0] if self._before and len(nodes) == 1 else None

    async def _wait(self, left: float) -> None:
        screen = self._context.screen
        if left > 0 and self._elsewhere() and isinstance(screen, AddressWatch):
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
            unmet = await self._unmet(thorough=thorough)
            if unmet:
                self._missed = unmet
                return Deviation(self._next - 1, "; ".join(f"{expected} is not met" for expected in unmet), done=True)
            if await self._is_unchanged():
                return Deviation(self._next - 1, NO_EFFECT, done=True)
            if error := await self._told_error():
                return Deviation(self._next - 1, error, done=True)
            if self._awaited and not step.anchors:
                await self._context.screen.settle()
            places = await self._places(step)
            missing = "" if isinstance(places, Deviation) else await self._missing(step)
            return Deviation(self._next, missing, done=False) if missing else places
        except ScreenMoved as error:
            self._context.eyes.blink()
            return Deviation(self._next, str(error), done=False)

    async def _missing(self, step: RecordedStep) -> str:
        """What a step needs to be seen before it, and is not; "" if nothing."""
        view = await self._context.eyes.tree() if step.needs else None
        for need in step.needs if view else ():
            assert view
            wanted = filled(need, self._filling)
            if need.kind != "field" and not is_shown(need, view, self._filling):
                return f"{wanted.text!r} is not on the screen, and was when this was recorded"
            if need.kind == "field" and not holds(wanted, view):
                whole = await self._context.eyes.whole_tree()
                if whole is None or not holds(wanted, whole):
                    return f"{wanted} is not met, and was when this was recorded"
        return ""

    def _needs_whole_page(self, step: RecordedStep) -> bool:
        """Whether the whole page is to be read for a step, or for those that follow without another look: then reading
        what is in view is saved."""
        # What is counted is read once the page has settled.
        is_counted = any(anchor.ordinal is not None for anchor in step.anchors.values())
        if self._unchanged is not None or is_counted or self._elsewhere():
            return False
        return any(is_told_apart(anchor) for each in self._seen_together() for anchor in each.anchors.values())

    def _seen_together(self) -> Iterator[RecordedStep]:
        """The next step and those that a glance may be enough for, because the steps before them only fill fields."""
        for step in self.recording.steps[self._next :]:
            yield step
            if not _only_fields(step.expects):
                return

    async def _unmet(self, *, thorough: bool) -> tuple[Expectation, ...]:
        """The expectations that are not met. `thorough` also looks at what is out of view."""
        if not self._awaited or not isinstance(self._context.screen, Inspectable):
            return ()
        await self._context.address()  # from here on it is known
        if elsewhere := self._elsewhere():
            return elsewhere  # no need to read a page that is about to be left
        await self._context.eyes.answered()
        view = await self._context.eyes.tree()
        unmet = tuple(expected for expected in self._awaited if view and not holds(expected, view, self._touched))
        if not unmet or not thorough:
            return unmet
        if (whole := await self._context.eyes.whole_tree()) is None:
            return unmet
        return tuple(each for each in unmet if each.kind == "gone" or not holds(each, whole, self._touched))

    async def _is_unchanged(self) -> bool:
        """Whether the last step should have changed the screen, and has not yet."""
        if self._unchanged is None:
            return False
        try:
            tree = await self._context.eyes.tree()
        except ScreenMoved:
            tree = None  # that is a change
        focus = len(self.steps[-1].anchors) < 2
        if tree is None or tree_fingerprint(tree, focus=focus) != self._unchanged:
            self._unchanged = None
        return self._unchanged is not None

    async def _are_staying(self) -> bool:
        """Whether a row or dialog is still there that was gone at the end, or its page is not there to tell."""
        try:
            tree = await self._context.eyes.tree() if self._left and not hiding_dialog(self._context.screen) else None
        except ScreenMoved:
            return True  # what is on the next screen tells
        self._staying = {
            number for number, place in self._left.items() if tree and (place.is_in(tree) or self._is_lost(place))
        }
        return bool(self._staying)

    def _is_lost(self, place: LeftPlace) -> bool:
        """Whether the last step led away from the page of a row or dialog, which was there at the end."""
        started = self._before.view.address if self._before else ""
        return place.is_of(started) and not place.is_of(self._context.eyes.known_address)

    def _stay(self) -> str:
        places = [self._left[number] for number in sorted(self._staying)]
        lost, staying = (
            ", ".join(str(each) for each in places if self._is_lost(each) is gone) for gone in (True, False)
        )
        if lost:
            return f"another page came instead of that of {lost}, where it ended when it was recorded"
        return f"{staying} is still there, and was gone when it was recorded" if staying else ""

    async def _told_error(self) -> str:
        """What the page says of a failure, where what is expected does not show how the last step went."""
        before, tree = self._compared, await self._context.eyes.tree() if self._compared else None
        if before is None or tree is None:
            return ""
        self._failures = told_errors(before, tree, self._filling, self._touched, self.steps[-1].failures)
        if not self._failures:
            self._is_unconfirmed = self.steps[-1].confirmed and not is_answered_well(before, tree)
            return "nothing says that it worked, as the page did when it was recorded" if self._is_unconfirmed else ""
        return f"{self._context.trace.mask(self._failures[0])!r} came up, and did not when it was recorded"

    async def _error_at_end(self) -> str:
        """An error of the last step that was not recorded: a message, or the page that was all that was expected."""
        screen, is_arrival = self._context.screen, {expected.kind for expected in self._awaited} == {"address"}
        if is_arrival and not self.steps[-1].error and isinstance(screen, DocumentStatus):
            status = await screen.document_status()
            self._has_error = status >= ERROR
            if self._has_error:
                return f"the page came with the error {status}"
        tree = await self._context.eyes.tree() if self._compared else None
        if tree and is_arrival and tree.still and not await self._told_error():
            return ""
        if tree:  # more may have come since
            await screen.settle()
            self._context.eyes.blink()
        return await self._told_error()

    def _elsewhere(self) -> tuple[Expectation, ...]:
        """The expected addresses that are not reached."""
        address = self._context.eyes.known_address
        return tuple(
            expected for expected in self._awaited if expected.kind == "address" and not is_there(expected, address)
        )

    async def _places(self, step: RecordedStep) -> dict[str, Found] | Deviation:
        places: dict[str, Found] = {}
        for name, anchor in step.anchors.items():
            if anchor == Anchor():
                continue
            if anchor.ordinal is not None:
                await self._context.screen.settle()  # elements that still appear would be counted too
                self._context.eyes.blink()
                await self._context.eyes.look_whole()
            found = await find_anchor(anchor, self._context.screen, self._context.eyes, self._filling)
            if isinstance(found, Passed):
                return Deviation(self._next, found.reason, done=False)
            places[name] = found
        return places

    async def _steady(self, step: RecordedStep, places: dict[str, Found]) -> dict[str, Found] | Deviation:
        """The places, once the elements there are stable and can be touched."""
        for name, found in places.items():
            if await has_changed(found, self._context.eyes):
                return Deviation(self._next, f"{step.params.get(name, name)} {CHANGED}", done=False)
            if found.node is None or await self._is_standing(found.node):
                continue
            try:
                node = await self._context.eyes.wait_actionable(found.node, POLL, touched=self._operates(step))
            except ScreenMoved as error:
                node = str(error)
            if isinstance(node, str):
                return Deviation(self._next, f"{step.params.get(name, name)}: {node}", done=False)
            if "covered" in node.states:
                cover = node.attributes.get("covered by", "something else")
                return Deviation(self._next, f"{step.params.get(name, name)} is covered by {cover}", done=False)
            places[name] = Found(node.box, found.finder, node, node.point)
        return places

    async def _is_standing(self, node: Node) -> bool:
        """Whether the element was stable and free in the look in which it was found."""
        tree = await self._context.eyes.tree()
        if tree is None or not tree.still or not node.states.isdisjoint({"covered", "disabled", "offscreen"}):
            return False
        if self._context.eyes.known_whole and not _is_all_in_view(node, tree):
            return False  # how much of it can be touched is not known
        return tree.find(node.number) == node

    def _operates(self, step: RecordedStep) -> bool:
        try:
            return self._context.space[step.action].operates
        except InvalidAction:
            return True

    async def _end(self) -> Deviation | None:
        """Wait for the effect of the last step, and for the screen to settle."""
        deadline = time.monotonic() + self._context.replay_patience
        is_settled = False
        while (
            (unmet := await self._unmet_at_end(thorough=is_settled))
            or await self._is_unchanged()
            or await self._are_staying()
        ):
            left = deadline - time.monotonic()
            if left <= 0 and is_settled:
                self._missed = unmet
                reason = "; ".join(f"{expected} is not met" for expected in unmet) or self._stay() or NO_EFFECT
                with suppress(ScreenMoved):
                    told = await self._told_error() if self._staying else ""
                    reason = f"{told}; {reason}" if told else reason
                return await self._explained(Deviation(self._next - 1, reason, done=True))
            await self._wait(left)
            is_settled = left <= 0
        with suppress(ScreenMoved):
            if not hiding_dialog(self._context.screen) and (error := await self._error_at_end()):
                self._missed = ()
                return Deviation(self._next - 1, error, done=True)
        self._report_verified()
        await self._context.eyes.rest(pictured=self._shows)
        await self._show(self._context.eyes.last_shot)
        return None

    async def _messages(self) -> Sequence[str]:
        """The messages in which all the expected texts can be read, if the page itself says so: then nothing else need
        be read."""
        texts = [expected.text for expected in self._awaited if expected.kind == "visible"]
        is_all = all(expected.kind in {"visible", "address"} for expected in self._awaited)
        screen = self._context.screen
        is_more = self._unchanged is not None or bool(self._left)
        if not texts or not is_all or is_more or not isinstance(screen, TextWatch):
            return ()
        if self._elsewhere() or self._context.trace.mask.hides(" ".join(texts)):
            return ()
        await self._context.eyes.answered()
        return await screen.wait_for_texts(texts, POLL)

    async def _unmet_at_end(self, *, thorough: bool) -> tuple[Expectation, ...]:
        try:
            if messages := await self._messages():
                shown = [expected for expected in self._awaited if expected.kind == "visible"]
                told = zip(shown, messages, strict=True)
                return tuple(expected for expected, message in told if not is_said_in(expected.text, message))
            return await self._unmet(thorough=thorough)
        except ScreenMoved:
            return self._awaited

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


def _only_fields(expects: tuple[Expectation, ...]) -> bool:
    """Whether all that is expected of a step is what a field holds."""
    return bool(expects) and all(expected.kind == "field" for expected in expects)


def _is_all_in_view(node: Node, tree: Tree) -> bool:
    """Whether surely no edge of the screen, of a frame or of what scrolls cuts an element off."""
    is_plain = not node.frame and not any("scrolls" in other.states for other in tree)
    return is_plain and node.box.intersection(Box.of_size(tree.view)) == node.box
