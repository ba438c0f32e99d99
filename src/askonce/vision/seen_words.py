"""Which words of a picture stand in which control, which stand alone, and which of them are links.

All boxes are in pixels of the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from askonce.geometry import Box
from askonce.lazy import dataclass
from askonce.vision.box_overlap import ON_LINE, on_one_line
from askonce.vision.ocr import PictureText
from askonce.vision.picture_element import Detected, FittedDetection
from askonce.vision.seen_controls import HOLDERS, TICKED, WORDED
from askonce.vision.seen_links import cut_at_links
from askonce.vision.text_look import ink_box

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels

ReadParts = Callable[[Sequence[Box]], Sequence[PictureText]]
"""Reads the words in parts of the picture again, a line each."""

SIGN = 2
"""As long as a text may be that is drawn as an icon, such as × and +."""
_PICTORIAL = TICKED | {"slider", "icon", "image"}
"""What shows a picture: signs that OCR sees in it are no words, unless a whole text is inside."""
_LEGIBLE, _SURELY_LEGIBLE = 0.8, 0.9
_LEAST_LETTERS = 3
"""How many letters are read at least in what seems to be an icon, so that it is a word."""
_OVERHANG = 0.6
"""How far the box of a text may reach out of what shows it, in its heights: it is wider than the letters."""
_BEHIND, _ABOVE, _BELOW = 8.0, 0.15, 0.25
"""How far behind a box to tick its words are looked for, and how far they go above and below it, in its heights."""
_SLIVER = 0.6
"""How wide what may be the edge of a word is at most, in its heights."""
_MARGIN = 2


@dataclass(slots=True)
class ControlWords:
    """A control, and the texts in it."""

    control: FittedDetection
    texts: list[PictureText] = field(default_factory=list[PictureText])


@dataclass(frozen=True, slots=True)
class PlacedWords:
    """All words of a picture by where they stand."""

    held: list[ControlWords]
    loose: list[PictureText]
    links: list[PictureText]


def share_words(
    texts: Sequence[PictureText], controls: Sequence[FittedDetection], pixels: Pixels, read_parts: ReadParts
) -> PlacedWords:
    """Give each text to the innermost control that shows it. Where words are to be expected and none were read, the
    picture is read again."""
    held = [ControlWords(control) for control in controls]
    loose: list[PictureText] = []
    for text in _cut_at_controls(texts, controls, read_parts):
        around = [one for one in held if one.control.box.contains(text.box.center)]
        holder = min(around, key=lambda one: one.control.box.area, default=None)
        (loose if holder is None or holder.control.role in HOLDERS else holder.texts).append(text)
    silent = [one for one in held if not one.texts and _may_be_worded(one.control)]
    for one, text in zip(silent, read_parts([_inner(one.control.box) for one in silent]), strict=True):
        if _is_word(text, one.control):
            one.texts.append(text)
    loose = [text for text in loose if len(text.words) > SIGN or not _holds_any(text.box, controls)]
    loose += _missed_labels(controls, loose, pixels, read_parts)
    loose, links = cut_at_links(loose, pixels, read_parts)
    kept: list[ControlWords] = []
    for one in held:
        several = _several_links(one, pixels, read_parts)
        links += several
        kept += () if several else (one,)
    return PlacedWords(kept, loose, links)


def _several_links(one: ControlWords, pixels: Pixels, read_parts: ReadParts) -> list[PictureText]:
    """The links that were taken for one: each has a line of its own. The edge of a word beside them is none."""
    if one.control.role != "link" or len(one.texts) != 1:
        return []
    plain, links = cut_at_links(one.texts, pixels, read_parts)
    is_whole = all(link.box.width > _SLIVER * link.box.height for link in links)
    return links if len(links) > 1 and is_whole and not plain else []


def _missed_labels(
    controls: Sequence[Detected], texts: Sequence[PictureText], pixels: Pixels, read_parts: ReadParts
) -> list[PictureText]:
    """The words right behind boxes to tick that have none beside them: short ones are missed at times."""
    boxes = [control.box for control in controls if control.role in TICKED]
    places = [place for box in boxes if (place := _bare_place(box, controls, texts, pixels))]
    return [
        text
        for text in (read_parts(places) if places else ())
        if text.confidence >= _SURELY_LEGIBLE and sum(map(str.isalnum, text.words)) >= SIGN
    ]


def _bare_place(box: Box, controls: Sequence[Detected], texts: Sequence[PictureText], pixels: Pixels) -> Box | None:
    """Where something is drawn behind a box, up to the next control, that was not read."""
    unit = box.height
    beside = [one.box for one in controls if one.box != box and one.role not in HOLDERS and on_one_line(one.box, box)]
    right = min([one.left for one in beside if one.left > box.right], default=float(pixels.shape[1]))
    lower = [one.box.top for one in controls if box.bottom <= one.box.top and one.box.left < right]
    bottom = min([box.bottom + _BELOW * unit, *lower])
    place = Box.of_edges(
        box.right + _MARGIN, box.top - _ABOVE * unit, min(right - _MARGIN, box.right + _BEHIND * unit), bottom
    )
    is_read = any(place.intersection(text.box) for text in texts)
    if is_read or place.width < unit or place.height < unit / 2:
        return None
    ink = ink_box(place, pixels)
    is_drawn = ink != place and ink.height > unit / 3
    return Box.of_edges(ink.left - _MARGIN, place.top, ink.right + _MARGIN, place.bottom) if is_drawn else None


def _holds_any(box: Box, controls: Sequence[Detected]) -> bool:
    """Whether something is in a box: what was read there as a letter is the frame around it."""
    return any(box.contains(control.box.center) for control in controls)


def _cut_at_controls(
    texts: Sequence[PictureText], controls: Sequence[Detected], read_parts: ReadParts
) -> list[PictureText]:
    """The texts, without signs that are pictures; lines that go across the edge of a control are read in parts."""
    whole: list[PictureText] = []
    parts: list[Box] = []
    for text in texts:
        crossed = [control for control in controls if control.role not in HOLDERS and _crosses(text.box, control.box)]
        if not crossed:
            whole.append(text)
        else:
            parts += _parts(text.box, crossed)
    return [*whole, *(text for text in read_parts(parts) if text.words)] if parts else whole


def _crosses(text: Box, control: Box) -> bool:
    """Whether a line goes across the left or the right edge of a control."""
    shared = text.intersection(control)
    if shared is None or shared.height < ON_LINE * min(text.height, control.height):
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


def _inner(box: Box) -> Box:
    """What is inside the round ends of a control."""
    across, down = (min(0.15 * box.height, 0.15 * side) for side in (box.width, box.height))
    return Box.of_edges(box.left + across, box.top + down, box.right - across, box.bottom - down)


def _may_be_worded(control: Detected) -> bool:
    """Whether words are to be expected in a control; an icon is as wide as it is high."""
    return control.role in WORDED or (control.role == "icon" and control.box.width > 1.2 * control.box.height)


def _is_word(text: PictureText, control: Detected) -> bool:
    if control.role in WORDED:
        return text.confidence >= _LEGIBLE and len(text.words) >= SIGN
    return text.confidence >= _SURELY_LEGIBLE and sum(map(str.isalpha, text.words)) >= _LEAST_LETTERS
