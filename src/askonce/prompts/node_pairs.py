"""Two looks at one page, element by element: what stayed, what was only drawn again, and what scrolled."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator

from askonce.geometry import Box
from askonce.prompts.region_windows import RegionLooks, RegionWindow
from askonce.screens.ui_tree import Node, Tree, plain

_FEW = 3
"""So many texts may be replaced by others at their places; of more, nobody knows which stands for which."""
_STILL = 4.0
"""By how many screen units an element may shift and still be where it was."""


class NodePairs:
    """Which element of the last look each element of this one is, as far as that is certain.

    What scrolled is paired by its number alone: a list that draws its rows anew while it scrolls puts others at their
    places.
    """

    def __init__(self, before: Tree, now: Tree) -> None:
        self.now = now
        self._was = {node.number: node for node in before}
        self._is = {node.number: node for node in now}
        self.old = {number: self._was[number] for number in self._is if number in self._was}
        """By the number of an element now, the one that it was."""
        self.came = [node for node in now if node.number not in self._was]
        self.went = [node for node in before if node.number not in self._is]
        self.page_moved = now.above - before.above
        self.growth = now.above + now.below - before.above - before.below
        """By how much the page became longer."""
        shifts = Counter(filter(any, (_shift(old.box, self._is[number].box) for number, old in self.old.items())))
        sideways = max((count for (right, down), count in shifts.items() if right and not down), default=0)
        self.is_scrolled = abs(self.page_moved) > 1 or (sideways > 2 and sideways * 5 > len(self.old) * 3)
        self.scrolled = self._scrolled_boxes()
        """The numbers of the boxes that were scrolled inside."""
        self._regions = self._region_looks()
        if not self.is_scrolled:
            self._take_out(_in_place)
            self._take_out(_in_words)
            self._pair_replaced(is_still=not shifts)

    def is_in_scrolled(self, node: Node) -> bool:
        """Whether an element, of either look, is in what was scrolled."""
        return self.is_scrolled or self.is_inside(node, self.scrolled)

    def is_inside(self, node: Node, holders: set[int]) -> bool:
        """Whether one of these elements holds an element of either look."""
        return bool(holders) and any(number in holders for number in self._around(node))

    def moved(self) -> Iterator[Node]:
        """The elements that are elsewhere now, without scrolling."""
        for number, old in self.old.items():
            node = self._is[number]
            if any(_shift(old.box, node.box)) and (node.actionable or node.words) and not self.is_in_scrolled(node):
                yield node

    def _around(self, node: Node) -> Iterator[int]:
        known = self._is if self._is.get(node.number) is node else self._was
        seen: set[int] = set()
        parent = node.parent
        while parent is not None and parent not in seen:
            seen.add(parent)
            yield parent
            parent = known[parent].parent if parent in known else None

    def _scrolled_boxes(self) -> set[int]:
        """Those with another part of their contents in view."""
        shifts: defaultdict[int | None, set[tuple[int, int]]] = defaultdict(set)
        for number, old in self.old.items():
            shifts[self._is[number].parent].add(_shift(old.box, self._is[number].box))
        return {
            number
            for number, old in self.old.items()
            if {"scrolls"} <= self._is[number].states & old.states
            and _is_scrolled(old, self._is[number], shifts[number])
        }

    def is_out_of_window(self, node: Node) -> bool:
        """Whether an element of one look may have been there at the other, out of view in a region."""
        is_new = self._is.get(node.number) is node
        for number in self._around(node):
            if region := self._regions.get(number):
                return region.may_have_hidden(node) if is_new else region.may_hide_now(node)
        return False

    def _region_looks(self) -> dict[int, RegionLooks]:
        """By their numbers, the regions that were not scrolled and of which it is known how far they go."""
        kept: defaultdict[int, list[tuple[Node, Node]]] = defaultdict(list)
        windows = {
            number: (before, now)
            for number, old in self.old.items()
            if (before := RegionWindow.of(old)) and (now := RegionWindow.of(self._is[number]))
        }
        for number, old in self.old.items() if windows else ():
            holder = next((outer for outer in self._around(self._is[number]) if outer in windows), None)
            if holder is not None:
                kept[holder].append((old, self._is[number]))
        return {number: RegionLooks(before, now, kept[number]) for number, (before, now) in windows.items()}

    def _take_out(self, trait: Callable[[Node], object]) -> None:
        """Take out of what came and went what is alike; one that is alike alone is surely the same."""
        came, went = _by(trait, self._loose(self.came)), _by(trait, self._loose(self.went))
        gone: set[int] = set()
        for key in came.keys() & went.keys():
            if len(came[key]) == len(went[key]) == 1:
                self.old[came[key][0].number] = went[key][0]
            gone.update(node.number for pair in zip(came[key], went[key], strict=False) for node in pair)
        self._drop(gone)

    def _pair_replaced(self, *, is_still: bool) -> None:
        """Pair texts with those that stood at their places where that is clear: nothing else shifted, and they are few
        or differ in numbers only."""
        went = {_spot(node): node for node in self._loose(self.went) if node.role == "text"}
        came = [node for node in self._loose(self.came) if node.role == "text" and _spot(node) in went]
        others = sum(_unnumbered(went[_spot(node)]) != _unnumbered(node) for node in came)
        if is_still and others <= _FEW:
            self.old |= {node.number: went[_spot(node)] for node in came}
            self._drop({number for node in came for number in (node.number, went[_spot(node)].number)})

    def _loose(self, nodes: Iterable[Node]) -> Iterator[Node]:
        return (node for node in nodes if not self.is_in_scrolled(node))

    def _drop(self, numbers: set[int]) -> None:
        self.came = [node for node in self.came if node.number not in numbers]
        self.went = [node for node in self.went if node.number not in numbers]


def _by(trait: Callable[[Node], object], nodes: Iterable[Node]) -> dict[object, list[Node]]:
    alike: defaultdict[object, list[Node]] = defaultdict(list)
    for node in nodes:
        if (key := trait(node)) is not None:
            alike[key].append(node)
    return alike


def _shift(old: Box, new: Box) -> tuple[int, int]:
    """How far a box moved; one that only grew or shrank did not."""
    right = min((new.left - old.left, new.right - old.right), key=abs)
    down = min((new.top - old.top, new.bottom - old.bottom), key=abs)
    return (round(right) if abs(right) > _STILL else 0), (round(down) if abs(down) > _STILL else 0)


def _is_scrolled(old: Node, node: Node, shifts: set[tuple[int, int]]) -> bool:
    """Whether a box was scrolled inside: all its contents shifted while it did not, where nobody knows how far it is
    scrolled. Where that is known, it is so sideways alone: what comes before its contents shifts all of them too."""
    if old.attributes.get("above") != node.attributes.get("above"):
        return True
    if not shifts or (0, 0) in shifts or any(_shift(old.box, node.box)):
        return False
    return "above" not in node.attributes or not any(down for _, down in shifts)


def _spot(node: Node) -> tuple[int, int]:
    return round(node.box.left / _STILL), round(node.box.top / _STILL)


def _in_place(node: Node) -> object:
    return node.role, plain(node.words), _spot(node)


def _in_words(node: Node) -> object:
    return (node.role, words) if (words := plain(node.words)) else None


def _unnumbered(node: Node) -> str:
    return re.sub(r"\d+(?:[.,]\d+)*", "0", plain(node.words))
