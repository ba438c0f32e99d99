"""Whether a picture is drawn in two inks, as an icon with a badge is; a number alone is drawn in one."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels

_APART = 64
"""How far apart two colours are at least, of 255 of one of their parts."""
_LEAST = 0.1
"""How much of all that is drawn is of the second ink at least."""


def has_two_inks(picture: Pixels) -> bool:
    """Whether a part of what is drawn is of another colour than the rest, and than the edges of letters have, which
    are between ink and background."""
    numpy: Any = import_module("numpy")
    colors = picture.reshape(-1, 3).astype(numpy.float32)
    if not len(colors):
        return False
    background = _most_common(colors)
    ink = colors[numpy.abs(colors - background).max(1) > _APART]
    if not len(ink):
        return False
    way = _most_common(ink) - background
    along = numpy.clip((ink - background) @ way / (way @ way), 0, 1)
    off = numpy.abs(ink - background - along[:, None] * way).max(1) > _APART
    return bool(off.mean() >= _LEAST)


def _most_common(colors: Any) -> Any:
    numpy: Any = import_module("numpy")
    kinds, counts = numpy.unique(colors // 16, axis=0, return_counts=True)
    return kinds[counts.argmax()] * 16 + 8
