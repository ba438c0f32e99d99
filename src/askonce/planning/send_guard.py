"""Keeps a planner from sending what a page has put in place of what a replay filled in.

A planner that goes on after recorded steps is told what they did, and presses what sends that without reading fields.
"""

from __future__ import annotations

from typing import Any

from askonce.actions import Action
from askonce.errors import NotOperable, ScreenMoved
from askonce.language.commitments import committing_meanings
from askonce.planning.act_context import ActContext
from askonce.planning.held_fields import RENEWING, HeldFields
from askonce.recordings.tree_outline import DIALOGS
from askonce.screens import Node, Tree
from askonce.screens.field_labels import FIELDS, TICKED
from askonce.screens.screen_protocol import hiding_dialog
from askonce.screens.tree_index import TreeIndex

_FILLING = frozenset({"type", "choose"})
_SENDING_NOTHING = frozenset({"go", "wait", "scroll", "hover", "swipe"})
_LEADING = frozenset({"link", "tab", "option", "treeitem", "menuitem", "columnheader"})
"""Roles of what leads somewhere or opens something, unless its name says that it does more."""

_ANSWERS = frozenset({"submit", "cancel"})
"""What the words of every dialog may mean, as "Okay" and "Cancel" do."""


class NotSent(NotOperable):
    """Something was not pressed, because a field no longer holds what an earlier step put there."""


class SendGuard:
    """The fields that a replay has filled, while a planner acts after it."""

    def __init__(self, context: ActContext, held: HeldFields) -> None:
        self._context = context
        self._held = held
        self.refusal = ""
        """Why something was not pressed, as long as nothing was sent since."""
        self._told = ""
        """The refusal for which an end was not taken."""
        self._is_sent = False
        """Whether something was pressed that may have sent the form: a dialog may ask about that then."""
        self._is_beside = False
        """Whether the action is done in a dialog that is in the way, before that."""

    async def check(self, action: Action[Any]) -> None:
        """Before an action whose targets are found. Raises `NotSent` where it may send a field that has changed."""
        self._is_beside = False
        if not _may_send(action) or hiding_dialog(self._context.screen):
            return
        try:
            own = await self._filled(action)
            lost = await self._held.lost_on(self._context.eyes, but=own)
            tree = self._context.eyes.known_whole or await self._context.eyes.tree()
        except ScreenMoved:
            return  # the next look tells
        self._is_beside = bool(tree) and not self._is_sent and self._is_in_the_way(action, tree)
        if lost and not self._is_beside:
            self.refusal = self._context.trace.mask(lost)
            raise NotSent(f"it may send this: {self.refusal}", remedy="first fill in that field again")

    def doubt_end(self) -> str:
        """Why it is not believed that all is done; once for each refusal, since who says it again has read that."""
        if self.refusal == self._told:
            return ""
        self._told = self.refusal
        return f"something was not run, and nothing was sent since: {self.refusal}" if self.refusal else ""

    async def did(self, action: Action[Any]) -> None:
        """After an action. What a planner fills is its own from then on, and what it sends may be emptied."""
        if action.title() in RENEWING:
            self._held.renew()
        elif _fills(action) and (field := await self._filled(action)):
            self._held.forget(field)
        if _may_send(action) and not self._is_beside:
            self._held.press()
            self._is_sent, self.refusal = True, ""

    def _is_in_the_way(self, action: Action[Any], tree: Tree) -> bool:
        """Whether an action is done in a dialog that is no part of the form, and does not itself send that."""
        node, index = _touched(action), TreeIndex(tree)
        around = index.above(node) if node and tree.find(node.number) else ()
        dialog = next((each for each in around if each.role in DIALOGS), None)
        if node is None or dialog is None or committing_meanings(node.words) - _ANSWERS:
            return False
        inside = {each.number for each in index.inside(dialog)}
        return not any(field.number in inside for field in self._held.shown_in(tree))

    async def _filled(self, action: Action[Any]) -> Node | None:
        """The field that an action fills: the one that has the focus, where it names none."""
        if not _fills(action):
            return None
        tree = None if (node := _touched(action)) else await self._context.eyes.tree()
        return node or next((each for each in tree or () if "focused" in each.states), None)


def _touched(action: Action[Any]) -> Node | None:
    return next((target.found.node for target in action.targets() if target.is_found), None)


def _fills(action: Action[Any]) -> bool:
    node = _touched(action)
    is_on_field = node is not None and node.role in FIELDS | TICKED
    return action.gesture in _FILLING or (is_on_field and action.gesture != "keys")


def _may_send(action: Action[Any]) -> bool:
    if _fills(action):
        return bool(getattr(action, "enter", False))
    if action.is_repeatable or action.only_reads or action.gesture in _SENDING_NOTHING:
        return False
    node = _touched(action)
    return node is None or node.role not in _LEADING or bool(committing_meanings(node.words))
