"""Detects that the same action is repeated without any effect."""

from __future__ import annotations

from collections.abc import Sequence

from askonce.planning.planner import ScreenSnapshot
from askonce.screens import Node, Tree
from askonce.screens.field_labels import FIELDS

MOST_REPEATS = 3
"""How often the same may be done without any effect before an act is ended."""


class RepeatCounter:
    """Compares each look with the one before the last actions."""

    def __init__(self) -> None:
        self._seen = 0
        self._done: tuple[str, ...] = ()
        self._ineffective: tuple[str, ...] = ()
        """What was done last and changed nothing."""
        self.count = 0
        """How many times in a row that was done."""

    def look(self, snapshot: ScreenSnapshot) -> None:
        """See whether what was done since the last look changed anything."""
        seen = fingerprint(snapshot)
        if not self._done or seen != self._seen:
            self._ineffective, self.count = (), 0
        else:
            self.count = self.count + 1 if self._done == self._ineffective else 1
            self._ineffective = self._done
        self._seen, self._done = seen, ()

    def did(self, lines: Sequence[str]) -> None:
        """Note what was done, in words, with what it returned."""
        self._done = tuple(lines)


def fingerprint(snapshot: ScreenSnapshot) -> int:
    """A number that differs when the screen looks different. Text that changes by itself does not count."""
    seen = tree_fingerprint(snapshot.tree) if snapshot.tree else hash((snapshot.elements, snapshot.dialog))
    return hash((seen, snapshot.picture.data if snapshot.picture else b""))


def tree_fingerprint(tree: Tree, *, focus: bool = True) -> int:
    """The same of the elements alone; without `focus`, which of them has it does not count."""
    traits = tuple(_traits(node, focus) for node in tree)
    return hash((traits, tree.address, round(tree.above), round(tree.below), tree.scrolls_up, tree.scrolls_down))


def counts_focus(touched: Sequence[Node]) -> bool:
    """Whether it may be all that an action changes which element has the focus: that is so with a field and with keys.
    Any press gives it to a button, and takes it from what had it."""
    return not touched or (len(touched) == 1 and touched[0].role in FIELDS)


def _traits(node: Node, focus: bool) -> tuple[object, ...]:
    words = () if "ticks" in node.attributes else (node.name, node.text, node.value)
    states = node.states if focus else node.states - {"focused"}
    return node.role, words, states, round(node.box.left), round(node.box.top)
