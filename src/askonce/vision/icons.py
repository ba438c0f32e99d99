"""Tells what icons without a name stand for, from their picture: `settings` for a gear, or nothing if it is not sure.

The network is small and comes with the package (`icons.onnx`; `training/` makes it again). It is loaded for the first
icon that nobody has named, and what was looked at once is known by its pixels from then on.
"""

from __future__ import annotations

import asyncio
import base64
import json
import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from askonce.geometry import Box, Size
from askonce.lazy import dataclass, regex
from askonce.screens.eyes import Eyes
from askonce.screens.field_labels import FIELDS, TICKED
from askonce.screens.screen_protocol import Shot
from askonce.screens.ui_tree import Node, Tree
from askonce.vision.badge_inks import has_two_inks
from askonce.vision.onnx_session import open_session
from askonce.vision.pixels import open_pixels

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Pixels = NDArray[numpy.uint8]

SEEN = "seen"
"""How the mark `icon` of an element begins whose name was told from its picture."""
MAYBE = "maybe"
"""The mark of an icon that is not told: all that it may be, as "search, zoom in"."""
_POSSIBLE = 0.00015
"""How likely an icon is at least what it may be. Of 3,000 icons of validation sets that were not told, 99 % are so
likely what they are, 96 % of those with badges, and 63 % of those cut in half; any other given one is 6 to 9 %."""
_SURELY = 80
"""How sure a single letter is, in percent, that is not an icon."""
_SIDE = 48
_MARGIN = 1.12
_EDGE = 0.2
"""The least ink that counts as drawn, as a part of the most; the same as in training."""
_FAINT = 24
_LEAST, _MOST = 8, 160
_LONGEST = 4.0
_FRAME = 0.2
_KEPT = 4096
_FILLED = frozenset({"bookmark", "dislike", "flag", "heart", "like", "pin", "star"})
"""What pages fill when it is on."""
_WALL, _CORE, _LEAST_CORE, _MOST_HOLES = 64, 9, 40, 0.08
_COUNT = regex(r"\d{1,3}\+?")
"""All that a badge on an icon says."""
_LOOKS = regex(
    r"(?:(?:black|white|gray|red|orange|yellow|green|cyan|blue|purple|magenta|pink) )?"
    r"(?:box|shape|circle|rectangle|ellipse|polygon|line)|[a-z]{1,3} ?[0-9]+"
)
"""Names that only say which colour and form something has, or nothing at all ("i1")."""


@dataclass(frozen=True, slots=True)
class IconGuess:
    """What an icon seems to stand for, and how sure that is, from 0 to 1."""

    concept: str
    confidence: float
    is_filled: bool | None = None
    """Whether it is drawn full or as an outline, if pages fill it when it is on; None for others, or if unclear."""


@dataclass(frozen=True, slots=True)
class IconReading:
    """What the network says of one icon."""

    guess: IconGuess | None
    """What it surely is."""
    possible: tuple[str, ...] = ()
    """All that it may be: what is not among them it is not, even behind a badge."""


def has_icons() -> bool:
    """Whether icons can be told by their pictures: that needs the extra `vision`."""
    return all(find_spec(package) is not None for package in ("onnxruntime", "numpy", "PIL"))


def unnamed_icons(tree: Tree) -> list[Node]:
    """The elements in view that only a picture tells apart."""
    return [node for node in tree if is_unnamed_icon(node)]


def is_unnamed_icon(node: Node) -> bool:
    """Whether it can be touched, has the size of an icon and no words: then only its picture says what it is for."""
    if not node.actionable or node.text or node.value or node.role in FIELDS or node.role in TICKED:
        return False
    is_blank = not node.name or ("icon" in node.attributes and _LOOKS.fullmatch(node.name) is not None)
    return is_blank and _looks_like_icon(node)


def _looks_like_icon(node: Node) -> bool:
    width, height = node.box.width, node.box.height
    is_small = min(width, height) >= _LEAST and max(width, height) <= _MOST and width <= _LONGEST * height
    return is_small and node.states.isdisjoint({"covered", "offscreen"}) and "surface" not in node.attributes


def may_have_badge(node: Node) -> bool:
    """Whether its only words are a count, as those of an icon with a badge are: its picture may tell what it is for."""
    counts = {node.name, node.text} - {""}
    is_count = bool(counts) and not node.value and all(map(_COUNT.fullmatch, counts))
    return is_count and node.actionable and node.role not in FIELDS | TICKED and _looks_like_icon(node)


def is_doubtful_letter(node: Node) -> bool:
    """Whether it was read as a single letter, but not surely: it may be an icon."""
    seen = node.attributes.get("seen", "")
    is_letter = bool(seen) and len(node.words) == 1 and int(seen.removesuffix("%")) < _SURELY
    return is_letter and "covered" not in node.states


def is_seen(node: Node) -> bool:
    """Whether its name was told from its picture alone."""
    return node.attributes.get("icon", "").startswith(SEEN)


async def named_tree(eyes: Eyes) -> Tree | None:
    """The elements, those without a name called by what their icons seem to be.

    A picture is taken only if there are such elements; where the extra `vision` is missing they stay without a name.
    """
    tree = await eyes.tree()
    if tree is None or not unnamed_icons(tree) or not has_icons():
        return tree
    return await name_icons(tree, await eyes.local_shot())


async def name_icons(tree: Tree, shot: Shot) -> Tree:
    """`tree` with guessed names for those of its unnamed icons that `shot` shows clearly enough.

    Of one that its badge hides, nothing is told: it may be any.
    """
    icons = [node for node in tree if is_unnamed_icon(node) or is_doubtful_letter(node) or may_have_badge(node)]
    cuts = await asyncio.to_thread(_cut_boxes, shot, [icon.box for icon in icons])
    readings = await asyncio.to_thread(_read_cuts, cuts)
    named = {
        icon.number: _named(icon, reading)
        for icon, reading, cut in zip(icons, readings, cuts, strict=True)
        if reading and not _is_hidden(icon, cut)
    }
    return replace(tree, nodes=tuple(named.get(node.number, node) for node in tree)) if named else tree


def _is_hidden(icon: Node, cut: Pixels) -> bool:
    """Whether a badge of two digits hides by what an icon is told: the network was shown such with one."""
    return may_have_badge(icon) and len(icon.name or icon.text) > 1 and has_two_inks(cut)


def _named(icon: Node, reading: IconReading) -> Node:
    """An icon with its name; one that is not surely told, and one with words, only with what it may be."""
    if reading.guess is None or not is_unnamed_icon(icon):
        return replace(icon, attributes=MappingProxyType({**icon.attributes, MAYBE: ", ".join(reading.possible)}))
    marks = MappingProxyType({**icon.attributes, "icon": _mark(reading.guess)})
    return replace(icon, name=reading.guess.concept, attributes=marks)


def _mark(guess: IconGuess) -> str:
    drawn = {True: " filled", False: " empty", None: ""}[guess.is_filled]
    return f"{SEEN} {guess.confidence:.0%}{drawn}"


def means_other(picture: str, shot: Shot, box: Box) -> bool:
    """Whether an icon that was kept as a PNG in base64, as patches are, surely stands for something else than the one
    in `box` does: an edit icon of the same colour and weight is no delete icon."""
    if not has_icons():
        return False
    kept, now = read_icons([open_pixels(base64.b64decode(picture))])[0], _read_cuts(_cut_boxes(shot, [box]))[0]
    return kept is not None and now is not None and now.guess is not None and kept.concept != now.guess.concept


def read_icons(pictures: Sequence[Pixels]) -> list[IconGuess | None]:
    """What each of several pictures seems to show, an icon each, in RGB."""
    return [reading.guess if reading else None for reading in _reader().read(list(map(icon_ink, pictures)))]


def _cut_boxes(shot: Shot, boxes: Sequence[Box]) -> list[Pixels]:
    pixels = open_pixels(shot.image)
    height, width = pixels.shape[:2]
    frame = shot.frame.resized(Size(width, height))
    cuts: list[Pixels] = []
    for box in boxes:
        place = frame.box_to_image(box)
        left, top = max(0, round(place.left)), max(0, round(place.top))
        cuts.append(pixels[top : max(top, round(place.bottom)), left : max(left, round(place.right))])
    return cuts


def _read_cuts(cuts: Sequence[Pixels]) -> list[IconReading | None]:
    return _reader().read(list(map(icon_ink, cuts)))


@cache
def _reader() -> IconReader:
    return IconReader()


class IconReader:
    """The network, and what it has said so far."""

    def __init__(self) -> None:
        known = json.loads((files("askonce.vision") / "icons.json").read_text("utf-8"))
        outputs: list[str] = known["outputs"]
        self.names = sorted(set(outputs))
        """What can be told apart. Several ends of the network may have one name: then what they say is added up."""
        self._ends = [[end for end, name in enumerate(outputs) if name == told] for told in self.names]
        self._least: dict[str, float] = known["sure"]
        self._session = open_session("icons.onnx")
        self._said: dict[bytes, IconReading | None] = {}
        self._lock = threading.Lock()
        self.looked_at = 0
        """How many pictures the network was shown."""

    def read(self, inks: Sequence[Pixels | None]) -> list[IconReading | None]:
        """What each of several icons seems to be; None where nothing is drawn."""
        with self._lock:
            keys = [ink.tobytes() if ink is not None else b"" for ink in inks]
            new = {key: ink for key, ink in zip(keys, inks, strict=True) if ink is not None and key not in self._said}
            if len(self._said) + len(new) > _KEPT:
                self._said.clear()
                new = {key: ink for key, ink in zip(keys, inks, strict=True) if ink is not None}
            if new:
                self._said.update(zip(new, map(self._read, self.likely(list(new.values())), new.values()), strict=True))
            return [self._said.get(key) for key in keys]

    def likely(self, inks: Sequence[Pixels]) -> Any:
        """How likely each of `names` is for each picture."""
        numpy: Any = import_module("numpy")
        self.looked_at += len(inks)
        batch = numpy.stack(inks)[:, None].astype(numpy.float32) / 255
        tables = [self._session.run(None, {"ink": batch[start : start + 32]})[0] for start in range(0, len(batch), 32)]
        table = numpy.concatenate(tables)
        return numpy.stack([table[:, ends].sum(1) for ends in self._ends], 1)

    def _read(self, row: Any, ink: Pixels) -> IconReading:
        possible = [name for name, likely in zip(self.names, row, strict=True) if float(likely) >= _POSSIBLE]
        return IconReading(self._guess(row, ink), tuple(possible))

    def _guess(self, row: Any, ink: Pixels) -> IconGuess | None:
        best = int(row.argmax())
        concept, sure = self.names[best], float(row[best])
        if sure <= self._least.get(concept, 1.0):
            return None
        return IconGuess(concept, sure, is_filled(ink) if concept in _FILLED else None)


# ---- pictures


def icon_ink(picture: Pixels) -> Pixels | None:
    """A picture as the network takes it: how far each pixel is from the background, cut to what is drawn.

    None if nothing is drawn, or something much longer than an icon.
    """
    from PIL import Image

    numpy: Any = import_module("numpy")
    if min(picture.shape[:2]) < _LEAST:
        return None
    inside, edges = _inside_frame(picture)
    away = numpy.abs(inside - numpy.median(edges, axis=0).astype(numpy.float32))
    ink = numpy.maximum(numpy.maximum(away[:, :, 0], away[:, :, 1]), away[:, :, 2])
    most = ink.max()
    if most < _FAINT:
        return None
    ink = ink / most
    drawn = ink > _EDGE
    rows, columns = (numpy.flatnonzero(drawn.any(axis=axis)) for axis in (1, 0))
    height, width = rows[-1] + 1 - rows[0], columns[-1] + 1 - columns[0]
    if max(height, width) > _LONGEST * min(height, width) and min(height, width) > 4:
        return None
    side = max(height, width) * _MARGIN
    room = int(side) + 1
    wide = numpy.zeros((ink.shape[0] + 2 * room, ink.shape[1] + 2 * room), numpy.uint8)
    wide[room:-room, room:-room] = numpy.round(ink * 255)
    left, top = columns[0] + width / 2 + room - side / 2, rows[0] + height / 2 + room - side / 2
    scaled = Image.fromarray(wide).resize(
        (_SIDE, _SIDE), Image.Resampling.BILINEAR, box=(left, top, left + side, top + side)
    )
    return numpy.asarray(scaled)


def _inside_frame(picture: Pixels) -> tuple[Pixels, Pixels]:
    """What is inside the border of a button, or inside its rounded corners, and the pixels of its edges: from the first
    ring of one colour on."""
    height, width = picture.shape[:2]
    for inset in range(int(_FRAME * min(height, width))):
        inner = picture[inset : height - inset, inset : width - inset]
        edges = _edges(inner)
        if (edges.max(axis=0) - edges.min(axis=0)).max() < _FAINT:
            return inner, edges
    return picture, _edges(picture)


def _edges(picture: Pixels) -> Pixels:
    numpy: Any = import_module("numpy")
    return numpy.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]])


def is_filled(ink: Pixels) -> bool | None:
    """Whether an icon, as the network takes it, is drawn full and not as an outline; None if it has much of both."""
    from PIL import Image, ImageFilter

    numpy: Any = import_module("numpy")
    core = numpy.asarray(Image.fromarray(ink).filter(ImageFilter.MinFilter(_CORE)))
    if (core > _WALL).sum() < _LEAST_CORE:
        return False
    free = numpy.pad(ink <= _WALL, 1, constant_values=True)
    outside, reached = numpy.zeros_like(free), 0
    outside[0] = True
    while reached != (reached := int(outside.sum())):
        grown = outside.copy()
        grown[1:] |= outside[:-1]
        grown[:-1] |= outside[1:]
        grown[:, 1:] |= outside[:, :-1]
        grown[:, :-1] |= outside[:, 1:]
        outside = grown & free
    holes = int((free & ~outside).sum())
    return True if holes <= _MOST_HOLES * (holes + int((ink > _WALL).sum())) else None
