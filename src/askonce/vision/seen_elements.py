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
from askonce.vision.box_overlap import on_one_line, part_inside, shared_part
from askonce.vision.ocr import PictureText
from askonce.vision.picture_element import Detected, FittedDetection, SeenElement
from askonce.vision.picture_labels import Edges, is_framed
from askonce.vision.picture_panels import find_panels
from askonce.vision.seen_controls import (
    LONG,
    SAME,
    TEXT_FIELDS,
    TICKED,
    WORDED,
    controls_of,
    is_coloured_bar,
)
from askonce.vision.seen_labels import label_controls
from askonce.vision.seen_switches import is_shown_on
from askonce.vision.seen_ticks import is_shown_chosen, is_shown_ticked
from askonce.vision.seen_words import SIGN, PlacedWords, ReadParts, share_words
from askonce.vision.text_look import contrast, looks_like_link

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels


Placed = TypeVar("Placed")

_ROLES = {"icon": "button", "row": "listitem", "image": "img"}
_INSIDE = 0.75
"""How much of a box is inside another one that holds it."""
_HIGH = 1.25
"""How much higher than its words a button is; what is flatter may be a mark, such as "New"."""
_TIGHT, _LOOSE = 2.8, 6.0
"""How much higher, and how much wider in heights, than its text a panel is that frames it."""
_WIDE = 7.0
"""How wide a bar is at least, in heights of its text."""
_LARGE = 1.35
"""How much higher than most texts a title is."""
_MOST_OF_PICTURE = 0.6
_LEAST_HIGH, _MOST_HIGH = 0.6, 1.7
"""How high beside a field that is known a panel is at least and at most that may be another one."""
_OFF = 0.5
"""How far words are off the middle of a button at most, in their heights."""
_PALE, _DARK = 0.66, 0.8
"""The ink of a placeholder and of what was typed, as parts of the darkest ink of the other texts."""
_BLACK = 180.0
"""How far black letters are from their paper at least, from 0 to 255."""


def see_elements(
    found: Sequence[Detected], texts: Sequence[PictureText], pixels: Pixels, read_parts: ReadParts
) -> tuple[SeenElement, ...]:
    """The elements in reading order, each with those inside of it."""
    panels = find_panels(pixels)
    controls = controls_of(found, texts, panels, pixels)
    words = share_words(texts, controls, pixels, read_parts)
    loose = words.loose
    edges = Edges.of(pixels)
    framed = [text for text in loose if is_framed(text.box, edges) or any(_frames(panel, text.box) for panel in panels)]
    framed = [text for text in framed if not _is_with_box(text.box, controls, panels)]
    ink = _darkest_ink(words, pixels)
    boxes = [control.box for control in controls if control.role in TICKED]
    elements = [_element(one.control, one.texts, pixels, ink, boxes) for one in words.held]
    elements += _loose_texts(loose, framed, panels, pixels)
    elements += (
        SeenElement("link", link.box, name=link.words, sure=link.least, is_actionable=True) for link in words.links
    )
    drawn = set(panels) - {control.box for control in controls if control.is_told}
    elements = [replace(one, is_drawn=one.role in TEXT_FIELDS and one.box in drawn) for one in elements]
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
    others = [one for one in told if one.role != "group" or shared_part(one.box, backdrop.dialog) <= SAME]
    return [*others, SeenElement("dialog", backdrop.dialog)]


def _loose_texts(
    texts: Sequence[PictureText], framed: Collection[PictureText], panels: Sequence[Box], pixels: Pixels
) -> list[SeenElement]:
    """The texts outside of controls; those that look like links are taken for links."""
    usual = median([text.box.height for text in texts]) if texts else 0.0
    elements: list[SeenElement] = []
    for text in texts:
        around = [panel for panel in panels if panel.contains(text.box.center)]
        element = SeenElement(
            "text",
            text.box,
            text=text.words,
            sure=text.least,
            is_framed=text in framed,
            is_large=text.box.height > _LARGE * usual,
            is_bar=any(_is_bar(panel, text.box) for panel in around),
        )
        is_bar = element.is_bar and any(is_coloured_bar(panel, text, pixels) for panel in around)
        if is_bar or any(_is_button(panel, text.box) for panel in around):
            element = replace(element, role="button", name=text.words, text="", is_actionable=True)
        elif not element.is_framed and not element.is_large and looks_like_link(text.box, pixels):
            element = replace(element, role="link", name=text.words, text="", is_actionable=True)
        elements.append(element)
    return elements


def _frames(panel: Box, text: Box) -> bool:
    """Whether a panel holds little more than a text."""
    is_around = part_inside(text, panel) > _INSIDE and panel.contains(text.center)
    is_centred = abs(panel.center.x - text.center.x) < 0.4 * text.height
    is_narrow = is_centred or panel.width < text.width + _LOOSE * text.height
    return is_around and is_narrow and panel.height < _TIGHT * text.height


def _is_with_box(text: Box, controls: Sequence[Detected], panels: Sequence[Box]) -> bool:
    """Whether a frame holds a text and what is ticked by it: it is no button."""
    frames = [panel for panel in panels if panel.contains(text.center) and panel.height < _TIGHT * text.height]
    return any(
        control.role in TICKED and frame.contains(control.box.center) for frame in frames for control in controls
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
        is_known = any(shared_part(panel, other.box) > SAME for other in (*elements, *groups))
        if not is_known and sum(panel.contains(element.box.center) for element in elements) > 1:
            groups.append(SeenElement("group", panel))
    return groups


def _blanks(panels: Sequence[Box], elements: Sequence[SeenElement]) -> list[SeenElement]:
    """The panels with nothing in them that are as high as one of the fields: each may be a field that was missed."""
    heights = [element.box.height for element in elements if element.role in TEXT_FIELDS]
    others = [element.box for element in elements if element.role not in {"group", "listitem", "img"}]
    return [
        SeenElement("group", panel, is_doubtful=True)
        for panel in panels
        if panel.width > LONG * panel.height
        and any(_LEAST_HIGH * height < panel.height < _MOST_HIGH * height for height in heights)
        and not any(panel.intersection(other) for other in others)
    ]


def _element(
    control: FittedDetection, texts: Sequence[PictureText], pixels: Pixels, ink: float, boxes: Sequence[Box]
) -> SeenElement:
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
    if control.role in TICKED and not _is_clear(control, boxes, pixels):  # a touch might switch it off as well as on
        element = replace(element, is_checked=False, is_unclear=True)
    if control.role == "icon" and len(words) <= SIGN:
        return replace(element, sign=words)
    if control.role in TICKED and len(words) <= SIGN:  # a ring is read as 0, a tick as v
        return element
    if control.role == "combobox":
        return replace(element, value=words or None)
    if control.role != "textbox" or not words:
        is_bar = control.role == "button" and len(lines) == 1 and _is_bar(control.box, lines[0].box)
        is_centred = bool(lines) and not any(_is_off(control.box, line.box) for line in lines)
        name = "" if control.role == "textbox" else words
        return replace(
            element,
            name=name,
            is_bar=is_bar,
            is_doubtful=control.role in WORDED and (control.is_told or not is_centred),
        )
    shade = min(contrast(text.box, pixels) for text in lines) / ink if ink else 0.0
    if shade >= _DARK:
        return replace(element, value=words)
    return replace(element, placeholder=words) if 0.0 < shade <= _PALE else replace(element, text=words)


def _darkest_ink(words: PlacedWords, pixels: Pixels) -> float:
    """How dark the other texts of a picture are, beside which a placeholder is pale; 0 where that is not known. Where
    there are none but on buttons, those count if they are as dark as texts are."""
    loose = max((contrast(text.box, pixels) for text in words.loose), default=0.0)
    shown = [text for held in words.held if held.control.role in WORDED for text in held.texts]
    on_buttons = max((contrast(text.box, pixels) for text in shown), default=0.0)
    return loose or (on_buttons if on_buttons > _BLACK else 0.0)


def _is_clear(control: Detected, boxes: Sequence[Box], pixels: Pixels) -> bool:
    """Whether a box is ticked or not by all that can be seen, beside the other boxes."""
    if control.checked is None:
        return False
    match control.role:
        case "switch":
            is_on = is_shown_on(control.box, pixels)
        case "radio":
            is_on = is_shown_chosen(control.box, boxes, pixels)
        case _:
            is_on = is_shown_ticked(control.box, boxes, pixels)
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
            and part_inside(element.box, holder.box) >= _INSIDE
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
        if line and on_one_line(box_of(line[0]), box_of(one)):
            line.append(one)
        else:
            lines.append([one])
    return [one for line in lines for one in sorted(line, key=lambda one: box_of(one).left)]
