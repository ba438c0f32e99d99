"""Finds the dialog that a backdrop leaves lit: what lies outside of it cannot be touched, however clear it looks.

A backdrop makes all that is behind it darker by the same share. So the brightest colours of such a picture are in one
panel of it alone, in the middle from left to right, and nothing outside of that panel comes near them. That is so of
many dark pages as well. It is sure only where more speaks for it: what is behind the panel goes on to both sides of it,
or colours of the panel come again outside, all of them darker by one share.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from askonce.geometry import Box
from askonce.lazy import dataclass

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels

_DIMMED, _DARKEST = 0.87, 0.3
"""The share of its brightness that is left of what is behind a backdrop: at most, and at least of a surface."""
_STRAY = 0.0003
_LEAST, _MOST = 0.02, 0.45
"""How much of a picture a dialog fills. A larger part may be a page whose margins hold nothing bright."""
_OFF_MIDDLE, _NARROWEST, _WIDEST = 0.06, 0.2, 0.93
_LARGEST = 0.6
_BESIDE = 8.0
"""A dialog is a little larger than what is bright in it."""
_GAP, _DEEP, _EDGE = 4, 3, 4
"""How far beside a dialog lines are looked for that go on behind it, in how many columns, and how clear they are."""
_LINES = 4
"""How many edges of lines have to go on, two of each line."""
_MUCH, _COLOURFUL, _BRIGHT = 60, 40, 60
"""How many pixels a colour of a picture has, how far from grey it is, and how bright a surface that tells the share."""
_OFF = 2.5
_FLUSH = 3


@dataclass(frozen=True, slots=True)
class Backdrop:
    """The dialog before a backdrop."""

    dialog: Box
    is_sure: bool
    """Whether it surely is one, and not a panel of a dark page."""

    def covers(self, box: Box) -> bool:
        """Whether something lies behind it."""
        left, top, right, bottom = self.dialog.edges
        reach = Box.of_edges(left - _BESIDE, top - _BESIDE, right + _BESIDE, bottom + _BESIDE)
        return not reach.contains(box.center)


def find_backdrop(pixels: Pixels, panels: Sequence[Box]) -> Backdrop | None:
    """What seems to be a dialog before a backdrop in an RGB picture with these panels."""
    part = lit_part(pixels)
    dialog = part and _dialog(part, panels, pixels)
    if dialog is None:
        over = next((panel for panel in panels if _may_be_over(panel, pixels) and not _is_cell(panel, panels)), None)
        return over and Backdrop(over, is_sure=False)
    inside, outside = _colours(pixels, dialog)
    if _come_again(inside, outside):
        return None
    return Backdrop(dialog, _goes_on_behind(pixels, dialog) or _are_darker(inside, outside))


def lit_part(pixels: Pixels) -> Box | None:
    """The part of an RGB picture that is bright and may be a dialog before a backdrop."""
    numpy: Any = import_module("numpy")
    bright = numpy.maximum(numpy.maximum(pixels[..., 0], pixels[..., 1]), pixels[..., 2])
    tall, wide = bright.shape
    some = bright[::2, ::2].ravel()
    brightest = int(numpy.searchsorted(numpy.cumsum(numpy.bincount(some)), (1 - _STRAY) * some.size))
    is_lit = bright > _DIMMED * brightest
    columns, rows = numpy.flatnonzero(is_lit.any(0)), numpy.flatnonzero(is_lit.any(1))
    if not len(columns):
        return None
    part = Box.of_edges(float(columns[0]), float(rows[0]), float(columns[-1] + 1), float(rows[-1] + 1))
    is_dialog = (
        _LEAST < part.width * part.height / (wide * tall) < _MOST
        and abs(part.center.x - wide / 2) <= _OFF_MIDDLE * wide
        and part.width <= _WIDEST * wide
    )
    return part if is_dialog and _surfaces_fit(bright, part) else None


def _surfaces_fit(bright: Any, part: Box) -> bool:
    """Whether the page may be that of the dialog, only darker: around a white card on a black page is no backdrop."""
    numpy: Any = import_module("numpy")
    left, top, right, bottom = (int(edge) for edge in part.edges)
    outside = [bright[:top], bright[bottom:], bright[top:bottom, :left], bright[top:bottom, right:]]
    around = numpy.concatenate([side[::4, ::4].ravel() for side in outside])
    return bool(numpy.median(around) >= _DARKEST * numpy.median(bright[top:bottom:4, left:right:4]))


def _dialog(part: Box, panels: Sequence[Box], pixels: Pixels) -> Box | None:
    """The panel around a bright part, or the part itself where it is bright all over."""
    numpy: Any = import_module("numpy")
    tall, wide = pixels.shape[:2]
    around = [panel for panel in panels if _holds(panel, part) and panel.area < _LARGEST * tall * wide]
    if around:
        return min(around, key=lambda panel: panel.area)
    left, top, right, bottom = (int(edge) for edge in part.edges)
    bright = pixels[top:bottom:2, left:right:2].max(axis=2)
    return part if numpy.median(bright) > _DIMMED * bright.max() else None


def _may_be_over(panel: Box, pixels: Pixels) -> bool:
    """Whether a panel in the middle interrupts what is beside it, and so lies over it, as dialogs do."""
    tall, wide = pixels.shape[:2]
    return (
        _LEAST < panel.area / (wide * tall) < _MOST
        and _NARROWEST * wide < panel.width <= _WIDEST * wide
        and abs(panel.center.x - wide / 2) <= _OFF_MIDDLE * wide
        and _goes_on_behind(pixels, panel)
    )


def _is_cell(panel: Box, panels: Sequence[Box]) -> bool:
    """Whether another panel goes on right above or below one, as in a list or a menu."""
    return any(
        abs(panel.left - other.left) <= _FLUSH
        and abs(panel.right - other.right) <= _FLUSH
        and min(abs(panel.top - other.bottom), abs(panel.bottom - other.top)) <= _FLUSH
        for other in panels
    )


def _holds(panel: Box, part: Box) -> bool:
    return (
        panel.left - 2 <= part.left
        and panel.top - 2 <= part.top
        and panel.right + 2 >= part.right
        and panel.bottom + 2 >= part.bottom
    )


def _goes_on_behind(pixels: Pixels, dialog: Box) -> bool:
    """Whether lines that end at one side of a dialog go on at its other side, and not in it."""
    numpy: Any = import_module("numpy")
    left, top, right, bottom = (round(edge) for edge in dialog.edges)
    if left < _GAP + _DEEP or right + _GAP + _DEEP > pixels.shape[1]:
        return False
    rows = slice(top + _GAP, bottom - _GAP)
    beside = (slice(left - _GAP - _DEEP, left - _GAP), slice(right + _GAP, right + _GAP + _DEEP))
    within = (slice(left + _GAP, left + _GAP + _DEEP), slice(right - _GAP - _DEEP, right - _GAP))
    is_line = numpy.logical_and(*(_is_edge(pixels[rows, columns]) for columns in beside))
    is_inside = numpy.logical_or(*(_is_edge(pixels[rows, columns]) for columns in within))
    return int((is_line & ~is_inside).sum()) >= _LINES


def _is_edge(strip: Pixels) -> Any:
    """Which rows of a strip differ from the next one all along."""
    numpy: Any = import_module("numpy")
    return numpy.abs(numpy.diff(strip.astype(numpy.int16), axis=0)).max(axis=2).min(axis=1) > _EDGE


# ---- colours


def _colours(pixels: Pixels, dialog: Box) -> tuple[Any, Any]:
    """The colours inside a dialog and outside of it that have many pixels, those with the most first."""
    numpy: Any = import_module("numpy")
    left, top, right, bottom = (round(edge) for edge in dialog.edges)
    shades = pixels.astype(numpy.int32)
    packed = (shades[..., 0] << 16) | (shades[..., 1] << 8) | shades[..., 2]
    inside = packed[top:bottom, left:right].ravel()
    around = [packed[:top], packed[bottom:], packed[top:bottom, :left], packed[top:bottom, right:]]
    return _common(inside), _common(numpy.concatenate([side.ravel() for side in around]))


def _common(packed: Any) -> Any:
    numpy: Any = import_module("numpy")
    values, counts = numpy.unique(packed, return_counts=True)
    order = numpy.argsort(-counts, kind="stable")
    values = values[order][counts[order] >= _MUCH]
    return numpy.stack([values >> 16, (values >> 8) & 255, values & 255], 1).astype(numpy.float32)


def _colourful(colours: Any) -> Any:
    return colours[colours.max(axis=1) - colours.min(axis=1) >= _COLOURFUL]


def _come_again(inside: Any, outside: Any) -> bool:
    """Whether a colour of the panel is outside as it is inside: nothing makes it darker there."""
    others = _colourful(outside)
    return any(_is_there(colour, others) for colour in _colourful(inside))


def _are_darker(inside: Any, outside: Any) -> bool:
    """Whether a colour and a surface are outside as they are inside, darker by one share."""
    if not len(outside) or outside[0].max() < _BRIGHT:
        return False
    return any(
        _DARKEST < (share := float(darker.sum() / colour.sum())) < _DIMMED
        and abs(colour * share - darker).max() <= _OFF
        and _is_there(outside[0], inside * share)
        for colour in _colourful(inside)
        for darker in _colourful(outside)
    )


def _is_there(colour: Any, colours: Any) -> bool:
    return bool(len(colours) and (abs(colours - colour).max(axis=1) <= _OFF).any())
