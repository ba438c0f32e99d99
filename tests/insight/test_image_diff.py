"""Telling what changed on a screen from what keeps changing there."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw

from askonce.geometry import Box, Frame, Size
from askonce.insight.image_diff import ImageChanges
from askonce.screens import Node, Shot, Tree

SIZE = Size(800, 600)
Rectangle = tuple[int, int, int, int]


def shot(*boxes: Rectangle, size: Size = SIZE, colour: str = "black") -> Shot:
    picture = Image.new("RGB", (size.width, size.height), "white")
    for box in boxes:
        ImageDraw.Draw(picture).rectangle(box, fill=colour)
    out = io.BytesIO()
    picture.save(out, "PNG")
    return Shot(out.getvalue(), "image/png", Frame.whole(size, size))


def tree(*words: str, focused: Box | None = None, ticking: bool = False) -> Tree:
    marks = {"ticks": "yes"} if ticking else {}
    nodes = [Node(n, "text", text, Box(0, 0, 9, 9), attributes=marks) for n, text in enumerate(words)]
    if focused:
        nodes.append(Node(99, "textbox", "Name", focused, value="x", states=frozenset({"focused"})))
    return Tree(tuple(nodes), SIZE)


def hand(turn: int) -> Rectangle:
    """Where a spinner's arc is."""
    left, top = [(100, 100), (140, 100), (140, 140), (100, 140)][turn % 4]
    return left, top, left + 30, top + 30


def watched(*looks: Shot) -> ImageChanges:
    """After these looks, of which the last was judged."""
    changes = ImageChanges()
    for look in looks:
        changes.look(look, None)
    changes.judged()
    return changes


def test_the_first_look_is_all_new_and_the_same_again_is_nothing() -> None:
    changes = ImageChanges()
    assert changes.look(shot(), tree("A")) == "changed"
    changes.judged()
    assert changes.look(shot(), tree("A")) == "same"


def test_a_digit_or_a_colour_is_a_change() -> None:
    assert watched(shot()).look(shot((300, 300, 304, 310)), None) == "changed"
    red, green = shot((300, 300, 320, 320), colour="#e00000"), shot((300, 300, 320, 320), colour="#007300")
    assert watched(red).look(green, None) == "changed"


def test_what_changes_and_changes_back_is_no_change() -> None:
    changes = watched(shot())
    assert changes.look(shot((300, 300, 400, 400)), None) == "changed"
    assert changes.look(shot(), None) == "same"


def test_what_keeps_turning_is_told_apart_from_what_happens_elsewhere() -> None:
    changes = watched(*(shot(hand(turn)) for turn in range(4)))
    assert changes.look(shot(hand(5)), None) == "ticking"
    assert changes.look(shot(hand(6), (500, 400, 560, 420)), None) == "changed"


def test_one_change_at_a_place_does_not_make_it_one_that_keeps_changing() -> None:
    changes = watched(shot(), shot(), shot((100, 100, 200, 140)))
    assert changes.look(shot((100, 100, 160, 140)), None) == "changed"


def test_words_count_although_they_stand_where_something_turns() -> None:
    changes = ImageChanges()
    for turn in range(4):
        changes.look(shot(hand(turn)), tree("Working"))
    changes.judged()
    assert changes.look(shot(hand(5)), tree("Done")) == "changed"


def test_words_that_are_others_at_every_look_do_not_count() -> None:
    changes = ImageChanges()
    changes.look(shot(), tree("12:00:01", ticking=True))
    changes.judged()
    assert changes.look(shot(), tree("12:00:02", ticking=True)) == "same"


def test_a_cursor_is_no_change_in_the_field_that_has_the_focus_only() -> None:
    field, cursor = Box(100, 100, 200, 30), (150, 106, 151, 122)
    changes = ImageChanges()
    changes.look(shot(), tree(focused=field))
    changes.judged()
    assert changes.look(shot((150, 306, 151, 322)), tree(focused=field)) == "changed"
    assert changes.look(shot((150, 106, 170, 122)), tree(focused=field)) == "changed"
    assert changes.look(shot(cursor), tree(focused=field)) == "same"


def test_another_size_is_a_change() -> None:
    changes = watched(shot(), shot())
    assert changes.look(shot(size=Size(400, 300)), None) == "changed"
    assert changes.look(shot(size=Size(400, 300)), None) == "changed"
    changes.judged()
    assert changes.look(shot(size=Size(400, 300)), None) == "same"
