"""What of a detector's findings are controls, and of which kind: it is held against how they are drawn.

A detector takes one kind for another where they look alike: a frame with nothing in it for a button, a button beside
fields for one of them, the head of a section for a list that drops down. What is drawn inside tells.

All boxes are in pixels of the picture.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from askonce.geometry import Box
from askonce.screens.field_labels import is_searching_name
from askonce.vision.box_overlap import on_one_line, shared_part
from askonce.vision.ocr import PictureText
from askonce.vision.picture_element import Detected, FittedDetection
from askonce.vision.seen_fields import drawn_fields, has_own_line

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels

HOLDERS = frozenset({"row", "image"})
"""What holds other elements."""
WORDED = frozenset({"button", "link", "tab"})
"""What mostly shows words."""
TICKED = frozenset({"checkbox", "radio", "switch"})
TEXT_FIELDS = frozenset({"textbox", "combobox"})
SAME, _ALIKE = 0.6, 0.5
"""How much two boxes share that are taken for one element, as a part of both together."""
LONG = 1.8
"""How long a field is at least, in its heights."""
_EDGE, _ACROSS = 10, 0.6
"""How much two rows differ where a line begins, and how much of the width it takes."""
_TIGHT, _MIDDLE = 2.0, 0.4
"""How much wider than its words a button is at most that may be a field, and how far they are off its middle, in their
heights."""
_OTHER_FILL = 8
"""How much the colour of a button differs at least from that of the fields."""
_COLOURED = 60
"""How much the parts of a colour differ that no field is filled with."""
_SIZED, _CORE, _ALMOST = 0.75, 0.1, 10
"""How alike in size two boxes are that look the same, how much is left out at their edges, and how far their pixels are
apart on the average at most."""
_MOST_LINES = 2
_MUCH_HIGHER = 1.5
"""How much higher than a field a panel is that holds more than it."""
_BEGINS = 1.5
"""How far from the beginning of a bar its words are at most, in their heights."""


def controls_of(
    found: Sequence[Detected], texts: Sequence[PictureText], panels: Sequence[Box], pixels: Pixels
) -> list[FittedDetection]:
    """What the detector found, fitted to what is drawn, and the fields that it did not find."""
    fitted = [_fitted(detection, panels) for detection in found]
    controls = _without_doubles([detection for detection in fitted if not _is_split(detection, pixels)])
    drawn = set(panels)
    controls = [
        control
        for control in controls
        if control.role not in TEXT_FIELDS
        or control.box in drawn
        or (_is_low(control.box, texts) and _is_underlined(control.box, panels, pixels))
    ]
    fields = [control.box for control in controls if control.role in TEXT_FIELDS]
    controls = [control for control in controls if not _is_label(control, fields, drawn)]
    controls = _told_by_look(_told_by_likeness(controls, pixels), texts, drawn, pixels)
    taken = [control.box for control in controls if control.role not in HOLDERS]
    new = drawn_fields(panels, texts, taken)
    kept = [control for control in controls if not any(shared_part(control.box, field) > _ALIKE for field in new)]
    return [*kept, *(FittedDetection(field, "textbox", 1.0, None) for field in new)]


# ---- where they are


def _fitted(detection: Detected, panels: Sequence[Box]) -> FittedDetection:
    """A control in the box of the panel that it is drawn as."""
    same = FittedDetection(detection.box, detection.role, detection.confidence, detection.checked)
    if detection.role in HOLDERS:
        return same
    panel = max(panels, key=lambda box: shared_part(box, detection.box), default=detection.box)
    return replace(same, box=panel) if shared_part(panel, detection.box) > SAME else same


def _without_doubles(found: Sequence[FittedDetection]) -> list[FittedDetection]:
    """One detection for each element: of two at one place the surer one."""
    kept: list[FittedDetection] = []
    for detection in sorted(found, key=lambda one: -one.confidence):
        if not any(shared_part(detection.box, other.box) > SAME for other in kept):
            kept.append(detection)
    return kept


def _is_split(detection: Detected, pixels: Pixels) -> bool:
    """Whether a line goes across the middle of a control: its box is off, and its middle may belong to another one."""
    numpy: Any = import_module("numpy")
    if detection.role not in TEXT_FIELDS | WORDED:
        return False
    box, quarter = detection.box, detection.box.height / 4
    top, bottom = max(0, round(box.top + quarter)), round(box.bottom - quarter)
    grey = pixels[top:bottom, max(0, round(box.left)) : round(box.right)].mean(axis=2)
    is_edge = numpy.abs(numpy.diff(grey, axis=0)) > _EDGE
    rows = [row for row in is_edge if row.mean() > _ACROSS]
    if detection.role in TEXT_FIELDS:
        return bool(rows)
    between = (numpy.diff(numpy.flatnonzero(~numpy.pad(row, 1))).max() for row in rows)  # letters have gaps
    return any(length > _ACROSS * grey.shape[1] for length in between)


# ---- of which kind they are


def _is_low(field: Box, texts: Sequence[PictureText]) -> bool:
    """Whether a field holds no more than its words and a label over them: one with several lines has an edge."""
    inside = [text for text in texts if field.contains(text.box.center)]
    return len(inside) <= _MOST_LINES or all(on_one_line(inside[0].box, text.box) for text in inside)


def _is_underlined(field: Box, panels: Sequence[Box], pixels: Pixels) -> bool:
    """Whether a field that is no panel has a line below it, and not the edge of a panel below it or around it."""
    near = 0.2 * field.height
    is_edge = any(
        abs(panel.top - field.bottom) < near
        or (abs(panel.bottom - field.bottom) < near and panel.height > _MUCH_HIGHER * field.height)
        for panel in panels
        if panel.left < field.center.x < panel.right
    )
    return not is_edge and has_own_line(field, pixels)


def _is_label(control: Detected, fields: Sequence[Box], drawn: Collection[Box]) -> bool:
    """Whether words without a panel of their own touch the field behind them."""
    box = control.box
    return (
        control.role in WORDED
        and box not in drawn
        and any(on_one_line(box, field) and abs(field.left - box.right) < 0.5 * box.height for field in fields)
    )


def _told_by_look(
    controls: Sequence[FittedDetection], texts: Sequence[PictureText], drawn: Collection[Box], pixels: Pixels
) -> list[FittedDetection]:
    """The controls, each of the kind that it is drawn as; what has nothing in it and no frame is none."""
    told: list[FittedDetection] = []
    for control in controls:
        inside = [text for text in texts if control.box.contains(text.box.center)]
        if _is_blank(control, drawn, pixels):
            if _is_outlined(control.box, pixels):
                told.append(replace(control, role="textbox", is_told=True))
        elif control.role in TEXT_FIELDS and control.box in drawn and len(inside) == 1:
            others = [one.box for one in controls if one.role in TEXT_FIELDS and one.box in drawn and one != control]
            is_button = _is_button_among(control.box, inside[0], others, pixels)
            is_button = is_button or is_coloured_bar(control.box, inside[0], pixels)
            told.append(replace(control, role="button", is_told=True) if is_button else control)
        else:
            told.append(control)
    return told


def _told_by_likeness(controls: Sequence[FittedDetection], pixels: Pixels) -> list[FittedDetection]:
    """The controls; an icon that looks just like a box to tick, or like a ring, is one as well, and ticked as it is."""
    ticked = [control for control in controls if control.role in TICKED and control.checked is not None]
    told: list[FittedDetection] = []
    for control in controls:
        is_icon = control.role == "icon"
        same = next((one for one in ticked if is_icon and _looks_like(control.box, one.box, pixels)), None)
        told.append(replace(control, role=same.role, checked=same.checked, is_told=True) if same else control)
    return told


def _looks_like(box: Box, other: Box, pixels: Pixels) -> bool:
    """Whether the same is drawn in two boxes that may be off by a little."""
    cv2: Any = import_module("cv2")
    if not all(_SIZED < one / two < 1 / _SIZED for one, two in ((box.width, other.width), (box.height, other.height))):
        return False
    core, off = _inner(other, pixels, _CORE), 0.25 * box.height
    around = _cut(Box.of_edges(box.left - off, box.top - off, box.right + off, box.bottom + off), pixels)
    if not core.size or core.shape[0] > around.shape[0] or core.shape[1] > around.shape[1]:
        return False
    apart = cv2.matchTemplate(around, core, cv2.TM_SQDIFF)
    return bool(apart.min() < _ALMOST**2 * core.size)


def _is_blank(control: Detected, drawn: Collection[Box], pixels: Pixels) -> bool:
    """Whether what was taken for a button is a panel with nothing in it: no button looks so, but a field does."""
    if control.role not in WORDED or control.box not in drawn or control.box.width <= LONG * control.box.height:
        return False
    return _is_plain(_inner(control.box, pixels))


def _is_outlined(box: Box, pixels: Pixels) -> bool:
    """Whether a line is drawn all around a panel that differs from what is inside it and from what is around it, as
    fields have one. A place that is kept for what is to come has none."""
    numpy: Any = import_module("numpy")
    fill = numpy.median(_inner(box, pixels).reshape(-1, 3), axis=0)
    left, top, right, bottom = (round(edge) for edge in box.edges)
    across, down = slice(left + (right - left) // 4, right - (right - left) // 4), slice(top + 2, bottom - 2)
    height, width = pixels.shape[:2]
    if left < 3 or top < 3 or right > width - 3 or bottom > height - 3:
        return False
    sides = (
        pixels[top - 3 : top + 1, across],
        pixels[bottom - 1 : bottom + 3, across],
        pixels[down, left - 3 : left + 1].swapaxes(0, 1),
        pixels[down, right - 1 : right + 3].swapaxes(0, 1),
    )
    away = (numpy.abs(side.astype(numpy.float32) - fill).max(axis=2).max(axis=0) for side in sides)
    around = (sides[0][0], sides[1][-1], sides[2][0], sides[3][-1])
    papers = (numpy.abs(numpy.median(paper, axis=0) - fill).max() for paper in around)
    return all(bool((line > paper + _EDGE).mean() > 0.9) for line, paper in zip(away, papers, strict=True))


def _is_button_among(box: Box, text: PictureText, fields: Sequence[Box], pixels: Pixels) -> bool:
    """Whether a panel is a button by its words, which fill it and stand in its middle, and by its colour, which neither
    the fields have nor what is around it."""
    unit = text.box.height
    is_tight = box.width < text.box.width + _TIGHT * unit and abs(box.center.x - text.box.center.x) < _MIDDLE * unit
    if not is_tight or not fields or not any(map(str.isalpha, text.words)):
        return False
    own = _fill(box, pixels)
    others = (_paper(box, pixels), *(_fill(field, pixels) for field in fields))
    return all(abs(own - other).max() > _OTHER_FILL for other in others)


def is_coloured_bar(box: Box, text: PictureText, pixels: Pixels) -> bool:
    """Whether a panel has a colour that no field is filled with, words at its beginning and nothing behind them. A
    field for searching may have any colour."""
    fill = _fill(box, pixels)
    begins = text.box.left - box.left
    if fill.max() - fill.min() < _COLOURED or begins > _BEGINS * text.box.height:
        return False
    rest = Box.of_edges(text.box.right, box.top, box.right, box.bottom)
    return _is_plain(_inner(rest, pixels)) and not is_searching_name("textbox", text.words)


def _fill(box: Box, pixels: Pixels) -> Any:
    """The colour that most of a panel has."""
    numpy: Any = import_module("numpy")
    return numpy.median(_inner(box, pixels).reshape(-1, 3), axis=0)


def _paper(box: Box, pixels: Pixels) -> Any:
    """The colour that most of what is around a panel has."""
    numpy: Any = import_module("numpy")
    off = max(4.0, 0.25 * box.height)
    around = _cut(Box.of_edges(box.left - off, box.top - off, box.right + off, box.bottom + off), pixels)
    return numpy.median(numpy.concatenate([around[0], around[-1], around[:, 0], around[:, -1]]), axis=0)


def _inner(box: Box, pixels: Pixels, edge: float = 0.2) -> Any:
    """The pixels of a panel without its edge, which is a part of its height."""
    off = edge * box.height
    return _cut(Box.of_edges(box.left + off, box.top + off, box.right - off, box.bottom - off), pixels)


def _cut(box: Box, pixels: Pixels) -> Any:
    top, left = max(0, round(box.top)), max(0, round(box.left))
    return pixels[top : max(top, round(box.bottom)), left : max(left, round(box.right))]


def _is_plain(inner: Any) -> bool:
    """Whether nothing is drawn on a part of the picture."""
    return bool(inner.size) and bool((inner.max(axis=(0, 1)) - inner.min(axis=(0, 1))).max() < _EDGE)
