"""Links within lines: words that are blue or underlined, by their pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from askonce.geometry import Box
from askonce.vision.ocr import PictureText
from askonce.vision.seen_links import cut_at_links

numpy = pytest.importorskip("numpy")

BLACK, BLUE = (0, 0, 0), (0, 0, 230)


def line(*words: tuple[int, int, tuple[int, int, int]]) -> Any:
    """Words as bars from one column to another, in a colour."""
    pixels = numpy.full((20, 140, 3), 255, numpy.uint8)
    for start, end, colour in words:
        for column in range(start, end, 4):
            pixels[4:14, column : column + 2] = colour
    return pixels


@pytest.mark.parametrize(
    ("whole", "plain", "links"),
    [
        pytest.param("the guide or", ["or"], ["the guide"], id="the edge of the next link is left out"),
        pytest.param("the guide or a", ["the guide or a"], [], id="what was read as a word stays with its line"),
    ],
)
def test_the_edge_of_a_neighbour_does_not_keep_a_link_in_its_line(
    whole: str, plain: list[str], links: list[str]
) -> None:
    pixels = line((2, 40, BLUE), (50, 78, BLACK), (88, 130, BLUE))
    read = {0: "the guide", 1: "or", 2: "2"}

    def read_parts(boxes: Sequence[Box]) -> list[PictureText]:
        return [PictureText(read[place], box, 0.9) for place, box in enumerate(boxes)]

    text = PictureText(whole, Box(0, 0, 90, 18), 0.9)
    found = cut_at_links([text], pixels, read_parts)
    assert [[one.words for one in kind] for kind in found] == [plain, links]


@pytest.mark.parametrize(
    ("end", "links"), [pytest.param(8, [], id="a letter"), pytest.param(38, ["Iron"], id="a word")]
)
def test_the_foot_of_a_letter_is_no_line_under_it(end: int, links: list[str]) -> None:
    pixels = line((6, end, BLACK), (50, 120, BLACK))
    pixels[13 if end == 8 else 17, 3 : end + 3] = 0

    def read_parts(boxes: Sequence[Box]) -> list[PictureText]:
        return [PictureText(words, box, 0.9) for words, box in zip(("Iron", "pan"), boxes, strict=False)]

    _, found = cut_at_links([PictureText("Iron pan", Box(0, 0, 130, 18), 0.9)], pixels, read_parts)
    assert [one.words for one in found] == links


@pytest.mark.parametrize(
    ("breaks", "links"),
    [
        pytest.param([(36, 40)], ["Iron pan"], id="beside a letter that reaches down"),
        pytest.param([(38, 50)], ["Iron", "pan"], id="between two links"),
    ],
)
def test_a_line_that_is_broken_beside_a_letter_goes_on_under_the_next_word(
    breaks: list[tuple[int, int]], links: list[str]
) -> None:
    pixels = line((6, 38, BLACK), (50, 90, BLACK), (104, 130, BLACK))
    pixels[17, 6:92] = 0
    for start, end in breaks:
        pixels[17, start:end] = 255
    read = [*links, "of"]

    def read_parts(boxes: Sequence[Box]) -> list[PictureText]:
        return [PictureText(words, box, 0.9) for words, box in zip(read, boxes, strict=False)]

    _, found = cut_at_links([PictureText("Iron pan of", Box(0, 0, 138, 18), 0.9)], pixels, read_parts)
    assert [one.words for one in found] == links
