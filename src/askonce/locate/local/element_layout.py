"""How the elements of a screen lie to each other: in one item, in one section, side by side, one above the other."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import takewhile

from askonce.geometry import Box
from askonce.language.vocabulary import vocabulary
from askonce.screens.tree_index import TreeIndex
from askonce.screens.ui_tree import Node

_CLEARLY = 1.5
_FAR_ACROSS = 0.7
_FAR_DOWN = 0.5
_NAMING = frozenset({"text", "link", "heading"})
_TEXT_FIELDS = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})


class Layout(TreeIndex):
    """The structure and geometry of one tree."""

    def item_of(self, node: Node) -> Node | None:
        """What `node` is one part of: its row, card or dialog."""
        return next((ancestor for ancestor in self.above(node) if ancestor.role in vocabulary().items), None)

    def texts_in(self, node: Node) -> list[str]:
        return [inner.words for inner in self.inside(node) if inner.words and not inner.actionable]

    def holds_role(self, node: Node, role: str) -> bool:
        return any(inner.role == role for inner in self.inside(node))

    def relate(self, kind: str, nodes: Sequence[Node], others: Sequence[Node]) -> list[Node]:
        """Those of `nodes` that lie to one of `others` as `kind` says. More than one is for the caller to doubt."""
        related: dict[int, Node] = {}
        under = self._under(nodes)
        for other in others:
            match kind:
                case "within":
                    found = [node for node in self._within(other, nodes, under) if not _take_text(node, other)]
                case "beside":
                    found = self._beside(other, nodes, under)
                case "left" | "right":
                    found = _first(self._level(other, nodes, kind), other.box, kind)
                case _:
                    found = self._stacked(other, nodes, kind, under)
            related |= {node.number: node for node in found if node.number != other.number}
        return list(related.values())

    # ---- in one item or section

    def _under(self, nodes: Sequence[Node]) -> dict[int, list[Node]]:
        under: defaultdict[int, list[Node]] = defaultdict(list)
        for node in nodes:
            for outer in self.above(node):
                under[outer.number].append(node)
        return under

    def _within(self, other: Node, nodes: Sequence[Node], under: dict[int, list[Node]]) -> list[Node]:
        known = vocabulary()
        numbers = {node.number for node in nodes}
        if other.number in under:
            return under[other.number]
        if other.role in known.containers:
            return []
        for outer in self.above(other):
            if outer.number in numbers:
                return [outer]
            if held := [node for node in under.get(outer.number, ()) if node.number != other.number]:
                if outer.role in known.items:
                    return [node for node in held if not self._are_apart(node, other, outer)]
                break
        if other.role == "heading":
            return self._section(other, nodes)
        return self._level(other, nodes, "beside")

    def _are_apart(self, node: Node, other: Node, outer: Node) -> bool:
        """Whether the two belong to different items inside `outer`, or one of them to an item of its own."""
        own, theirs = self._roles_below(node, outer), self._roles_below(other, outer)
        known = vocabulary()
        return not known.separate.isdisjoint(own | theirs) or not (
            known.items.isdisjoint(own) or known.items.isdisjoint(theirs)
        )

    def _roles_below(self, node: Node, outer: Node) -> set[str]:
        """The roles of what stands between `outer` and `node`."""
        return {
            ancestor.role for ancestor in takewhile(lambda ancestor: ancestor.number != outer.number, self.above(node))
        }

    def _section(self, heading: Node, nodes: Sequence[Node]) -> list[Node]:
        """Those that stand after a heading and before the next first."""
        start = self._order[heading.number]
        after = bisect_right(self._headings, start)
        end = self._headings[after] if after < len(self._headings) else len(self.tree.nodes)
        return [
            node
            for node in nodes
            if start < self._order[node.number] < end
            and (heading.parent is None or any(ancestor.number == heading.parent for ancestor in self.above(node)))
        ]

    @cached_property
    def _order(self) -> dict[int, int]:
        return {node.number: place for place, node in enumerate(self.tree)}

    @cached_property
    def _headings(self) -> list[int]:
        return [place for place, node in enumerate(self.tree) if node.role == "heading"]

    # ---- by their places

    def _share_item(self, node: Node, other: Node) -> bool:
        """Whether nothing says that the two belong to different items."""
        own_item, theirs = self.item_of(node), self.item_of(other)
        holds_other = own_item is None or any(
            ancestor.number == own_item.number for ancestor in (other, *self.above(other))
        )
        holds_node = theirs is None or any(ancestor.number == theirs.number for ancestor in (node, *self.above(node)))
        return holds_other and holds_node

    def _level(self, other: Node, nodes: Sequence[Node], side: str) -> list[Node]:
        """Those on one line with `other`."""
        reach = self.tree.view.width * _FAR_ACROSS
        level = [
            node
            for node in nodes
            if node.number != other.number
            and _on_one_line(node.box, other.box)
            and _is_on_side(node.box, other.box, side)
            and _across(node.box, other.box) <= reach
            and self._share_item(node, other)
        ]
        is_guess = side == "beside" and "seen" in other.attributes and bool(other.words)
        return self._belonging(other, level) if is_guess else level

    def _belonging(self, text: Node, nodes: Sequence[Node]) -> list[Node]:
        """Those of a line that is only seen to which a text belongs by the order and the gaps of all of them; none
        where that is in doubt, because some may have been missed."""
        numbers, roles = {node.number for node in nodes}, _NAMING | {text.role}
        texts = [
            other
            for other in self.tree
            if other.role in roles
            and other.words
            and other.number not in numbers
            and (other is text or (_on_one_line(other.box, text.box) and self._share_item(other, text)))
        ]
        line = sorted((*texts, *nodes), key=lambda node: node.box.center.x)
        side = _named_side(line, numbers)
        place = next(place for place, node in enumerate(line) if node.number == text.number)
        following = line[place + 1 :] if side == "left" else reversed(line[:place])
        return [node for node in following if node.number in numbers][:1] if side else []

    def _beside(self, other: Node, nodes: Sequence[Node], under: dict[int, list[Node]]) -> list[Node]:
        held = [] if other.number in under else self._within(other, nodes, under)
        if len(held) == 1:
            return held
        level = sorted(self._level(other, held or nodes, "beside"), key=lambda node: _across(node.box, other.box))
        if len(level) > 1 and _across(level[1].box, other.box) > 8 + _CLEARLY * _across(level[0].box, other.box):
            return level[:1]
        return level

    def _stacked(self, other: Node, nodes: Sequence[Node], side: str, under: dict[int, list[Node]]) -> list[Node]:
        if side == "below" and other.role == "heading":
            return self._section(other, nodes)
        held = [node for node in self._within(other, nodes, under) if _is_on_side(node.box, other.box, side)]
        if len(held) == 1:
            return held
        reach = self.tree.view.height * _FAR_DOWN
        near = [
            node
            for node in nodes
            if node.number != other.number
            and _overlap_across(node.box, other.box)
            and _is_on_side(node.box, other.box, side)
            and _down(node.box, other.box) <= reach
            and self._share_item(node, other)
        ]
        return _first(near, other.box, side)


def _named_side(line: Sequence[Node], numbers: Collection[int]) -> str:
    """On which side of the elements with these `numbers` the texts of a line are that belong to them; "" in doubt."""
    says: set[str] = set()
    for place, node in enumerate(line):
        if node.number in numbers and 0 < place < len(line) - 1:
            left, right = (_across(other.box, node.box) for other in (line[place - 1], line[place + 1]))
            is_between = not {line[place - 1].number, line[place + 1].number} & {*numbers}
            says |= {"left"} if is_between and 8 + _CLEARLY * left < right else set[str]()
            says |= {"right"} if is_between and 8 + _CLEARLY * right < left else set[str]()
    begins, ends = (line[place].number not in numbers for place in (0, -1))
    if begins != ends:
        side = "left" if begins else "right"
        return side if says <= {side} else ""
    return next(iter(says)) if len(says) == 1 else ""


def _first(nodes: Sequence[Node], box: Box, side: str) -> list[Node]:
    """The nearest one, with those that are as near."""
    if not nodes:
        return []
    if side in {"left", "right"}:
        nearest = min(nodes, key=lambda node: _across(node.box, box))
        reach = _across(nearest.box, box) + nearest.box.width - 2
        return [node for node in nodes if _across(node.box, box) < reach]
    nearest = min(nodes, key=lambda node: _down(node.box, box))
    reach = _down(nearest.box, box) + nearest.box.height - 2
    return [node for node in nodes if _down(node.box, box) < reach]


def _take_text(node: Node, other: Node) -> bool:
    """Whether both are fields for texts, so that neither belongs to the other."""
    return {node.role, other.role} <= _TEXT_FIELDS


def _on_one_line(first: Box, other: Box) -> bool:
    overlap = min(first.bottom, other.bottom) - max(first.top, other.top)
    small, large = sorted((first.height, other.height))
    return overlap > 0.5 * small and large <= 4 * max(small, 12)


def _overlap_across(first: Box, other: Box) -> bool:
    return min(first.right, other.right) - max(first.left, other.left) > 0.3 * min(first.width, other.width)


def _across(first: Box, other: Box) -> float:
    return max(first.left - other.right, other.left - first.right, 0.0)


def _down(first: Box, other: Box) -> float:
    return max(first.top - other.bottom, other.top - first.bottom, 0.0)


def _is_on_side(node: Box, other: Box, side: str) -> bool:
    match side:
        case "left":
            return node.right <= other.left + 4
        case "right":
            return node.left >= other.right - 4
        case "above":
            return node.bottom <= other.top + 4
        case "below":
            return node.top >= other.bottom - 4
        case _:
            return node.right <= other.left + 4 or node.left >= other.right - 4
