"""What differs between two pictures of a screen, by the absolute difference of their pixels."""

from __future__ import annotations

import io
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from askonce.screens import Shot, Tree

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

News = Literal["same", "ticking", "changed"]

BLOCK = 4
"""Pictures are compared in blocks of so many pixels a side."""
_LEAST = 10
"""The least difference of a block's colour, of 255, that counts. A thin line in it makes about 60."""
_CELL = 16
"""Blocks a side of the cells in which places are kept in mind that keep changing; those beside such a one belong to it:
a spinner turns."""
_STEPS = 4
"""In how many looks before this one a cell must have changed twice, to count as one that keeps changing."""
_CARET = 3
"""The most blocks that a text cursor is wide."""


def reduced(shot: Shot) -> Picture:
    """A small picture that is quick to compare and small to keep."""
    from PIL import Image

    with Image.open(io.BytesIO(shot.image)) as opened:
        return opened.convert("RGB").reduce(BLOCK)


def difference(one: Picture, other: Picture) -> Picture:
    """White where two reduced pictures differ."""
    from PIL import Image, ImageChops

    if one.size != other.size:
        return Image.new("L", other.size, 255)
    red, green, blue = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point([255 if value > _LEAST else 0 for value in range(256)])


def change(one: Picture, other: Picture) -> float:
    """How much of the screen differs between two reduced pictures, from 0 to 1."""
    places = difference(one, other)
    return places.histogram()[255] / (places.width * places.height)


class ImageChanges:
    """Whether the screen has changed since somebody judged it.

    A place that changed again and again at the last looks keeps changing by itself (a clock, a spinner, a film): what
    changes in the picture there is told apart, since it rarely means that something happened. Words that differ always
    count, unless they are others at every look. A blinking cursor is not a change.
    """

    def __init__(self) -> None:
        self._judged: Picture | None = None
        self._now: Picture | None = None
        self._shot: Shot | None = None
        self._steps: list[Picture] = []
        self._words: tuple[str, ...] = ()
        self._judged_words: tuple[str, ...] = ()

    def look(self, shot: Shot, tree: Tree | None) -> News:
        """What is new in this picture against the one that was judged last; the first one is all new."""
        now = reduced(shot)
        if self._now:
            step = _cells(difference(self._now, now))
            self._steps = [*(old for old in self._steps if old.size == step.size), step][-_STEPS - 1 :]
        self._shot, self._now, self._words = shot, now, _words(tree)
        if self._judged is None or self._words != self._judged_words:
            return "changed"
        places = difference(self._judged, now)
        if places.getbbox() is None or self._is_caret(places, tree):
            return "same"
        return "changed" if self._is_elsewhere(places) else "ticking"

    def judged(self) -> None:
        """What was looked at last has been judged."""
        self._judged, self._judged_words = self._now, self._words

    def _is_elsewhere(self, places: Picture) -> bool:
        """Whether something differs outside the places that keep changing."""
        from PIL import Image, ImageChops, ImageFilter

        cells = _cells(places)
        restless = Image.new("L", cells.size)
        for one, other in combinations(self._steps[:-1], 2):
            restless = ImageChops.lighter(restless, ImageChops.darker(one, other))
        return ImageChops.subtract(cells, restless.filter(ImageFilter.MaxFilter(3))).getbbox() is not None

    def _is_caret(self, places: Picture, tree: Tree | None) -> bool:
        """Whether all that differs is as narrow as a cursor, in the field that has the focus."""
        box = places.getbbox()
        if not box or not tree or not self._shot or box[2] - box[0] > _CARET:
            return False
        fields = [self._shot.frame.box_to_image(node.box) for node in tree if "focused" in node.states]
        return any(
            field.left <= (box[2] * BLOCK) and box[0] * BLOCK <= field.right
            and field.top - BLOCK <= box[1] * BLOCK and box[3] * BLOCK <= field.bottom + BLOCK
            for field in fields
        )  # fmt: skip


def _cells(places: Picture) -> Picture:
    """White for each cell in which any block is."""
    return places.reduce(_CELL).point([255 if value else 0 for value in range(256)])


def _words(tree: Tree | None) -> tuple[str, ...]:
    if tree is None:
        return ()
    return (tree.address, tree.title, *(node.words for node in tree if "ticks" not in node.attributes))
