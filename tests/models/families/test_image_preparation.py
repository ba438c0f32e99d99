"""Pictures as they are sent, and the way back from them to the screen."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pillow

from askonce.errors import ScreenError
from askonce.geometry import Box, Frame, Size
from askonce.models import Image
from askonce.models.families import Family, ImageRules, family_named


def picture(width: int, height: int, screen: Size, media_type: str = "image/png") -> Image:
    target = io.BytesIO()
    Pillow.new("RGB", (width, height), "navy").save(target, media_type.removeprefix("image/").upper())
    return Image(target.getvalue(), media_type, Frame.whole(screen, Size(width, height)))


def sent_size(image: Image) -> tuple[int, int]:
    return Pillow.open(io.BytesIO(image.data)).size


def test_a_picture_that_is_fine_is_not_even_decoded() -> None:
    image = Image(b"not a picture at all", "image/png", Frame.whole(Size(640, 400), Size(1280, 800)))

    assert family_named("generic").prepare(image) is image
    assert family_named("claude").prepare(image) is image


def test_claude_gets_large_pictures_made_smaller_and_its_pixels_lead_back_to_the_screen() -> None:
    claude = family_named("claude")

    ready = claude.prepare(picture(2560, 1600, Size(1280, 800)))

    width, height = sent_size(ready)
    assert (width, height) == (ready.frame.image.width, ready.frame.image.height)
    assert max(width, height) <= 1568
    assert width * height <= 1_150_000
    assert width * height > 1_100_000
    corner = claude.read_box([width // 2, height // 2, width, height], ready.frame.image)
    on_screen = ready.frame.box_to_screen(corner)
    assert on_screen.left == pytest.approx(640, abs=1)
    assert on_screen.top == pytest.approx(400, abs=1)
    assert on_screen.right == pytest.approx(1280, abs=1.5)


def test_qwen_gets_its_pictures_padded_and_the_padding_moves_nothing() -> None:
    qwen = family_named("qwen2.5-vl")

    ready = qwen.prepare(picture(1000, 500, Size(500, 250)))

    assert sent_size(ready) == (1008, 504)
    content = Pillow.open(io.BytesIO(ready.data)).convert("RGB")
    assert content.getpixel((999, 499)) == (0, 0, 128)
    assert content.getpixel((1000, 500)) == (255, 255, 255)
    box = qwen.read_box([100, 200, 300, 400], ready.frame.image)
    assert ready.frame.box_to_screen(box) == Box.of_edges(50, 100, 150, 200)
    whole = qwen.read_box([0, 0, 1008, 504], ready.frame.image)
    assert ready.frame.box_to_screen(whole).right < 500


def test_a_padded_size_stays_as_it_is() -> None:
    image = picture(1008, 504, Size(504, 252))

    assert family_named("qwen2.5-vl").prepare(image) is image


def test_a_jpeg_stays_a_jpeg_and_anything_else_becomes_a_png() -> None:
    small = Family("small", image=ImageRules(longest=100))

    assert small.prepare(picture(200, 100, Size(200, 100), "image/jpeg")).media_type == "image/jpeg"
    ready = small.prepare(picture(200, 100, Size(200, 100), "image/webp"))
    assert ready.media_type == "image/png"
    assert ready.data.startswith(b"\x89PNG")


def test_a_picture_that_cannot_be_decoded_is_our_error() -> None:
    broken = Image(b"\x89PNG nonsense", "image/png", Frame.whole(Size(10, 10), Size(5000, 5000)))

    with pytest.raises(ScreenError, match="cannot be decoded"):
        family_named("claude").prepare(broken)


@given(st.integers(1, 300), st.integers(1, 300), st.integers(20, 200), st.integers(1, 40), st.data())
def test_positions_lead_back_to_the_screen_whatever_was_done_to_the_picture(
    width: int, height: int, longest: int, multiple: int, data: st.DataObject
) -> None:
    family = Family("any", scale="pixels", image=ImageRules(multiple=multiple, longest=longest))
    screen = Size(width * 2, height * 2)

    ready = family.prepare(picture(width, height, screen))

    size = ready.frame.image
    sent = sent_size(ready)
    assert sent[0] % multiple == sent[1] % multiple == 0
    assert max(size.width, size.height) <= longest
    x, y = data.draw(st.integers(0, size.width - 1)), data.draw(st.integers(0, size.height - 1))
    there = ready.frame.box_to_screen(family.read_box([x, y, sent[0], sent[1]], size))
    assert 0 <= there.left <= there.right <= screen.width
    assert there.left == pytest.approx(x * screen.width / size.width)
    assert there.top == pytest.approx(y * screen.height / size.height)
