"""The screen as a recorder works with it: what was seen last, what is at a place, and what comes of an action."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from askonce.actions import Action, Found, Target
from askonce.geometry import Box, Point
from askonce.locate.drift import node_at
from askonce.planning.act_context import ActContext
from askonce.planning.act_span import act_span
from askonce.planning.action_execution import perform
from askonce.planning.action_watcher import ActionWatcher, Look
from askonce.planning.seen_action import SeenAction
from askonce.recorder.gesture_input import carry_out
from askonce.recorder.hand_actions import places_of
from askonce.recorder.recorded_moments import Sitting
from askonce.recorder.screen_parts import is_part, nearest_elements
from askonce.recordings.recorded_dialog import dialog_text
from askonce.screens import HitTest, OpenChoosers
from askonce.screens.gestures import Gesture, HandAnswer
from askonce.screens.screen_protocol import hiding_dialog
from askonce.screens.ui_tree import Node, Tree
from askonce.trace import Acted

Describe = Callable[[Node | None, Look, Point], Awaitable[str]]
"""Words for the element at a point."""

HAND = "hand"
"""The name of the finder, in the trace."""
_NEAREST = 4
"""How many elements around a point may stand for what is there."""
_REACH = 12.0
"""How far around a point its place goes, where no element is."""


class HandScreen:
    """Looks at the screen around each gesture of one sitting, and performs it."""

    def __init__(self, context: ActContext, sitting: Sitting, describe: Describe) -> None:
        self.context = context
        self._sitting = sitting
        self._describe = describe
        self._watcher = ActionWatcher(context)
        self.last = Look()
        """What was seen after the last gesture."""
        self.whole: set[int] = set()
        """The numbers of elements that do the same wherever they are hit, though they hold others."""
        self._hidden: set[tuple[int, str]] = set()
        """The numbers and names of fields that hid what they hold at some time: a page may show a password."""
        self._dialogs = {False: "", True: ""}
        """The dialog that was open then, as an answer is recorded that has a text of its own, and one that has none."""

    @property
    def is_asking(self) -> bool:
        """Whether a dialog hides the elements."""
        return hiding_dialog(self.context.screen) is not None

    @property
    def chooser(self) -> object:
        """The file chooser that waits, if there is one."""
        screen = self.context.screen
        return screen.chooser if isinstance(screen, OpenChoosers) else None

    # ---- looking

    async def look_before(self, gesture: Gesture) -> Look:
        """The screen before a gesture. What is done already was done on the screen that was seen last."""
        number = getattr(gesture, "number", None)
        last = self.last.tree
        is_here = not places_of(gesture) or self.last.page == await self.context.address()
        if _is_done(gesture) and is_here and last and (number is None or last.find(number)):
            return self.last
        self.context.eyes.blink()
        if await self.tree() is None:  # a dialog hides it
            return self.last
        return await self._watcher.look()

    async def look_after(self) -> None:
        self.context.eyes.blink()
        self._dialogs = {each: dialog_text(self.context.screen, has_answer=each) for each in (False, True)}
        if self.is_asking:
            return  # what it hides is as it was
        await self.tree()
        self.last = await self._watcher.look()

    async def tree(self) -> Tree | None:
        """The elements; looked at again where a page was just being left."""
        tree = await self._watcher.tree()
        if tree is None and not self.is_asking:
            await self.context.screen.settle()
            self.context.eyes.blink()
            tree = await self._watcher.tree()
        self._hidden |= {(node.number, node.name) for node in tree or () if "password" in node.states}
        return tree

    def is_secret(self, field: Node) -> bool:
        """Whether what is typed into a field is nobody's business, also while the page shows it."""
        return "autofill" in field.attributes or (field.number, field.name) in self._hidden

    def node(self, at: Point, number: int | None, tree: Tree | None) -> Node | None:
        if tree is None:
            return None
        return (tree.find(number) if number is not None else None) or node_at(tree, at)

    async def target(self, at: Point, number: int | None, look: Look, *, is_dropped: bool = False) -> Target:
        """What is at a point, in words; `is_dropped`, what something is dropped on there."""
        node = self.node(at, number, look.tree)
        if number is None and look.tree and (node is None or is_part(node, look.tree)):
            self.whole.discard(node.number if node else 0)
            node = await self._standing_for(at, node, look.tree, is_dropped=is_dropped) or node
        target = Target.of(await self._describe(node, look, at))
        is_place = node is None or node.role in {"canvas", "video", "application"} or "surface" in node.attributes
        if node is None or is_place:
            around = Box(at.x - _REACH, at.y - _REACH, 2 * _REACH, 2 * _REACH)
            target.set_found(Found(around, HAND, None, at))
        else:
            target.set_found(Found(node.box, HAND, node, at if node.box.contains(at) else node.point))
        return target

    async def _standing_for(self, at: Point, part: Node | None, tree: Tree, *, is_dropped: bool) -> Node | None:
        """The element that is hit with what is at a point, where that is none by itself: one of those that lie
        nearest, or the part of the page around it."""
        screen = self.context.screen
        if not isinstance(screen, HitTest):
            return None
        for node in [*nearest_elements(at, part, tree, _NEAREST), *([part] if part else [])]:
            if await screen.is_hit_by_both(
                at, node.point or node.box.center, or_inside=is_dropped and node is not part
            ):
                self.whole.add(node.number)
                return node
        return None

    async def see(self, action: Action[Any], look: Look, gesture: Gesture) -> SeenAction:
        """An action with the screen before it."""
        instruction, is_there = self._sitting.instruction, not _is_done(gesture)
        has_answer = getattr(action, "text", None) is not None
        dialog = dialog_text(self.context.screen, has_answer=has_answer)
        if isinstance(gesture, HandAnswer):
            dialog = dialog or self._dialogs[has_answer]
        targets = {
            name: await self._watcher.target(value, look, instruction, counts=False, is_there=is_there)
            for name in type(action).model_fields
            if isinstance(value := getattr(action, name), Target)
        }
        return SeenAction(action, look.page, dialog, look.tree, look.outline, targets)

    # ---- doing

    async def do(self, gesture: Gesture | None, seen: SeenAction) -> tuple[SeenAction, str]:
        """Perform an action, or only note it where it is done; with the screen after it, and what that reported."""
        context = self.context
        async with act_span(context, context.trace.mask(seen.action.sentence())) as span:
            context.trace.round = 1
            if gesture is None or _is_done(gesture):
                await context.screen.settle()
                output = " ".join(context.screen.news())
                self._note(seen.action, output)
            else:
                output = await perform(seen.action, context, self._sitting.instruction)
            span.actions, span.message = 1, output
        await self.look_after()
        return seen.followed_by(self.last.tree), output

    async def carry_out(self, gesture: Gesture, *, settles: bool = True) -> None:
        """Do what a gesture does, with no entry in the trace."""
        if not _is_done(gesture):
            await carry_out(gesture, self.context.screen)
        self.context.eyes.blink()
        if settles:
            await self.context.screen.settle()

    def _note(self, action: Action[Any], output: str) -> None:
        trace = self.context.trace
        point = next((target.point for target in action.targets() if target.is_found), None)
        trace.emit(
            Acted(
                act=trace.act,
                round=trace.round,
                action=str(action),
                params=action.model_dump_json(exclude_defaults=True),
                point=(point.x, point.y) if point else None,
                output=output,
                error="",
                seconds=0.0,
                settled=0.0,
            )
        )


def _is_done(gesture: Gesture) -> bool:
    return bool(getattr(gesture, "is_done", False))
