"""Prepares pictures for sending: scales them down to a family's limits and pads them to its block size."""

from __future__ import annotations

import io
import math
from typing import TYPE_CHECKING

from askonce.errors import ScreenError
from askonce.geometry import Size

if TYPE_CHECKING:
    from PIL.Image import Image as Picture


def fitting_size(size: Size, longest: int | None, pixels: int | None) -> Size:
    """`size`, or the largest size with the same aspect ratio within the limits."""
    factor = 1.0
    if longest:
        factor = min(factor, longest / max(size.width, size.height))
    if pixels:
        factor = min(factor, math.sqrt(pixels / size.area))
    if factor == 1.0:
        return size
    return Size(max(1, math.floor(size.width * factor)), max(1, math.floor(size.height * factor)))


def redraw(data: bytes, media_type: str, content: Size, canvas: Size) -> bytes:
    """The picture at `content` size in the top left corner of a white `canvas`."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data)) as opened:
            picture: Picture = opened.convert("RGB")
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        raise ScreenError(f"a picture of the screen cannot be decoded ({media_type}, {len(data)} bytes)") from error
    if picture.size != (content.width, content.height):
        size = (content.width, content.height)
        picture = picture.resize(size, Image.Resampling.LANCZOS)  # pyright: ignore[reportUnknownMemberType] (no numpy)
    if canvas != content:
        padded = Image.new("RGB", (canvas.width, canvas.height), "white")
        padded.paste(picture, (0, 0))
        picture = padded
    target = io.BytesIO()
    if media_type == "image/jpeg":
        picture.save(target, "JPEG", quality=90)
    else:
        picture.save(target, "PNG", compress_level=3)
    return target.getvalue()


def media_type_after(media_type: str) -> str:
    """The media type that `redraw` writes for a picture of this type."""
    return "image/jpeg" if media_type == "image/jpeg" else "image/png"
