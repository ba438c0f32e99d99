"""Text in the frames of a film: a font that has its letters, and as much of it as there is room for."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from typing import cast

from PIL import Image, ImageDraw, ImageFont
from PIL.ImageFont import FreeTypeFont

_FILES = (
    "NotoSans-Regular.ttf", "DejaVuSans.ttf", "LiberationSans-Regular.ttf", "segoeui.ttf", "Arial Unicode.ttf",
    "NotoSansCJK-Regular.ttc", "NotoSansArabic-Regular.ttf", "NotoSansHebrew-Regular.ttf",
    "NotoSansDevanagari-Regular.ttf", "NotoSansThai-Regular.ttf", "wqy-microhei.ttc", "wqy-zenhei.ttc",
    "msyh.ttc", "YuGothM.ttc", "malgun.ttf", "Nirmala.ttc", "Hiragino Sans GB.ttc", "PingFang.ttc",
    "AppleSDGothicNeo.ttc", "Arial.ttf",
)  # fmt: skip
"""Fonts of Linux, macOS and Windows, from those with many letters to those of few scripts. Pillow knows the folders."""
_NOWHERE = "\U0010fffe"
"""A letter that no font has; it is drawn as the sign for that."""
_MANY_PROBES = 80


def font_for(text: str, size: int) -> FreeTypeFont:
    """The first font that has all letters of a text, or else the one that has most of them."""
    return _best(_letters(text), size)


@lru_cache(256)
def _best(letters: str, size: int) -> FreeTypeFont:
    best, most = _default(size), -1
    for name in (None, *_FILES):
        font = _load(name, size)
        known = sum(_has(name, letter) for letter in letters) if font else -1
        if font and known > most:
            best, most = font, known
        if most == len(letters):
            break
    return best


def width_of(text: str, size: int) -> float:
    return font_for(text, size).getlength(_line(text))


def fitted(text: str, size: int, width: float) -> str:
    """A text on one line, cut to fit."""
    text = _line(text)
    if width_of(text, size) <= width:
        return text
    short, long = 0, len(text)
    while short < long:
        middle = (short + long + 1) // 2
        short, long = (middle, long) if width_of(text[:middle] + "…", size) <= width else (short, middle - 1)
    return text[:short].rstrip() + "…"


def wrapped(text: str, size: int, width: float, lines: int) -> list[str]:
    """A text on at most so many lines; the last one is cut if that is not enough. Breaks also where there is no space,
    as Chinese and Japanese are written."""
    made: list[str] = []
    for paragraph in text.splitlines():
        line = ""
        for word in _words(paragraph):
            if line and width_of(line + word.rstrip(), size) > width:
                made.append(line.rstrip())
                line = ""
            line += word
        made.append(line.rstrip())
    if len(made) > lines:
        made = [*made[: lines - 1], made[lines - 1] + "…"]
    return [fitted(line, size, width) for line in made]


def is_right_to_left(text: str) -> bool:
    """Whether a text is to stand at the right, by its first letter that has a direction."""
    directions = (unicodedata.bidirectional(letter) for letter in text)
    return next((one in ("R", "AL") for one in directions if one in ("L", "R", "AL")), False)


def _words(text: str) -> list[str]:
    words = [""]
    for letter in text:
        is_wide = unicodedata.east_asian_width(letter) in ("W", "F")
        if is_wide and words[-1]:
            words.append("")
        words[-1] += letter
        if is_wide or letter == " ":
            words.append("")
    return words


def _line(text: str) -> str:
    return " ".join(text.split())


def _letters(text: str) -> str:
    """The letters that a font is chosen by: each once, and few, so that the choice is quick and kept."""
    unlike = sorted({letter for letter in text if not letter.isspace() and unicodedata.category(letter)[0] != "C"})
    return "".join(unlike[-_MANY_PROBES:])


@cache
def _load(name: str | None, size: int) -> FreeTypeFont | None:
    if name is None:
        return _default(size)
    try:
        return ImageFont.truetype(name, size)
    except OSError:
        return None


@cache
def _default(size: int) -> FreeTypeFont:
    """Pillow's own font, which scales since it needs FreeType anyway."""
    return cast("FreeTypeFont", ImageFont.load_default(size))


@cache
def _has(name: str | None, letter: str) -> bool:
    font = _load(name, 20)
    return font is not None and _drawn(letter, font) != _drawn(_NOWHERE, font)


def _drawn(letter: str, font: FreeTypeFont) -> bytes:
    image = Image.new("L", (48, 48))
    ImageDraw.Draw(image).text((8, 8), letter, 255, font)
    return image.tobytes()
