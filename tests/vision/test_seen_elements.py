"""Elements of drawn pictures, with and without a detector that found them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from askonce.geometry import Box
from askonce.vision.ocr import PictureText
from askonce.vision.picture_element import FittedDetection, SeenElement
from askonce.vision.seen_elements import see_elements

numpy = pytest.importorskip("numpy")
pytest.importorskip("cv2")


def read_parts(boxes: Sequence[Box]) -> list[PictureText]:
    return [PictureText("", box, 0.0) for box in boxes]


def seen(picture: Any, texts: Sequence[PictureText], *found: FittedDetection) -> list[SeenElement]:
    return list(see_elements(found, texts, picture, read_parts))


@pytest.mark.parametrize(
    ("fill", "role"), [((0, 110, 230), "button"), ((140, 20, 60), "button"), ((236, 236, 236), "text")]
)
def test_the_coloured_head_of_a_section_that_was_missed_is_pressed(fill: tuple[int, int, int], role: str) -> None:
    picture = numpy.full((120, 320, 3), 255, numpy.uint8)
    picture[40:64, 20:280] = fill
    picture[48:56, 24:88:4] = 255 if sum(fill) < 600 else 0
    (element,) = seen(picture, [PictureText("Shipping", Box(22, 44, 68, 16), 1.0)])
    assert (element.role, element.name or element.text, element.is_bar) == (role, "Shipping", True)


@pytest.mark.parametrize(("shade", "held", "placeholder"), [(0, "Rome", ""), (150, None, "Rome")])
def test_what_a_field_holds_is_told_by_the_words_on_a_button_where_there_are_no_others(
    shade: int, held: str | None, placeholder: str
) -> None:
    """A label on the right of a field is taken for a button or a tab."""
    picture = numpy.full((120, 320, 3), 255, numpy.uint8)
    picture[40:64, 20:200] = 120
    picture[42:62, 22:198] = 255
    picture[48:56, 30:78:4] = shade
    picture[48:56, 216:250:4] = 0
    texts = [PictureText("Rome", Box(28, 46, 52, 12), 1.0), PictureText("City", Box(214, 46, 38, 12), 1.0)]
    field = FittedDetection(Box(20, 40, 180, 24), "textbox", 0.9, None)
    label = FittedDetection(Box(208, 40, 50, 24), "tab", 0.9, None)
    elements = {element.role: element for element in seen(picture, texts, field, label)}
    assert (elements["textbox"].value, elements["textbox"].placeholder) == (held, placeholder)
