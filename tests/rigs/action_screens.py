"""Screens that can do little, and the actions on offer there."""

from __future__ import annotations

from typing import Any

from askonce.actions import ActionSpace
from askonce.geometry import Point, Size
from askonce.screens import Screen, Shot
from askonce.screens.fake import FakeScreen


class Poster:
    """A screen that can only be looked at."""

    kind = "poster"

    async def capture(self) -> Shot:
        raise NotImplementedError

    async def size(self) -> Size:
        return Size(100, 100)

    async def settle(self) -> None: ...

    def news(self) -> tuple[str, ...]:
        return ()

    async def close(self) -> None: ...


class Touchpad(Poster):
    """A screen with a pointer and nothing else."""

    async def tap(self, at: Point, **how: Any) -> None: ...

    async def hold(self, at: Point, seconds: float) -> None: ...

    async def drag(self, start: Point, end: Point) -> None: ...


class Terminal(Touchpad):
    """A screen with a pointer and a keyboard."""

    async def type(self, text: str, **how: Any) -> None: ...

    async def clear(self) -> None: ...

    async def press(self, keys: str) -> None: ...


def space_of(screen: Screen | None = None) -> ActionSpace:
    return ActionSpace(screen or FakeScreen())


def titles(space: ActionSpace) -> list[str]:
    return [action.title() for action in space]
