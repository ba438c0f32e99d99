"""The elements of a phone, before and after they are numbered. Each kind of phone reads its own into these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import field
from types import MappingProxyType

from askonce.geometry import Box, Size
from askonce.lazy import dataclass
from askonce.screens.carried_numbers import CarriedNumbers
from askonce.screens.ui_tree import ON_SCREEN_KEYBOARD, Node, State, Tree


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """What a phone tells, before numbers are given."""

    parts: tuple[PhoneElement, ...]
    rotation: int
    keyboard: Box | None
    """Where the on-screen keyboard lies."""
    is_more_above: bool | None = None
    """Whether there is more above the view and below it; None where only what scrolls is known."""
    is_more_below: bool | None = None
    modal: PhoneElement | None = None
    """The dialog that has to be answered before anything else can be touched."""

    @property
    def look(self) -> dict[Hashable, Hashable]:
        """What is on the screen, by element, for comparing."""
        seen: dict[Hashable, Hashable] = {"keyboard": self.keyboard}
        counts: Counter[Hashable] = Counter()
        for part in self.parts:
            counts[part.identity] += 1
            seen[part.identity, counts[part.identity]] = part.box, part.value, part.text, frozenset(part.states)
        return seen


@dataclass(slots=True)
class PhoneElement:
    """One element, in pixels of the phone."""

    role: str
    name: str
    box: Box
    outer: PhoneElement | None
    depth: int
    text: str = ""
    value: str | None = None
    states: set[State] = field(default_factory=set[State])
    actionable: bool = False
    attributes: dict[str, str] = field(default_factory=dict[str, str])
    kind: str = ""
    """The class of the widget."""
    layer: int = 0
    """How far in front its window lies; the keyboard is apart from these."""
    entry: str = ""
    """All words of the entry of a list that it stands in, or is."""

    def is_in(self, other: PhoneElement) -> bool:
        return self is other or (self.outer is not None and self.outer.is_in(other))

    @property
    def identity(self) -> tuple[str, ...]:
        """What makes it the same element at the next look. What is typed into a field does not."""
        outer = self.outer.name if self.outer else ""
        return (
            self.kind,
            self.attributes.get("id", ""),
            self.attributes.get("package", ""),
            self.name or self.text,
            outer,
            self.entry,
        )


def build_tree(hierarchy: Hierarchy, numbers: CarriedNumbers, view: Size, ratio: float, address: str) -> Tree:
    """The tree in screen units. What lies under the keyboard or another window is covered, and what is out of view is
    left out."""
    seen = Box.of_size(view)
    kept = [(part, box) for part in hierarchy.parts if (box := _scaled(part.box, ratio).intersection(seen))]
    keyboard = _scaled(hierarchy.keyboard, ratio) if hierarchy.keyboard else None
    given = dict(zip((id(part) for part, _ in kept), numbers.number(part.identity for part, _ in kept), strict=True))
    covers = _covers(kept, hierarchy.modal)
    nodes = tuple(_node(part, box, given, keyboard, covers.get(id(part))) for part, box in kept)
    scrolls = any("scrolls" in part.states for part, _ in kept)
    above, below = (scrolls if more is None else more for more in (hierarchy.is_more_above, hierarchy.is_more_below))
    return Tree(nodes, view, address=address, scrolls_up=above, scrolls_down=below)


def _covers(kept: Sequence[tuple[PhoneElement, Box]], modal: PhoneElement | None) -> dict[int, PhoneElement]:
    """What lies over the middle of each element in another window, such as a notification; a dialog lies over all."""
    if modal:
        return {id(part): modal for part, _ in kept if not part.is_in(modal)}
    if len({part.layer for part, _ in kept}) < 2:
        return {}
    solid = [(part, box) for part, box in kept if part.actionable or part.role == "text"]
    found: dict[int, PhoneElement] = {}
    for part, box in kept:
        over = (other for other, cover in solid if other.layer > part.layer and cover.contains(box.center))
        if cover := next(over, None):
            found[id(part)] = cover
    return found


def _node(
    part: PhoneElement, box: Box, numbers: Mapping[int, int], keyboard: Box | None, cover: PhoneElement | None
) -> Node:
    states: set[State] = set(part.states)
    attributes = dict(part.attributes)
    if keyboard and keyboard.contains(box.center):
        states.add("covered")
        attributes["covered by"] = ON_SCREEN_KEYBOARD
    elif cover:
        states.add("covered")
        attributes["covered by"] = f'{cover.role} "{cover.name or cover.text}"'
    outer = part.outer
    while outer is not None and id(outer) not in numbers:
        outer = outer.outer
    return Node(
        numbers[id(part)],
        part.role,
        part.name,
        box,
        text=part.text,
        value=part.value,
        states=frozenset(states),
        actionable=part.actionable,
        parent=numbers[id(outer)] if outer is not None else None,
        depth=part.depth,
        attributes=MappingProxyType(attributes),
        cover=numbers[id(cover)] if cover else None,
    )


def _scaled(box: Box, ratio: float) -> Box:
    return Box.of_edges(*(edge / ratio for edge in box.edges))


def around(boxes: Sequence[Box]) -> Box | None:
    """The box of all of them; None where there is nothing of any size."""
    seen = [box for box in boxes if box.area]
    if not seen:
        return None
    left, top = min(box.left for box in seen), min(box.top for box in seen)
    return Box.of_edges(left, top, max(box.right for box in seen), max(box.bottom for box in seen))
