"""What a replayed step is answered with: whether what is expected of it is met, and what the page tells of failures."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from askonce.errors import ScreenMoved
from askonce.language.verdicts import says
from askonce.planning.act_context import ActContext
from askonce.planning.field_glance import KnownScreen
from askonce.planning.other_news import is_other_news
from askonce.planning.planner_view import record_expectations
from askonce.planning.screen_news import text_of
from askonce.planning.stall import counts_focus, tree_fingerprint
from askonce.planning.step_targets import POLL
from askonce.planning.told_errors import (
    ERROR,
    alerts_between,
    is_answered_well,
    live_errors,
    may_tell_failure,
    outright_failures,
    told_errors,
)
from askonce.recordings.end_page import end_deviation, is_elsewhere
from askonce.recordings.recorded_expectations import filled, holds, is_there
from askonce.recordings.recorded_texts import is_said_in
from askonce.recordings.recording import EndPage, RecordedStep
from askonce.recordings.sent_forms import sent_form
from askonce.recordings.slots import open_slots
from askonce.screens import DocumentStatus, Inspectable, Node, ShownMessages, TextWatch, Tree
from askonce.screens.expectation import Expectation
from askonce.screens.open_dialog import open_dialog
from askonce.screens.screen_protocol import hiding_dialog
from askonce.screens.ui_tree import plain
from askonce.values import Instruction

_TELL_NOTHING = frozenset({"gone", "address"})
"""Kinds of expectations that do not show how a step went: pages of failures have the same address."""
_BY_FOCUS = frozenset({"Press", "Type", "AnswerDialog"})
"""Actions that have an effect on what they do not name: on what has the focus, or asks."""
_SAVED_AT_ONCE = frozenset({"Tap", "Select"})
"""Actions on fields that pages often save without a further step."""
_BROKEN = 500
"""The least HTTP status that says that a server failed: another time it does not."""
_UNCONFIRMED = "nothing says that it worked, as the page did when it was recorded"


class StepAnswer:
    """One step that was done, and what came of it. Where no step was done, nothing is expected."""

    def __init__(
        self,
        context: ActContext,
        filling: Instruction,
        step: RecordedStep | None = None,
        expects: tuple[Expectation, ...] = (),
        touched: Node | None = None,
        before: KnownScreen | None = None,
    ) -> None:
        self._context = context
        self._filling = filling
        self._step = step
        self.expects = expects
        self.touched = touched
        """The element of the step, if it had exactly one."""
        self.before = before
        """The look in which it was found."""
        self.missed: tuple[Expectation, ...] = ()
        """What was expected and not met at the last look."""
        self._began = time.monotonic()
        """When the step was performed, and the wait for its effect began."""
        self._unchanged: int | None = None
        """The screen before it, if only a change of it shows that the step had an effect."""
        self._stale: Tree | None = None
        """That screen, if it showed all that is expected: then news of something else are no effect."""
        self._was_shown = False
        """Whether all that is expected was to be seen before it."""
        self._compared: Tree | None = None
        """The same screen, where failures are looked for."""
        self._is_between = False
        """Whether it fills a field, and others are filled or sent after it."""
        self._shown: ShownMessages | None = None
        """What the page told with the expected texts, where it told them by itself."""
        self._looks = 0
        """How often it was looked at the end whether all has come, on the page where it should."""
        self._is_unsent = False
        """Whether a form is there again that was emptied or gone when it was recorded."""
        self._has_error = self._is_unconfirmed = False
        """Whether the page came with an error that it may always come with, and whether it did not say that it worked,
        as it did when it was recorded."""
        self._lost = ""
        """Why the page is not that on which the act ended when it was recorded."""
        self._failures: list[str] = []
        """What it told of failures."""

    async def prepare(self, *, ends: bool = False) -> None:
        """Before the step is performed: note what must change, and what messages are compared with. After one that
        fills a field only alerts are, unless it `ends` the act, or such fields are often saved at once."""
        step, before, kinds = self._step, self.before, {expected.kind for expected in self.expects}
        if step is None or before is None:
            return
        self._is_between = not ends and "field" in kinds and step.action not in _SAVED_AT_ONCE
        if not step.error and (step.anchors or (step.action in _BY_FOCUS and self.expects)):
            self._compared = before.view
        if not self.must_change(step, self.expects, before.view):
            return
        self._was_shown = True
        if self._context.eyes.known_whole:  # what was read with that is not compared with what is in view
            self._context.eyes.blink()
        tree = before.view if hiding_dialog(self._context.screen) else await self._context.eyes.tree()
        self._compared = None if step.error else tree
        self._stale = tree if self.expects else None
        self._unchanged = self._fingerprint(tree) if tree else None

    @staticmethod
    def must_change(step: RecordedStep, expects: tuple[Expectation, ...], tree: Tree) -> bool:
        """Whether only a change of the screen shows that a step had an effect."""
        shows_nothing = all(expected.kind != "field" and holds(expected, tree) for expected in expects)
        return bool((step.changes and not expects) or (step.anchors and expects and shows_nothing))

    def begin(self) -> None:
        """The step was performed."""
        self._began = time.monotonic()

    @property
    def only_fields(self) -> bool:
        """Whether all that is expected is what a field holds."""
        return only_fields(self.expects)

    @property
    def is_awaiting_change(self) -> bool:
        return self._unchanged is not None

    # ---- what is expected

    def elsewhere(self) -> tuple[Expectation, ...]:
        """The expected addresses that are not reached."""
        address = self._context.eyes.known_address
        return tuple(each for each in self.expects if each.kind == "address" and not is_there(each, address))

    async def unmet(self, *, thorough: bool) -> tuple[Expectation, ...]:
        """The expectations that are not met. `thorough` also looks at what is out of view."""
        eyes = self._context.eyes
        if not self.expects or not isinstance(self._context.screen, Inspectable):
            return ()
        await self._context.address()  # from here on it is known
        if elsewhere := self.elsewhere():
            return elsewhere  # no need to read a page that is about to be left
        await eyes.answered()
        view = await eyes.tree()
        unmet = tuple(expected for expected in self.expects if view and not holds(expected, view, self.touched))
        if not unmet or not thorough:
            return unmet
        if (whole := await eyes.whole_tree()) is None:
            return unmet
        return tuple(each for each in unmet if each.kind == "gone" or not holds(each, whole, self.touched))

    async def unmet_at_end(self, *, thorough: bool) -> tuple[Expectation, ...]:
        """The same where no step follows: the page may say by itself that all texts are shown. Where it has to be read,
        that is once it has settled, since failures are looked for then, and once is enough; but where what is expected
        comes later, it is not waited for again."""
        is_here = not self.elsewhere()
        self._looks += is_here
        try:
            self._shown = await self._messages()
            if self._shown and (untold := self._untold(self._shown)):
                return untold
            is_read = self._shown is None or self._may_tell_failure(self._shown)
            if is_read and is_here and self._is_settled_first:
                await self._context.eyes.settled_tree()
            return () if self._shown else await self.unmet(thorough=thorough)
        except ScreenMoved:
            self._shown = None
            return self.expects

    def _untold(self, shown: ShownMessages) -> tuple[Expectation, ...]:
        """The expected texts that are part of messages which do not say them."""
        wanted = [expected for expected in self.expects if expected.kind == "visible"]
        told = zip(wanted, shown.messages, strict=True)
        return tuple(expected for expected, message in told if not is_said_in(expected.text, message))

    @property
    def _is_settled_first(self) -> bool:
        """Whether the screen settles before it is read at the end. Where it may be enough that it stands still, nobody
        need wait for that."""
        return self._looks == 1 and bool(self.expects) and self._compared is not None and not self._needs_stillness

    @property
    def _needs_stillness(self) -> bool:
        """Whether nothing but fields or an address is expected: a screen that stands still tells all of that."""
        return self.only_fields or {expected.kind for expected in self.expects} == {"address"}

    async def _messages(self) -> ShownMessages | None:
        """What the page says with the expected texts, if it does so by itself: then nothing else need be read. It is
        asked again where an answer of the network came meanwhile."""
        texts = [expected.text for expected in self.expects if expected.kind == "visible"]
        is_all = all(expected.kind in {"visible", "address"} for expected in self.expects)
        screen = self._context.screen
        if not texts or not is_all or self.is_awaiting_change or not isinstance(screen, TextWatch):
            return None
        if self.elsewhere() or self._context.trace.mask.hides(" ".join(texts)):
            return None
        await self._context.eyes.answered()
        shown = await screen.wait_for_texts(texts, POLL)
        if shown and await self._context.eyes.answered():  # a page may tell it before it knows
            shown = await screen.wait_for_texts(texts, POLL)
        return shown

    async def is_unchanged(self) -> bool:
        """Whether the step should have changed the screen, and has not yet."""
        if self._unchanged is None or self._step is None:
            return False
        try:
            tree = await self._context.eyes.tree()
        except ScreenMoved:
            tree = None  # that is a change
        if tree is None or self._fingerprint(tree) != self._unchanged:
            is_other = tree is not None and self._stale is not None and is_other_news(self._stale, tree, self._about)
            self._unchanged = self._unchanged if is_other else None
        elif self._stale and self._is_told_anew(self._stale, tree):
            self._unchanged = None
        return self._unchanged is not None

    def _is_told_anew(self, before: Tree, tree: Tree) -> bool:
        """Whether an expected text that stood there is told by another element now, in the same words."""
        said = [plain(expected.text) for expected in self.expects if expected.kind == "visible"]
        then, now = (
            {node.number for node in each if any(text in plain(text_of(node)) for text in said)}
            for each in (before, tree)
        )
        return bool(now - then)

    async def has_effect(self, since: Tree | None = None) -> bool | None:
        """Whether the screen shows an effect of the step, or of what was done `since` a look, where one is given; None
        where that cannot be seen."""
        before = since or (self.before.view if self.before else None)
        if before is None or hiding_dialog(self._context.screen):
            return None
        try:
            tree = await self._context.eyes.tree()
        except ScreenMoved:
            return None
        if tree is None:
            return None
        is_same = tree_fingerprint(tree, focus=False) == tree_fingerprint(before, focus=False)
        return not (is_same or (self._stale and is_other_news(before, tree, self._about)))

    def _fingerprint(self, tree: Tree) -> int:
        is_one = self._step is not None and len(self._step.anchors) < 2
        focus = is_one and counts_focus([self.touched] if self.touched else [])
        return tree_fingerprint(tree, focus=focus)

    @property
    def _about(self) -> str:
        """What the step is about: what comes of it says some of that."""
        own = (self.touched.name, self.touched.text) if self.touched else ()
        said = (text for expected in self.expects for text in (expected.text, expected.value))
        return " ".join((*own, *said, self._filling.fill(str(self._filling), secrets=False)))

    async def is_unsent(self) -> bool:
        """Whether the form that the step sent is there again, and no text that was expected says that it went."""
        step, before = self._step, self._compared
        form = sent_form(self.touched, before) if step and step.form and before and self._is_silent else None
        if step is None or form is None or hiding_dialog(self._context.screen):
            return False
        try:
            tree = await self._context.eyes.tree()
        except ScreenMoved:
            return True  # what is on the next screen tells
        self._is_unsent = tree is not None and form.is_again(step.form, tree)
        return self._is_unsent

    @property
    def _is_silent(self) -> bool:
        """Whether nothing that is expected says how the step went."""
        return {expected.kind for expected in self.expects} <= _TELL_NOTHING

    async def lost_end(self, *, thorough: bool) -> str:
        """Why the page is not that on which the act ended; "" if it is, or nobody reads it anyway: what says that it
        worked is enough. `thorough` also looks at what is out of view."""
        step, eyes = self._step, self._context.eyes
        is_read = step is not None and bool(self.expects or step.changes or step.leaves) and self._shown is None
        self._lost = ""
        if step is None or step.end is None or not is_read or hiding_dialog(self._context.screen):
            return ""
        with suppress(ScreenMoved):
            view = await eyes.tree()
            self._lost = self._end_deviation(step.end, view) if view else ""
            whole = await eyes.whole_tree() if self._lost and thorough else None
            self._lost = self._end_deviation(step.end, whole) if whole else self._lost
        return self._context.trace.mask(self._lost)

    def _end_deviation(self, end: EndPage, tree: Tree) -> str:
        before = self.before.view if self.before else None
        is_arrival = before is not None and is_elsewhere(before.address, tree.address)
        deviation = end_deviation(end, tree, self._filling, is_arrival=is_arrival)
        is_link = self.touched is not None and self.touched.role == "link"
        is_led = is_link and is_arrival and any(expected.kind == "address" for expected in self.expects)
        if not deviation or before is None or not (is_led or is_answered_well(before, tree)):
            return deviation  # where a link leads, the contents may be new every day
        return end_deviation(end, tree, self._filling, is_arrival=is_arrival, is_well=True)

    def report(self, missed: Iterable[Expectation] = ()) -> None:
        """Report which effects were seen, to the trace and the companion."""
        missed = tuple(missed)
        if not self.expects:
            return
        record_expectations(self._context, self.expects, missed, time.monotonic() - self._began)
        if self._context.companion:
            self._context.companion.verified([each for each in self.expects if each not in missed], missed)

    # ---- what is told

    async def told_error(self) -> str:
        """What the page says of a failure."""
        before, step = self._compared, self._step
        is_hidden = hiding_dialog(self._context.screen) is not None  # it is looked for again once that is answered
        tree = await self._context.eyes.tree() if before and not is_hidden else None
        if before is None or tree is None or step is None:
            return ""
        known, is_shown = step.failures, not self._was_shown and any(each.kind == "visible" for each in self.expects)
        used = self.touched or next((node for node in before if "focused" in node.states), None)
        if self._is_between:
            self._failures = alerts_between(before, tree, self._filling, used, known)
        else:
            self._failures = told_errors(before, tree, self._filling, used, known, is_shown=is_shown)
        if self._shown:
            self._failures += live_errors(self._shown.live, before, self._filling, known)
        if self._failures:
            return f"{self._context.trace.mask(self._failures[0])!r} came up, and did not when it was recorded"
        self._is_unconfirmed = self._is_silent and step.confirmed and not is_answered_well(before, tree)
        return _UNCONFIRMED if self._is_unconfirmed else ""

    async def error_at_end(self) -> str:
        """An error that was not recorded: a message, or the page that was all that was expected."""
        screen, is_arrival = self._context.screen, {expected.kind for expected in self.expects} == {"address"}
        if is_arrival and self._step and not self._step.error and isinstance(screen, DocumentStatus):
            status = await screen.document_status()
            self._has_error = ERROR <= status < _BROKEN
            if status >= ERROR:
                return f"the page came with the error {status}"
        if self._shown and not self._may_tell_failure(self._shown):
            return ""
        tree = await self._context.eyes.tree() if self._compared and self._needs_stillness else None
        if tree and tree.still and not await self.told_error():
            return ""
        if self._compared and not self._is_settled_first:  # more may have come since
            await self._context.eyes.settled_tree()
        return await self.told_error()

    def _may_tell_failure(self, shown: ShownMessages) -> bool:
        """Whether the page has to be read, for what came up beside the texts that were expected."""
        if self._compared is None or shown.beside is None:
            return self._compared is not None
        return any(text not in shown.messages and may_tell_failure(text) for text in shown.beside)

    def hidden(self) -> str:
        """The browser dialog that hides the page, where the page was to be seen when it was recorded; "" if none."""
        dialog = hiding_dialog(self._context.screen)
        was_seen = self._step is not None and bool(self.expects or self._step.changes or self._step.leaves)
        return f"a dialog hides the page: {self._context.trace.mask(dialog.message)!r}" if dialog and was_seen else ""

    async def explanation(self, *, done: bool) -> str:
        """What came instead of what was expected, an error of the page or a dialog; "" if neither."""
        screen = self._context.screen
        status = await screen.document_status() if done and isinstance(screen, DocumentStatus) else 0
        if status >= ERROR:
            self._has_error = status < _BROKEN
            return f"the page came with the error {status}; "
        if hiding_dialog(screen):
            return ""
        with suppress(ScreenMoved):
            view = await self._context.eyes.tree()
            known = {node.number for node in self.before.view} if self.before else ()
            if dialog := open_dialog(view, known) if view else "":
                return f"{self._context.trace.mask(dialog)}; "
        return ""

    async def refusal(self) -> str:
        """What the page said outright of a failure that was not to come about; "" if nothing."""
        if not self._failures:
            with suppress(ScreenMoved):
                await self.told_error()
        return next(iter(outright_failures(self._failures, self._filling)), "")

    async def refused_again(self, since: Tree | None) -> str:
        """The failure that the page tells still, after something was done about it; "" if it tells none any more, or
        what came up `since` then says that it worked."""
        earlier, tree = self._failures, None
        with suppress(ScreenMoved):
            await self.told_error()
            tree = await self._context.eyes.tree() if not hiding_dialog(self._context.screen) else None
        if says("rejected", self._filling.text) or (since and tree and is_answered_well(since, tree)):
            return ""
        again = [text for text in self._failures if text in earlier]
        return next(iter([*again, *outright_failures(self._failures, self._filling)]), "")

    def healed(self, done: RecordedStep, unmet: tuple[Expectation, ...], *, has_effect: bool) -> RecordedStep:
        """The step as it should be recorded now, where somebody said that what came of it is well. If the screen shows
        that it `has_effect`, one is expected again, though nobody knows which part of that will be the same."""
        values = self._filling
        told = self._failures
        known = {expected: filled(expected, values, self.touched) for expected in done.expects}
        kept = tuple(expected for expected in known if known[expected] not in unmet)
        update: dict[str, Any] = {
            "expects": kept,
            "changes": has_effect and not kept,
            "same_values": None,
            "form": "" if self._is_unsent else done.form,
            "error": done.error or self._has_error,
            "confirmed": done.confirmed and not self._is_unconfirmed,
            "end": None if self._lost else done.end,
            "failures": (*done.failures, *(open_slots(text, values, loosely=True) for text in told)),
        }
        return done.model_copy(update=update)


def only_fields(expects: tuple[Expectation, ...]) -> bool:
    """Whether all that is expected of a step is what a field holds."""
    return bool(expects) and all(expected.kind == "field" for expected in expects)
