"""The line under words in a picture. It is broken where letters reach down through it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_ALONG, _ABOVE = 0.6, 0.3
"""How much of the width of the words it takes, and how much ink is right above it at most."""
_STROKE = 5
_THIN = 0.12
"""How many pixels long its parts are at least, and how high it is at most, as a part of the height of the words."""


def find_underline(is_ink: Any) -> Any:
    """Which pixels of a cut-out with words are the line under them, of those that are ink; None if there is none."""
    numpy: Any = import_module("numpy")
    height, columns = is_ink.shape[0], numpy.flatnonzero(is_ink.any(axis=0))
    if not columns.size:
        return None
    width = columns[-1] + 1 - columns[0]
    strokes = numpy.zeros_like(is_ink)
    low = is_ink[height // 2 :].sum(axis=1) >= _ALONG * width
    for row in height // 2 + numpy.flatnonzero(low):
        ends = numpy.flatnonzero(numpy.diff(numpy.pad(is_ink[row], 1).astype(numpy.int8)))
        for start, end in zip(ends[::2], ends[1::2], strict=True):
            strokes[row, start:end] = end - start >= _STROKE
    rows = numpy.flatnonzero(strokes.sum(axis=1) >= _ALONG * width)
    for block in reversed(numpy.split(rows, numpy.flatnonzero(numpy.diff(rows) > 1) + 1)):
        is_thin = 0 < block.size <= max(2, round(_THIN * height))
        if is_thin and is_ink[block[0] - 1].sum() <= _ABOVE * width:
            is_line = numpy.zeros_like(is_ink)
            is_line[block] = strokes[block]
            return is_line
    return None
