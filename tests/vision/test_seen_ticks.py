"""Whether boxes and rings have a mark in them, by their pixels."""

from __future__ import annotations

from typing import Any

import pytest

from askonce.geometry import Box
from askonce.vision.seen_ticks import has_mark, is_shown_ticked

numpy = pytest.importorskip("numpy")

BOX = Box(10, 10, 16, 16)


def drawn(inside: tuple[int, int, int] = (255, 255, 255), mark: tuple[int, int, int] | None = None) -> Any:
    """A box with a grey edge on white, and perhaps something in it."""
    pixels = numpy.full((40, 40, 3), 255, numpy.uint8)
    pixels[10:26, 10:26] = 118
    pixels[11:25, 11:25] = inside
    if mark:
        for step in range(6):
            pixels[15 + step : 17 + step, 14 + step] = mark
    return pixels


@pytest.mark.parametrize(
    ("pixels", "is_marked"),
    [
        pytest.param(drawn(), False, id="empty"),
        pytest.param(drawn(inside=(240, 240, 244)), False, id="empty and a little grey"),
        pytest.param(drawn(mark=(30, 30, 30)), True, id="a tick"),
        pytest.param(drawn(inside=(0, 117, 255), mark=(255, 255, 255)), True, id="a tick on blue"),
        pytest.param(drawn(inside=(0, 117, 255)), True, id="filled"),
    ],
)
@pytest.mark.parametrize("off", [-1.5, 0.0, 1.5])
def test_a_box_is_ticked_if_something_is_drawn_in_it(pixels: Any, is_marked: bool, off: float) -> None:
    assert has_mark(BOX.offset(off, off), pixels) is is_marked


def test_of_a_box_with_something_faint_in_it_nobody_knows_whether_it_is_ticked() -> None:
    assert has_mark(BOX, drawn(mark=(214, 214, 214))) is None


@pytest.mark.parametrize(("inside", "mark"), [((255, 255, 255), 30), ((0, 117, 255), 255)])
@pytest.mark.parametrize("off", [-1.5, 0.0, 1.5])
def test_a_box_with_a_dash_in_it_is_ticked_in_part(inside: tuple[int, int, int], mark: int, off: float) -> None:
    pixels = drawn(inside=inside)
    pixels[17:19, 12:24] = mark
    assert has_mark(BOX.offset(off, off), pixels) is None


@pytest.mark.parametrize("thick", [1, 2])
@pytest.mark.parametrize("off", [-1.5, 0.0, 1.5])
def test_a_box_with_a_plus_in_it_opens_something(thick: int, off: float) -> None:
    pixels = drawn()
    pixels[17 : 17 + thick, 14:22] = 30
    pixels[14:22, 17 : 17 + thick] = 30
    assert is_shown_ticked(BOX.offset(off, off), [], pixels) is None


@pytest.mark.parametrize("off", [-1.0, 0.0, 1.0])
def test_a_cross_in_a_box_may_say_no(off: float) -> None:
    pixels = drawn()
    for step in range(12):
        pixels[12 + step, [12 + step, 23 - step]] = 30
    assert is_shown_ticked(BOX.offset(off, off), [], pixels) is None


@pytest.mark.parametrize("thick", [2, 3])
@pytest.mark.parametrize("off", [-1.5, 0.0, 1.5])
def test_a_dot_and_a_large_tick_are_marks(off: float, thick: int) -> None:
    dot, tick = drawn(), drawn()
    for row in range(15, 21):
        dot[row, 15 + (row in {15, 20}) : 21 - (row in {15, 20})] = 30
    for step in range(4):
        tick[17 + step : 17 + step + thick, 13 + step] = 30
    for step in range(7):
        tick[19 - step : 19 - step + thick, 17 + step] = 30
    assert is_shown_ticked(BOX.offset(off, off), [], dot) is True
    assert is_shown_ticked(BOX.offset(off, off), [], tick) is True


def _squares(*fills: tuple[int, int, int], edge: tuple[int, int, int] | None = None) -> Any:
    """Squares below each other on white, each of one colour, with an edge or without."""
    pixels = numpy.full((30 * len(fills) + 20, 40, 3), 255, numpy.uint8)
    for at, fill in enumerate(fills):
        pixels[30 * at + 10 : 30 * at + 26, 10:26] = edge or fill
        pixels[30 * at + 11 : 30 * at + 25, 11:25] = fill
    return pixels


BLUE, RED, WHITE, GREY = (0, 102, 204), (204, 51, 51), (255, 255, 255), (118, 118, 118)


@pytest.mark.parametrize("off", [-1.5, 0.0, 1.5])
def test_squares_of_one_colour_without_an_edge_are_not_taken_for_ticked_boxes(off: float) -> None:
    boxes = [BOX.offset(off, off), BOX.offset(off, 30 + off)]
    assert is_shown_ticked(boxes[0], boxes, _squares(BLUE, RED)) is None
    assert is_shown_ticked(boxes[0], boxes, _squares(BLUE, RED, edge=GREY)) is True


def test_a_filled_box_is_ticked_beside_one_that_is_empty() -> None:
    pixels = _squares(BLUE, WHITE)
    pixels[40:56, [10, 25]] = pixels[[40, 55], 10:26] = GREY
    boxes = [BOX, BOX.offset(0, 30)]
    assert [is_shown_ticked(box, boxes, pixels) for box in boxes] == [True, False]
