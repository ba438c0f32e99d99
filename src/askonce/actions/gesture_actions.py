"""Other movements of a pointer or of fingers.

Models read docstrings and descriptions of fields, which are short and exact; people read titles of fields.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from pydantic import Field

from askonce.actions.action import Action
from askonce.actions.action_sentence import Quote, format_wording, quoted
from askonce.actions.playwright_call import PlaywrightCall
from askonce.actions.screen_needs import DIRECTIONS, Direction, Swiping, Zooming
from askonce.actions.target import Target
from askonce.geometry import Point, Size
from askonce.screens import Mouse, Pointer

__all__ = ["DoubleTap", "Drag", "Hover", "LongPress", "Pinch", "RightTap", "Swipe", "SwipeTo"]

_BEYOND = 0.2
"""How far past the middle of a similar element an item is dropped, as a part of its size."""
_CLOSEST = 10
"""Pixels that two fingers stay apart."""


ASIDE = "something else, to leave what the pointer is on"
"""The words for a target that the pointer is moved to only to be no longer where it was."""


class Hover(Action[Mouse]):
    """Move the cursor onto an element, for submenus and hints that open that way."""

    also = ("MoveTo", "MouseMove")
    operates = False
    examples = ('"the menu Products"',)
    wording = "Point at {target}"
    gesture = "hover"

    target: Target

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: Mouse) -> None:
        await screen.hover(self.target.point)

    def playwright(self) -> Iterator[PlaywrightCall]:
        yield PlaywrightCall.of(self.target, "hover")


class DoubleTap(Action[Pointer]):
    """Double-click an element."""

    also = ("DoubleClick", "LeftDouble")
    examples = ('"the row of Ann"',)
    wording = "Double-click {target}"
    gesture = "double"

    target: Target

    async def perform(self, screen: Pointer) -> None:
        await screen.tap(self.target.point, count=2)

    def playwright(self) -> Iterator[PlaywrightCall]:
        yield PlaywrightCall.of(self.target, "dblclick")


class RightTap(Action[Mouse]):
    """Right-click an element."""

    also = ("RightClick", "RightSingle", "ContextClick")
    examples = ('"the file notes.txt"',)
    wording = "Right-click {target}"
    gesture = "right"

    target: Target

    async def perform(self, screen: Mouse) -> None:
        await screen.right_tap(self.target.point)

    def playwright(self) -> Iterator[PlaywrightCall]:
        yield PlaywrightCall.of(self.target, "click", button="right")


class LongPress(Action[Pointer]):
    """Press an element and hold it."""

    also = ("AndroidLongPress",)
    examples = ('"the first photo" --seconds 2',)
    wording = "Press and hold {target}"
    gesture = "hold"

    target: Target
    seconds: float = Field(default=0.8, gt=0, le=30, title="how long")

    async def perform(self, screen: Pointer) -> None:
        await screen.hold(self.target.point, self.seconds)

    def playwright(self) -> Iterator[PlaywrightCall]:
        yield PlaywrightCall.of(self.target, "click", delay=round(self.seconds * 1000))


class Drag(Action[Pointer]):
    """Drag one element onto another, or a handle to a place. In a list, an item dropped on another takes its place."""

    also = ("DragAndDrop",)
    examples = ('"the card Plan" "the column Done"',)
    wording = "Drag {start} onto {end}"
    gesture = "drag"

    start: Target
    end: Target

    async def perform(self, screen: Pointer) -> None:
        await screen.drag(self.start.point, _drop_point(self.start, self.end))

    def playwright(self) -> Iterator[PlaywrightCall]:
        yield PlaywrightCall.of(self.start, "drag_to", self.end)


def _drop_point(start: Target, end: Target) -> Point:
    """Where to let go: the middle of the end, or a little beyond it between things of one size.

    Lists that are sorted by hand swap two items when the middle is passed, not when it is reached.
    """
    origin, goal = start.found.box, end.found.box
    sides = ((origin.width, goal.width), (origin.height, goal.height))
    alike = all(2 * theirs < 3 * ours < 4.5 * theirs for ours, theirs in sides)
    if not alike:
        return end.point
    dx, dy = goal.center.x - origin.center.x, goal.center.y - origin.center.y
    across = math.copysign(goal.width * _BEYOND, dx) if abs(dx) > goal.width / 2 else 0
    down = math.copysign(goal.height * _BEYOND, dy) if abs(dy) > goal.height / 2 else 0
    return replace(end.point.offset(across, down), element=end.point.element)


class Swipe(Action[Swiping]):
    """Swipe with a finger. Swiping up moves the content up and shows what is below."""

    operates = False
    examples = ("up",)
    wording = "Swipe {direction}[ from {target}]"
    gesture = "swipe"
    film_field = "direction"

    direction: Direction = Field(title="where the finger moves")
    target: Target | None = Field(default=None, description="where to start; without it, the middle")
    distance: float | None = Field(default=None, gt=0, title="how far, in pixels")
    seconds: float = Field(default=0.3, gt=0, le=10, exclude=True, title="how long")

    async def perform(self, screen: Swiping) -> None:
        size = await screen.size()
        start = self.target.point if self.target else Point(size.width / 2, size.height / 2)
        dx, dy = DIRECTIONS[self.direction]
        distance = self.distance or 0.5 * (size.width if dx else size.height)
        end = Point(
            min(max(start.x + dx * distance, 1), size.width - 1), min(max(start.y + dy * distance, 1), size.height - 1)
        )
        await screen.swipe(start, end, self.seconds)


class SwipeTo(Action[Swiping]):
    """Swipe with a finger from one element to another."""

    operates = False
    examples = ('"the bin" "the card Plan"',)
    wording = "Swipe[ from {start}] to {end}"
    gesture = "drag"

    end: Target
    start: Target | None = Field(default=None, description="without it, the middle")
    seconds: float = Field(default=0.3, gt=0, le=10, exclude=True, title="how long")

    async def perform(self, screen: Swiping) -> None:
        size = await screen.size()
        start = self.start.point if self.start else Point(size.width / 2, size.height / 2)
        await screen.swipe(start, self.end.point, self.seconds)


class Pinch(Action[Zooming]):
    """Zoom with two fingers."""

    operates = False
    examples = ('2 "the map"',)
    gesture = "pinch"
    film_field = "factor"

    factor: float = Field(gt=0, le=10, description="above 1 zooms in, below 1 out")
    target: Target | None = None
    distance: float | None = Field(default=None, gt=0, exclude=True, title="how far each finger moves, in pixels")

    async def perform(self, screen: Zooming) -> None:
        size = await screen.size()
        await screen.pinch(
            self.target.point if self.target else Point(size.width / 2, size.height / 2),
            self.factor if self.distance is None else _pinch_factor(self.factor > 1, self.distance, size),
        )

    def sentence(self, quote: Quote = quoted) -> str:
        return f"Zoom {'in' if self.factor > 1 else 'out'}" + format_wording("[ at {target}]", self, quote)


def _pinch_factor(outwards: bool, distance: float, size: Size) -> float:
    """How far fingers zoom that move by a distance, from where they begin: each a quarter of the shorter side apart."""
    begin = min(size.width, size.height) / 4
    return (begin + distance) / begin if outwards else max(_CLOSEST, begin - distance) / begin
