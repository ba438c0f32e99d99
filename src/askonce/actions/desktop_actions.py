"""What only desktops have: windows, a clipboard, a third mouse button.

Models read docstrings and descriptions of fields, which are short and exact; people read titles of fields.
"""

from __future__ import annotations

from pydantic import Field

from askonce.actions.action import Action, Typed
from askonce.actions.target import Target
from askonce.geometry import Box, Point, Size
from askonce.screens import Clipboard, MiddleButton, Windows

__all__ = [
    "CloseWindow",
    "ListDisplays",
    "ListWindows",
    "MiddleTap",
    "MoveWindow",
    "ReadClipboard",
    "ResizeWindow",
    "SetClipboard",
    "SwitchWindow",
]

_WINDOW = "its title, a part of it, or its application"


class MiddleTap(Action[MiddleButton]):
    """Click an element with the middle mouse button."""

    also = ("MiddleClick",)
    examples = ('"the tab Notes"',)
    wording = "Middle-click {target}"
    gesture = "tap"

    target: Target

    async def perform(self, screen: MiddleButton) -> None:
        await screen.middle_tap(self.target.point)


class SwitchWindow(Action[Windows]):
    """Bring another window to the front."""

    also = ("FocusWindow", "ActivateWindow")
    examples = ("Calculator",)
    wording = "Go to the window {window}"
    gesture = "go"
    film_field = "window"

    window: str = Field(min_length=1, title=_WINDOW)

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: Windows) -> None:
        await screen.switch_window(self.window)


class MoveWindow(Action[Windows]):
    """Move a window."""

    examples = ("Calculator 0 0",)
    wording = "Move the window {window}"
    gesture = "do"
    film_field = "window"

    window: str = Field(min_length=1, title=_WINDOW)
    x: float = Field(title="where its left edge goes, in pixels")
    y: float = Field(title="where its top edge goes, in pixels")

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: Windows) -> None:
        await screen.move_window(self.window, Point(self.x, self.y))


class ResizeWindow(Action[Windows]):
    """Change the size of a window."""

    examples = ("Calculator 800 600",)
    wording = "Resize the window {window}"
    gesture = "do"
    film_field = "window"

    window: str = Field(min_length=1, title=_WINDOW)
    width: int = Field(ge=1, le=100_000, title="how wide, in pixels")
    height: int = Field(ge=1, le=100_000, title="how high, in pixels")

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: Windows) -> None:
        await screen.resize_window(self.window, Size(self.width, self.height))


class CloseWindow(Action[Windows]):
    """Close a window."""

    examples = ("Calculator",)
    wording = "Close the window {window}"
    gesture = "go"
    film_field = "window"

    window: str = Field(min_length=1, title=_WINDOW)

    async def perform(self, screen: Windows) -> None:
        await screen.close_window(self.window)


class ListWindows(Action[Windows]):
    """List the windows, from front to back."""

    operates = False
    only_reads = True
    longest_output = 4000
    wording = "List the windows"

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: Windows) -> str:
        lines = [
            f"{each.title!r} of {each.application}"
            + (", minimized" if each.hidden else f" at {each.box}")
            + (", in front" if each.current else "")
            for each in await screen.windows()
        ]
        return "\n".join(lines) or "there are no windows"


class ListDisplays(Action[Windows]):
    """List the monitors."""

    operates = False
    only_reads = True
    wording = "List the monitors"

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: Windows) -> str:
        found = await screen.displays()
        return "\n".join(f"{number}: {each.name}, {_span(each.box)}" for number, each in enumerate(found))


class SetClipboard(Action[Clipboard]):
    """Put a text on the clipboard."""

    also = ("CopyText", "WriteClipboard")
    examples = ("'Hello world'",)
    wording = 'Put "{text}" on the clipboard'
    gesture = "do"
    film_field = "text"

    text: Typed = Field(title="the text")

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: Clipboard) -> None:
        await screen.write_clipboard(self.text)


class ReadClipboard(Action[Clipboard]):
    """Get the text on the clipboard."""

    also = ("GetClipboard",)
    operates = False
    only_reads = True
    longest_output = 8000
    wording = "Read the clipboard"

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: Clipboard) -> str:
        return await screen.read_clipboard() or "the clipboard is empty"


def _span(box: Box) -> str:
    return f"{box.width:g}x{box.height:g} at {box.left:g}, {box.top:g}"
