"""The marks of a film: cursor, rings, arrows, bubbles and key caps, as small pictures with smooth edges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from askonce.report.fonts import font_for, is_right_to_left, wrapped

Colour = tuple[int, int, int]

INK, PAPER, SOFT, STRIP = (16, 20, 28), (255, 255, 255), (154, 166, 182), (20, 23, 31)
ACCENT, MARK, GOOD, BAD = (59, 130, 246), (245, 158, 11), (34, 160, 94), (220, 53, 62)
_CURSOR = ((0, 0), (0, 17), (4, 13.2), (6.9, 19.8), (9.9, 18.5), (7.1, 12), (12.4, 12))


def _smooth(width: float, height: float, draw: Callable[[ImageDraw.ImageDraw, int], None]) -> Image.Image:
    """A mark that is drawn larger than it is shown: Pillow's lines have steps otherwise. Large ones show them less."""
    size = max(1, round(width)), max(1, round(height))
    fine = 4 if size[0] * size[1] < 60_000 else 2
    tile = Image.new("RGBA", (size[0] * fine, size[1] * fine), (0, 0, 0, 0))
    draw(ImageDraw.Draw(tile), fine)
    return tile.resize(size, Image.Resampling.BOX)


@lru_cache(8)
def cursor(scale: float) -> Image.Image:
    """An arrow whose tip is two pixels inside its corner."""

    def draw(pen: ImageDraw.ImageDraw, fine: int) -> None:
        points = [((x * 1.7 * scale + 2) * fine, (y * 1.7 * scale + 2) * fine) for x, y in _CURSOR]
        pen.polygon(points, fill=(*INK, 255), outline=(*PAPER, 255), width=round(2.2 * scale * fine))

    return _smooth(26 * scale, 38 * scale, draw)


def ring(radius: float, width: float, colour: Colour, strength: float, fill: float = 0.0) -> Image.Image:
    """A circle about its middle."""

    def draw(pen: ImageDraw.ImageDraw, fine: int) -> None:
        edge = (width / 2 + 1) * fine
        box = (edge, edge, side * fine - edge, side * fine - edge)
        inside = (*colour, round(255 * fill)) if fill else None
        pen.ellipse(box, fill=inside, outline=(*colour, round(255 * strength)), width=max(1, round(width * fine)))

    side = round(2 * radius + width + 2)
    return _smooth(side, side, draw)


def sector(radius: float, width: float, colour: Colour, part: float) -> Image.Image:
    """As much of a circle as of a long press is over."""

    def draw(pen: ImageDraw.ImageDraw, fine: int) -> None:
        edge = (width / 2 + 1) * fine
        box = (edge, edge, side * fine - edge, side * fine - edge)
        pen.arc(box, -90, -90 + 360 * part, fill=(*colour, 255), width=max(1, round(width * fine)))

    side = round(2 * radius + width + 2)
    return _smooth(side, side, draw)


def arrows(size: float, direction: str, progress: float) -> Image.Image:
    """Three chevrons on a disc, lighting up one after the other; a plus or a minus sign for zooming."""

    def draw(pen: ImageDraw.ImageDraw, fine: int) -> None:
        side = size * fine
        pen.ellipse((0, 0, side - 1, side - 1), fill=(*INK, 190))
        if direction in ("in", "out"):
            long, thick = side * (0.14 + 0.1 * progress), side * 0.03
            pen.rectangle((side / 2 - long, side / 2 - thick, side / 2 + long, side / 2 + thick), fill=PAPER)
            if direction == "in":
                pen.rectangle((side / 2 - thick, side / 2 - long, side / 2 + thick, side / 2 + long), fill=PAPER)
            return
        for number in range(3):
            lit = 255 if progress * 3 >= number else 90
            y = side * (0.26 + 0.18 * number)
            points = [(side * 0.32, y), (side * 0.5, y + side * 0.14), (side * 0.68, y)]
            pen.line(points, fill=(*PAPER, lit), width=round(side * 0.055), joint="curve")

    turns = {"down": 0, "right": 90, "up": 180, "left": 270}
    return _smooth(size, size, draw).rotate(turns.get(direction, 0))


def path(across: float, down: float, width: float) -> Image.Image:
    """A line to a place so far away, with a dot where it starts; there is room for the dot on all sides."""

    def draw(pen: ImageDraw.ImageDraw, fine: int) -> None:
        x, y = (room + max(0.0, -across)) * fine, (room + max(0.0, -down)) * fine
        pen.line([(x, y), (x + across * fine, y + down * fine)], fill=(*ACCENT, 220), width=round(width * fine))
        radius = 1.4 * width * fine
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=(*ACCENT, 255))

    room = 1.5 * width
    return _smooth(abs(across) + 2 * room, abs(down) + 2 * room, draw)


def frame(width: float, height: float, colour: Colour, strength: float, line: float, radius: float = 6) -> Image.Image:
    """A box with round corners around something that was found; its inside is tinted a little."""

    def draw(pen: ImageDraw.ImageDraw, fine: int) -> None:
        box = (0, 0, round(width) * fine - 1, round(height) * fine - 1)
        tint, edge = (*colour, round(38 * strength)), (*colour, round(255 * strength))
        pen.rounded_rectangle(box, radius * fine, fill=tint, outline=edge, width=round(line * fine))

    return _smooth(width, height, draw)


def panel(width: float, height: float, colour: Colour, strength: float = 1.0, radius: float = 8) -> Image.Image:
    """A plain area with round corners, to write on."""

    def draw(pen: ImageDraw.ImageDraw, fine: int) -> None:
        box = (0, 0, round(width) * fine - 1, round(height) * fine - 1)
        pen.rounded_rectangle(box, radius * fine, fill=(*colour, round(255 * strength)))

    return _smooth(width, height, draw)


def bubble(text: str, size: int, most: float, *, lines: int = 4, colour: Colour = INK, typed: str = "") -> Image.Image:
    """Text on a dark area. While it is being typed, only `typed` is seen of it; the area is that of the whole text."""
    font, pad, high = font_for(text, size), round(size * 0.6), round(size * 1.4)
    whole = wrapped(text, size, most, lines)
    room = max((font.getlength(line) for line in whole), default=0.0)
    tile = panel(room + 2 * pad, max(1, len(whole)) * high + 1.2 * pad, colour, 0.93, radius=size * 0.45)
    pen, is_right = ImageDraw.Draw(tile), is_right_to_left(text)
    for number, line in enumerate(wrapped(typed, size, most, lines) if typed else whole):
        x, y = (tile.width - pad if is_right else pad), 0.6 * pad + (number + 0.5) * high
        pen.text((x, y), line, PAPER, font, anchor="rm" if is_right else "lm")
    return tile


def caps(keys: Sequence[str], size: int, progress: float) -> Image.Image:
    """Keys side by side, pressed down in the middle of the gesture."""
    pad, gap = round(size * 0.7), round(size * 0.5)
    widths = [max(round(size * 2.4), round(font_for(key, size).getlength(key)) + 2 * pad) for key in keys]
    high = round(size * 2.4)
    sink = round(size * 0.18) if 0.2 < progress < 0.8 else 0
    tile = Image.new("RGBA", (sum(widths) + gap * (len(keys) - 1), high + round(size * 0.3)), (0, 0, 0, 0))
    x = 0
    for key, width in zip(keys, widths, strict=True):
        tile.alpha_composite(panel(width, high, (92, 102, 120), radius=size * 0.4), (x, round(size * 0.3)))
        tile.alpha_composite(panel(width, high, PAPER, radius=size * 0.4), (x, sink))
        middle = (x + width / 2, sink + high / 2)
        ImageDraw.Draw(tile).text(middle, key, INK, font_for(key, size), anchor="mm")
        x += width + gap
    return tile
