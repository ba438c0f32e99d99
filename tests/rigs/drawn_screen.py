"""A screen that draws what is typed and knows none of its elements, as a remote desktop does."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw

from askonce.geometry import Box, Frame, Point, Size
from askonce.screens import Shot

SIZE = Size(400, 300)
FIELD = Box(20, 100, 300, 30)
"""Where what is typed is drawn."""


class DrawnScreen:
    """Stripes, and a field with a block for each letter, so that no font is needed."""

    kind = "drawn"

    def __init__(self) -> None:
        self.typed = ""
        self.shift = 0
        self.touched: list[Point] = []

    async def capture(self) -> Shot:
        picture = Image.new("RGB", (SIZE.width, SIZE.height), "white")
        draw = ImageDraw.Draw(picture)
        for top in range(10 + self.shift, SIZE.height, 40):
            draw.rectangle((0, top, 60, top + 8), fill="blue")
        for place, letter in enumerate(self.typed):
            left = FIELD.left + place * 20
            draw.rectangle((left, FIELD.top, left + 12, FIELD.bottom - 1), fill=(255, ord(letter), 0))
        out = io.BytesIO()
        picture.save(out, "PNG")
        return Shot(out.getvalue(), "image/png", Frame.whole(SIZE, SIZE))

    async def size(self) -> Size:
        return SIZE

    async def settle(self) -> None: ...

    def news(self) -> Sequence[str]:
        return ()

    async def close(self) -> None: ...

    async def tap(self, at: Point, *, count: int = 1) -> None:
        self.touched.append(at)

    async def hold(self, at: Point, seconds: float) -> None: ...

    async def drag(self, start: Point, end: Point) -> None:
        self.touched += [start, end]

    async def type(self, text: str, *, delay: float = 0.0) -> None:
        self.typed += text

    async def clear(self) -> None:
        self.typed = ""

    async def press(self, keys: str) -> None: ...


class AddressedScreen(DrawnScreen):
    """The same, on a screen that says which page it shows."""

    address = "drawn://login"


def letters_in(image: bytes) -> int:
    """How many pixels of typed letters a picture shows."""
    with Image.open(io.BytesIO(image)) as opened:
        pixels = opened.convert("RGB").tobytes()
    return sum(red == 255 and blue == 0 for red, _, blue in zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True))


def stripes_in(image: bytes) -> int:
    """How many pixels of the stripes a picture shows."""
    with Image.open(io.BytesIO(image)) as opened:
        pixels = opened.convert("RGB").tobytes()
    return sum(
        red == 0 and green == 0 and blue == 255
        for red, green, blue in zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True)
    )
