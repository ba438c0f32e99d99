"""Detects that the same action is repeated without any effect."""

from __future__ import annotations

from collections.abc import Sequence

from askonce.planning.planner import ScreenSnapshot
from askonce.screens import Node, Tree

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


def tree_fingerprint(tree: Tree) -> int:
    """The same of the elements alone."""
    return hash((tuple(map(_traits, tree)), tree.address, round(tree.above), round(tree.below)))


def _traits(node: Node) -> tuple[object, ...]:
    words = () if "ticks" in node.attributes else (node.name, node.text, node.value)
    return node.role, words, node.states, round(node.box.left), round(node.box.top)
