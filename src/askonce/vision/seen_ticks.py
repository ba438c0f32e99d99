"""Whether a box to tick, or a ring, has something drawn in it.

All boxes are in pixels of the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from askonce.geometry import Box

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels

_INNER = 0.25
"""How much is left out on each side: the edge, and how much the box may be off."""
_MARKED, _PART = 48, 0.08
"""How much a mark differs from what it is drawn on, and how much of the inside it takes at least."""
_FAINT, _FAINT_PART = 20, 0.04
"""The same of what may be a mark."""
_BARE_ROW, _FULL_ROW = 0.1, 0.75
"""How much of a row a dash takes at most where it is not, and at least where it is."""
_DASH = 0.5
"""How much of the rows a dash takes at most."""
_FULL_STROKE, _STROKES, _BESIDE = 0.75, 0.5, 0.1
"""How much of its length a stroke of a plus takes at least, how much of the rows or columns its strokes take at most,
and how much of what is beside them."""
_SOLID = 0.6
"""How much of its place a mark takes that is made of strokes, at most."""
_OFF_MIDDLE, _STROKE, _ON_STROKES = 0.3, 0.12, 0.85
"""How far from the edge the strokes of a cross meet at least, how thick they are, and how much of the mark they are."""
_LEVEL, _NEAR, _SIDES = 40, 0.3, 3
"""How much two colours differ at least that are not one, how far from a filled box its outline is at most, in its size,
and on how many sides it is seen."""
_SIZED = 0.25
"""How much boxes of one kind differ in size at most."""
_FILLED = 60
"""How much the colour of a box that is filled differs from what is around it."""


def is_shown_ticked(box: Box, others: Sequence[Box], pixels: Pixels) -> bool | None:
    """Whether a box is ticked by its pixels and those of the other boxes; None where they do not tell."""
    return None if has_other_sign(box, pixels) else is_shown_chosen(box, others, pixels)


def is_shown_chosen(ring: Box, others: Sequence[Box], pixels: Pixels) -> bool | None:
    """The same of a ring, in which no other signs are drawn."""
    if is_only_filled(ring, pixels) and not _is_like_empty(ring, others, pixels):
        return None
    return has_mark(ring, pixels)


def has_mark(box: Box, pixels: Pixels) -> bool | None:
    """Whether a box is ticked as far as its inside shows: a mark is drawn there, or it is filled with a colour. None
    where something is there that is too faint for a mark, or a dash, as in a box that is ticked in part."""
    numpy: Any = import_module("numpy")
    inner = _inside(box, pixels)
    reach = max(2.0, 0.25 * box.height)
    around = cut(Box.of_edges(box.left - reach, box.top - reach, box.right + reach, box.bottom + reach), pixels)
    if not inner.size:
        return False
    shades = inner.reshape(-1, 3).astype(numpy.float32)
    ground = numpy.median(shades, axis=0)
    paper = numpy.median(numpy.concatenate([around[0], around[-1], around[:, 0], around[:, -1]]), axis=0)
    apart = numpy.abs(shades - ground).max(axis=1)
    mark = (apart > _MARKED).reshape(inner.shape[:2])
    if _is_dash(mark.mean(axis=1)):
        return None
    if mark.mean() > _PART or numpy.abs(ground - paper).max() > _FILLED:
        return True
    return None if (apart > _FAINT).mean() > _FAINT_PART else False


def has_other_sign(box: Box, pixels: Pixels) -> bool:
    """Whether a plus is drawn in a box, which opens something, or a cross, which says yes in one place and no in
    another."""
    numpy: Any = import_module("numpy")
    shades = _inside(box, pixels).astype(numpy.float32)
    if not shades.size:
        return False
    mark = numpy.abs(shades - numpy.median(shades.reshape(-1, 3), axis=0)).max(axis=2) > _MARKED
    return _is_plus(mark) or _is_cross(mark)


def _inside(box: Box, pixels: Pixels) -> Pixels:
    across, down = _INNER * box.width, _INNER * box.height
    return cut(Box.of_edges(box.left + across, box.top + down, box.right - across, box.bottom - down), pixels)


def _is_dash(rows: Any) -> bool:
    """Whether a mark is a bar across, by how much of each row it takes. A tick is slanted, and a dot round."""
    is_full = rows >= _FULL_ROW
    return bool((is_full | (rows <= _BARE_ROW)).all() and 0 < is_full.mean() <= _DASH)


def _is_plus(mark: Any) -> bool:
    """Whether a mark is a bar across and one down, and nothing beside them."""
    rows, columns = mark.any(axis=1).nonzero()[0], mark.any(axis=0).nonzero()[0]
    if not rows.size:
        return False
    drawn = mark[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    across, down = drawn.mean(axis=1) >= _FULL_STROKE, drawn.mean(axis=0) >= _FULL_STROKE
    if not (0 < across.mean() <= _STROKES and 0 < down.mean() <= _STROKES):
        return False
    return bool(drawn[~across][:, ~down].mean() < _BESIDE)


def _is_cross(mark: Any) -> bool:
    """Whether a mark is two slanted strokes that go on beyond the place where they meet. A tick ends there."""
    numpy: Any = import_module("numpy")
    rows, columns = mark.nonzero()
    if not rows.size or mark[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1].mean() > _SOLID:
        return False
    height, width = mark.shape
    near = _STROKE * height + 0.5
    for top in numpy.arange(_OFF_MIDDLE * height, (1 - _OFF_MIDDLE) * height, 0.5):
        for left in numpy.arange(_OFF_MIDDLE * width, (1 - _OFF_MIDDLE) * width, 0.5):
            down, across = rows - top, columns - left
            on_strokes = numpy.minimum(abs(down - across), abs(down + across)) <= near
            arms = {(bool(y > 0), bool(x > 0)) for y, x in zip(down, across, strict=True) if min(abs(y), abs(x)) >= 1}
            is_met = bool((numpy.maximum(abs(down), abs(across)) <= 1).any())
            if is_met and len(arms) == 4 and on_strokes.mean() > _ON_STROKES:
                return True
    return False


def is_only_filled(box: Box, pixels: Pixels) -> bool:
    """Whether a box is one colour up to its edge, without a mark in it and without an outline, as the squares beside
    the names of what a chart shows are."""
    numpy: Any = import_module("numpy")
    reach = max(3.0, _NEAR * box.height)
    area = cut(Box.of_edges(box.left - reach, box.top - reach, box.right + reach, box.bottom + reach), pixels)
    if min(area.shape[:2]) < 2 * reach + 4:
        return False
    shades = area.astype(numpy.float32)
    paper = numpy.median(numpy.concatenate([shades[0], shades[-1], shades[:, 0], shades[:, -1]]), axis=0)
    height, width = shades.shape[:2]
    core = shades[height // 3 : height - height // 3, width // 3 : width - width // 3]
    fill = numpy.median(core.reshape(-1, 3), axis=0)
    if numpy.abs(fill - paper).max() <= _FILLED or numpy.abs(core - fill).max() > _MARKED:
        return False
    across = numpy.median(shades[height // 3 : height - height // 3], axis=0)
    down = numpy.median(shades[:, width // 3 : width - width // 3], axis=1)
    rays = (across[: width // 2][::-1], across[width // 2 :], down[: height // 2][::-1], down[height // 2 :])
    return sum(_has_line(ray, fill, paper) for ray in rays) < _SIDES


def _has_line(ray: Any, fill: Any, paper: Any) -> bool:
    """Whether the pixels from the middle of a filled box outwards cross a line; where its edge is soft, they are in
    between its colour and that of what is around it."""
    numpy: Any = import_module("numpy")
    beyond = ray[numpy.cumsum(numpy.abs(ray - fill).max(axis=1) > _LEVEL) > 0]
    part = ((beyond - paper) @ (fill - paper) / ((fill - paper) @ (fill - paper))).clip(0, 1)
    off = numpy.abs(beyond - paper - part[:, None] * (fill - paper)).max(axis=1) > _LEVEL
    return bool(off.any() or (numpy.abs(beyond[2:] - paper).max(axis=1) > _LEVEL).any())


def _is_like_empty(box: Box, others: Sequence[Box], pixels: Pixels) -> bool:
    """Whether one of the other boxes is as large, and has nothing in it: beside it, one that is filled is ticked."""
    sizes = ((other, abs(other.height - box.height), abs(other.width - box.width)) for other in others if other != box)
    alike = [other for other, higher, wider in sizes if max(higher, wider) < _SIZED * box.height]
    return any(has_mark(other, pixels) is False for other in alike)


def cut(box: Box, pixels: Pixels) -> Any:
    top, left = max(0, round(box.top)), max(0, round(box.left))
    return pixels[top : max(top, round(box.bottom)), left : max(left, round(box.right))]
