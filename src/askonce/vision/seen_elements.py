"""From what a detector and OCR found in a picture to elements: which words belong to what, and what is inside what.

All boxes are in pixels of the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from statistics import median
from typing import TYPE_CHECKING, TypeVar

from askonce.geometry import Box
from askonce.vision.backdrop import Backdrop, find_backdrop
from askonce.vision.ocr import PictureText
from askonce.vision.picture_element import Detected, FittedDetection, SeenElement
from askonce.vision.picture_labels import Edges, is_framed
from askonce.vision.picture_panels import find_panels
from askonce.vision.seen_fields import drawn_fields, has_own_line
from askonce.vision.seen_labels import label_controls
from askonce.vision.seen_links import cut_at_links
from askonce.vision.seen_ticks import has_colour, has_mark
from askonce.vision.text_look import contrast, looks_like_link

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels


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
_LEGIBLE, _SURELY_LEGIBLE = 0.8, 0.9
_LEAST_LETTERS = 3
"""How many letters are read at least in what seems to be an icon, so that it is a word."""
_FIELDS = frozenset({"textbox", "combobox"})
_EDGE, _ACROSS = 10, 0.6
"""How much two rows differ where a line begins, and how much of the width it takes."""
_ROLES = {"icon": "button", "row": "listitem", "image": "img"}
_SAME, _ALIKE = 0.6, 0.5
"""How much two boxes share that are taken for one element, as a part of both together."""
_INSIDE = 0.75
"""How much of a box is inside another one that holds it."""
_ON_LINE = 0.5
_OVERHANG = 0.6
"""How far the box of a text may reach out of what shows it, in its heights: it is wider than the letters."""
_SIGN = 2
"""As long as a text may be that is drawn as an icon, such as × and +."""
_HIGH = 1.25
"""How much higher than its words a button is; what is flatter may be a mark, such as "New"."""
_TIGHT, _LOOSE = 2.8, 6.0
"""How much higher, and how much wider in heights, than its text a panel is that frames it."""
_WIDE = 7.0
"""How wide a bar is at least, in heights of its text."""
_LARGE = 1.35
"""How much higher than most texts a title is."""
_MOST_OF_PICTURE = 0.6
_LONG, _LEAST_HIGH, _MOST_HIGH = 1.8, 0.6, 1.7
"""How long, and how high beside a field that is known, a panel is at least and at most that may be another one."""
_OFF = 0.5
"""How far words are off the middle of a button at most, in their heights."""
_PALE, _DARK = 0.66, 0.8
"""The ink of a placeholder and of what was typed, as parts of the darkest ink of the other texts."""


def see_elements(
    found: Sequence[Detected], texts: Sequence[PictureText], pixels: Pixels, read_parts: ReadParts
) -> tuple[SeenElement, ...]:
    """The elements in reading order, each with those inside of it."""
    panels = find_panels(pixels)
    controls = _controls(found, texts, panels, pixels)
    words = _cut_at_controls(texts, controls, read_parts)
    held: dict[int, list[PictureText]] = {}
    loose: list[PictureText] = []
    for text in words:
        holder = _innermost(text.box, controls)
        if holder is None or controls[holder].role in _HOLDERS:
            loose.append(text)
        else:
            held.setdefault(holder, []).append(text)
    silent = [place for place, control in enumerate(controls) if place not in held and _may_be_worded(control)]
    for place, text in zip(silent, read_parts([_inner(controls[place].box) for place in silent]), strict=True):
        if _is_word(text, controls[place]):
            held[place] = [text]
    loose = [text for text in loose if len(text.words) > _SIGN or not _holds_any(text.box, controls)]
    loose, links = cut_at_links(loose, pixels, read_parts)
    edges = Edges.of(pixels)
    framed = [text for text in loose if is_framed(text.box, edges) or any(_frames(panel, text.box) for panel in panels)]
    framed = [text for text in framed if not _is_with_box(text.box, controls, panels)]
    ink = max((contrast(text.box, pixels) for text in loose), default=0.0)
    elements = [_element(control, held.get(place, []), pixels, ink) for place, control in enumerate(controls)]
    elements += _loose_texts(loose, framed, panels, pixels)
    elements += (SeenElement("link", link.box, name=link.words, sure=link.least, is_actionable=True) for link in links)
    drawn = set(panels)
    elements = [replace(one, is_drawn=one.role in _FIELDS and one.box in drawn) for one in elements]
    elements += _groups(panels, elements, pixels)
    elements = label_controls(elements, pixels)
    elements += _blanks(panels, elements)
    backdrop = find_backdrop(pixels, panels)
    return _nested(_before_and_behind(elements, backdrop) if backdrop else elements)


def _before_and_behind(elements: Sequence[SeenElement], backdrop: Backdrop) -> list[SeenElement]:
    """The elements, each with whether it lies behind a dialog, and with that dialog where it surely is one."""
    behind = "surely" if backdrop.is_sure else "perhaps"
    told = [replace(element, behind=behind) if backdrop.covers(element.box) else element for element in elements]
    if not backdrop.is_sure:
        return told
    others = [one for one in told if one.role != "group" or _share(one.box, backdrop.dialog) <= _SAME]
    return [*others, SeenElement("dialog", backdrop.dialog)]


def _controls(
    found: Sequence[Detected], texts: Sequence[PictureText], panels: Sequence[Box], pixels: Pixels
) -> list[Detected]:
    """What the detector found, fitted to what is drawn, and the fields that it did not find."""
    fitted = [_fitted(detection, panels) for detection in found]
    controls = _without_doubles([detection for detection in fitted if not _is_split(detection, pixels)])
    drawn = set(panels)
    controls = [
        control
        for control in controls
        if control.role not in _FIELDS or control.box in drawn or _is_underlined(control.box, panels, pixels)
    ]
    fields = [control.box for control in controls if control.role in _FIELDS]
    controls = [control for control in controls if not _is_label(control, fields, drawn)]
    controls = [control for control in controls if not _is_blank(control, drawn, pixels)]
    taken = [control.box for control in controls if control.role not in _HOLDERS]
    new = drawn_fields(panels, texts, taken)
    kept = [control for control in controls if not any(_share(control.box, field) > _ALIKE for field in new)]
    return [*kept, *(FittedDetection(field, "textbox", 1.0, None) for field in new)]


def _is_underlined(field: Box, panels: Sequence[Box], pixels: Pixels) -> bool:
    """Whether a field that is no panel has a line below it, and not the upper edge of a panel."""
    is_edge = any(
        abs(panel.top - field.bottom) < 0.2 * field.height and panel.left < field.center.x < panel.right
        for panel in panels
    )
    return not is_edge and has_own_line(field, pixels)


def _is_label(control: Detected, fields: Sequence[Box], drawn: Collection[Box]) -> bool:
    """Whether words without a panel of their own touch the field behind them."""
    box = control.box
    return (
        control.role in _WORDED
        and box not in drawn
        and any(_on_one_line(box, field) and abs(field.left - box.right) < 0.5 * box.height for field in fields)
    )


def _is_blank(control: Detected, drawn: Collection[Box], pixels: Pixels) -> bool:
    """Whether what was taken for a button is a frame with nothing in it: no button looks so, but a field does."""
    if control.role not in _WORDED or control.box not in drawn or control.box.width <= _LONG * control.box.height:
        return False
    box, edge = control.box, 0.2 * control.box.height
    inner = pixels[round(box.top + edge) : round(box.bottom - edge), round(box.left + edge) : round(box.right - edge)]
    return bool(inner.size) and bool((inner.max(axis=(0, 1)) - inner.min(axis=(0, 1))).max() < _EDGE)


def _loose_texts(
    texts: Sequence[PictureText], framed: Collection[PictureText], panels: Sequence[Box], pixels: Pixels
) -> list[SeenElement]:
    """The texts outside of controls; those that look like links are taken for links."""
    usual = median([text.box.height for text in texts]) if texts else 0.0
    elements: list[SeenElement] = []
    for text in texts:
        element = SeenElement(
            "text",
            text.box,
            text=text.words,
            sure=text.least,
            is_framed=text in framed,
            is_large=text.box.height > _LARGE * usual,
            is_bar=any(panel.contains(text.box.center) and _is_bar(panel, text.box) for panel in panels),
        )
        if any(_is_button(panel, text.box) for panel in panels):
            element = replace(element, role="button", name=text.words, text="", is_actionable=True)
        elif not element.is_framed and not element.is_large and looks_like_link(text.box, pixels):
            element = replace(element, role="link", name=text.words, text="", is_actionable=True)
        elements.append(element)
    return elements


def _frames(panel: Box, text: Box) -> bool:
    """Whether a panel holds little more than a text."""
    is_around = _part_inside(text, panel) > _INSIDE and panel.contains(text.center)
    is_centred = abs(panel.center.x - text.center.x) < 0.4 * text.height
    is_narrow = is_centred or panel.width < text.width + _LOOSE * text.height
    return is_around and is_narrow and panel.height < _TIGHT * text.height


def _is_with_box(text: Box, controls: Sequence[Detected], panels: Sequence[Box]) -> bool:
    """Whether a frame holds a text and what is ticked by it: it is no button."""
    frames = [panel for panel in panels if panel.contains(text.center) and panel.height < _TIGHT * text.height]
    return any(
        control.role in _TICKED and frame.contains(control.box.center) for frame in frames for control in controls
    )


def _is_button(panel: Box, text: Box) -> bool:
    """Whether a panel is as high as buttons are, and has nothing but a text in its middle."""
    is_high = _HIGH * text.height < panel.height
    return is_high and _frames(panel, text) and abs(panel.center.x - text.center.x) < 0.4 * text.height


def _groups(panels: Sequence[Box], elements: Sequence[SeenElement], pixels: Pixels) -> list[SeenElement]:
    """The panels that hold several elements, such as cards and dialogs, and are not one themselves."""
    height, width = pixels.shape[:2]
    groups: list[SeenElement] = []
    for panel in panels:
        if panel.area > _MOST_OF_PICTURE * height * width:
            continue
        is_known = any(_share(panel, other.box) > _SAME for other in (*elements, *groups))
        if not is_known and sum(panel.contains(element.box.center) for element in elements) > 1:
            groups.append(SeenElement("group", panel))
    return groups


def _blanks(panels: Sequence[Box], elements: Sequence[SeenElement]) -> list[SeenElement]:
    """The panels with nothing in them that are as high as one of the fields: each may be a field that was missed."""
    heights = [element.box.height for element in elements if element.role in _FIELDS]
    others = [element.box for element in elements if element.role not in {"group", "listitem", "img"}]
    return [
        SeenElement("group", panel, is_doubtful=True)
        for panel in panels
        if panel.width > _LONG * panel.height
        and any(_LEAST_HIGH * height < panel.height < _MOST_HIGH * height for height in heights)
        and not any(panel.intersection(other) for other in others)
    ]


# ---- which boxes are one


def _without_doubles(found: Sequence[Detected]) -> list[Detected]:
    """One detection for each element: of two at one place the surer one."""
    kept: list[Detected] = []
    for detection in sorted(found, key=lambda one: -one.confidence):
        if not any(_share(detection.box, other.box) > _SAME for other in kept):
            kept.append(detection)
    return kept


def _fitted(detection: Detected, panels: Sequence[Box]) -> Detected:
    """A control in the box of the panel that it is drawn as."""
    if detection.role in _HOLDERS:
        return detection
    panel = max(panels, key=lambda box: _share(box, detection.box), default=detection.box)
    is_same = _share(panel, detection.box) > _SAME
    return FittedDetection(panel, detection.role, detection.confidence, detection.checked) if is_same else detection


def _is_split(detection: Detected, pixels: Pixels) -> bool:
    """Whether a line goes across the middle of a control: its box is off, and its middle may belong to another one."""
    import numpy

    if detection.role not in _FIELDS | _WORDED:
        return False
    box, quarter = detection.box, detection.box.height / 4
    top, bottom = max(0, round(box.top + quarter)), round(box.bottom - quarter)
    grey = pixels[top:bottom, max(0, round(box.left)) : round(box.right)].mean(axis=2)
    is_edge = numpy.abs(numpy.diff(grey, axis=0)) > _EDGE
    rows = [row for row in is_edge if row.mean() > _ACROSS]
    if detection.role in _FIELDS:
        return bool(rows)
    between = (numpy.diff(numpy.flatnonzero(~numpy.pad(row, 1))).max() for row in rows)  # letters have gaps
    return any(length > _ACROSS * grey.shape[1] for length in between)


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


def _holds_any(box: Box, controls: Sequence[Detected]) -> bool:
    """Whether something is in a box: what was read there as a letter is the frame around it."""
    return any(box.contains(control.box.center) for control in controls)


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
        sure=min((text.least for text in lines), default=1.0),
    )
    if control.role in _TICKED and not _is_clear(control, pixels):  # a touch might switch it off as well as on
        element = replace(element, is_checked=False, is_unclear=True)
    if control.role == "icon" and len(words) <= _SIGN:
        return replace(element, sign=words)
    if control.role in _TICKED and len(words) <= _SIGN:  # a ring is read as 0, a tick as v
        return element
    if control.role == "combobox":
        return replace(element, value=words or None)
    if control.role != "textbox" or not words:
        is_bar = control.role == "button" and len(lines) == 1 and _is_bar(control.box, lines[0].box)
        is_centred = bool(lines) and not any(_is_off(control.box, line.box) for line in lines)
        name = "" if control.role == "textbox" else words
        return replace(element, name=name, is_bar=is_bar, is_doubtful=control.role in _WORDED and not is_centred)
    shade = min(contrast(text.box, pixels) for text in lines) / ink if ink else 0.0
    if shade >= _DARK:
        return replace(element, value=words)
    return replace(element, placeholder=words) if 0.0 < shade <= _PALE else replace(element, text=words)


def _is_clear(control: Detected, pixels: Pixels) -> bool:
    """Whether a box is ticked or not by all that can be seen. Some switches are drawn the other way round: one that is
    on has a colour, and one that is off has none."""
    if control.checked is None:
        return False
    is_on = has_colour(control.box, pixels) if control.role == "switch" else has_mark(control.box, pixels)
    return control.checked == is_on


def _is_bar(box: Box, text: Box) -> bool:
    unit = text.height
    begins, ends = text.left - box.left, box.right - text.right
    return (
        box.width > _WIDE * unit and box.height < 3 * unit and begins < 1.5 * unit and ends > max(3 * unit, 2 * begins)
    )


def _is_off(box: Box, text: Box) -> bool:
    """Whether words stand on one side of what shows them, as in a field, and not in its middle."""
    return abs(box.center.x - text.center.x) > _OFF * text.height


def _text_box(text: PictureText) -> Box:
    return text.box


def _inner(box: Box) -> Box:
    """What is inside the round ends of a control."""
    across, down = (min(0.15 * box.height, 0.15 * side) for side in (box.width, box.height))
    return Box.of_edges(box.left + across, box.top + down, box.right - across, box.bottom - down)


def _may_be_worded(control: Detected) -> bool:
    """Whether words are to be expected in a control; an icon is as wide as it is high."""
    return control.role in _WORDED or (control.role == "icon" and control.box.width > 1.2 * control.box.height)


def _is_word(text: PictureText, control: Detected) -> bool:
    if control.role in _WORDED:
        return text.confidence >= _LEGIBLE and len(text.words) >= _SIGN
    return text.confidence >= _SURELY_LEGIBLE and sum(map(str.isalpha, text.words)) >= _LEAST_LETTERS


# ---- what is inside what, and the order


def _nested(elements: Sequence[SeenElement]) -> tuple[SeenElement, ...]:
    """The elements that nothing holds, in reading order, each with those that it holds."""
    outer: dict[int, int | None] = {}
    for place, element in enumerate(elements):
        holders = [
            other
            for other, holder in enumerate(elements)
            if other != place
            and holder.role in {"listitem", "img", "group", "dialog"}
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
