"""Finds the dialog that a backdrop leaves lit: what lies outside of it cannot be touched, however clear it looks.

A backdrop makes all that is behind it darker by the same share. So the brightest colours of such a picture are in one
part of it alone, in the middle from left to right, and nothing outside of that part comes near them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from askonce.geometry import Box

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels

_DIMMED, _DARKEST = 0.87, 0.3
"""The share of its brightness that is left of what is behind a backdrop: at most, and at least of a surface."""
_STRAY = 0.0003
_LEAST, _MOST = 0.02, 0.45
"""How much of a picture a dialog fills. A larger part may be a page whose margins hold nothing bright."""
_OFF_MIDDLE, _WIDEST = 0.06, 0.93


def lit_part(pixels: Pixels) -> Box | None:
    """The part of an RGB picture before the backdrop, or None where there seems to be none."""
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
    left, top, right, bottom = (int(edge) for edge in (part.left, part.top, part.right, part.bottom))
    outside = [bright[:top], bright[bottom:], bright[top:bottom, :left], bright[top:bottom, right:]]
    around = numpy.concatenate([side[::4, ::4].ravel() for side in outside])
    return bool(numpy.median(around) >= _DARKEST * numpy.median(bright[top:bottom:4, left:right:4]))
