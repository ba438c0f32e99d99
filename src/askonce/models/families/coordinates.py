"""Reads and writes positions as models write them.

A family writes a position as a box or a point, x first or y first, on a scale from 0 to 1000, from 0 to 1, or in pixels
of the picture. All of them are converted to inclusive pixels: `right` and `bottom` of a box that was read are the last
pixels inside it, so a box over a whole picture 200 wide ends at 199.
"""

from __future__ import annotations

import math
import re
import reprlib
from collections.abc import Callable, Sequence
from typing import Literal, cast

from askonce.errors import UnreadableReply
from askonce.geometry import Box, Size, pixel_to_scale, scale_to_pixel
from askonce.lazy import dataclass, regex

Shape = Literal["box", "point"]
Order = Literal["xy", "yx"]
Scale = Literal[1000, "pixels", "unit-or-pixels"]
Numbers = tuple[float, ...]
Repair = Callable[[Numbers, Size], Numbers]

KEYS = ("bbox", "bbox_2d", "box_2d", "box", "point", "position")
"""The keys under which a reply may have a position."""

POINT_REACH = 10
"""How far the box around a point extends, in pixels; on a scale it is a hundredth of the scale."""

_DEEPEST = 6
_LARGEST = 1e6
_MOST_NUMBERS = 16
_ONE = r"[+-]?(?:\d{1,12}(?:\.\d{0,20})?|\.\d{1,20})(?:e[+-]?\d{1,2}(?!\d))?+(?![\w.])"
_NUMBER = regex(_ONE, re.IGNORECASE | re.ASCII)
_NUMBERS = regex(rf"[\s\[(]*+({_ONE}(?:[\s,;]++{_ONE})*+)", re.IGNORECASE | re.ASCII)
_LABEL = regex(r"[\s\[(<]*+(?:bbox_2d|bbox|box_2d|box|point|position)(?![A-Za-z0-9])[\s:=_\[(>|\"']*+", re.IGNORECASE)


class _Shown(reprlib.Repr):
    """A short form of any value for messages; some integers are too long to print."""

    def repr_int(self, x: int, level: int) -> str:
        return str(x) if abs(x) < 10**12 else "a huge number"


_SHOWN = _Shown()
_SHOWN.maxlevel, _SHOWN.maxlist, _SHOWN.maxstring = 3, 8, 60


@dataclass(frozen=True, slots=True)
class Writing:
    """How a family writes positions, and the size up to which its pictures are padded."""

    shape: Shape
    order: Order
    scale: Scale
    padding: int = 1
    repair: Repair | None = None

    def padded(self, image: Size) -> Size:
        return Size(_next_multiple(image.width, self.padding), _next_multiple(image.height, self.padding))


def read_position(raw: object, image: Size, writing: Writing) -> Box:
    """Read the box in `raw`, in inclusive pixels of `image`.

    A point becomes a small box around it. Anything out of range, in the wrong order or not a number raises an
    `UnreadableReply`. Positions are not corrected, except that a box reaching into padding is cut.
    """
    numbers = _numbers_in(raw)
    if writing.repair:
        numbers = writing.repair(numbers, image)
    if len(numbers) not in (2, 4):
        raise _unreadable(raw, f"it has {len(numbers)} numbers where a box has 4 and a point has 2")
    if writing.order == "yx":
        numbers = tuple(numbers[index ^ 1] for index in range(len(numbers)))
    scale = _scale_of(numbers, writing.scale)
    sent = writing.padded(image)
    xs, ys = numbers[0::2], numbers[1::2]
    left, right = _axis(raw, xs, image.width, sent.width, scale)
    top, bottom = _axis(raw, ys, image.height, sent.height, scale)
    return Box.of_edges(left, top, right, bottom)


def write_position(box: Box, image: Size, writing: Writing) -> list[float]:
    """How a model of this family writes `box`: the inverse of `read_position`."""
    if writing.shape == "point":
        at = box.center
        numbers = (at.x, at.y)
    else:
        numbers = (box.left, box.top, box.right, box.bottom)
    lengths = (image.width, image.height)
    written: list[float] = []
    for index, number in enumerate(numbers):
        length = lengths[index % 2]
        pixel = min(max(number, 0), length - 1)
        match writing.scale:
            case 1000:
                written.append(round(pixel_to_scale(pixel, length, 1000)))
            case "pixels":
                written.append(math.floor(pixel + 0.5))
            case "unit-or-pixels":
                written.append(round(pixel_to_scale(pixel, length, 1), 5))
    return [written[index ^ 1] for index in range(len(written))] if writing.order == "yx" else written


def _axis(raw: object, values: Numbers, length: int, sent: int, scale: float | None) -> tuple[int, int]:
    """First and last pixel on an axis of `length` pixels, or `sent` pixels with padding."""
    limit = scale or sent
    for value in values:
        if not 0 <= value <= limit:
            raise _unreadable(raw, f"{value:g} is outside 0 to {limit:g}")
    if len(values) == 1:
        at = values[0]
        reach = scale / 100 if scale else POINT_REACH
        first, last = max(at - reach, 0), min(at + reach, limit)
        if not scale and at > length:  # the far edge counts as the last pixel or as the one after it
            raise _unreadable(raw, f"{at:g} is outside a picture of {length} pixels")
    else:
        first, last = values
        if first > last:
            raise _unreadable(raw, f"{first:g} comes before {last:g}, though it is the larger")
        if not scale and first >= length:
            raise _unreadable(raw, f"it starts at {first:g}, outside a picture of {length} pixels")
    return _pixel(first, length, scale), _pixel(last, length, scale)


def _pixel(value: float, length: int, scale: float | None) -> int:
    if scale:
        return scale_to_pixel(value, length, scale)
    # Models count the far edge as the last pixel or as the one after it, and padding is not part of the screen.
    return min(math.floor(value + 0.5), length - 1)


def _scale_of(numbers: Numbers, scale: Scale) -> float | None:
    """The upper end of the scale that these numbers are on; None for pixels."""
    match scale:
        case 1000:
            return 1000.0
        case "pixels":
            return None
        case "unit-or-pixels":
            return 1.0 if all(number <= 1 for number in numbers) else None


def _numbers_in(raw: object, depth: int = 0) -> Numbers:
    """The numbers of the only position in `raw`, whatever it is wrapped in."""
    if depth > _DEEPEST:
        raise UnreadableReply("the position is nested too deeply")
    if isinstance(raw, str):
        return _numbers_in_text(raw, raw)
    if isinstance(raw, dict):
        fields = cast("dict[object, object]", raw)
        for key in KEYS:
            if fields.get(key) is not None:
                return _numbers_in(fields[key], depth + 1)
        raise _unreadable(fields, f"it has none of the keys {', '.join(KEYS)}")
    if isinstance(raw, list | tuple):
        entries = list(cast("list[object] | tuple[object, ...]", raw))
        if len(entries) > 1 and entries[0] in KEYS:
            entries = entries[1:]  # ["bbox", [1, 2, 3, 4]]
        if entries and isinstance(entries[0], list | tuple | dict):
            return _same_numbers(entries, depth)
        return _numbers_in_text(" ".join(_written(entries, entry) for entry in entries), entries)
    raise _unreadable(raw, "a list of numbers was expected")


def _same_numbers(entries: Sequence[object], depth: int) -> Numbers:
    """The numbers of a list of positions that are all the same: which of several is meant is not to be seen."""
    first, *others = (_numbers_in(entry, depth + 1) for entry in entries[:_MOST_NUMBERS])
    if len(entries) > _MOST_NUMBERS or any(other != first for other in others):
        raise _unreadable(entries, f"it has {len(entries)} positions where one was expected")
    return first


def _written(raw: object, entry: object) -> str:
    if isinstance(entry, str):
        return entry
    if isinstance(entry, bool) or not isinstance(entry, int | float):
        raise _unreadable(raw, f"{_SHOWN.repr(entry)} is not a number")
    if not -_LARGEST <= entry <= _LARGEST:  # NaN fails this too
        raise _unreadable(raw, "a number is too large")
    return repr(entry)


def _numbers_in_text(text: str, raw: object) -> Numbers:
    """The numbers of a text. Around them may stand a label and debris, but no other digit: it could be meant too."""
    label = _LABEL.match(text)
    body = text[label.end() :].replace("_", " ") if label else text  # bbox_10_20_30_40
    found = _NUMBERS.match(body)
    rest = body[found.end() :] if found else body
    if not found or "%" in rest or any(letter.isdigit() for letter in rest):
        raise _unreadable(raw, "numbers separated by spaces or commas were expected")
    numbers = _NUMBER.findall(found[1])
    if len(numbers) > _MOST_NUMBERS:
        raise _unreadable(raw, "it has too many numbers")
    return tuple(map(float, numbers))


def _next_multiple(length: int, of: int) -> int:
    return -(-length // of) * of


def _unreadable(raw: object, why: str) -> UnreadableReply:
    shown = _SHOWN.repr(raw)
    return UnreadableReply(f"the position {shown} cannot be read: {why}", raw=shown)
