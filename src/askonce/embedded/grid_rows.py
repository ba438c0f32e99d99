"""Lists and grids, and positions in them: the third, the top left, one further up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from askonce.embedded.screen_index import ScreenIndex
from askonce.language.normalization import split_words
from askonce.language.numerals import read_count, read_ordinal
from askonce.screens import Node

_LEAST = 2
_ALIKE = 0.25
_DOWN = {"top": 0, "upper": 0, "bottom": -1, "lower": -1}
_ACROSS = {"left": 0, "right": -1}
_MIDDLE = frozenset({"center", "centre", "middle"})
_PLACES = _MIDDLE.union(_DOWN, _ACROSS)
_STARTS = frozenset({"start", "beginning", "front"})
_WAYS = {"up": (-1, 0), "upwards": (-1, 0), "down": (1, 0), "downwards": (1, 0), "left": (0, -1), "right": (0, 1)}
_SILENT = frozenset(
    {"the", "of", "list", "grid", "position", "positions", "place", "places", "spot", "slot", "by", "in", "to", "at"}
    | {"corner", "row", "item", "items", "very", "table", "step", "steps", "number", "further", "cell", "square"}
)


@dataclass(frozen=True)
class Rows:
    """Elements of one kind and size, as rows from the top down, each from left to right."""

    items: tuple[Node, ...]

    @cached_property
    def rows(self) -> list[list[Node]]:
        rows: list[list[Node]] = []
        for node in sorted(self.items, key=lambda other: (other.box.top, other.box.left)):
            if rows and node.box.top < rows[-1][0].box.center.y:
                rows[-1].append(node)
            else:
                rows.append([node])
        return [sorted(row, key=lambda other: other.box.left) for row in rows]

    @property
    def flat(self) -> list[Node]:
        return [node for row in self.rows for node in row]

    @property
    def width(self) -> int:
        return max(len(row) for row in self.rows)

    def at(self, down: int, across: int) -> Node | None:
        """The one in that row and column; None when there is none."""
        if not 0 <= down < len(self.rows) or not 0 <= across < len(self.rows[down]):
            return None
        return self.rows[down][across]

    def place_of(self, node: Node) -> tuple[int, int]:
        return next(
            (down, row.index(node))
            for down, row in enumerate(self.rows)
            if any(other.number == node.number for other in row)
        )

    def find(self, words: str, start: Node) -> Node | None:
        """The item at the position where `start` should go; None when the words do not name a position."""
        terms = [word for word in split_words(words) if word not in _SILENT]
        if (place := _counted(terms, words)) is not None:
            flat = self.flat
            return flat[place - 1 if place > 0 else place] if 0 < abs(place) <= len(flat) else None
        if terms and terms[0] in _WAYS:
            return self._moved(terms, start)
        return self._corner(terms)

    def _moved(self, terms: list[str], start: Node) -> Node | None:
        steps = read_count(terms[1]) if len(terms) == 2 else 1 if len(terms) == 1 else None
        if steps is None:
            return None
        down, across = self.place_of(start)
        way = _WAYS[terms[0]]
        return self.at(down + steps * way[0], across + steps * way[1])

    def _corner(self, terms: list[str]) -> Node | None:
        """ "top", "bottom right", "center", "the end": only where it is one place."""
        if len(terms) == 1 and (terms[0] in _STARTS or terms[0] == "end"):
            return self.flat[0] if terms[0] in _STARTS else self.flat[-1]
        if not terms or not _PLACES.issuperset(terms):
            return None
        has_middle = not _MIDDLE.isdisjoint(terms)
        down = _index(terms, _DOWN, len(self.rows), has_middle)
        across = _index(terms, _ACROSS, self.width, has_middle)
        return self.at(down, across) if down is not None and across is not None else None


def rows_with(node: Node, screen: ScreenIndex) -> Rows | None:
    """The list or grid that `node` is one item of."""
    alike = [
        other
        for other in screen.tree
        if other.parent == node.parent and other.role == node.role and _are_alike(other, node)
    ]
    return Rows(tuple(alike)) if len(alike) >= _LEAST else None


def _are_alike(one: Node, other: Node) -> bool:
    sides = ((one.box.width, other.box.width), (one.box.height, other.box.height))
    return all(abs(a - b) <= _ALIKE * max(a, b) for a, b in sides)


def _counted(terms: list[str], words: str) -> int | None:
    place = read_ordinal(" ".join(terms))
    is_position = len(terms) == 1 and not {"position", "place", "spot", "slot", "number"}.isdisjoint(split_words(words))
    return place if place is not None else read_count(terms[0]) if is_position else None


def _index(terms: list[str], ends: Mapping[str, int], count: int, has_middle: bool) -> int | None:
    """Which row or column the words name: an end, the middle one, or the only one there is."""
    named = [ends[word] for word in terms if word in ends]
    if named:
        return named[0] % count if len(named) == 1 else None
    return count // 2 if (has_middle or count == 1) and count % 2 else None
