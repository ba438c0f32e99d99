"""Links within lines of text: words that are blue or have a line under them, beside others that are not.

All boxes are in pixels of the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from askonce.geometry import Box
from askonce.lazy import dataclass
from askonce.vision.ocr import PictureText
from askonce.vision.text_look import is_blue
from askonce.vision.underline import find_underline

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels

_SPACE = 0.22
"""How wide the space between two words is at least, in line heights."""
_UPPER, _LOWER = 0.2, 0.75
"""Between which parts of its height a line has nothing but its own letters."""
_LETTER = 0.5
"""How wide a letter is at most, in line heights."""
_BLUE = 0.85
"""How much of a word is blue."""
_FAINT = 40
_SLIVER = 0.5
"""How wide a part of a line is at most, in its heights, that may be the edge of what stands beside it."""


@dataclass(frozen=True, slots=True)
class _Word:
    start: int
    end: int
    is_blue: bool
    line: int | None
    """The row of the line under it."""

    @property
    def is_link(self) -> bool:
        return self.is_blue or self.line is not None


def cut_at_links(
    texts: Sequence[PictureText], pixels: Pixels, read_parts: Callable[[Sequence[Box]], Sequence[PictureText]]
) -> tuple[list[PictureText], list[PictureText]]:
    """The texts without the links in them, and these. A line stays whole if its parts are read otherwise than it."""
    plain: list[PictureText] = []
    links: list[PictureText] = []
    for text in texts:
        parts = _parts(text.box, pixels)
        read = list(zip(read_parts([box for box, _ in parts]), (is_link for _, is_link in parts), strict=True))
        if read and not _is_same(text, read):
            read = [(part, is_link) for part, is_link in read if part.box.width > _SLIVER * part.box.height]
        if not read or not _is_same(text, read):
            plain.append(text)
            continue
        links += [part for part, is_link in read if is_link and part.words]
        plain += [part for part, is_link in read if not is_link and part.words]
    return plain, links


def _is_same(text: PictureText, read: Sequence[tuple[PictureText, bool]]) -> bool:
    return _letters(text.words) == _letters("".join(part.words for part, _ in read))


def _letters(words: str) -> str:
    return "".join(filter(str.isalnum, words.casefold()))


def _parts(line: Box, pixels: Pixels) -> list[tuple[Box, bool]]:
    """The parts of a line, each with whether it is a link; none where it is not made of several."""
    shades, is_ink = _ink(line, pixels)
    words = list(_words(line, shades, is_ink))
    groups = _grouped(words, is_ink)
    words = [word for group in groups for word in _without_foot(group, line.height)]
    groups = _grouped(words, is_ink)
    if len(groups) < 2 or not any(word.is_link for word in words):
        return []
    edges = [line.left, *((before[-1].end + after[0].start) / 2 + line.left for before, after in pairwise(groups))]
    return [
        (Box.of_edges(round(left), line.top, round(right), line.bottom), group[0].is_link)
        for (left, right), group in zip(pairwise([*edges, line.right]), groups, strict=True)
    ]


def _grouped(words: Sequence[_Word], is_ink: Any) -> list[list[_Word]]:
    """The words that are parts of one link, or of none, together."""
    groups: list[list[_Word]] = []
    for place, word in enumerate(words):
        if place and _belong(words[place - 1], word, is_ink):
            groups[-1].append(word)
        else:
            groups.append([word])
    return groups


def _without_foot(group: Sequence[_Word], unit: float) -> Sequence[_Word]:
    """A single letter, as I and 1 are, stands on a foot that is no line under it."""
    is_letter = len(group) == 1 and group[0].end - group[0].start < _LETTER * unit
    return [replace(word, line=None) for word in group] if is_letter else group


def _belong(word: _Word, following: _Word, is_ink: Any) -> bool:
    """Whether two words are parts of one link, or both of none. A line under several of them goes through."""
    if word.is_link != following.is_link or word.is_blue != following.is_blue:
        return False
    if not word.is_link or word.line is None or following.line is None:
        return word.line is following.line
    third = (following.start - word.end) // 3  # a letter that reaches down breaks the line at its side
    return word.line == following.line and bool(
        is_ink[word.line, word.end + third : max(word.end + third + 1, following.start - third)].any()
    )


def _words(line: Box, shades: Any, is_ink: Any) -> Iterator[_Word]:
    numpy: Any = import_module("numpy")
    unit = line.height
    upper, lower = round(_UPPER * unit), round(_LOWER * unit)
    if lower <= upper or not shades.size:
        return
    columns = numpy.flatnonzero(is_ink[upper:lower].any(axis=0))
    if not columns.size:
        return
    breaks = numpy.flatnonzero(numpy.diff(columns) > max(2, _SPACE * unit))
    starts = [int(columns[0]), *(int(columns[place + 1]) for place in breaks)]
    ends = [*(int(columns[place]) + 1 for place in breaks), int(columns[-1]) + 1]
    paper = numpy.median(shades.reshape(-1, 3), axis=0)
    for start, end in zip(starts, ends, strict=True):
        blue = is_blue(shades[upper:lower, start:end], paper, _BLUE)
        yield _Word(start, end, blue, _line_under(is_ink, start, end))


def _line_under(is_ink: Any, start: int, end: int) -> int | None:
    """The row of a line below the letters of a word."""
    is_line = find_underline(is_ink[:, start:end])
    return None if is_line is None else int(is_line.any(axis=1).argmax())


def _ink(line: Box, pixels: Pixels) -> tuple[Any, Any]:
    """The pixels of a line and what is right below it, and which of them differ from what it is written on."""
    numpy: Any = import_module("numpy")
    cut = pixels[
        max(0, round(line.top)) : max(0, round(line.bottom + 0.1 * line.height)),
        max(0, round(line.left)) : max(0, round(line.right)),
    ]
    shades = cut.astype(numpy.float32)
    if not cut.size:
        return shades, shades
    return shades, numpy.abs(shades - numpy.median(shades.reshape(-1, 3), axis=0)).max(axis=2) > _FAINT
