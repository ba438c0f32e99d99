"""A picture as a grid of tiles, so that two looks tell where they differ.

Of each tile a digest and its brightness are kept: the one is another wherever anything was painted anew, the other only
where that can be seen. Browsers paint the same border a shade lighter or darker at times.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from itertools import product
from typing import TYPE_CHECKING

from askonce.geometry import Box, Size

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels

_ACROSS, _DOWN = 36, 24
_BYTES = 2
_LENGTH = len(urlsafe_b64encode(bytes(_ACROSS * _DOWN * _BYTES)))
_SHADE = 1
"""How much brighter or darker a tile may be that looks the same, of 255."""


def write_tiles(pixels: Pixels) -> str:
    """What is kept of each tile, row by row, as one word."""
    height, width = pixels.shape[:2]
    tiles = bytearray()
    for row, column in product(range(_DOWN), range(_ACROSS)):
        top, bottom = row * height // _DOWN, (row + 1) * height // _DOWN
        left, right = column * width // _ACROSS, (column + 1) * width // _ACROSS
        tile = pixels[top:bottom, left:right]
        tiles += hashlib.blake2b(tile.tobytes(), digest_size=1).digest()
        tiles.append(round(float(tile.mean())) if tile.size else 0)
    return urlsafe_b64encode(bytes(tiles)).decode()


def repainted_tiles(one: str, other: str, view: Size) -> frozenset[Box]:
    """Where two pictures of a view are not just the same."""
    return _differing(one, other, view, 0)


def changed_tiles(one: str, other: str, view: Size) -> frozenset[Box]:
    """Where it can be seen that two pictures of a view differ."""
    return _differing(one, other, view, _SHADE)


def _differing(one: str, other: str, view: Size, shade: int) -> frozenset[Box]:
    """All of the view where one of the pictures is not told by tiles."""
    if one == other:
        return frozenset()
    if len(one) != _LENGTH or len(other) != _LENGTH:
        return frozenset({Box.of_size(view)})
    width, height = view.width / _ACROSS, view.height / _DOWN
    before, after = urlsafe_b64decode(one), urlsafe_b64decode(other)
    return frozenset(
        Box(place % _ACROSS * width, place // _ACROSS * height, width, height)
        for place, start in enumerate(range(0, len(before), _BYTES))
        if _is_other(before[start : start + _BYTES], after[start : start + _BYTES], shade)
    )


def _is_other(before: bytes, after: bytes, shade: int) -> bool:
    return abs(before[1] - after[1]) > shade if shade else before != after
