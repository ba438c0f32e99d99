"""The port between a desktop and its operating system: windows, elements, pictures, input. Positions are pixels of the
whole desktop, which may have several monitors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Literal, Protocol

from askonce.geometry import Box, Point
from askonce.lazy import dataclass
from askonce.screens.ui_tree import State

Button = Literal["left", "middle", "right"]
Reach = Literal["menu", "program", "command"]
"""What may be started: what menus list; a program by its bare name too; any of them with its arguments."""


@dataclass(frozen=True, slots=True)
class Monitor:
    """A display that windows are on."""

    name: str
    box: Box
    is_primary: bool = False


@dataclass(frozen=True, slots=True)
class DesktopWindow:
    """A window that can be seen, or was put away."""

    number: int
    """What the system calls it."""
    title: str
    application: str
    """A short name of its program, the same at each start."""
    box: Box
    """With its border."""
    process: int = 0
    is_active: bool = False
    is_hidden: bool = False
    """Minimized, or on another workspace."""
    is_popup: bool = False
    """A menu, a list that drops down, a tooltip: no window of its own for the user."""
    is_dialog: bool = False


@dataclass(slots=True)
class DesktopElement:
    """One element of a window, with roles and states in our words."""

    role: str
    name: str
    box: Box
    window: int
    """The number of the window that it is painted in; 0 if nobody knows."""
    outer: DesktopElement | None = None
    depth: int = 0
    text: str = ""
    value: str | None = None
    states: set[State] = field(default_factory=set[State])
    actionable: bool = False
    attributes: dict[str, str] = field(default_factory=dict[str, str])
    key: str = ""
    """What the system knows it by, the same as long as it lives."""


class DesktopPort(Protocol):
    """What can be asked of a desktop."""

    way: str
    """By what it is driven, in words for people."""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    def news(self) -> Sequence[str]:
        """What there is to say of how it is driven, once."""
        ...

    # Seeing

    async def monitors(self) -> Sequence[Monitor]: ...

    async def windows(self) -> Sequence[DesktopWindow]:
        """From front to back; those that are hidden come last."""
        ...

    async def elements(self, windows: Sequence[DesktopWindow]) -> Sequence[DesktopElement]:
        """The elements that show in these windows, each after the one it is in. A window of which none are known has
        none."""
        ...

    async def pixels(self, box: Box) -> tuple[int, int, bytes]:
        """Width, height, and the colours of a part of the desktop, three bytes a pixel."""
        ...

    async def focused_text(self) -> str | None:
        """The text in the field that has the keyboard; None where nobody knows that."""
        ...

    async def nudge(self, key: str, dx: float, dy: float) -> bool:
        """Scroll what an element is in so that it moves by so far; False where its application cannot."""
        ...

    # Mouse and keyboard

    async def move(self, at: Point) -> None: ...

    async def button(self, button: Button, *, down: bool) -> None: ...

    async def wheel(self, across: int, down: int) -> None:
        """Turn the wheel by so many notches."""
        ...

    async def type(self, text: str, delay: float) -> None: ...

    async def press(self, keys: Sequence[str]) -> None:
        """Press keys together, by the names of `screens.keys`."""
        ...

    async def read_clipboard(self) -> str: ...

    async def write_clipboard(self, text: str) -> None: ...

    # Windows and applications

    async def activate(self, window: DesktopWindow) -> None:
        """Bring a window to the front, and give it the keyboard."""
        ...

    async def place(self, window: DesktopWindow, box: Box) -> None:
        """Move and resize a window, border included."""
        ...

    async def close_window(self, window: DesktopWindow) -> None:
        """Ask a window to close, as its button does."""
        ...

    async def launch(self, app: str, reach: Reach) -> int:
        """Start an application by its name or its program, as far as that may be. The number of its process."""
        ...

    async def windows_of(self, app: str, process: int) -> Sequence[DesktopWindow]:
        """The windows of an application that ran before, once the process that was started for it has ended."""
        ...

    async def terminate(self, app: str) -> None:
        """End all that was started under this name."""
        ...
