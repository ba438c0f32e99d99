"""Finds texts in a picture that may be labels of fields: those with a frame beside or below them.

Touching a label may do nothing, so it must not be mistaken for its field. A text in its own frame, such as on a button,
is not a label. Lengths are in heights of the text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from askonce.geometry import Box
from askonce.lazy import dataclass

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

_EDGE = 10
_UNBROKEN = 0.95
_FAR_ACROSS = 12.0
_LEAST_FRAME = 2.0


@dataclass(frozen=True, slots=True)
class Edges:
    """Where a picture changes from one row or one column to the next."""

    rows: NDArray[numpy.bool_]
    columns: NDArray[numpy.bool_]

    @classmethod
    def of(cls, pixels: NDArray[numpy.uint8]) -> Edges:
        import numpy

        shades = pixels.astype(numpy.int16)
        grey = (shades[:, :, 0] + shades[:, :, 1] + shades[:, :, 2]) // 3
        return cls(numpy.abs(numpy.diff(grey, axis=0)) > _EDGE, numpy.abs(numpy.diff(grey, axis=1)) > _EDGE)


def is_label(text: Box, edges: Edges) -> bool:
    """Whether there is a frame to the right of `text` or below it, and none around it."""
    return not is_framed(text, edges) and (_is_frame_right(text, edges) or _is_frame_below(text, edges))


def is_framed(text: Box, edges: Edges) -> bool:
    """Whether there is a frame around `text`, as on a button."""
    unit, middle = text.height, text.center.y
    across, far = (text.left, text.right), _FAR_ACROSS * unit
    level = (middle - 0.25 * unit, middle + 0.25 * unit)
    return (
        _has_line(_cut(edges.rows, (text.top - 0.8 * unit, middle - 0.35 * unit), across), 1)
        and _has_line(_cut(edges.rows, (middle + 0.35 * unit, text.bottom + 0.8 * unit), across), 1)
        and _has_line(_cut(edges.columns, level, (text.left - far, text.left + 2)), 0)
        and _has_line(_cut(edges.columns, level, (text.right - 2, text.right + far)), 0)
    )


def _is_frame_right(text: Box, edges: Edges) -> bool:
    unit, middle = text.height, text.center.y
    across = (text.right, text.right + _FAR_ACROSS * unit)
    upper = _cut(edges.rows, (middle - 2 * unit, middle - 0.3 * unit), across)
    lower = _cut(edges.rows, (middle + 0.3 * unit, middle + 2 * unit), across)
    level = (middle - 0.25 * unit, middle + 0.25 * unit)
    return _has_line(_cut(edges.columns, level, across), 0) and _share_run(upper, lower, round(_LEAST_FRAME * unit))


def _is_frame_below(text: Box, edges: Edges) -> bool:
    unit, length = text.height, round(_LEAST_FRAME * text.height)
    across = (text.left - unit, text.left + 4 * unit)
    first = text.bottom - 0.3 * unit
    upper = _cut(edges.rows, (first, text.bottom + unit), across)
    top = first + _first_run(upper, length)  # the height of a text says little about that of the field below it
    lower = _cut(edges.rows, (top + 0.6 * unit, text.bottom + 4 * unit), across)
    side = _cut(edges.columns, (top + 0.2 * unit, top + 0.6 * unit), (text.left - unit, text.left + 0.6 * unit))
    return _has_line(side, 0) and _share_run(upper, lower, length)


def _cut(edges: NDArray[numpy.bool_], down: tuple[float, float], across: tuple[float, float]) -> Any:
    top, left = max(0, round(down[0])), max(0, round(across[0]))
    return edges[top : max(top, round(down[1])), left : max(left, round(across[1]))]


def _has_line(edges: Any, axis: int) -> bool:
    """Whether a line goes from one end to the other."""
    return edges.size > 0 and bool((edges.mean(axis=axis) >= _UNBROKEN).any())


def _share_run(upper: Any, lower: Any, length: int) -> bool:
    """Whether both contain a straight line of this length, one above the other."""
    if min(upper.shape[0], lower.shape[0]) == 0 or upper.shape[1] < length:
        return False
    return bool((_runs(upper, length).any(axis=0) & _runs(lower, length).any(axis=0)).any())


def _first_run(edges: Any, length: int) -> int:
    """The first row that contains a straight line of this length, or the first row if none does."""
    return int(_runs(edges, length).any(axis=1).argmax()) if edges.size and edges.shape[1] >= length else 0


def _runs(edges: Any, length: int) -> Any:
    """For each place in each row: whether a straight line of this length starts there."""
    import numpy

    return numpy.lib.stride_tricks.sliding_window_view(edges, length, axis=1).all(axis=2)
