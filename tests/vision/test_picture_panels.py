"""Panels of drawn pictures."""

from __future__ import annotations

import pytest

from askonce.geometry import Box
from askonce.vision.picture_panels import find_panels

numpy = pytest.importorskip("numpy")
pytest.importorskip("cv2")


def test_cards_and_buttons_are_panels_with_or_without_a_border_and_whatever_lies_on_them() -> None:
    picture = numpy.full((300, 400, 3), 250, numpy.uint8)
    picture[20:220, 30:330] = 200  # a border of one pixel around a card in the colour of the page
    picture[21:219, 31:329] = 250
    picture[160:200, 50:150] = (20, 90, 70)  # a filled button, and words on it
    for left in range(70, 130, 8):
        picture[174:186, left : left + 3] = 255
    boxes = find_panels(picture)
    assert any(_is_about(box, Box(31, 21, 298, 198)) for box in boxes)
    assert any(_is_about(box, Box(50, 160, 100, 40)) for box in boxes)


def test_what_does_not_end_in_a_box_is_no_panel() -> None:
    picture = numpy.full((200, 200, 3), 250, numpy.uint8)
    for row in range(100):
        picture[50 + row, 50 : 50 + row] = (20, 90, 70)  # a triangle
    assert not [box for box in find_panels(picture) if box.area < 0.9 * 200 * 200]


@pytest.mark.parametrize("is_right", [False, True], ids=["left", "right"])
@pytest.mark.parametrize(
    "strokes", [pytest.param(range(21, 61, 2), id="a pixel away"), pytest.param(range(20, 24), id="at its edge")]
)
def test_words_may_begin_right_at_one_side_of_a_panel(is_right: bool, strokes: range) -> None:
    picture = numpy.full((60, 190, 3), 255, numpy.uint8)
    picture[20:37, 20:170] = (0, 110, 230)
    picture[24:33, [*strokes]] = 255
    boxes = find_panels(numpy.ascontiguousarray(picture[:, ::-1]) if is_right else picture)
    assert any(_is_about(box, Box(20, 20, 150, 17)) for box in boxes)


def _is_about(box: Box, other: Box) -> bool:
    return all(abs(one - two) <= 2 for one, two in zip(box.edges, other.edges, strict=True))
