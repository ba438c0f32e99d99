"""Arrows at the ends of fields, drawn in pixels."""

from __future__ import annotations

from typing import Any

import pytest

from askonce.geometry import Box
from askonce.vision.spin_arrows import find_spin_arrows

numpy = pytest.importorskip("numpy")
pytest.importorskip("cv2")

FIELD = Box(60, 30, 100, 26)


def arrow(picture: Any, at: int, top: int, *, up: bool, open_below: bool = False) -> None:
    """A triangle of four rows, or two strokes that meet at its tip."""
    ink = 255 - int(picture[0, 0, 0])
    for row in range(4):
        reach = row if up else 3 - row
        if open_below and reach > 1:
            picture[top + row, [at - reach, at - reach + 1, at + reach - 1, at + reach]] = ink
        else:
            picture[top + row, at - reach : at + reach + 1] = ink


@pytest.mark.parametrize("page", [255, 20], ids=["light", "dark"])
@pytest.mark.parametrize("at", [150, 172, 70, 48], ids=["inside", "behind", "left inside", "left outside"])
@pytest.mark.parametrize("open_below", [False, True], ids=["triangles", "chevrons"])
def test_an_arrow_up_over_an_arrow_down_belongs_to_a_spinner(page: int, at: int, open_below: bool) -> None:
    picture = numpy.full((90, 240, 3), page, numpy.uint8)
    arrow(picture, at, 34, up=True, open_below=open_below)
    arrow(picture, at, 47, up=False, open_below=open_below)
    found = find_spin_arrows(FIELD, picture)
    assert found is not None
    assert [(box.center.x, box.top) for box in found] == [(at + 0.5, 34), (at + 0.5, 47)]


@pytest.mark.parametrize(
    "arrows",
    [
        pytest.param([(150, 40, False)], id="one arrow, as on a list"),
        pytest.param([(150, 34, False), (150, 47, True)], id="both point to the middle"),
        pytest.param([(148, 34, True), (156, 47, False)], id="beside each other"),
        pytest.param([(100, 34, True), (100, 47, False)], id="in the middle of the field"),
    ],
)
def test_other_arrows_do_not(arrows: list[tuple[int, int, bool]]) -> None:
    picture = numpy.full((90, 240, 3), 255, numpy.uint8)
    for at, top, up in arrows:
        arrow(picture, at, top, up=up)
    assert find_spin_arrows(FIELD, picture) is None
