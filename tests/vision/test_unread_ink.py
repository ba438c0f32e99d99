"""Whether a part of a picture shows more than what was read."""

from __future__ import annotations

import io

import pytest

from askonce.geometry import Box, Frame, Size
from askonce.screens import Shot
from askonce.vision.unread_ink import has_unread_ink

pytest.importorskip("numpy")
drawing = pytest.importorskip("PIL.ImageDraw")

PART = Box(20, 20, 160, 80)
TEXT = Box(40, 40, 50, 12)


def _shot(*marks: Box, scale: int = 1) -> Shot:
    from PIL import Image

    picture = Image.new("RGB", (200 * scale, 120 * scale), "white")
    pen = drawing.Draw(picture)
    pen.rectangle((20 * scale, 20 * scale, 179 * scale, 99 * scale), fill="#eef", outline="black")
    for mark in marks:
        pen.rectangle(tuple(edge * scale for edge in mark.edges), fill="#222")
    kept = io.BytesIO()
    picture.save(kept, "PNG")
    return Shot(kept.getvalue(), "image/png", Frame.whole(Size(200, 120), Size(200 * scale, 120 * scale)))


@pytest.mark.parametrize("scale", [1, 2])
def test_what_was_read_and_the_frame_are_no_unread_ink(scale: int) -> None:
    assert not has_unread_ink(_shot(scale=scale), PART, [])
    assert not has_unread_ink(_shot(TEXT, scale=scale), PART, [TEXT])


@pytest.mark.parametrize("scale", [1, 2])
def test_what_stands_beside_the_read_texts_is_unread_ink(scale: int) -> None:
    letter = Box(120, 60, 4, 12)
    assert has_unread_ink(_shot(TEXT, letter, scale=scale), PART, [TEXT])
    assert has_unread_ink(_shot(TEXT, scale=scale), PART, [])
    assert not has_unread_ink(_shot(TEXT, Box(185, 60, 4, 12), scale=scale), PART, [TEXT])
