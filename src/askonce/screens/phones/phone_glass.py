"""The glass of a phone: its size in screen units, its pixels, and the paths of fingers on it. Plain values."""

from __future__ import annotations

from askonce.geometry import Box, Frame, Point, Size
from askonce.lazy import dataclass

Pixel = tuple[int, int]

_SLOP = 10
"""Units that a finger moves before it counts as sliding."""
_SLIDE_STEPS = 10
_EDGE = 48.0
"""Units at the edges of the screen where a finger that slides is a gesture of the system."""
_PINCH = 120
"""Units between two fingers where they are apart."""
_ROOM = 0.6
"""How much of what scrolls one slide crosses at most."""


@dataclass(frozen=True, slots=True)
class PhoneGlass:
    """How large a phone is just now, and how many of its pixels make one screen unit."""

    size: Size = Size(0, 0)
    ratio: float = 1.0
    rotation: int = 0

    @property
    def box(self) -> Box:
        return Box.of_size(self.size)

    @property
    def is_upright(self) -> bool:
        return self.size.height >= self.size.width

    def pixel(self, at: Point) -> Pixel:
        return round(at.x * self.ratio), round(at.y * self.ratio)

    def frame(self, image: Size) -> Frame:
        return Frame(self.box, image)

    def inside(self, at: Point, edge: float = 1.0) -> Point:
        width, height = self.size.width - edge, self.size.height - edge
        return Point(min(max(at.x, edge), width), min(max(at.y, edge), height))

    def pinch(self, at: Point, factor: float) -> tuple[tuple[Pixel, Pixel], tuple[Pixel, Pixel]]:
        """Where two fingers start, and where they end."""
        apart = _PINCH / 2
        begin, end = (apart / factor, apart) if factor > 1 else (apart, apart * factor)
        return self._fingers(at, begin), self._fingers(at, end)

    def _fingers(self, at: Point, away: float) -> tuple[Pixel, Pixel]:
        return self.pixel(self.inside(at.offset(0, -away))), self.pixel(self.inside(at.offset(0, away)))

    def slides(self, dx: float, dy: float, room: Box) -> list[list[Pixel]]:
        """The paths of a finger that move what is in a room by exactly so far, in parts that fit into it."""
        most = Point(max(_SLOP, room.width * _ROOM), max(_SLOP, room.height * _ROOM))
        parts = int(max(1, -(-abs(dx) // most.x), -(-abs(dy) // most.y)))
        return [self._slide(room.center, dx / parts, dy / parts)] * parts

    def _slide(self, middle: Point, dx: float, dy: float) -> list[Pixel]:
        """Past the slop first, then the distance."""
        slop = Point(_SLOP * _sign(dx), _SLOP * _sign(dy))
        begin = self.inside(middle.offset((dx + slop.x) / 2, (dy + slop.y) / 2), _EDGE)
        path = [begin, begin.offset(-slop.x, -slop.y)]
        for step in range(1, _SLIDE_STEPS + 1):
            share = step / _SLIDE_STEPS
            path.append(begin.offset(-slop.x - dx * share, -slop.y - dy * share))
        return [self.pixel(at) for at in path]


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
