"""Which words belong to which control, on drawn pictures and with a reader that knows what stands where."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from askonce.geometry import Box
from askonce.vision.ocr import PictureText
from askonce.vision.picture_element import FittedDetection
from askonce.vision.seen_words import share_words

numpy = pytest.importorskip("numpy")

BLUE = (0, 0, 230)


def test_words_behind_a_box_that_were_missed_are_read_again() -> None:
    picture = numpy.full((60, 240, 3), 255, numpy.uint8)
    for column in (*range(40, 64, 4), *range(140, 164, 4)):
        picture[24:34, column : column + 2] = 0
    boxes = [FittedDetection(Box(left, 20, 16, 16), "checkbox", 0.9, False) for left in (16, 116, 200)]
    asked: list[Box] = []

    def read_parts(parts: Sequence[Box]) -> list[PictureText]:
        asked.extend(parts)
        return [PictureText("eaq", part, 0.95) for part in parts]

    known = PictureText("Paid", Box(138, 20, 30, 18), 0.99)
    words = share_words([known], boxes, picture, read_parts)
    assert {text.words for text in words.loose} == {"Paid", "eaq"}
    (place,) = asked  # not behind the box that has its words, nor where nothing is drawn
    assert 36 <= place.left <= 40
    assert 62 <= place.right <= 116


@pytest.mark.parametrize(("confidence", "read"), [(0.5, "eaq"), (0.95, "-")], ids=["unsure", "a sign"])
def test_what_is_not_surely_read_behind_a_box_is_no_label(confidence: float, read: str) -> None:
    picture = numpy.full((60, 140, 3), 255, numpy.uint8)
    picture[24:34, 40:60:3] = 0
    box = FittedDetection(Box(16, 20, 16, 16), "radio", 0.9, False)
    words = share_words([], [box], picture, lambda parts: [PictureText(read, part, confidence) for part in parts])
    assert not words.loose


@pytest.mark.parametrize(
    ("first", "gap", "expected"),
    [
        pytest.param(12, True, ["in", "porttitor"], id="two"),
        pytest.param(12, False, [], id="one"),
        pytest.param(30, True, [], id="the edge of a word and a link"),
    ],
)
def test_two_links_that_were_taken_for_one_have_a_line_each(first: int, gap: bool, expected: list[str]) -> None:
    picture = numpy.full((40, 160, 3), 255, numpy.uint8)
    for start, end in ((first, 34), (44, 110)):
        for column in range(start, end, 4):
            picture[12:22, column : column + 2] = BLUE
        picture[24, start:end] = BLUE
    if not gap:
        picture[24, 12:110] = BLUE
    link = FittedDetection(Box(first, 10, 112 - first, 16), "link", 0.9, None)
    read = {0: "in", 1: "porttitor"}

    def read_parts(parts: Sequence[Box]) -> list[PictureText]:
        return [PictureText(read[place], part, 0.99) for place, part in enumerate(parts)]

    words = share_words([PictureText("in porttitor", link.box, 0.99)], [link], picture, read_parts)
    assert [text.words for text in words.links] == expected
    assert [one.control.role for one in words.held] == ([] if expected else ["link"])
