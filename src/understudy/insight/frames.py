"""What differs between two pictures of a screen, by the absolute difference of their pixels."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Literal

from understudy.screens import Shot, Tree

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

News = Literal["same", "ticking", "changed"]

BLOCK = 4
"""Pictures are compared in blocks of so many pixels a side."""
_LEAST = 10
"""The least difference of a block's colour, of 255, that counts. A thin line in it makes about 60."""
_REACH = 9
"""Blocks around a place that keeps changing that belong to it, side to side: a spinner turns."""
_CARET = 3
"""The most blocks that a text cursor is wide."""


def reduced(shot: Shot) -> Picture:
    """A small picture that is quick to compare and small to keep."""
    from PIL import Image

    with Image.open(io.BytesIO(shot.image)) as opened:
        return opened.convert("RGB").reduce(BLOCK)


def difference(one: Picture, other: Picture) -> Picture | None:
    """White where two reduced pictures differ; None when they do not."""
    from PIL import Image, ImageChops

    if one.size != other.size:
        return Image.new("L", other.size, 255)
    red, green, blue = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    places = most.point([255 if value > _LEAST else 0 for value in range(256)])
    return places if places.getbbox() else None


def share(places: Picture | None) -> float:
    """How much of the screen differs, from 0 to 1."""
    return places.histogram()[255] / (places.width * places.height) if places else 0.0


class Changes:
    """Whether the screen has changed since somebody judged it.

    A place that changed at each of the last looks keeps changing by itself (a clock, a spinner, a film): changes there
    are told apart, since they rarely mean that something happened. A blinking cursor is no change.
    """

    def __init__(self) -> None:
        self._judged: Picture | None = None
        self._now: Picture | None = None
        self._shot: Shot | None = None
        self._steps: list[Picture | None] = []
        self._words: tuple[str, ...] = ()
        self._judged_words: tuple[str, ...] = ()

    def look(self, shot: Shot, tree: Tree | None) -> News:
        """What is new in this picture against the one that was judged last; the first one is all new."""
        now = reduced(shot)
        if self._now:
            self._steps = [*self._steps, difference(self._now, now)][-2:]
        self._shot, self._now = shot, now
        self._words = (tree.address, tree.title, *(node.words for node in tree)) if tree else ()
        if self._judged is None:
            return "changed"
        places = difference(self._judged, now)
        if places is None:
            return "same" if self._words == self._judged_words else "changed"
        if self._is_caret(places, tree):
            return "same"
        return "changed" if self._is_elsewhere(places) else "ticking"

    def judged(self) -> None:
        """What was looked at last has been judged."""
        self._judged, self._judged_words = self._now, self._words

    def _is_elsewhere(self, places: Picture) -> bool:
        """Whether something differs outside the places that keep changing."""
        from PIL import ImageChops, ImageFilter

        if len(self._steps) < 2 or not self._steps[0] or not self._steps[1] or self._steps[0].size != places.size:
            return True
        spread = [step.filter(ImageFilter.MaxFilter(_REACH)) for step in self._steps if step]
        return ImageChops.subtract(places, ImageChops.darker(*spread)).getbbox() is not None

    def _is_caret(self, places: Picture, tree: Tree | None) -> bool:
        """Whether all that differs is as narrow as a cursor, in the field that has the focus, and no word differs."""
        box = places.getbbox()
        if not box or not tree or not self._shot or self._words != self._judged_words or box[2] - box[0] > _CARET:
            return False
        fields = [self._shot.frame.box_to_image(node.box) for node in tree if "focused" in node.states]
        return any(
            field.left <= (box[2] * BLOCK) and box[0] * BLOCK <= field.right
            and field.top - BLOCK <= box[1] * BLOCK and box[3] * BLOCK <= field.bottom + BLOCK
            for field in fields
        )  # fmt: skip
