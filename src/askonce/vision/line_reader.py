"""Reads lines of text that were cut out of a picture. What was read once is not read again.

What is read of a line depends on nothing but its own pixels, so that the same line has the same words wherever it
stands and whatever else is in the picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from askonce.lazy import dataclass, regex
from askonce.vision.underline import find_underline

if TYPE_CHECKING:
    from askonce.vision.pixels import Pixels

_HEIGHT = 48
_STEP = 64
"""Lines are as high as the network takes them, and filled up to a multiple of this width."""
_TOGETHER = 2048
"""How many columns are read at once."""
_LONGEST = 4096
_KEPT = 4000
_STEM = regex(r"(?<=[A-Za-z])I(?=l)")
"""An l that was read as a capital I, which is drawn alike: no word has one before another l."""
_SIGN = regex(r"[^\W\d_a-zA-ZÀ-ɏ](?= ?[A-Za-z]{2})|[□■▢○●△▲▽\[\]|] ?(?=\w)")
"""A letter of another script before Latin ones, or a shape: an icon or a box that was read with the words."""
_BLANK = 0
_FAINT = 40
_SMALLEST = 10
_BADGE, _ROUND = 1.5, 0.15
"""How wide a badge is at most, in its heights, and how much of its box is outside of it on each side."""


@dataclass(frozen=True, slots=True)
class ReadLine:
    """The words of a line, how sure they are on the whole, and how sure the least sure letter is, from 0 to 1."""

    words: str
    confidence: float
    least: float


NOTHING = ReadLine("", 0.0, 0.0)


class LineReader:
    """The network that reads a line, of an engine that has it open."""

    def __init__(self, recognizer: Any) -> None:
        self._network: Any = recognizer.session
        self._letters: Sequence[str] = recognizer.postprocess_op.character
        self._known: dict[bytes, ReadLine] = {}
        self.looked_at = 0
        """How many lines the network was shown."""

    def read(self, cuts: Sequence[Pixels]) -> list[ReadLine]:
        """The words of each of several lines, in RGB."""
        keys = [repr(cut.shape).encode() + cut.tobytes() for cut in cuts]
        new = {key: cut for key, cut in zip(keys, cuts, strict=True) if cut.size and key not in self._known}
        if len(self._known) + len(new) > _KEPT:
            self._known.clear()
            new = {key: cut for key, cut in zip(keys, cuts, strict=True) if cut.size}
        self.looked_at += len(new)
        for batch in _batches(new):
            self._known |= zip(batch, self._look(list(batch.values())), strict=True)
        return [self._known.get(key, NOTHING) for key in keys]

    def _look(self, lines: Sequence[Any]) -> Iterator[ReadLine]:
        numpy: Any = import_module("numpy")
        likely = self._network(numpy.concatenate(lines))
        for best, sure in zip(likely.argmax(axis=2), likely.max(axis=2), strict=True):
            is_letter = best != _BLANK
            is_letter[1:] &= best[1:] != best[:-1]
            letters = [self._letters[int(letter)] for letter in best[is_letter]]
            sures = [(letter, float(likely)) for letter, likely in zip(letters, sure[is_letter], strict=True)]
            told = _told(kept := _without_sign(sures))
            is_whole = not any(letter.isalpha() for letter, _ in sures[: len(sures) - len(kept)])
            yield told if is_whole else replace(told, least=0.0)  # that it was an icon is a guess


def _without_sign(sures: Sequence[tuple[str, float]]) -> Sequence[tuple[str, float]]:
    """Letters without a sign before the first word that is none: an icon beside words is read as one."""
    words = "".join(letter for letter, _ in sures)
    sign = _SIGN.match(words)
    return sures[sign.end() :] if sign else sures


def _told(sures: Sequence[tuple[str, float]]) -> ReadLine:
    words = _STEM.sub("l", "".join(letter for letter, _ in sures).strip())
    if not words:
        return NOTHING
    likely = [sure for letter, sure in sures if not letter.isspace()]
    return ReadLine(words, sum(likely) / len(likely), min(likely))


def _batches(cuts: dict[bytes, Any]) -> Iterator[dict[bytes, Any]]:
    """Lines as the network takes them, those of one width together."""
    by_width: dict[int, dict[bytes, Any]] = {}
    for key, cut in cuts.items():
        line = _line(cut)
        by_width.setdefault(line.shape[3], {})[key] = line
    for width, lines in by_width.items():
        keys, most = list(lines), max(1, _TOGETHER // width)
        for start in range(0, len(keys), most):
            yield {key: lines[key] for key in keys[start : start + most]}


def _inside_badge(cut: Pixels) -> Pixels:
    """What is inside of a round badge, whose edge would be read as a letter."""
    numpy: Any = import_module("numpy")
    height, width = cut.shape[:2]
    if width > _BADGE * height or min(height, width) < _SMALLEST:
        return cut
    paper = numpy.median(cut.reshape(-1, 3), axis=0)
    corners = cut[[0, 0, -1, -1], [0, -1, 0, -1]].astype(numpy.float32)
    if (numpy.abs(corners - paper).max(axis=1) < _FAINT).any():
        return cut
    across, down = round(_ROUND * width), round(_ROUND * height)
    return cut[down : height - down, across : width - across]


def _without_line(cut: Pixels) -> Pixels:
    """Words without the line under them, which would be read as a part of the letters."""
    numpy: Any = import_module("numpy")
    paper = numpy.median(cut.reshape(-1, 3), axis=0)
    is_line = find_underline(numpy.abs(cut.astype(numpy.float32) - paper).max(axis=2) > _FAINT)
    if is_line is None:
        return cut
    painted = cut.copy()
    painted[is_line] = paper
    return painted


def _line(cut: Pixels) -> Any:
    """One line in the form of the network's input: blue first, from -1 to 1, and 0 behind its end."""
    cv2: Any = import_module("cv2")
    numpy: Any = import_module("numpy")
    height, width = cut.shape[:2]
    wide = min(_LONGEST, max(1, -(-_HEIGHT * width // height)))
    sized = cv2.resize(_without_line(_inside_badge(cut)), (wide, _HEIGHT))[:, :, ::-1].transpose(2, 0, 1)
    line = numpy.zeros((1, 3, _HEIGHT, -(-wide // _STEP) * _STEP), numpy.float32)
    line[0, :, :, :wide] = sized
    line[0, :, :, :wide] /= 127.5
    line[0, :, :, :wide] -= 1
    return line
