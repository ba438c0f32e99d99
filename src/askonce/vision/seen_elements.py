"""From what a detector and OCR found in a picture to elements: which words belong to what, and what is inside what.

All boxes are in pixels of the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Protocol, TypeVar

from askonce.geometry import Box
from askonce.lazy import dataclass
from askonce.vision.ocr import PictureText
from askonce.vision.picture_labels import Edges, is_framed

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels


class Detected(Protocol):
    """What a detector says of one element."""

    @property
    def box(self) -> Box: ...
    @property
    def role(self) -> str: ...
    @property
    def confidence(self) -> float: ...
    @property
    def checked(self) -> bool | None: ...


Placed = TypeVar("Placed")
ReadParts = Callable[[Sequence[Box]], Sequence[PictureText]]
"""Reads the words in parts of the picture again, a line each."""

_PICTORIAL = frozenset({"checkbox", "radio", "switch", "slider", "icon", "image"})
"""What shows a picture: signs that OCR sees in it are no words, unless a whole text is inside."""
_TICKED = frozenset({"checkbox", "radio", "switch"})
_HOLDERS = frozenset({"row", "image"})
"""What holds other elements."""
_WORDED = frozenset({"button", "link", "tab"})
"""What mostly shows words: where OCR saw none, it looks again."""
_LEGIBLE = 0.8
_FIELDS = frozenset({"textbox", "combobox"})
_EDGE, _ACROSS = 10, 0.6
"""How much two rows differ where a line begins, and how much of the width it takes."""
_ROLES = {"icon": "button", "row": "listitem", "image": "img"}
_SAME = 0.6
"""How much two boxes share that are taken for one element, as a part of both together."""
_INSIDE = 0.75
"""How much of a box is inside another one that holds it."""
_ON_LINE = 0.5
_OVERHANG = 0.6
"""How far the box of a text may reach out of what shows it, in its heights: it is wider than the letters."""
_SIGN = 2
"""As long as a text may be that is drawn as an icon, such as × and +."""
_PALE, _DARK = 0.66, 0.8
"""The ink of a placeholder and of what was typed, as parts of the darkest ink of the other texts."""


@dataclass(frozen=True, slots=True)
class SeenElement:
    """One element of a picture: what the detector took for a control, or a text outside of controls."""

    role: str
    box: Box
    name: str = ""
    text: str = ""
    value: str | None = None
    placeholder: str = ""
    sign: str = ""
    """What OCR read in an icon: its name where nobody knows what the icon stands for."""
    is_checked: bool = False
    is_framed: bool = False
    """Whether a text has a frame around it: it may be a button that the detector missed."""
    is_actionable: bool = False
    sure: float = 1.0
    """How sure it is that the words are right, from 0 to 1."""
    inside: tuple[SeenElement, ...] = field(default_factory=tuple)


def see_elements(
    found: Sequence[Detected], texts: Sequence[PictureText], pixels: Pixels, read_parts: ReadParts
) -> tuple[SeenElement, ...]:
    """The elements in reading order, each with those inside of it."""
    controls = _without_doubles([detection for detection in found if not _is_split(detection, pixels)])
    words = _cut_at_controls(texts, controls, read_parts)
    held: dict[int, list[PictureText]] = {}
    loose: list[PictureText] = []
    for text in words:
        holder = _innermost(text.box, controls)
        if holder is None or controls[holder].role in _HOLDERS:
            loose.append(text)
        else:
            held.setdefault(holder, []).append(text)
    silent = [place for place, control in enumerate(controls) if place not in held and control.role in _WORDED]
    for place, text in zip(silent, read_parts([controls[place].box for place in silent]), strict=True):
        if text.confidence >= _LEGIBLE and len(text.words) >= _SIGN:
            held[place] = [text]
    ink = _darkest(loose, pixels)
    elements = [_element(control, held.get(place, []), pixels, ink) for place, control in enumerate(controls)]
    edges = Edges.of(pixels)
    elements += [
        SeenElement("text", text.box, text=text.words, sure=text.confidence, is_framed=is_framed(text.box, edges))
        for text in loose
    ]
    return _nested(elements)


# ---- which boxes are one


def _without_doubles(found: Sequence[Detected]) -> list[Detected]:
    """One detection for each element: of two at one place the surer one."""
    kept: list[Detected] = []
    for detection in sorted(found, key=lambda one: -one.confidence):
        if not any(_share(detection.box, other.box) > _SAME for other in kept):
            kept.append(detection)
    return kept


def _is_split(detection: Detected, pixels: Pixels) -> bool:
    """Whether a line goes across the middle of a control: its box is off, and its middle may belong to another one."""
    import numpy

    if detection.role not in _FIELDS | _WORDED:
        return False
    box, quarter = detection.box, detection.box.height / 4
    top, bottom = max(0, round(box.top + quarter)), round(box.bottom - quarter)
    grey = pixels[top:bottom, max(0, round(box.left)) : round(box.right)].mean(axis=2)
    return grey.shape[0] > 1 and bool(((numpy.abs(numpy.diff(grey, axis=0)) > _EDGE).mean(axis=1) > _ACROSS).any())


def _share(box: Box, other: Box) -> float:
    shared = box.intersection(other)
    return shared.area / (box.area + other.area - shared.area) if shared else 0.0


def _part_inside(box: Box, outer: Box) -> float:
    shared = box.intersection(outer)
    return shared.area / box.area if shared and box.area else 0.0


def _innermost(box: Box, controls: Sequence[Detected]) -> int | None:
    """The place of the smallest control that holds a text."""
    holders = [place for place, control in enumerate(controls) if control.box.contains(box.center)]
    return min(holders, key=lambda place: controls[place].box.area, default=None)


# ---- which words belong to what


def _cut_at_controls(
    texts: Sequence[PictureText], controls: Sequence[Detected], read_parts: ReadParts
) -> list[PictureText]:
    """The texts, without signs that are pictures; lines that go across the edge of a control are read in parts."""
    whole: list[PictureText] = []
    parts: list[Box] = []
    for text in texts:
        crossed = [control for control in controls if control.role not in _HOLDERS and _crosses(text.box, control.box)]
        if not crossed:
            whole.append(text)
        else:
            parts += _parts(text.box, crossed)
    return [*whole, *(text for text in read_parts(parts) if text.words)] if parts else whole


def _crosses(text: Box, control: Box) -> bool:
    """Whether a line goes across the left or the right edge of a control."""
    shared = text.intersection(control)
    if shared is None or shared.height < _ON_LINE * min(text.height, control.height):
        return False
    outside = max(control.left - text.left, text.right - control.right)
    return shared.width > 0.25 * text.height and outside > _OVERHANG * text.height


def _parts(line: Box, crossed: Sequence[Detected]) -> list[Box]:
    """What of a line is outside of the controls that it crosses, and in those that show words."""
    parts: list[Box] = []
    start, least = line.left, 0.4 * line.height
    for control in sorted(crossed, key=lambda one: one.box.left):
        parts.append(Box.of_edges(start, line.top, max(start, control.box.left), line.bottom))
        inner = line.intersection(control.box)
        if inner and control.role not in _PICTORIAL:
            parts.append(Box.of_edges(inner.left, line.top, inner.right, line.bottom))
        start = max(start, control.box.right)
    parts.append(Box.of_edges(start, line.top, max(start, line.right), line.bottom))
    return [part for part in parts if part.width >= least]


def _element(control: Detected, texts: Sequence[PictureText], pixels: Pixels, ink: float) -> SeenElement:
    """A control with the words in it."""
    lines = _in_lines(texts, _text_box)
    words = " ".join(text.words for text in lines)
    element = SeenElement(
        _ROLES.get(control.role, control.role),
        control.box,
        is_checked=bool(control.checked),
        is_actionable=control.role != "image",
        sure=min((text.confidence for text in lines), default=1.0),
    )
    if control.role in _TICKED and control.checked is None:  # a touch might switch it off as well as on
        element = replace(element, role="clickable")
    if control.role == "icon" and len(words) <= _SIGN:
        return replace(element, sign=words)
    if control.role == "combobox":
        return replace(element, value=words or None)
    if control.role != "textbox" or not words:
        return replace(element, name="" if control.role == "textbox" else words)
    shade = min(_ink(text.box, pixels) for text in lines) / ink if ink else 0.0
    if shade >= _DARK:
        return replace(element, value=words)
    return replace(element, placeholder=words) if 0.0 < shade <= _PALE else replace(element, text=words)


def _text_box(text: PictureText) -> Box:
    return text.box


def _darkest(texts: Iterable[PictureText], pixels: Pixels) -> float:
    return max((_ink(text.box, pixels) for text in texts), default=0.0)


def _ink(box: Box, pixels: Pixels) -> float:
    """How far the letters of a text are from their background, from 0 to 255."""
    import numpy

    cut = pixels[round(box.top) : round(box.bottom), round(box.left) : round(box.right)]
    if not cut.size:
        return 0.0
    grey = cut.mean(axis=2)
    return float(numpy.percentile(numpy.abs(grey - numpy.median(grey)), 98))


# ---- what is inside what, and the order


def _nested(elements: Sequence[SeenElement]) -> tuple[SeenElement, ...]:
    """The elements that nothing holds, in reading order, each with those that it holds."""
    outer: dict[int, int | None] = {}
    for place, element in enumerate(elements):
        holders = [
            other
            for other, holder in enumerate(elements)
            if other != place
            and holder.role in {"listitem", "img"}
            and holder.box.area > element.box.area
            and _part_inside(element.box, holder.box) >= _INSIDE
        ]
        outer[place] = min(holders, key=lambda other: elements[other].box.area, default=None)

    def held_by(holder: int | None) -> tuple[SeenElement, ...]:
        kids = [
            replace(element, inside=held_by(place)) for place, element in enumerate(elements) if outer[place] == holder
        ]
        return tuple(_in_lines(kids, _element_box))

    return held_by(None)


def _element_box(element: SeenElement) -> Box:
    return element.box


def _in_lines(placed: Iterable[Placed], box_of: Callable[[Placed], Box]) -> list[Placed]:
    """Things in reading order: line by line, and from left to right in each. What is much higher than a line, as a
    picture beside several lines is, stands where it begins."""
    lines: list[list[Placed]] = []
    for one in sorted(placed, key=lambda one: (box_of(one).center.y, box_of(one).left)):
        line = lines[-1] if lines else []
        if line and _on_one_line(box_of(line[0]), box_of(one)):
            line.append(one)
        else:
            lines.append([one])
    return [one for line in lines for one in sorted(line, key=lambda one: box_of(one).left)]


def _on_one_line(box: Box, other: Box) -> bool:
    shared = min(box.bottom, other.bottom) - max(box.top, other.top)
    return shared > _ON_LINE * min(box.height, other.height) and max(box.height, other.height) < 4 * min(
        box.height, other.height
    )
