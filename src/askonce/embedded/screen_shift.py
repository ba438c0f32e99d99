"""Whether a screen that is only seen has moved: scrolled, or pushed on by something that came in before it.

What has moved is the same as before, and what comes into view with it was there all along.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from askonce.embedded.press_note import TextPlace
from askonce.geometry import Box, Point
from askonce.screens import Node, Tree

_STILL = 3
"""How far apart two readings of the same text begin at most, in pixels."""
_FEWEST = 2
"""How many texts move together at least where a screen moves."""


def kept_texts(before: Sequence[TextPlace], tree: Tree, digest_of: Callable[[Node], str]) -> list[tuple[Point, Point]]:
    """Where each text was, and where it is now if it can be read just once."""
    now: dict[str, list[Node]] = {}
    for node in tree:
        now.setdefault(digest_of(node), []).append(node)
    return [
        (text.start, Point(same[0].box.left, same[0].box.top))
        for text in before
        if len(same := now.get(text.digest, [])) == 1
    ]


def screen_shift(kept: Sequence[tuple[Point, Point]]) -> Point:
    """How far most of what has moved has moved; nowhere if no two texts moved alike."""
    moves = [Point(now.x - was.x, now.y - was.y) for was, now in kept]
    moves = [move for move in moves if max(abs(move.x), abs(move.y)) > _STILL]
    together = [sum(_is_near(move, other) for other in moves) for move in moves]
    most = max(together, default=0)
    return moves[together.index(most)] if most >= _FEWEST else Point(0, 0)


def came_into_view(box: Box, shift: Point, tree: Tree) -> bool:
    """Whether something was outside of the view, wholly or in part, before the screen moved."""
    before, view = box.offset(-shift.x, -shift.y), tree.view
    is_inside = before.left >= 0 and before.top >= 0 and before.right <= view.width and before.bottom <= view.height
    return shift != Point(0, 0) and not is_inside


def _is_near(move: Point, other: Point) -> bool:
    return max(abs(move.x - other.x), abs(move.y - other.y)) <= _STILL
