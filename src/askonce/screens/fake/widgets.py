"""What a fake screen is made of, and how it is drawn."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from askonce.geometry import Box, Frame
from askonce.screens.ui_tree import State


@dataclass(eq=False, kw_only=True)
class Widget:
    """Something on a page, at a box in page units. Later widgets lie on top of earlier ones."""

    label: str = field(kw_only=False)
    box: Box = field(kw_only=False)
    on_tap: Callable[[], object] | None = None
    on_touch: Callable[[str], object] | None = None
    """Hears of every touch by its word: tap, double-tap, right-tap, hover, hold, drag."""
    enabled: bool = True
    value: str = ""

    role: ClassVar[str] = "generic"
    actionable: ClassVar[bool] = True

    def activate(self) -> None:
        """What a tap does."""
        if self.on_tap:
            self.on_tap()

    def states(self) -> dict[State, bool]:
        return {"disabled": not self.enabled}

    @property
    def shown_value(self) -> str | None:
        return self.value or None

    def __str__(self) -> str:
        """What is written on it."""
        return self.label if self.shown_value is None else f"{self.label}: {self.shown_value}"


class Button(Widget):
    """Does what its `on_tap` does."""

    role = "button"


class Text(Widget):
    """Words to read."""

    role = "text"
    actionable = False


@dataclass(eq=False, kw_only=True)
class Field(Widget):
    """Takes typed text."""

    password: bool = False
    on_enter: Callable[[], object] | None = None
    role: ClassVar[str] = "textbox"

    def states(self) -> dict[State, bool]:
        return {**super().states(), "password": self.password}

    @property
    def shown_value(self) -> str:
        return "•" * len(self.value) if self.password else self.value


@dataclass(eq=False, kw_only=True)
class CheckBox(Widget):
    """Is ticked or not; a tap changes it."""

    checked: bool = False
    role: ClassVar[str] = "checkbox"

    def states(self) -> dict[State, bool]:
        return {**super().states(), "checked": self.checked}

    def activate(self) -> None:
        self.checked = not self.checked
        super().activate()

    def __str__(self) -> str:
        return f"[{'x' if self.checked else '  '}] {self.label}"


@dataclass(eq=False, kw_only=True)
class Choice(Widget):
    """A drop-down list, whose options are never drawn."""

    options: Sequence[str]
    role: ClassVar[str] = "combobox"


class FileField(Widget):
    """Takes files; its value is their names."""

    role = "file"


def draw(widgets: Iterable[Widget], frame: Frame) -> bytes:
    """A PNG of what `frame` shows of the page."""
    from PIL import Image, ImageDraw, ImageFont

    picture = Image.new("RGB", (frame.image.width, frame.image.height), "white")
    pen = ImageDraw.Draw(picture)
    for widget in widgets:
        box = frame.box_to_image(widget.box)
        if widget.actionable:
            fill = "#dde6f5" if isinstance(widget, Button) else "white"
            pen.rectangle((box.left, box.top, box.right - 1, box.bottom - 1), fill=fill, outline="black")
        font = ImageFont.load_default(min(16 * frame.y_scale, box.height * 0.7))
        ink = "black" if widget.enabled else "grey"
        pen.text((box.left + 4, box.center.y), str(widget), fill=ink, font=font, anchor="lm")
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=1)
    return file.getvalue()
