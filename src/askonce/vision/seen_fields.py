"""Fields of a picture by how they are drawn: panels that something is typed into, and the labels above them.

All boxes are in pixels of the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from askonce.geometry import Box
from askonce.screens.field_labels import is_searching_name
from askonce.vision.ocr import PictureText

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels

_LOWEST, _HIGHEST = 0.9, 2.4
"""How high a field is, in heights of the text above it."""
_NARROWEST = 1.8
"""How wide it is at least, in its own heights."""
_ABOVE = 0.9
_ALIGNED = 0.8
"""How far a label is above its field, and how far it may be moved sideways, in heights of the label."""
_SEARCHED = 5.0
"""How wide a field for searching is at least, in its heights: a button with that word is shorter."""
_LEFT_OUT = 0.45
"""How much of the free room of a field is to the left of what is in it."""
_EDGE = 10
_ALONG, _BEYOND = 0.9, 0.5


def label_above(field: Box, texts: Sequence[PictureText]) -> PictureText | None:
    """The text that stands right above a field and begins where it begins."""
    above = [text for text in texts if _is_above(text.box, field)]
    return max(above, key=lambda text: text.box.bottom, default=None)


def _is_above(text: Box, field: Box) -> bool:
    unit = text.height
    return (
        -0.35 * unit < field.top - text.bottom < _ABOVE * unit
        and abs(field.left - text.left) < _ALIGNED * unit
        and text.right < field.right + unit
    )


def drawn_fields(panels: Sequence[Box], texts: Sequence[PictureText], taken: Sequence[Box]) -> list[Box]:
    """The panels that are fields by all that can be seen: with a label above them, or with words inside that say what
    is searched; none that is `taken`, or holds more than one line."""
    fields: list[Box] = []
    bare = [text for text in texts if not any(_holds_line(panel, text.box) for panel in panels)]
    for panel in panels:
        inside = [text for text in texts if panel.contains(text.box.center)]
        if len(inside) > 1 or any(_overlap(panel, other) for other in (*taken, *fields)):
            continue
        label = label_above(panel, [text for text in bare if text not in inside])
        is_labelled = label is not None and _is_of_height(panel, label.box) and panel.width > _NARROWEST * panel.height
        is_free = all(_begins_left(text.box, panel) for text in inside)
        if is_free and (is_labelled or (inside and _is_for_searching(inside[0], panel))):
            fields.append(panel)
    return fields


def _holds_line(panel: Box, text: Box) -> bool:
    """Whether a text stands in a panel of one line: then it labels nothing else."""
    return panel.contains(text.center) and panel.height < _HIGHEST * text.height


def _is_of_height(panel: Box, text: Box) -> bool:
    return _LOWEST * text.height < panel.height < _HIGHEST * text.height


def _is_for_searching(text: PictureText, panel: Box) -> bool:
    is_wide = panel.width > _SEARCHED * panel.height and panel.height < 2.5 * text.box.height
    return is_wide and is_searching_name("textbox", text.words)


def _begins_left(text: Box, panel: Box) -> bool:
    """Whether a text stands at the beginning of a panel, and not in its middle as the words of a button do."""
    left, right = max(0.0, text.left - panel.left), max(0.0, panel.right - text.right)
    return left <= _LEFT_OUT * (left + right) and left < 2.5 * text.height


def _overlap(panel: Box, other: Box) -> bool:
    shared = panel.intersection(other)
    return shared is not None and shared.area > 0.3 * min(panel.area, other.area)


def has_own_line(field: Box, pixels: Pixels) -> bool:
    """Whether a line is drawn below a field that is as long as it: what is longer belongs to something else."""
    numpy: Any = import_module("numpy")
    reach = max(3, round(0.2 * field.height))
    top, bottom = max(1, round(field.bottom) - reach), round(field.bottom) + reach
    left, right = max(0, round(field.left)), round(field.right)
    rows = pixels[top - 1 : bottom].mean(axis=2)
    is_edge = numpy.abs(numpy.diff(rows, axis=0)) > _EDGE
    along = is_edge[:, left:right]
    if not along.size:
        return False
    beyond = numpy.concatenate(
        [is_edge[:, max(0, left - 30) : max(0, left - 8)], is_edge[:, right + 8 : right + 30]], 1
    )
    inner = along[:, round(0.05 * (right - left)) : max(1, round(0.95 * (right - left)))]
    is_line = inner.mean(axis=1) > _ALONG
    goes_on = beyond.mean(axis=1) > _BEYOND if beyond.size else numpy.zeros(len(is_line), bool)
    return bool((is_line & ~goes_on).any())
