"""The actions that ship. Docstrings and field descriptions are read by models: short, exact, no more than needed."""

from __future__ import annotations

import math
from typing import Annotated, Literal, Protocol, cast, runtime_checkable

from pydantic import BeforeValidator, Field, field_validator

from askonce.actions.action import Action, Typed
from askonce.actions.target import Target
from askonce.errors import NotOperable
from askonce.geometry import Point
from askonce.screens import (
    Chooser,
    Dialogs,
    Keyboard,
    Launcher,
    Navigator,
    Pointer,
    Screen,
    Scroller,
    Tabs,
    Touch,
    Uploads,
    Watchable,
)
from askonce.screens.keys import read_keys

Direction = Literal["up", "down", "left", "right"]

BEYOND = 0.2
"""How far past the middle of its like an item is dropped, as a part of its size."""


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
class Swiping(Screen, Touch, Protocol):
    """Swiping across a screen takes its size."""


class Tap(Action[Tapping]):
    """Click or tap an element."""

    also = ("Click", "LeftClick", "Press element")
    target: Target
    times: int = Field(default=1, ge=1, le=100, description="one after the other")

    async def perform(self, screen: Tapping) -> None:
        await screen.tap(self.target.point)
        for _ in range(self.times - 1):
            await screen.settle()
            await screen.tap(self.target.point)


class DoubleTap(Action[Pointer]):
    """Double-click an element."""

    also = ("DoubleClick", "LeftDouble")
    target: Target

    async def perform(self, screen: Pointer) -> None:
        await screen.tap(self.target.point, count=2)


class RightTap(Action[Pointer]):
    """Right-click an element."""

    also = ("RightClick", "RightSingle", "ContextClick")
    target: Target

    async def perform(self, screen: Pointer) -> None:
        await screen.tap(self.target.point, button="right")


class Hover(Action[Pointer]):
    """Move the cursor onto an element, for submenus and hints that open that way."""

    also = ("MoveTo", "MouseMove")
    operates = False
    target: Target

    async def perform(self, screen: Pointer) -> None:
        await screen.hover(self.target.point)


class LongPress(Action[Pointer]):
    """Press an element and hold it."""

    target: Target
    seconds: float = Field(default=0.8, gt=0, le=30)

    async def perform(self, screen: Pointer) -> None:
        await screen.hold(self.target.point, self.seconds)


class Drag(Action[Pointer]):
    """Drag one element onto another, or a handle to a place. In a list, an item dropped on another takes its place."""

    also = ("DragAndDrop",)
    start: Target
    end: Target

    async def perform(self, screen: Pointer) -> None:
        await screen.drag(self.start.point, _drop_point(self.start, self.end))


def _drop_point(start: Target, end: Target) -> Point:
    """Where to let go: the middle of the end, or a little beyond it between things of one size.

    Lists that are sorted by hand swap two items when the middle is passed, not when it is reached.
    """
    here, there = start.found.box, end.found.box
    sides = ((here.width, there.width), (here.height, there.height))
    alike = all(2 * theirs < 3 * ours < 4.5 * theirs for ours, theirs in sides)
    if not alike:
        return end.point
    dx, dy = there.center.x - here.center.x, there.center.y - here.center.y
    across = math.copysign(there.width * BEYOND, dx) if abs(dx) > there.width / 2 else 0
    down = math.copysign(there.height * BEYOND, dy) if abs(dy) > there.height / 2 else 0
    return end.point.offset(across, down)


class Type(Action[Typing]):
    """Type text into a field; also dates (as YYYY-MM-DD) and other values. No need to tap the field first."""

    also = ("Input", "Fill", "TypeText", "InputText")
    text: Typed
    target: Target | None = Field(default=None, description="the field; without it, what has the focus")
    mode: Literal["replace", "append"] = "replace"
    enter: bool = Field(default=False, description="press Enter afterwards")
    delay: float = Field(default=0.0, ge=0, le=5, exclude=True)

    async def perform(self, screen: Typing) -> None:
        if self.target:
            await screen.tap(self.target.point)
        if self.mode == "replace":
            await screen.clear()
        elif self.target:
            await screen.press("End")
        await screen.type(self.text, delay=self.delay)
        if self.enter:
            await screen.press("Enter")


class Clear(Action[Typing]):
    """Empty a field."""

    also = ("ClearInput",)
    target: Target

    async def perform(self, screen: Typing) -> None:
        await screen.tap(self.target.point)
        await screen.clear()


def _join_keys(value: object) -> object:
    """Models write combinations as lists too, and the space bar as a space."""
    keys = cast("list[object]", value) if isinstance(value, list) else [value]
    return "+".join("Space" if key == " " else str(key) for key in keys)


class Press(Action[Typing]):
    """Press a key or a combination, such as Enter, Escape or Control+A."""

    also = ("KeyboardPress", "Hotkey", "PressKey", "Key")
    keys: Annotated[str, BeforeValidator(_join_keys)]
    target: Target | None = Field(default=None, description="focused first")
    times: int = Field(default=1, ge=1, le=100)

    @field_validator("keys")
    @classmethod
    def _known(cls, keys: str) -> str:
        return "+".join(read_keys(keys))

    async def perform(self, screen: Typing) -> None:
        if self.target:
            await screen.tap(self.target.point)
        for _ in range(self.times):
            await screen.press(self.keys)


_STEP = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_EDGE: dict[Direction, Literal["top", "bottom", "left", "right"]] = {
    "up": "top",
    "down": "bottom",
    "left": "left",
    "right": "right",
}


class Scroll(Action[Scrolling]):
    """Scroll to see more in a direction."""

    operates = False
    direction: Direction = "down"
    distance: float | None = Field(default=None, gt=0, description="pixels; without it, most of a screenful")
    to_end: bool = Field(default=False, description="as far as it goes")
    target: Target | None = Field(default=None, description="what to scroll inside, if not the page")

    async def perform(self, screen: Scrolling) -> None:
        at = self.target.point if self.target else None
        if self.to_end:
            await screen.scroll_to(_EDGE[self.direction], at=at)
            return
        dx, dy = _STEP[self.direction]
        size = await screen.size()
        area = self.target.found.box if self.target else size
        distance = self.distance or 0.75 * (area.width if dx else area.height)
        await screen.scroll(dx * distance, dy * distance, at=at)


class Swipe(Action[Swiping]):
    """Swipe with a finger. Swiping up moves the content up and shows what is below."""

    operates = False
    direction: Direction
    target: Target | None = Field(default=None, description="where to start; without it, the middle")
    distance: float | None = Field(default=None, gt=0)
    seconds: float = Field(default=0.3, gt=0, le=10, exclude=True)

    async def perform(self, screen: Swiping) -> None:
        size = await screen.size()
        start = self.target.point if self.target else Point(size.width / 2, size.height / 2)
        dx, dy = _STEP[self.direction]
        distance = self.distance or 0.5 * (size.width if dx else size.height)
        end = Point(
            min(max(start.x + dx * distance, 1), size.width - 1), min(max(start.y + dy * distance, 1), size.height - 1)
        )
        await screen.swipe(start, end, self.seconds)


class Pinch(Action[Swiping]):
    """Zoom with two fingers."""

    operates = False
    factor: float = Field(gt=0, le=10, description="above 1 zooms in, below 1 out")
    target: Target | None = None

    async def perform(self, screen: Swiping) -> None:
        size = await screen.size()
        await screen.pinch(
            self.target.point if self.target else Point(size.width / 2, size.height / 2),
            self.factor,
        )


class Select(Action[Chooser]):
    """Choose in a native drop-down list, by the option's label. Do not tap it open: no picture shows its options."""

    also = ("SelectOption", "Choose")
    target: Target
    options: list[str] = Field(min_length=1)

    @field_validator("options", mode="before")
    @classmethod
    def _several(cls, options: object) -> object:
        return [options] if isinstance(options, str) else options

    async def perform(self, screen: Chooser) -> None:
        await screen.choose(self.target.point, self.options)


class Upload(Action[Uploads]):
    """Hand files to a file field or an upload button, by name."""

    also = ("UploadFile",)
    target: Target
    files: list[str] = Field(min_length=1)

    async def perform(self, screen: Uploads) -> None:
        await screen.upload(self.target.point, self.files)


class AnswerDialog(Action[Dialogs]):
    """Answer an open browser dialog (confirm or prompt)."""

    accept: bool
    text: Typed | None = Field(default=None, description="what to enter in a prompt")

    async def perform(self, screen: Dialogs) -> None:
        if screen.dialog is None:
            raise NotOperable("no dialog is open")
        await screen.answer(self.accept, self.text)


class Navigate(Action[Navigator]):
    """Go to an address."""

    also = ("Goto", "OpenUrl")
    url: str

    async def perform(self, screen: Navigator) -> None:
        await screen.navigate(self.url)


class Back(Action[Navigator]):
    """Go back one page."""

    also = ("GoBack",)

    async def perform(self, screen: Navigator) -> None:
        await screen.back()


class Forward(Action[Navigator]):
    """Go forward one page."""

    also = ("GoForward",)

    async def perform(self, screen: Navigator) -> None:
        await screen.forward()


class Reload(Action[Navigator]):
    """Reload the page."""

    also = ("Refresh",)

    async def perform(self, screen: Navigator) -> None:
        await screen.reload()


class SwitchTab(Action[Tabs]):
    """Bring another browser tab to the front."""

    number: int = Field(ge=1)

    async def perform(self, screen: Tabs) -> str:
        await screen.switch_tab(self.number)
        tabs = await screen.tabs()
        return f"now in tab {self.number} of {len(tabs)}"


class CloseTab(Action[Tabs]):
    """Close the current browser tab."""

    async def perform(self, screen: Tabs) -> None:
        await screen.close_tab()


class Launch(Action[Launcher]):
    """Start an app."""

    app: str

    async def perform(self, screen: Launcher) -> None:
        await screen.launch(self.app)


class Terminate(Action[Launcher]):
    """Stop an app."""

    app: str

    async def perform(self, screen: Launcher) -> None:
        await screen.terminate(self.app)


class Wait(Action[Watchable]):
    """Wait for something that is still loading: until the screen changes, at most so many seconds."""

    also = ("Sleep",)
    seconds: float = Field(default=3.0, gt=0, le=60)

    async def perform(self, screen: Watchable) -> str:
        return "the screen changed" if await screen.wait_for_change(self.seconds) else "nothing changed"
