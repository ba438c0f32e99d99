"""Fonts that come with the tests, so that a page or picture looks the same whatever is installed."""

from __future__ import annotations

import base64
from functools import cache
from pathlib import Path

from PIL import ImageFont

_FOLDER = Path(__file__).parents[1] / "fonts"
SANS, SERIF, MONO = "DejaVuSans", "DejaVuSerif", "DejaVuSansMono"


@cache
def font_style(*fonts: str) -> str:
    """A style element with which a page may use these fonts by their names."""
    faces = (
        f"@font-face {{ font-family: {font}; src: url(data:font/ttf;base64,"
        f"{base64.b64encode((_FOLDER / f'{font}.ttf').read_bytes()).decode()}) }}"
        for font in fonts
    )
    return f"<style>{' '.join(faces)}</style>"


def drawn_font(font: str, size: float) -> ImageFont.FreeTypeFont:
    """A font to draw a picture with."""
    return ImageFont.truetype(_FOLDER / f"{font}.ttf", size)
