"""Which pictures are drawn in two inks."""

from __future__ import annotations

import pytest

from askonce.vision.badge_inks import has_two_inks

numpy = pytest.importorskip("numpy")
WHITE, BLACK, RED, GREY = (255, 255, 255), (0, 0, 0), (220, 20, 20), (128, 128, 128)


@pytest.mark.parametrize(
    ("first", "second", "are_two"),
    [(BLACK, RED, True), (BLACK, GREY, False), (BLACK, BLACK, False), (WHITE, WHITE, False), (WHITE, RED, False)],
)
def test_a_badge_is_of_another_color_than_its_icon_and_the_edges_of_letters_are_not(
    first: tuple[int, int, int], second: tuple[int, int, int], are_two: bool
) -> None:
    picture = numpy.full((40, 40, 3), WHITE, numpy.uint8)
    picture[10:30, 10:14], picture[4:12, 24:34] = first, second
    assert has_two_inks(picture) is are_two


def test_an_empty_picture_has_no_inks() -> None:
    assert not has_two_inks(numpy.zeros((0, 4, 3), numpy.uint8))
