"""What drives a phone: the server on it, or the commands of its shell. Positions are in pixels of the phone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from askonce.lazy import dataclass
from askonce.screens.phones.phone_glass import Pixel


@dataclass(frozen=True, slots=True)
class PhoneDisplay:
    """How the screen is at a moment."""

    width: int
    height: int
    rotation: int
    """Quarter turns."""
    is_on: bool


class PhoneControl(Protocol):
    """What can be asked of a phone."""

    way: str
    """By what it is driven, in words for people."""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def hierarchy(self) -> str:
        """The elements, as XML."""
        ...

    async def display(self) -> PhoneDisplay: ...

    async def picture(self, quality: int) -> bytes:
        """A picture that is made quickly; JPEG where `quality` counts."""
        ...

    async def touch(self, at: Pixel, *, count: int = 1) -> None: ...

    async def hold(self, at: Pixel, seconds: float) -> None: ...

    async def swipe(self, start: Pixel, end: Pixel, seconds: float) -> None: ...

    async def drag(self, start: Pixel, end: Pixel) -> None:
        """Hold, slide, let go."""
        ...

    async def slide(self, path: Sequence[Pixel], rest: float) -> None:
        """Move a finger along a path, and let it rest before it is lifted, so that nothing is flung."""
        ...

    async def pinch(self, starts: tuple[Pixel, Pixel], ends: tuple[Pixel, Pixel]) -> None: ...

    async def press(self, code: int, meta: int = 0) -> None: ...

    async def insert(self, text: str) -> None:
        """Put a text at the cursor."""
        ...

    async def clear(self) -> None:
        """Empty the field that has the focus."""
        ...

    async def last_toast(self) -> str:
        """The message that was shown for a moment, once."""
        ...

    async def open_notifications(self) -> None: ...

    async def turn(self, quarters: int) -> None: ...
