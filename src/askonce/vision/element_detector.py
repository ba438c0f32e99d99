"""Finds what can be touched in a picture of a screen: boxes with a role, where there is no element tree to ask.

The network is small and comes with the package (`elements.onnx`; `training/` makes it again). It is loaded for
the first picture.
"""

from __future__ import annotations

import json
import threading
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from askonce.geometry import Box
from askonce.lazy import dataclass
from askonce.vision.onnx_session import open_session

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Pixels = NDArray[numpy.uint8]

ROLES = (
    "button", "link", "textbox", "checkbox", "radio", "switch", "combobox", "slider", "tab", "icon", "row", "image",
)  # fmt: skip
"""What is told apart. An `icon` is a control that shows nothing else, a `row` is touched as a whole."""
_TICKED = ("checkbox", "radio", "switch")
_STRIDE, _SIDES = 8, 64
_REACH = 7.0
"""The map has an answer for each `_STRIDE` pixels; sides are multiples of `_SIDES`; as in training."""
_MOST_PIXELS = 1280 * 1024
_LONGEST_UPRIGHT = 1088
"""A phone's picture has three pixels for each of a desktop's, and is as clear with half of them."""
_SAME = 0.5
_CANDIDATES = 1500


@dataclass(frozen=True, slots=True)
class Detection:
    """Something that seems to be there to be touched, in pixels of the picture."""

    box: Box
    role: str
    confidence: float
    checked: bool | None = None
    """Whether a check box, radio button or switch seems to be on."""


def has_detector() -> bool:
    """Whether elements can be found in pictures: that needs the extra `vision`."""
    return all(find_spec(package) is not None for package in ("onnxruntime", "numpy", "PIL"))


def detect(pixels: Pixels) -> list[Detection]:
    """What can be touched in an RGB picture of any size, the surest first."""
    return _network().detect(pixels)


@cache
def _network() -> ElementNetwork:
    return ElementNetwork()


class ElementNetwork:
    """The network, and how sure it has to be for each role."""

    def __init__(self) -> None:
        self.least: dict[str, float] = json.loads((files("askonce.vision") / "elements.json").read_text("utf-8"))[
            "sure"
        ]
        self._session = open_session("elements.onnx")
        self._lock = threading.Lock()

    def detect(self, pixels: Pixels, *, least: float | None = None) -> list[Detection]:
        """What is at least as sure as its role demands, or than `least`."""
        import numpy

        if pixels.ndim != 3 or pixels.shape[2] != 3:
            raise ValueError(f"a picture of height, width and 3 colours is needed, not one of {pixels.shape}")
        height, width = pixels.shape[:2]
        if min(height, width) < _STRIDE:
            return []
        scaled = _scaled(pixels)
        tall, wide = scaled.shape[:2]
        sheet = numpy.zeros((1, 3, -(-tall // _SIDES) * _SIDES, -(-wide // _SIDES) * _SIDES), numpy.float32)
        sheet[0, :, :tall, :wide] = scaled.transpose(2, 0, 1)
        sheet[0, :, :tall, :wide] *= numpy.float32(1 / 255)
        sheet[0, :, :tall, :wide] -= numpy.float32(0.5)
        with self._lock:
            answers = self._session.run(None, {"picture": sheet})[0][0]
        wanted = numpy.array([self.least[role] if least is None else least for role in ROLES], numpy.float32)
        boxes, roles, sure, on = _read(answers, wanted)
        boxes[:, 0::2] = boxes[:, 0::2].clip(0, wide) * (width / wide)
        boxes[:, 1::2] = boxes[:, 1::2].clip(0, tall) * (height / tall)
        return [
            Detection(
                Box.of_edges(*(float(edge) for edge in boxes[place])),
                ROLES[int(roles[place])],
                float(sure[place]),
                bool(on[place] > 0) if ROLES[int(roles[place])] in _TICKED else None,
            )
            for place in _best(boxes)
        ]


def _scaled(pixels: Pixels) -> Pixels:
    """The picture in the size that the network looks at."""
    from PIL import Image

    numpy: Any = import_module("numpy")
    height, width = pixels.shape[:2]
    factor = min(1.0, (_MOST_PIXELS / (height * width)) ** 0.5)
    if height > width:
        factor = min(factor, _LONGEST_UPRIGHT / height)
    if factor == 1.0:
        return pixels
    size = max(1, round(width * factor)), max(1, round(height * factor))
    return numpy.asarray(Image.fromarray(numpy.ascontiguousarray(pixels)).resize(size, Image.Resampling.BILINEAR))


def _read(answers: Any, least: Any) -> tuple[Any, Any, Any, Any]:
    """The boxes of those answers that are sure enough, the surest first, with role, confidence and whether it is on."""
    numpy: Any = import_module("numpy")
    columns = answers.shape[2]
    flat = answers.reshape(len(answers), -1)
    sure = 1 / (1 + numpy.exp(-flat[0]))
    roles = flat[5 : 5 + len(ROLES)].argmax(0)
    kept = numpy.flatnonzero(sure >= least[roles])
    kept = kept[numpy.argsort(-sure[kept], kind="stable")][:_CANDIDATES]
    middles = numpy.stack([kept % columns, kept // columns], 1) + 0.5
    away = numpy.exp(flat[1:5, kept].T.clip(-_REACH, _REACH))
    boxes = numpy.concatenate([middles - away[:, :2], middles + away[:, 2:]], 1) * _STRIDE
    return boxes, roles[kept], sure[kept], flat[5 + len(ROLES), kept]


def _best(boxes: Any) -> list[int]:
    """The places of those boxes that are not the same thing as a surer one."""
    numpy: Any = import_module("numpy")
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    is_free = (boxes[:, 2] - boxes[:, 0] >= 3) & (boxes[:, 3] - boxes[:, 1] >= 3)
    found: list[int] = []
    for place in range(len(boxes)):
        if not is_free[place]:
            continue
        found.append(place)
        low = numpy.maximum(boxes[place, :2], boxes[:, :2])
        high = numpy.minimum(boxes[place, 2:], boxes[:, 2:])
        inner = (high - low).clip(0, None).prod(1)
        is_free &= inner < _SAME * (areas[place] + areas - inner)
    return found
