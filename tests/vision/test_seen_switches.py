"""Whether switches are on, by their pixels."""

from __future__ import annotations

from typing import Any

import pytest

from askonce.geometry import Box
from askonce.vision.seen_switches import is_shown_on

numpy = pytest.importorskip("numpy")

GREEN, GREY, WHITE = (52, 199, 89), (204, 204, 204), (255, 255, 255)
LEFT, RIGHT = slice(12, 28), slice(30, 46)
SWITCH = Box(10, 10, 38, 20)


def _drawn(track: tuple[int, int, int], at: slice, knob: tuple[int, int, int] = WHITE) -> Any:
    pixels = numpy.full((40, 60, 3), 255, numpy.uint8)
    pixels[10:30, 10:48] = track
    pixels[12:28, at] = knob
    return pixels


@pytest.mark.parametrize("track", [GREEN, (198, 40, 40), (0, 102, 204)])
@pytest.mark.parametrize("off", [-1.5, 0.0, 1.5])
def test_a_switch_with_a_colour_is_on_where_its_knob_is_on_the_right(track: tuple[int, int, int], off: float) -> None:
    switch = SWITCH.offset(off, off)
    assert is_shown_on(switch, _drawn(track, RIGHT)) is True
    assert is_shown_on(switch, _drawn(track, RIGHT, (30, 30, 30))) is True
    assert is_shown_on(switch, _drawn(track, LEFT)) is None


@pytest.mark.parametrize("track", [GREY, (68, 68, 68)])
@pytest.mark.parametrize("at", [LEFT, RIGHT])
def test_a_grey_switch_is_off(track: tuple[int, int, int], at: slice) -> None:
    assert is_shown_on(SWITCH, _drawn(track, at)) is False


@pytest.mark.parametrize(("at", "is_on"), [(slice(30, 50), True), (slice(8, 28), None)])
def test_a_knob_that_is_higher_than_its_track_may_have_the_colour(at: slice, is_on: bool | None) -> None:
    pixels = numpy.full((40, 60, 3), 255, numpy.uint8)
    pixels[13:27, 10:48] = (155, 183, 240)
    pixels[10:30, at] = (21, 101, 192)
    assert is_shown_on(Box(8, 10, 42, 20), pixels) is is_on
