"""Lists whose rows differ by their label alone, drawn without a browser."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw
from shipped_fonts import SANS, drawn_font

from askonce.geometry import Box, Frame, Size
from askonce.screens import Shot

VIEW = Size(640, 320)
_LABEL, _BUTTON = 16, Size(64, 24)


@dataclass(frozen=True)
class Look:
    """How a list is drawn."""

    font: str = SANS
    size: int = 13
    scale: float = 1
    paper: str = "#ffffff"
    stripe: str = "#ffffff"
    ink: str = "#222222"
    button: str = "#e8e8e8"
    pitch: int = 40
    button_left: int = 540
    is_card: bool = False
    """The label is above the button instead of beside it."""


@dataclass(frozen=True)
class DrawnRows:
    shot: Shot
    buttons: dict[str, Box]


def draw_rows(labels: Sequence[str], look: Look, *, scrolled: int = 0, hovered: str = "") -> DrawnRows:
    """A heading, and a row with a button for each label; `scrolled` by so many units."""
    scale = look.scale
    picture = Image.new("RGB", (round(VIEW.width * scale), round(VIEW.height * scale)), look.paper)
    pen, font = ImageDraw.Draw(picture), drawn_font(look.font, look.size * scale)
    buttons: dict[str, Box] = {}
    pen.text((_LABEL * scale, round((10 - scrolled) * scale)), "All products", look.ink, font)
    for place, label in enumerate(labels):
        top = 40 + place * look.pitch - scrolled
        paper = "#dde8ff" if label == hovered else (look.stripe if place % 2 else look.paper)
        row = [0, round(top * scale), picture.width, round((top + look.pitch) * scale) - 1]
        pen.rectangle(row, paper)
        button = Box(look.button_left, top + look.pitch - 32, _BUTTON.width, _BUTTON.height)
        box = [round(edge * scale) for edge in (button.left, button.top, button.right - 1, button.bottom - 1)]
        pen.rectangle(box, look.button, look.ink)
        pen.text((round((button.left + 8) * scale), round((button.top + 4) * scale)), "Delete", look.ink, font)
        left, down = (look.button_left, 4) if look.is_card else (_LABEL, look.pitch - 28)
        pen.text((round(left * scale), round((top + down) * scale)), label, look.ink, font)
        if button.top >= 0 and button.bottom <= VIEW.height:
            buttons[label] = button
    out = io.BytesIO()
    picture.save(out, "PNG")
    return DrawnRows(Shot(out.getvalue(), "image/png", Frame.whole(VIEW, Size(*picture.size))), buttons)
