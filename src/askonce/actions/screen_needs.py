"""What actions need of a screen beyond a single verb, and the directions that they share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Protocol, runtime_checkable

from typing_extensions import get_protocol_members, is_protocol

from askonce.screens import Keyboard, Pointer, Screen, Scroller, Touch, Tree, Zoom

Direction = Literal["up", "down", "left", "right"]

DIRECTIONS: Mapping[Direction, tuple[int, int]] = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
"""How far each goes along x and y."""


@runtime_checkable
class Tapping(Screen, Pointer, Protocol):
    """Tapping several times takes a screen that settles in between."""


@runtime_checkable
class Typing(Pointer, Keyboard, Protocol):
    """Typing into a field takes a pointer to focus it."""


@runtime_checkable
class Scrolling(Screen, Scroller, Protocol):
    """Scrolling by a screenful takes the size of the screen."""


@runtime_checkable
class WholeReading(Protocol):
    """Reading takes a screen that knows what is out of view."""

    async def whole_tree(self) -> Tree: ...


@runtime_checkable
class Zooming(Screen, Zoom, Protocol):
    """Zooming about the middle of a screen takes its size."""


@runtime_checkable
class Swiping(Screen, Touch, Protocol):
    """Swiping across a screen takes its size."""


def has_verb(screen: type, verb: Any) -> bool:
    """Whether screens of a class have a verb, before there is such a screen."""
    if not is_protocol(verb):
        return issubclass(screen, verb)
    return all(hasattr(screen, member) for member in get_protocol_members(verb))
