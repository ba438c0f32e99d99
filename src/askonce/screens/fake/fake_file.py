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

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import Field as Checked
from pydantic import ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from askonce.geometry import Box, Size
from askonce.lazy import regex
from askonce.screens.fake.fake_screen import START, FakeScreen
from askonce.screens.fake.widgets import Button, CheckBox, Choice, Field, FileField, Text, Widget
from askonce.screens.option_fields import AnyText, Section, Words

_KINDS = ("text", "button", "field", "checkbox", "choice", "file")
_SLOT = regex(r"\{([^{}]+)\}")
_LEFT, _TOP, _WIDTH, _HEIGHT, _ROW = 20, 20, 320, 30, 40
"""Where widgets stand that have no box: one each row."""


_Side = Annotated[int, Checked(gt=0)]
_Length = Annotated[float, Checked(gt=0)]


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
    box: tuple[float, float, _Length, _Length] | None = None
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

    size: tuple[_Side, _Side] = (800, 600)
    """Width and height of the screen."""
    pages: dict[Words, list[FakeWidget]] = Checked(min_length=1)
    """Widgets by the name of their page; a run begins on the first."""

    @model_validator(mode="after")
    def _leads_to_its_pages(self) -> FakeFile:
        if "start" in self.pages and next(iter(self.pages)) != "start":
            raise _wrong("the page start has to be the first", "pages", "start", "[key]")
        for name, widgets in self.pages.items():
            for number, widget in enumerate(widgets):
                if widget.opens is not None and widget.opens not in self.pages:
                    known = ", ".join(self.pages)
                    reason = f"there is no page {widget.opens!r}, only {known}"
                    raise _wrong(reason, "pages", name, number, "opens")
        return self


def _wrong(reason: str, *place: str | int) -> ValidationError:
    """An error at a place inside the file; one that is raised as it is would stand for the whole file."""
    problem = PydanticCustomError("value_error", "{error}", {"error": reason})
    return ValidationError.from_exception_data("FakeFile", [InitErrorDetails(type=problem, loc=place, input=reason)])


def build_fake_screen(described: FakeFile) -> FakeScreen:
    """The screen that a file describes."""
    first = next(iter(described.pages))
    addresses = {name: START if name == first else f"fake://{name}" for name in described.pages}

    def opener(name: str) -> Callable[[], None]:
        def open_page() -> None:
            values = {widget.label: widget.shown_value or "" for page in pages.values() for widget in page}
            screen.open_page(addresses[name])
            for widget, drawn in zip(screen.widgets, described.pages[name], strict=True):
                if drawn.text is not None:
                    widget.label = _SLOT.sub(lambda found: values.get(found[1], found[0]), drawn.text)

        return open_page

    pages = {
        addresses[name]: [
            _widget(drawn, row, opener(drawn.opens) if drawn.opens else None) for row, drawn in enumerate(page)
        ]
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
