"""Whether boxes and rings have a mark in them, by their pixels."""

from __future__ import annotations

from typing import Any

import pytest

from askonce.geometry import Box
from askonce.vision.seen_ticks import has_colour, has_mark

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


@pytest.mark.parametrize(
    ("track", "is_coloured"),
    [((52, 199, 89), True), ((198, 40, 40), True), ((204, 204, 204), False), ((68, 68, 68), False)],
)
@pytest.mark.parametrize("knob", [slice(12, 28), slice(30, 46)])
def test_a_switch_has_a_colour_or_is_only_grey(track: tuple[int, int, int], knob: slice, is_coloured: bool) -> None:
    pixels = numpy.full((40, 60, 3), 255, numpy.uint8)
    pixels[10:30, 10:48] = track
    pixels[12:28, knob] = 255
    assert has_colour(Box(10, 10, 38, 20), pixels) is is_coloured
