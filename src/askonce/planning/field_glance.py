"""The screen after a field was filled, without reading it again.

In a form most steps change nothing but the field they fill. So the screen is asked for what that field holds and where
the next element stands; it says so if anything else has changed. The rest is known from the last look.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from askonce.actions import Found
from askonce.errors import ScreenMoved
from askonce.lazy import dataclass
from askonce.locate.recorded_finder import NAME, needs_whole_page
from askonce.planning.held_fields import HeldField, filled_field, ticked
from askonce.recordings.anchor_resolver import resolve
from askonce.recordings.element_attributes import needs_picture
from askonce.recordings.recording import Anchor
from askonce.recordings.tree_outline import Outline
from askonce.screens import Node, Tree
from askonce.screens.expectation import Expectation
from askonce.screens.eyes import Eyes
from askonce.screens.ui_tree import State
from askonce.values import Instruction

_HINDERED = frozenset[State]({"covered", "disabled", "offscreen"})


@dataclass(frozen=True, slots=True)
class KnownScreen:
    """What a look has found: what is in view and, where that was read too, the whole page."""

    view: Tree
    whole: Tree | None = None

    def holding(self, field: Node) -> KnownScreen:
        """The same with this field as it is now."""
        return KnownScreen(_with(self.view, field), self.whole and _with(self.whole, field))

    def resolve(self, anchor: Anchor, instruction: Instruction) -> Node | None:
        """The element in view that is meant; None where another look is due."""
        tree = self.whole if needs_whole_page(anchor, self.view) else self.view
        if tree is None or tree.more or anchor.patch or anchor.is_counted or anchor.ordinal is not None:
            return None
        found = resolve(anchor, Outline(tree), instruction)
        node = None if isinstance(found, str) or needs_picture(found) else self.view.find(found.number)
        return node if node and node.states.isdisjoint(_HINDERED) else None


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A field as it should be once it is filled, the screen with it, and the next element there."""

    field: Node
    screen: KnownScreen
    node: Node


@dataclass(frozen=True, slots=True)
class FieldGlance:
    """A field that the last step filled, with the screen before that and what the field should hold now."""

    field: Node
    before: KnownScreen
    awaited: Sequence[Expectation]

    def foresee(self, anchor: Anchor, instruction: Instruction) -> Foreseen | None:
        """The next element, if the field holds what is awaited; None where a look at the two will not be enough."""
        field = _as_expected(self.field, self.awaited)
        screen = self.before.holding(field) if field else None
        node = screen.resolve(anchor, instruction) if screen else None
        if field is None or screen is None or node is None or node.number == self.field.number:
            return None
        return Foreseen(field, screen, node)

    async def find(
        self,
        foreseen: Foreseen,
        anchor: Anchor,
        eyes: Eyes,
        instruction: Instruction,
        held: Sequence[HeldField] | None = None,
    ) -> tuple[Found, KnownScreen] | None:
        """The next element and the screen as it is now; None where a look at the two is not enough.

        A step that may send something names the fields that have to be `held` still; what the page does in answer to
        the last of the typing is waited for then, because it may change what is sent, or what is pressed.
        """
        screen, node, others = foreseen.screen, foreseen.node, [each.field.number for each in held or ()]
        try:
            peek = await eyes.peek(self.field.number, node.number, others, late=held is not None)
        except ScreenMoved:
            return None
        if peek is None or not all(each.is_kept(now) for each, now in zip(held or (), peek.others, strict=True)):
            return None
        filled = filled_field(self.field, peek.value, is_checked=bool(peek.checked))
        if not all(expected.holds_in(filled) for expected in self.awaited):
            return None
        if filled != foreseen.field:
            screen = self.before.holding(filled)
            if screen.resolve(anchor, instruction) != node:
                return None
        return Found(peek.box, NAME, replace(node, box=peek.box, point=peek.point), peek.point), screen


def _with(tree: Tree, field: Node) -> Tree:
    """The tree with what a field holds, and whether it is ticked; where it lies may be cut off in the other tree."""
    return replace(
        tree,
        nodes=tuple(
            replace(node, value=field.value, states=ticked(node, "checked" in field.states))
            if node.number == field.number
            else node
            for node in tree
        ),
    )


def _as_expected(field: Node, awaited: Sequence[Expectation]) -> Node | None:
    """The field once it holds what is awaited; None where that does not say what it looks like."""
    for expected in awaited:
        if field.value is not None:
            return filled_field(field, expected.value, is_checked=False)
        if expected.value in {"checked", "not checked"}:
            return filled_field(field, None, is_checked=expected.value == "checked")
    return None
