"""Whether the end that a plan claims together with its actions is proven, so that nobody has to look again.

A claim is proven when all that was expected is seen, something of that could not be seen before, nor after a wrong
result, and nothing speaks against it once requests and timers are over. `benchmarks/done_claims.py` measures that.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

from askonce.actions import Action
from askonce.errors import ScreenError, ScreenMoved
from askonce.planning.act_context import ActContext
from askonce.planning.completion_signs import Signs
from askonce.planning.late_objection import carries, late_objection
from askonce.planning.layout_signs import layout_objection
from askonce.planning.secret_clauses import OTHERWISE, is_secret, with_secrets
from askonce.screens import (
    AfterEffects,
    Dialogs,
    LaidOut,
    LateAnswers,
    LegibleTree,
    Node,
    PassingMessages,
    SentData,
    Tree,
    Watchable,
)
from askonce.screens.expectation import Baseline, Expectation
from askonce.screens.screen_layout import ScreenLayout
from askonce.values import Instruction

PATIENCE = 3.0
"""Seconds that an expectation gets to come true before the planner is asked to look again."""
_FILLING = frozenset({"type", "choose"})
_ENTERING = _FILLING | {"keys"}
_FIELDS = frozenset(
    {"checkbox", "radio", "switch", "option", "slider", "combobox", "listbox", "textbox", "searchbox", "spinbutton"}
)
_AIMLESS = frozenset({"wait", "scroll", "hover", "swipe"})


class Witness:
    """Sees the screen before each action of a plan that claims the end."""

    def __init__(self, context: ActContext, instruction: Instruction, seen: Iterable[Tree] = ()) -> None:
        """`seen` are the last screens of the act."""
        self._context = context
        self._instruction = instruction
        self._seen = tuple(seen)
        self._messages: list[str] = []
        """What was shown for a moment since the last action."""
        self._written: list[str] = []
        """What was sent since the last action, and answered without an error."""
        self._first: Tree | None = None
        self._last: Tree | None = None
        self._actions: list[Action[Any]] = []
        self._layout: ScreenLayout | None = None
        """Before the first action."""
        self.objection = ""
        """What spoke against it when something was not met."""

    async def begin(self, earlier: Sequence[Action[Any]]) -> None:
        """Before the first action. What was done earlier in the act may have filled in the form that is sent now."""
        self._actions = [*earlier]
        if isinstance(self._context.screen, AfterEffects):
            await self._context.screen.take_troubles()
        self._layout = ScreenLayout() if self._has_dialog else await self._laid_out()

    async def _laid_out(self) -> ScreenLayout | None:
        """None where it is not known."""
        screen = self._context.screen
        try:
            return await screen.layout() if isinstance(screen, LaidOut) and not self._has_dialog else None
        except ScreenError:
            return None

    async def look(self, action: Action[Any]) -> None:
        """Before an action, when its targets are found."""
        try:
            self._last = await self._context.eyes.tree()
        except ScreenError:
            self._last = None
        self._first = self._first or self._last
        self._actions.append(action)
        if action.gesture not in _AIMLESS:
            await self._hear()
            self._messages, self._written = [], []

    async def _hear(self) -> None:
        if isinstance(self._context.screen, PassingMessages):
            self._messages += await self._context.screen.take_messages()
        if isinstance(self._context.screen, SentData):
            self._written += await self._context.screen.take_written()

    @property
    def has_filled(self) -> bool:
        """Whether something was entered so far."""
        return any(action.gesture in _ENTERING for action in self._actions)

    @property
    def baseline(self) -> Baseline | None:
        """The screen before the action that had to bring it about: the last one, unless that only filled in a field."""
        tree = self._last if self._is_sending else self._first
        if tree is None:
            return None
        filled = {node.number for action in self._acting if _fills(action) for node in _nodes(action)}
        said = self._instruction.fill(str(self._instruction), secrets=False)
        pressed = [node.number for node in _nodes(self._acting[-1])] if self._is_sending else []
        told = tuple(self._messages)
        return Baseline(tree, frozenset(filled), said, pressed[0] if pressed else None, told, self._seen)

    @property
    def _acting(self) -> list[Action[Any]]:
        return [action for action in self._actions if action.gesture not in _AIMLESS]

    @property
    def _is_sending(self) -> bool:
        acting = self._acting
        return bool(acting) and (not _fills(acting[-1]) or bool(getattr(acting[-1], "enter", False)))

    async def unmet(self, expectations: Sequence[Expectation], patience: float) -> tuple[Expectation, ...]:
        """Those that do not hold, after giving them `patience` seconds to come true, unless that is over already."""
        context, deadline = self._context, time.monotonic() + patience
        while True:
            await self._hear()
            since = self.baseline
            unmet, is_hopeless = await self._look_for(expectations, since)
            left = deadline - time.monotonic()
            is_hopeless = is_hopeless or self._has_dialog
            if not unmet or is_hopeless or left <= 0 or not isinstance(context.screen, Watchable):
                return unmet
            await context.screen.wait_for_change(left)
            context.eyes.blink()

    @property
    def _has_dialog(self) -> bool:
        return isinstance(self._context.screen, Dialogs) and self._context.screen.dialog is not None

    async def _look_for(
        self, expectations: Sequence[Expectation], since: Baseline | None
    ) -> tuple[tuple[Expectation, ...], bool]:
        if not expectations:
            return (), False
        try:
            tree = await self._context.eyes.tree()
        except ScreenMoved:
            return tuple(expectations), False
        if tree is None:  # waiting does not help
            return tuple(expectations), True
        unmet = tuple(
            expected
            for expected in expectations
            if not with_secrets(expected, self._instruction, tree).holds(tree, since)
        )
        if not unmet or since is None:
            return unmet, False
        signs = self._signs(tree, since, expectations)
        self.objection = self._context.trace.mask(signs.objection)
        is_past = any(expected.is_past(tree, since) for expected in unmet)
        return tuple(expected for expected in unmet if not signs.is_met(expected)), bool(self.objection) or is_past

    def why_unmet(self, expected: Expectation) -> str:
        """What is to be seen instead of what was expected."""
        if is_secret(expected, self._instruction):
            return OTHERWISE
        seen = self._context.eyes.seen
        return self._context.trace.mask(expected.why_unmet(seen, self.baseline)) if seen else ""

    async def doubt(self, expectations: Sequence[Expectation]) -> str:
        """Why a claim whose expectations are met is not proven; empty if it is."""
        await self._hear()
        since, screen = self.baseline, self._context.screen
        if since is None:
            return "there is nothing to compare the screen with"
        shown = await self._context.eyes.tree()
        if shown is None:
            return "the elements of this screen are not known"
        seen = self._signs(shown, since, expectations)
        if seen.missing_proof:
            return self._context.trace.mask(seen.missing_proof)
        if isinstance(screen, AfterEffects):
            await screen.lapse()
            if troubles := await screen.take_troubles():
                return self._context.trace.mask(troubles[0])
        if self._has_dialog:
            return "a dialog is open"
        layout = await self._laid_out()
        if late := await self._late_objection(layout):
            return self._context.trace.mask(late)
        self._context.eyes.blink()
        try:
            now = await screen.legible_tree(whole=False) if isinstance(screen, LegibleTree) else shown
        except ScreenMoved:
            return "the page is still moving on"
        signs = self._signs(now, since, expectations)
        doubt = signs.objection or signs.taken_back(seen)
        if not doubt and isinstance(screen, LaidOut):
            before, layout = self._layout, await self._laid_out()
            doubt = layout_objection(before, layout, signs) if before and layout else "its layout is not known"
        return self._context.trace.mask(doubt)

    async def _late_objection(self, layout: ScreenLayout | None) -> str:
        """What may still take back what is shown, unless another document came: that is an answer."""
        await self._hear()
        before, screen = self._layout, self._context.screen
        if not isinstance(screen, LateAnswers) or (before and layout and before.document != layout.document):
            return ""
        return late_objection(await screen.late_answers(), self._typed, self._written)

    @property
    def _typed(self) -> tuple[str, ...]:
        """What was typed, secrets too: a row may show one. It is compared with the screen; what is told is masked."""
        return tuple(
            self._instruction.fill(str(getattr(action, name) or ""), secrets=True)
            for action in self._acting
            for name in action.typed_fields()
        )

    def _signs(self, now: Tree, since: Baseline, expectations: Sequence[Expectation]) -> Signs:
        touched = _nodes(self._acting[-1]) if self._acting else []
        sender = touched[0] if touched else None
        filled = (with_secrets(expected, self._instruction, now) for expected in expectations)
        expects = tuple(clause for expected in filled for clause in _met(expected, now, since))
        has_written = carries("\n".join(self._written), self._typed)
        return Signs(since, now, expects, self._typed, self._is_sending, sender, has_written)


def _met(expected: Expectation, now: Tree, since: Baseline) -> tuple[Expectation, ...]:
    """Of several clauses of which one has to hold, those that do: they alone are evidence."""
    return tuple(each for each in expected.alternatives if each.holds(now, since)) or (expected,)


def _fills(action: Action[Any]) -> bool:
    """Whether an action fills in a field or ticks a box, and sends nothing by that."""
    if action.gesture in _FILLING:
        return True
    nodes = _nodes(action)
    return action.gesture == "tap" and bool(nodes) and all(node.role in _FIELDS for node in nodes)


def _nodes(action: Action[Any]) -> list[Node]:
    return [target.found.node for target in action.targets() if target.is_found and target.found.node]
