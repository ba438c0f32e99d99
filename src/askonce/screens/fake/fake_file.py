"""The file that describes a fake screen, in YAML or JSON: pages of widgets, and buttons that lead from one to another.

    pages:
      start:
        - text: Sign in
        - field: Email
        - field: Password
          password: true
        - button: Sign in
          opens: welcome
      welcome:
        - text: Welcome, {Email}

A run begins on the first page. A file with one page may be just its list of widgets. `{Email}` stands for what the
field of that name holds when the page is opened. Widgets stand below each other unless they have a box.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from pydantic import Field as Checked
from pydantic import ValidationError, model_validator

from askonce.errors import ConfigError
from askonce.geometry import Box, Size
from askonce.screens.fake.fake_screen import START, FakeScreen
from askonce.screens.fake.widgets import Button, CheckBox, Choice, Field, FileField, Text, Widget
from askonce.screens.option_fields import AnyText, Section, Words

_KINDS = ("text", "button", "field", "checkbox", "choice", "file")
_SLOT = re.compile(r"\{([^{}]+)\}")
_LEFT, _TOP, _WIDTH, _HEIGHT, _ROW = 20, 20, 320, 30, 40
"""Where widgets stand that have no box: one each row."""


class FakeWidget(Section):
    """One widget: exactly one of text, button, field, checkbox, choice and file, with its label."""

    text: AnyText | None = None
    button: Words | None = None
    field: Words | None = None
    checkbox: Words | None = None
    choice: Words | None = None
    file: Words | None = None
    opens: Words | None = None
    """The page that a button opens."""
    value: AnyText = ""
    password: bool = False
    checked: bool = False
    options: tuple[AnyText, ...] = ()
    enabled: bool = True
    box: tuple[float, float, float, float] | None = None
    """Left, top, width and height, in pixels of the page."""

    @model_validator(mode="after")
    def _has_one_kind(self) -> FakeWidget:
        if len(self.kinds) != 1:
            has = " and ".join(self.kinds) or "none of them"
            raise ValueError(f"a widget has exactly one of {', '.join(_KINDS)}, and this one has {has}")
        return self

    @property
    def kinds(self) -> list[str]:
        return [name for name in _KINDS if getattr(self, name) is not None]


class FakeFile(Section):
    """A fake screen."""

    size: tuple[int, int] = (800, 600)
    """Width and height of the screen."""
    pages: dict[Words, list[FakeWidget]] = Checked(min_length=1)
    """Widgets by the name of their page; a run begins on the first."""

    @model_validator(mode="after")
    def _leads_to_its_pages(self) -> FakeFile:
        if "start" in self.pages and next(iter(self.pages)) != "start":
            raise ValueError("the page start has to be the first")
        for name, widgets in self.pages.items():
            for widget in widgets:
                if widget.opens is not None and widget.opens not in self.pages:
                    known = ", ".join(self.pages)
                    raise ValueError(f"pages.{name}: opens: there is no page {widget.opens!r}, only {known}")
        return self


def read_fake_file(path: Path) -> FakeFile:
    """What a file says, or an error that names the file, the place and the remedy."""
    from ruamel.yaml import YAML, YAMLError

    try:
        data: Any = YAML(typ="safe", pure=True).load(path.read_text("utf-8-sig"))  # pyright: ignore[reportUnknownMemberType]
    except OSError as error:
        raise ConfigError(f"the fake screen {path} could not be read: {error.strerror}", remedy="name a file") from None
    except (YAMLError, UnicodeDecodeError) as error:
        reason = " ".join(str(getattr(error, "problem", None) or error).split())
        mark = getattr(error, "problem_mark", None)
        where = f"{path}:{mark.line + 1}" if mark else str(path)
        raise ConfigError(f"{where} is not YAML: {reason}", remedy="write YAML or JSON, in UTF-8") from None
    if isinstance(data, list):
        data = {"pages": {"start": cast("list[Any]", data)}}
    try:
        return FakeFile.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(step) for step in first["loc"])
        reason = first["msg"].removeprefix("Value error, ")
        raise ConfigError(
            f"{path}: {place + ': ' if place else ''}{reason}",
            remedy="a fake screen has pages, each a list of widgets such as {button: Save}",
        ) from None


def build_fake_screen(described: FakeFile) -> FakeScreen:
    """The screen that a file describes."""
    first = next(iter(described.pages))
    addresses = {name: START if name == first else f"fake://{name}" for name in described.pages}

    def opener(name: str) -> Callable[[], None]:
        def open_page() -> None:
            values = {widget.label: widget.shown_value or "" for page in pages.values() for widget in page}
            screen.open_page(addresses[name])
            for widget, one in zip(screen.widgets, described.pages[name], strict=True):
                if one.text is not None:
                    widget.label = _SLOT.sub(lambda found: values.get(found[1], found[0]), one.text)

        return open_page

    pages = {
        addresses[name]: [_widget(one, row, opener(one.opens) if one.opens else None) for row, one in enumerate(page)]
        for name, page in described.pages.items()
    }
    screen = FakeScreen(pages=pages, size=Size(*described.size))
    return screen


def _widget(widget: FakeWidget, row: int, on_tap: Callable[[], None] | None) -> Widget:
    (kind,) = widget.kinds
    label = str(getattr(widget, kind))
    left, top, width, height = widget.box or (_LEFT, _TOP + row * _ROW, _WIDTH, _HEIGHT)
    box = Box(left, top, width, height)
    common: dict[str, Any] = {"on_tap": on_tap, "enabled": widget.enabled, "value": widget.value}
    match kind:
        case "text":
            return Text(label, box, **common)
        case "button":
            return Button(label, box, **common)
        case "field":
            return Field(label, box, password=widget.password, **common)
        case "checkbox":
            return CheckBox(label, box, checked=widget.checked, **common)
        case "choice":
            return Choice(label, box, options=widget.options, **common)
        case _:
            return FileField(label, box, **common)
