"""Which words belong to which control of a picture: those beside it, or right above it.

Words stand before their controls as often as after them, and a detector misses some controls. So all that stands in one
row or one column is looked at together: its ends, or clear gaps, say on which side the words are. Where they do not,
no control in it gets a name, because it might be that of its neighbour.

All boxes are in pixels of the picture, lengths in heights of its texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from statistics import median
from typing import TYPE_CHECKING, Literal

from askonce.geometry import Box
from askonce.lazy import dataclass
from askonce.screens.field_labels import FIELDS, TICKED, is_searching_name
from askonce.vision.picture_element import SeenElement
from askonce.vision.text_look import ink_box

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels

Side = Literal["before", "after", ""]
Gap = Callable[[Box, Box, Box], float | None]
"""How far the second box is behind the first; None where it is not, or not in one row or column with the third."""

_HOLDERS = frozenset({"group", "dialog", "listitem"})
_LONGEST = 80
_BESIDE, _ABOVE = 7.5, 1.3
"""How far a label is from its control at most, in a row and in a column."""
_IN_ROW, _IN_COLUMN = 20.0, 3.0
"""How far apart the parts of one row and of one column are at most."""
_CLEARLY, _OFF = 2.0, 0.2
"""How much wider a gap is that is clearly wider: so many times, and by how much boxes are off."""
_LINED = 0.5
_LEVEL = 0.6
"""How much farther away texts are that stand on one line, in their heights."""
_OVER = 0.3
_SMALL = 1.7
_REQUIRED = frozenset("*＊✱")
"""Marks of a field that has to be filled in, which are no words."""
_SIGNS = frozenset("0oO°□▢○◯●◉⊙⚪⚫☐☑✓✔vV@QCD©")
"""What a ring or a box is read as."""


@dataclass(frozen=True, slots=True)
class _Label:
    """The words of a control, and whether they stand above it."""

    text: SeenElement
    is_above: bool = False


@dataclass(frozen=True, slots=True)
class _Place:
    """One control of a row or column, with the texts next to it and how far away they are."""

    control: SeenElement
    before: SeenElement | None
    after: SeenElement | None
    gap_before: float
    gap_after: float

    def is_clearly(self, side: Side, off: float) -> bool:
        """Whether it has two texts, and the one on this side is clearly nearer."""
        near, far = (self.gap_before, self.gap_after) if side == "before" else (self.gap_after, self.gap_before)
        return self.before is not None and self.after is not None and near * _CLEARLY + off < far


def label_controls(elements: Sequence[SeenElement], pixels: Pixels) -> list[SeenElement]:
    """The elements, with controls called by the words beside them, or by those in them that say what to enter."""
    labels = _Labels(elements, pixels).found()
    return [_named(element, labels.get(place)) for place, element in enumerate(elements)]


def _named(element: SeenElement, label: _Label | None) -> SeenElement:
    if element.name or element.role not in FIELDS | TICKED:
        return element
    inner = (element.placeholder, element.text)
    if searched := next((words for words in inner if is_searching_name(element.role, words)), ""):
        return replace(element, name=searched)
    if label is None:
        return replace(element, name=element.placeholder)
    return replace(element, name=label.text.text, sure=label.text.sure, is_below_label=label.is_above)


class _Labels:
    """The labels of one picture."""

    def __init__(self, elements: Sequence[SeenElement], pixels: Pixels) -> None:
        controls = [element.box for element in elements if element.role in FIELDS | TICKED]
        texts = [element.box.height for element in elements if element.role == "text"]
        self._unit = median(texts) if texts else 0.0
        self._elements = [
            replace(element, box=ink_box(element.box, pixels, controls)) if element.role == "text" else element
            for element in elements
        ]
        self._holders = [element.box for element in elements if element.role in _HOLDERS]

    def found(self) -> dict[int, _Label]:
        """By the place of each control, its label; none where two controls would have the same one."""
        claims: dict[int, _Label] = {}
        for place, element in enumerate(self._elements):
            is_meant = element.is_actionable and element.role in FIELDS | TICKED and not element.name
            if is_meant and (label := self._label(element)):
                claims[place] = label
        counts = Counter(id(label.text) for label in claims.values())
        return {place: label for place, label in claims.items() if counts[id(label.text)] == 1}

    def _label(self, control: SeenElement) -> _Label | None:
        places = self._places(control, _gap_across, _IN_ROW)
        own = next(place for place in places if place.control is control)
        is_ticked = control.role in TICKED
        if own.before or (is_ticked and own.after):
            side = self._side(places, is_ticked=is_ticked)
            text, gap = (own.before, own.gap_before) if side == "before" else (own.after, own.gap_after)
            is_meant = (side == "before" or (side == "after" and is_ticked)) and gap <= _BESIDE * self._unit
            return _Label(text) if text and is_meant else None
        return None if is_ticked else self._label_above(control)

    def _label_above(self, field: SeenElement) -> _Label | None:
        """The words above a field, where all columns of its form have theirs there."""
        places = self._places(field, _gap_down, _IN_COLUMN)
        own = next(place for place in places if place.control is field)
        if own.before is None or own.gap_before > _ABOVE * self._unit:
            return None
        beside = [
            other
            for place in places
            for other in self._elements
            if other.role in FIELDS and other is not place.control and _are_level(other.box, place.control.box)
        ]
        columns = [places, *(self._places(other, _gap_down, _IN_COLUMN) for other in beside)]
        told = [column for column in columns if any(place.before or place.after for place in column)]
        is_above = all(self._side(column, is_ticked=False) == "before" for column in told)
        return _Label(own.before, is_above=True) if is_above else None

    # ---- on which side the words are

    def _side(self, places: Sequence[_Place], *, is_ticked: bool) -> Side:
        """On which side of their controls the words of a row or column stand; "" if that is in doubt."""
        befores = [place.before for place in places if place.before]
        afters = [place.after for place in places if place.after]
        is_shared = any(text is other for text in befores for other in afters)
        if not is_shared and not any(place.before and place.after for place in places):
            return _only_side(places, is_ticked=is_ticked)
        off = _OFF * self._unit
        says_before, says_after = (any(place.is_clearly(side, off) for place in places) for side in ("before", "after"))
        if len(befores) != len(afters) and len(places) in {len(befores), len(afters)}:  # the ends tell
            side: Side = "before" if len(befores) > len(afters) else "after"
            return "" if (says_after if side == "before" else says_before) else side
        if says_before or says_after:
            return "" if says_before and says_after else "before" if says_before else "after"
        return _by_colons(places, is_ticked=is_ticked)

    # ---- what stands in one row or column

    def _inside(self, control: SeenElement) -> list[SeenElement]:
        """What is in the same panel as a control, where that has words in it."""
        for holder in sorted(self._holders, key=lambda box: box.area):
            if holder.contains(control.box.center):
                inside = [element for element in self._elements if holder.contains(element.box.center)]
                if any(_is_text(element) for element in inside):
                    return inside
        return self._elements

    def _places(self, control: SeenElement, gap: Gap, reach: float) -> list[_Place]:
        """The controls that stand in one row or column with this one, each with its texts."""
        others = [element for element in self._inside(control) if _may_stand_beside(element, control)]
        apart = [holder for holder in self._holders if not holder.contains(control.box.center)]
        before, after = (
            takewhile(lambda element: not any(holder.contains(element.box.center) for holder in apart), walk)
            for walk in (
                _walk(control, others, gap, reach * self._unit, forwards=False),
                _walk(control, others, gap, reach * self._unit, forwards=True),
            )
        )
        run = [*reversed([*before]), control, *after]
        return [
            _place(run, place, control.box, gap) for place, element in enumerate(run) if _is_control(element, control)
        ]


def _may_stand_beside(element: SeenElement, control: SeenElement) -> bool:
    """Whether an element is a part of rows and columns, and not what holds the control, or what is in it."""
    is_holder = element.role in _HOLDERS and not (element.name or element.text)
    is_apart = not element.box.contains(control.box.center) and not control.box.contains(element.box.center)
    return element is not control and not is_holder and is_apart and element.text not in _REQUIRED


def _only_side(places: Sequence[_Place], *, is_ticked: bool) -> Side:
    """The side where there are texts, if there are none on the other; of fields also where some have none."""
    before, after = sum(bool(place.before) for place in places), sum(bool(place.after) for place in places)
    if before and after:  # "Name [ ] □ Newsletter"
        is_usual = all(
            place.after is None if place.control.role in FIELDS else place.before is None for place in places
        )
        return "" if not is_usual else "after" if is_ticked else "before"
    if is_ticked and len(places) not in {before, after}:
        return ""
    return "before" if before else "after" if after else ""


def _by_colons(places: Sequence[_Place], *, is_ticked: bool) -> Side:
    """A colon says that a text is for what follows: for a field, or for all boxes of a row."""
    told = [_has_colon(place.before) for place in places if place.before]
    if not is_ticked:
        return "before" if len(told) == len(places) and all(told) else ""
    is_headed = len(told) > 1 and told[0] and not any(told[1:]) and places[0].before is not None
    return "after" if is_headed and all(place.after for place in places) else ""


def _walk(
    control: SeenElement, others: Sequence[SeenElement], gap: Gap, reach: float, *, forwards: bool
) -> Iterator[SeenElement]:
    """What comes next in one direction, and so on, up to something else that is touched."""
    last = control
    while True:
        found: list[tuple[float, int]] = []
        for place, element in enumerate(others):
            pair = (last.box, element.box) if forwards else (element.box, last.box)
            away = gap(*pair, control.box) if element is not last else None
            if away is not None and away <= reach:
                found.append((away, place))
        if not found:
            return
        nearest = min(found)[0]
        level = [others[place] for away, place in found if away < nearest + _LEVEL * others[place].box.height]
        is_column = gap is _gap_down
        following = (
            min(level, key=lambda one: abs(one.box.left - control.box.left)) if is_column else others[min(found)[1]]
        )
        if not (_is_text(following) or _is_control(following, control)):
            return
        is_other = following.role in TICKED or (
            following.role in FIELDS and not _are_aligned(following.box, control.box)
        )
        if is_column and is_other:
            return  # it has words of its own that stand elsewhere
        yield following
        last = following


def _place(run: Sequence[SeenElement], place: int, own: Box, gap: Gap) -> _Place:
    control = run[place]
    before, after = (run[place - 1] if place else None), (run[place + 1] if place + 1 < len(run) else None)
    gap_before = (gap(before.box, control.box, own) or 0.0) if before else 0.0
    gap_after = (gap(control.box, after.box, own) or 0.0) if after else 0.0
    is_behind = after is not None and _is_text(after) and not _has_colon(after)
    return _Place(
        control,
        before if before is not None and _is_text(before) else None,
        after if is_behind else None,
        max(0.0, gap_before),
        max(0.0, gap_after),
    )


def _are_aligned(box: Box, other: Box) -> bool:
    """Whether two fields begin or end where the other does."""
    off = 0.5 * min(box.height, other.height)
    return abs(box.left - other.left) < off or abs(box.center.x - other.center.x) < off


def _are_level(box: Box, other: Box) -> bool:
    """Whether two fields stand side by side."""
    shared = min(box.bottom, other.bottom) - max(box.top, other.top)
    return shared > 0.7 * max(box.height, other.height)


def _gap_across(first: Box, second: Box, own: Box) -> float | None:
    for box in (first, second):
        if min(box.bottom, own.bottom) - max(box.top, own.top) <= _LINED * min(box.height, own.height):
            return None
    return second.left - first.right if second.center.x > first.center.x else None


def _gap_down(first: Box, second: Box, own: Box) -> float | None:
    for box in (first, second):
        if min(box.right, own.right) - max(box.left, own.left) <= _OVER * min(box.width, own.width):
            return None
    return second.top - first.bottom if second.center.y > first.center.y else None


def _is_control(element: SeenElement, control: SeenElement) -> bool:
    """Whether it is a field or a box, or may be one that was taken for an icon or read as a sign."""
    if element.role in FIELDS | TICKED:
        return True
    words = element.name or element.text or element.sign
    is_small = max(element.box.width, element.box.height) < _SMALL * control.box.height
    return control.role in TICKED and is_small and (not words or _is_sign(words))


def _is_sign(words: str) -> bool:
    return len(words) == 1 and words in _SIGNS


def _is_text(element: SeenElement) -> bool:
    is_plain = element.role == "text" and not element.is_framed and not _is_sign(element.text)
    return is_plain and 0 < len(element.text) <= _LONGEST


def _has_colon(element: SeenElement | None) -> bool:
    return element is not None and element.text.rstrip().endswith(":")
