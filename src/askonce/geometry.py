"""Points, boxes and frames: every position in Askonce is one of these.

There are three kinds of unit. *Screen* units are what a screen is touched in (CSS pixels on the web). *Image*
units are the pixels of one picture of the screen. *Model* units are what a model family writes (pixels, 0 to 1000,
0 to 1). `Frame` is the only place where one becomes another.
"""

from __future__ import annotations

import math
from dataclasses import field

from askonce.lazy import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    x: float
    y: float
    element: int | None = field(default=None, compare=False, repr=False)
    """The number of the element that is meant, where a touch is to reach that or nothing."""

    def offset(self, dx: float, dy: float) -> Point:
        return Point(self.x + dx, self.y + dy)


@dataclass(frozen=True, slots=True)
class Size:
    width: int
    height: int

    @property
    def area(self) -> int:
        return self.width * self.height

    def scaled(self, factor: float) -> Size:
        """The size times `factor`, at least one pixel a side."""
        return Size(max(1, round(self.width * factor)), max(1, round(self.height * factor)))

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle; `right` and `bottom` lie just outside it."""

    left: float
    top: float
    width: float
    height: float

    @classmethod
    def of_edges(cls, left: float, top: float, right: float, bottom: float) -> Box:
        return cls(left, top, right - left, bottom - top)

    @classmethod
    def of_size(cls, size: Size) -> Box:
        return cls(0, 0, size.width, size.height)

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def edges(self) -> tuple[float, float, float, float]:
        return self.left, self.top, self.right, self.bottom

    @property
    def center(self) -> Point:
        return Point(self.left + self.width / 2, self.top + self.height / 2)

    @property
    def area(self) -> float:
        return self.width * self.height

    def contains(self, point: Point) -> bool:
        return self.left <= point.x < self.right and self.top <= point.y < self.bottom

    def offset(self, dx: float, dy: float) -> Box:
        return Box(self.left + dx, self.top + dy, self.width, self.height)

    def scaled(self, factor: float) -> Box:
        """The same box where all lengths are times `factor`."""
        return Box(self.left * factor, self.top * factor, self.width * factor, self.height * factor)

    def union(self, other: Box) -> Box:
        return Box.of_edges(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def intersection(self, other: Box) -> Box | None:
        """The shared part, or None when there is none."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Box.of_edges(left, top, right, bottom) if left < right and top < bottom else None

    def widened(self, margin: float, *, least_area: float, within: Box) -> Box:
        """A search area around this box: `margin` more on each side, then grown about its centre to `least_area`.

        An area that would start before `within` is moved to its edge, then cut at the far side. A box outside `within`
        is treated as one at the nearest edge.
        """
        left = min(max(self.left - margin, within.left), within.right - 1)
        top = min(max(self.top - margin, within.top), within.bottom - 1)
        right = max(min(self.right + margin, within.right), left + 1)
        bottom = max(min(self.bottom + margin, within.bottom), top + 1)
        around = Box.of_edges(left, top, right, bottom)
        if around.area >= least_area:
            return around
        growth = math.sqrt(least_area / around.area)
        width, height = round(around.width * growth), round(around.height * growth)
        left = max(round(around.center.x - width / 2), within.left)
        top = max(round(around.center.y - height / 2), within.top)
        return Box(left, top, min(width, within.right - left), min(height, within.bottom - top))

    def __str__(self) -> str:
        return f"[{self.left:g}, {self.top:g}, {self.right:g}, {self.bottom:g}]"


@dataclass(frozen=True, slots=True)
class Frame:
    """How one picture maps to the screen: the region it shows, and its size in pixels.

    Pictures may be scaled down, cropped and padded before a model gets them. Each step gives a new frame, so the
    model's positions are mapped back by the frame of the picture that it saw.
    """

    region: Box
    image: Size

    @classmethod
    def whole(cls, screen: Size, image: Size) -> Frame:
        return cls(Box.of_size(screen), image)

    @property
    def x_scale(self) -> float:
        """Image pixels per screen unit, across."""
        return self.image.width / self.region.width

    @property
    def y_scale(self) -> float:
        return self.image.height / self.region.height

    def point_to_screen(self, point: Point) -> Point:
        return Point(self.region.left + point.x / self.x_scale, self.region.top + point.y / self.y_scale)

    def point_to_image(self, point: Point) -> Point:
        return Point((point.x - self.region.left) * self.x_scale, (point.y - self.region.top) * self.y_scale)

    def box_to_screen(self, box: Box) -> Box:
        start = self.point_to_screen(Point(box.left, box.top))
        return Box(start.x, start.y, box.width / self.x_scale, box.height / self.y_scale)

    def box_to_image(self, box: Box) -> Box:
        start = self.point_to_image(Point(box.left, box.top))
        return Box(start.x, start.y, box.width * self.x_scale, box.height * self.y_scale)

    def resized(self, image: Size) -> Frame:
        return Frame(self.region, image)


def scale_to_pixel(value: float, length: int, scale: float) -> int:
    """A position on a 0..`scale` axis as a pixel of an axis `length` pixels long."""
    return math.floor(value * (length - 1) / scale + 0.5)


def pixel_to_scale(pixel: float, length: int, scale: float) -> float:
    """The inverse of `scale_to_pixel`, for writing positions to a model."""
    return pixel * scale / (length - 1) if length > 1 else 0.0
