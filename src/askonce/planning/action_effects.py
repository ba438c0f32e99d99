"""What the actions of a plan hit, and what that is now, in words for the planner."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from askonce.actions import Action, Target
from askonce.errors import ScreenError
from askonce.history import ActionOutcome, ActionStatus
from askonce.locate.drift import node_at
from askonce.locate.target_rows import row_of
from askonce.planning.act_context import ActContext
from askonce.planning.planner import ActTask
from askonce.prompts.element_words import describe
from askonce.prompts.quoted_text import quoted
from askonce.screens import Node, Tree
from askonce.screens.field_labels import FIELDS, TICKED
from askonce.screens.screen_protocol import hiding_dialog
from askonce.screens.ui_tree import State, plain

_TOLD: tuple[State, ...] = ("checked", "mixed", "selected", "pressed", "expanded", "collapsed", "invalid", "disabled")


class ActionEffects:
    """Made before the actions of a plan are done, and asked afterwards.

    A planner that is shown no elements is also told what is gone; to others, the list says that.
    """

    def __init__(self, context: ActContext, before: Tree | None, *, is_listed: bool) -> None:
        self._context = context
        self._before = before
        self._is_listed = is_listed

    @classmethod
    async def begin(cls, context: ActContext, task: ActTask) -> ActionEffects:
        return cls(context, await _tree(context), is_listed=task.sees != "screenshot")

    async def added(self, actions: Sequence[Action[Any]], outcomes: Sequence[ActionOutcome]) -> list[ActionOutcome]:
        """The outcomes with what was hit, unless the action names it, and what became of it."""
        now = await _tree(self._context)
        if now is None or self._before is None:
            return list(outcomes)
        return [
            replace(outcome, effect=self._effect(action, now)) if outcome.status is ActionStatus.DONE else outcome
            for action, outcome in zip(actions, outcomes, strict=True)
        ]

    def _effect(self, action: Action[Any], now: Tree) -> str:
        parts: list[str] = []
        for target in action.targets():
            node = target.found.node if target.is_found else None
            if node is None and target.is_found and self._before:
                node = node_at(self._before, target.point)
            if node is None or not (node.actionable or node.words):
                is_miss = target.is_found and target.element is None and action.operates
                parts += ["hit nothing that can be used"] if is_miss else []
                continue
            mask = self._context.trace.mask
            before, after = node.masked(mask), now.find(node.number)
            if not self._is_named(node, mask(str(action))):
                parts.append(f"hit {describe(before, number=False)}{self._where(target, node)}")
            if self._before is None or self._before.address != now.address:
                continue
            if after:
                parts += filter(None, [_became(action, before, after.masked(mask))])
            elif not self._is_listed:
                parts.append("no longer in view")
        return ", ".join(parts)

    def _is_named(self, node: Node, words: str) -> bool:
        """Whether these words hold the whole name of an element, which no other one has."""
        mask = self._context.trace.mask
        name = plain(mask(node.shown))
        others = (other for other in self._before or () if other.actionable and other.number != node.number)
        is_shared = any(plain(other.shown) == plain(node.shown) for other in others)
        return (
            bool(name) and not is_shared and bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", plain(words), re.ASCII))
        )

    def _where(self, target: Target, node: Node) -> str:
        """The row of an element, where others have the same role and name."""
        row = target.row_found
        if row is None and self._before and target.found.node is None:
            row = row_of(node, self._before)
        if row is None or row.is_alone:
            return ""
        return f" in {row.role} {quoted(self._context.trace.mask(row.name))}"


def _became(action: Action[Any], before: Node, after: Node) -> str:
    """How an element differs from what it was; a box to tick says in any case whether it is ticked."""
    if after.role in FIELDS and after.value != before.value:
        typed: object = getattr(action, "text", None)
        is_as_typed = isinstance(typed, str) and ("{" in typed or typed.split() == (after.value or "").split())
        return "" if is_as_typed else f"now = {quoted(after.value)}" if after.value else "now empty"
    states = [state for state in _TOLD if state in after.states - before.states]
    states += [f"not {state}" for state in _TOLD if state in before.states - after.states]
    if after.role in TICKED and not states:
        states = ["checked, as before" if "checked" in after.states else "not checked, as before"]
    return f"now {', '.join(states)}" if states else ""


async def _tree(context: ActContext) -> Tree | None:
    """The elements, where they can be read now: a page that moves is seen in the next look."""
    if hiding_dialog(context.screen):
        return None
    try:
        return await context.eyes.tree()
    except ScreenError:
        return None
