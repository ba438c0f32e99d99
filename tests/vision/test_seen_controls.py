"""Of which kind controls are, by how they are drawn: pictures of plain pixels, and detections that are off."""

from __future__ import annotations

from typing import Any

import pytest

from askonce.geometry import Box
from askonce.vision.ocr import PictureText
from askonce.vision.picture_element import FittedDetection
from askonce.vision.picture_panels import find_panels
from askonce.vision.seen_controls import controls_of

numpy = pytest.importorskip("numpy")
pytest.importorskip("cv2")

Colour = tuple[int, int, int]
WHITE, GREY, BLACK, LIGHT, BLUE = (255, 255, 255), (120, 120, 120), (20, 20, 20), (235, 235, 235), (0, 110, 230)
DARK, DARKER = (48, 48, 52), (24, 24, 26)


def paper(colour: Colour = WHITE) -> Any:
    return numpy.full((240, 320, 3), colour, numpy.uint8)


def draw(picture: Any, box: Box, fill: Colour, line: Colour | None = None) -> None:
    left, top, right, bottom = (round(edge) for edge in box.edges)
    if line:
        picture[top - 1 : bottom + 1, left - 1 : right + 1] = line
    picture[top:bottom, left:right] = fill


def write(picture: Any, left: int, top: int, words: str, colour: Colour = BLACK, unit: int = 16) -> PictureText:
    """Words as strokes."""
    width = 8 * len(words)
    for column in range(left, left + width, 4):
        picture[top + 4 : top + unit - 4, column : column + 2] = colour
    return PictureText(words, Box(left, top, width, unit), 1.0)


def kinds(picture: Any, texts: list[PictureText], *found: tuple[str, Box]) -> list[str]:
    detections = [FittedDetection(box, role, 0.9, None) for role, box in found]
    return [control.role for control in controls_of(detections, texts, find_panels(picture), picture)]


@pytest.mark.parametrize(
    ("page", "fill", "line", "expected"),
    [
        pytest.param(WHITE, WHITE, GREY, ["textbox"], id="a frame"),
        pytest.param(DARKER, DARK, (110, 110, 110), ["textbox"], id="a frame on a dark page"),
        pytest.param(WHITE, LIGHT, None, [], id="a place that is kept for what is to come"),
    ],
)
def test_what_has_nothing_in_it_is_a_field_if_a_line_goes_around_it(
    page: Colour, fill: Colour, line: Colour | None, expected: list[str]
) -> None:
    picture, place = paper(page), Box(20, 40, 200, 30)
    draw(picture, place, fill, line)
    assert kinds(picture, [], ("button", place)) == expected


@pytest.mark.parametrize(
    ("fill", "of_field", "words", "expected"),
    [
        pytest.param(LIGHT, WHITE, "Send", "button", id="of another colour than the field"),
        pytest.param(WHITE, WHITE, "Send", "textbox", id="of the same colour"),
        pytest.param(WHITE, LIGHT, "Send", "textbox", id="of the colour of the page"),
        pytest.param(LIGHT, WHITE, "1000", "textbox", id="with a number in it"),
    ],
)
def test_a_button_among_fields_is_told_by_its_colour_and_its_words(
    fill: Colour, of_field: Colour, words: str, expected: str
) -> None:
    picture, button, field = paper(), Box(20, 40, 52, 26), Box(20, 100, 200, 26)
    draw(picture, button, fill, GREY)
    draw(picture, field, of_field, GREY)
    text = write(picture, 30, 45, words)
    told = kinds(picture, [text], ("textbox", button), ("textbox", field))
    assert told == [expected, "textbox"]


def test_words_in_the_middle_of_the_only_field_are_what_it_holds() -> None:
    picture, field = paper(), Box(20, 40, 52, 26)
    draw(picture, field, LIGHT, GREY)
    assert kinds(picture, [write(picture, 30, 45, "Send")], ("textbox", field)) == ["textbox"]


@pytest.mark.parametrize(
    ("fill", "words", "has_arrow", "expected"),
    [
        pytest.param(BLUE, "Shipping", False, "button", id="the head of a section"),
        pytest.param(BLUE, "Shipping", True, "combobox", id="a coloured list with its arrow"),
        pytest.param(BLUE, "Search", False, "combobox", id="a coloured field for searching"),
        pytest.param(LIGHT, "Shipping", False, "combobox", id="a grey field"),
    ],
)
def test_a_coloured_bar_with_words_at_its_beginning_is_pressed(
    fill: Colour, words: str, has_arrow: bool, expected: str
) -> None:
    picture, place = paper(), Box(20, 40, 240, 24)
    draw(picture, place, fill)
    text = write(picture, 22, 44, words, WHITE)
    if has_arrow:
        picture[49:55, 238:246] = 255
    assert kinds(picture, [text], ("combobox", place)) == [expected]


def test_the_line_under_an_item_that_is_the_edge_of_its_menu_makes_no_field_of_it() -> None:
    picture, menu = paper(), Box(20, 40, 100, 60)
    draw(picture, menu, LIGHT, GREY)
    item = Box(20, 71, 100, 29)
    text = write(picture, 28, 76, "Export")
    assert not kinds(picture, [text], ("combobox", item))
    alone = paper()
    alone[100:102, 20:120] = GREY
    assert kinds(alone, [write(alone, 28, 76, "Export")], ("combobox", item)) == ["combobox"]


def test_several_lines_over_a_line_are_a_paragraph_and_no_field() -> None:
    picture, place = paper(), Box(20, 40, 160, 70)
    picture[110:112, 20:180] = GREY
    texts = [write(picture, 24, 44 + 20 * row, "words of a story") for row in range(3)]
    assert not kinds(picture, texts, ("textbox", place))
    assert kinds(picture, texts[:2], ("textbox", place)) == ["textbox"]


@pytest.mark.parametrize(
    ("mark", "expected"),
    [pytest.param("same", ("checkbox", True), id="the same"), pytest.param("other", ("icon", None), id="another one")],
)
def test_an_icon_that_looks_just_like_a_ticked_box_is_one(mark: str, expected: tuple[str, bool | None]) -> None:
    picture, first, second = paper(), Box(20, 40, 16, 16), Box(20, 80, 16, 16)
    for box in (first, second):
        draw(picture, box, BLUE)
    for row in range(6):
        picture[45 + row, 24 + row : 26 + row] = 255
        picture[85 + row, (24 + row if mark == "same" else 30 - row) : (26 + row if mark == "same" else 32 - row)] = 255
    off = Box(19, 80, 17, 17)
    found = [FittedDetection(first, "checkbox", 0.9, True), FittedDetection(off, "icon", 0.7, None)]
    told = controls_of(found, [], find_panels(picture), picture)
    assert [(control.role, control.checked) for control in told] == [("checkbox", True), expected]
