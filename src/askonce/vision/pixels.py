"""Pictures as numbers, for whatever looks into them."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Pixels = NDArray[numpy.uint8]


@lru_cache(maxsize=2)  # the same picture is looked into for several icons, texts and elements
def open_pixels(image: bytes) -> Pixels:
    """A picture as rows of pixels in RGB."""
    import numpy
    from PIL import Image

    with Image.open(io.BytesIO(image)) as opened:
        return numpy.asarray(opened.convert("RGB"))
