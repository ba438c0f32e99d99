"""The fields that earlier steps filled, and whether they hold that still: a page may put another value there.

What is sent is what the fields hold then, and not what was typed into them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from askonce.lazy import dataclass
from askonce.planning.written_otherwise import is_written_otherwise
from askonce.recordings.recording import RecordedStep
from askonce.screens import HeldValue, Node, Tree
from askonce.screens.expectation import Expectation
from askonce.screens.eyes import Eyes
from askonce.screens.ui_tree import State, plain

_TICKS = frozenset({"checked", "not checked"})
_OPENED = frozenset({"pressed", "not pressed", "expanded", "not expanded", "selected", "not selected"})
"""States of buttons, menus and tabs, which no form sends."""

RENEWING = frozenset({"Reload", "Back", "Forward"})


@dataclass(frozen=True, slots=True)
class HeldField:
    """A field that was filled, ticked or chosen in, and what it was seen to hold after that."""

    field: Node
    expected: Expectation
    step: int
    """The number of the step that filled it, from 0."""

    def shown_in(self, tree: Tree) -> Node | None:
        """The field as it is now. Where the page came anew, or drew it anew, it is another element, the only one of its
        name."""
        now = tree.find(self.field.number)
        if now is None and self.field.name:
            name = plain(self.field.name)
            same = [node for node in tree if node.role == self.field.role and plain(node.name) == name]
            now = same[0] if len(same) == 1 else None
        is_there = now is not None and (now.role, plain(now.name)) == (self.field.role, plain(self.field.name))
        return now if is_there else None

    def lost_in(self, tree: Tree) -> str:
        """What the field holds instead, in words; "" if it holds it still or is no longer there."""
        now = self.shown_in(tree)
        if now is None or self.expected.holds_in(now) or _is_only_written_otherwise(now, self.expected):
            return ""
        name = now.name or self.expected.text
        if now.value is None:
            return f"{name!r} is no longer {self.expected.value}, as an earlier step left it"
        return f"{name!r} holds {now.value!r}, and no longer {self.expected.value!r} as an earlier step left it"

    def is_kept(self, now: HeldValue) -> bool:
        """Whether it holds still what it did, where that is all that is known of it."""
        return self.expected.holds_in(filled_field(self.field, now.value, is_checked=bool(now.checked)))

    def is_reset_in(self, tree: Tree) -> bool:
        """Whether it holds again what it held before it was filled."""
        now = tree.find(self.field.number)
        ticks = None if now is None else ("checked" in now.states) == ("checked" in self.field.states)
        return now is not None and now.value == self.field.value and bool(ticks)


class HeldFields:
    """The fields that were filled since a page came, as long as nothing else was done that may have changed them."""

    def __init__(self) -> None:
        self._fields: dict[int, HeldField] = {}
        self.is_passed = False
        """Whether something else was done since the last look: what that changed is its effect."""
        self._is_renewed = False
        """Whether the page came anew since: what it was filled with is lost, unless it kept that."""
        self._is_pressed = False
        """Whether a planner has sent something since: what that emptied is not lost."""

    def note(self, number: int, step: RecordedStep, touched: Node | None, expects: Sequence[Expectation]) -> None:
        """A step was done, with what is expected of it. One that does not only fill a field may change all of them."""
        if step.action in RENEWING:
            self.renew()
            return
        held = next((each for each in expects if touched and _is_held(touched, each)), None)
        if touched is None or held is None or not only_fills(step, expects):
            self.is_passed = True
            return
        self.forget(touched)
        if not step.rewritten:
            self._fields[touched.number] = HeldField(touched, held, number)

    def _same(self, field: Node) -> list[int]:
        """The numbers that a field had before the page came anew."""
        key = (field.role, plain(field.name))
        return [
            number
            for number, held in self._fields.items()
            if self._is_renewed and (held.field.role, plain(held.field.name)) == key
        ]

    def forget(self, field: Node) -> None:
        """A field was filled anew."""
        for number in [field.number, *self._same(field)]:
            self._fields.pop(number, None)

    def renew(self) -> None:
        """The page came anew, because somebody wanted that."""
        self._is_renewed, self._is_pressed = True, False

    def press(self) -> None:
        """A planner pressed something that may have sent all of it, and made the form ready for the next time."""
        self._is_pressed = True

    def lost(self, tree: Tree) -> list[tuple[HeldField, str]]:
        """The fields that hold something else now, each with that in words."""
        if tree.seen:
            return []  # what is only read in a picture is read otherwise each time
        found = [(held, words) for held in self._fields.values() if (words := held.lost_in(tree))]
        if self.is_passed:
            for held, _ in found:
                del self._fields[held.field.number]
            self.is_passed, found = False, []
        for held in [held for held, _ in found if self._is_pressed and held.is_reset_in(tree)]:
            del self._fields[held.field.number]
        return [(held, words) for held, words in found if held.field.number in self._fields]

    def shown_in(self, tree: Tree) -> list[Node]:
        """The fields as they are now."""
        shown = (held.shown_in(tree) for held in self._fields.values())
        return [field for field in shown if field]

    async def lost_on(self, eyes: Eyes, but: Node | None = None) -> str:
        """The first field that holds something else now, `but` that one, in words; "" if there is none."""
        tree = await eyes.tree() if self._fields else None
        if tree is None:
            return ""
        is_long = tree.more or tree.goes_on_above or tree.goes_on_below
        is_out_of_view = is_long and any(tree.find(number) is None for number in self._fields)
        whole = (eyes.known_whole or await eyes.whole_tree()) if is_out_of_view else None
        without = [but.number, *self._same(but)] if but else []
        return next((words for held, words in self.lost(whole or tree) if held.field.number not in without), "")

    def besides(self, last: Node) -> tuple[HeldField, ...]:
        """All fields but the `last`."""
        return tuple(held for held in self._fields.values() if held.field.number != last.number)


def only_fills(step: RecordedStep, expects: Sequence[Expectation]) -> bool:
    """Whether all that a step does is to fill or tick a field: it sends nothing."""
    is_field = bool(expects) and all(each.kind == "field" and each.value not in _OPENED for each in expects)
    return is_field and step.action != "Press" and not step.params.get("enter")


def _is_held(field: Node, expected: Expectation) -> bool:
    """Whether an expectation is what a field holds, and not how it looks."""
    return expected.kind == "field" and (field.value is not None or expected.value in _TICKS)


def _is_only_written_otherwise(field: Node, expected: Expectation) -> bool:
    is_read = field.value is not None and "password" not in field.states
    return is_read and is_written_otherwise(field.value or "", expected.value)


def filled_field(field: Node, value: str | None, *, is_checked: bool) -> Node:
    """The field with what a glance says that it holds; of a password only the length."""
    if "password" in field.states and value is not None:
        value = "•" * min(len(value), 30)
    return replace(field, value=value, states=ticked(field, is_checked))


def ticked(node: Node, is_checked: bool) -> frozenset[State]:
    """The states of a box that is ticked, or is not."""
    tick = frozenset[State]({"checked"} if is_checked else ())
    return node.states - frozenset[State]({"checked", "mixed"}) | tick
