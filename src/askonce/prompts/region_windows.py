"""Which part of what scrolls in a region was in view at two looks: what was pushed out of it is not gone, and what was
pushed into it is not new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from askonce.lazy import dataclass
from askonce.screens.ui_tree import Node

_ROUNDING = 1.0


@dataclass(frozen=True, slots=True)
class RegionWindow:
    """A region at one look: what is in view of its contents begins at `start` of them and ends at `end`."""

    top: float
    start: float
    end: float
    length: float

    @staticmethod
    def of(region: Node) -> RegionWindow | None:
        """None where the screen does not know how much is out of view."""
        above, below = (region.attributes.get(word, "") for word in ("above", "below"))
        if not above.isdigit() or not below.isdigit():
            return None
        end = int(above) + region.box.height
        return RegionWindow(region.box.top, int(above), end, end + int(below))

    def place(self, node: Node) -> tuple[float, float]:
        """Where an element begins and ends in the contents."""
        return node.box.top - self.top + self.start, node.box.bottom - self.top + self.start

    def leaves_out(self, start: float, end: float) -> bool:
        """Whether that part of the contents is there, and not all in view."""
        is_there = start >= -_ROUNDING and end <= self.length + _ROUNDING
        return is_there and (start < self.start - _ROUNDING or end > self.end + _ROUNDING)


class RegionLooks:
    """A region that was not scrolled, at two looks."""

    def __init__(self, before: RegionWindow, now: RegionWindow, kept: Iterable[tuple[Node, Node]]) -> None:
        self._before, self._now = before, now
        moves = Counter(round(now.place(node)[0] - before.place(old)[0]) for old, node in kept)
        usual = [move for move, _ in moves.most_common(1)]
        self._moves = {0.0, now.length - before.length, *map(float, usual)}
        """By how much contents may have been pushed down."""

    def may_hide_now(self, old: Node) -> bool:
        """Whether what is not seen any more may only be out of view."""
        start, end = self._before.place(old)
        return any(self._now.leaves_out(start + move, end + move) for move in self._moves)

    def may_have_hidden(self, node: Node) -> bool:
        """Whether what is seen now may have been out of view."""
        start, end = self._now.place(node)
        return any(self._before.leaves_out(start - move, end - move) for move in self._moves)
