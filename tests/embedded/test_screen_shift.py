"""Whether a screen that is only seen has moved."""

from __future__ import annotations

from askonce.embedded.press_note import TextPlace
from askonce.embedded.screen_shift import came_into_view, kept_texts, screen_shift
from askonce.geometry import Box, Point, Size
from askonce.screens import Node, Tree


def tree(**tops: float) -> Tree:
    nodes = (
        Node(number, "text", "", Box(10, top, 80, 20), text=word) for number, (word, top) in enumerate(tops.items())
    )
    return Tree(tuple(nodes), Size(480, 320), seen=True)


def shift(before: Tree, after: Tree) -> Point:
    noted = [TextPlace(node.text, Point(node.box.left, node.box.top)) for node in before]
    return screen_shift(kept_texts(noted, after, lambda node: node.text))


BEFORE = tree(one=20, two=60, three=100)


def test_texts_that_move_together_tell_how_far() -> None:
    assert shift(BEFORE, tree(one=20, two=110, three=149)) == Point(0, 50)


def test_nothing_has_moved_where_one_text_did_or_all_are_read_a_pixel_off() -> None:
    assert shift(BEFORE, tree(one=21, two=58, three=200)) == Point(0, 0)


def test_a_text_that_stands_twice_tells_nothing() -> None:
    twice = Tree((*BEFORE, *tree(two=200)), BEFORE.view, seen=True)
    assert len(kept_texts([TextPlace("two", Point(10, 60))], twice, lambda node: node.text)) == 0


def test_what_was_outside_before_came_into_view() -> None:
    assert came_into_view(Box(10, 290, 80, 20), Point(0, -40), BEFORE)
    assert not came_into_view(Box(10, 200, 80, 20), Point(0, -40), BEFORE)
    assert not came_into_view(Box(10, 310, 80, 20), Point(0, 0), BEFORE)
